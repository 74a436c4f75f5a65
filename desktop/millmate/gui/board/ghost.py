"""The piece under the hand: it floats over the whole window, from any widget to any other."""

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.board.pieces import draw_piece


class Ghost(QWidget):
    """A piece that follows the mouse; it lets every event through to what lies beneath."""

    def __init__(self, host: QWidget, symbol: str, side: float):
        super().__init__(host.window())
        self._symbol = symbol
        self._side = side
        self._faded = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(int(side) + 1, int(side) + 1)

    def follow(self, point: QPoint, faded: bool = False) -> None:
        """Centre on the global `point`; `faded` where letting go would put nothing down."""
        corner = self.window().mapFromGlobal(point) - QPoint(self.width() // 2, self.height() // 2)
        self.move(corner)
        if faded != self._faded:
            self._faded = faded
            self.update()
        if self.isHidden():
            self.show()
            self.raise_()

    def vanish(self) -> None:
        """Go for good."""
        self.hide()
        self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the piece."""
        painter = QPainter(self)
        draw_piece(
            painter, self._symbol, QRectF(0, 0, self._side, self._side), 0.45 if self._faded else 1
        )
