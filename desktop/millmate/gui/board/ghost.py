"""The piece under the hand: it floats over the whole window, from any widget to any other."""

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.board.badge import draw_badge
from millmate.gui.board.pieces import draw_piece
from millmate.gui.board.theme import BoardTheme


class Ghost(QWidget):
    """A piece that follows the mouse; it lets every event through to what lies beneath."""

    def __init__(self, host: QWidget, symbol: str, side: float, *, lost_outside: bool = False):
        """Take `symbol` up over the window of `host`, `side` pixels large.

        With `lost_outside` a cross tells that letting go beside the board takes the piece away.
        """
        super().__init__(host.window())
        self._lost_outside = lost_outside
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
        rect = QRectF(0, 0, self._side, self._side)
        draw_piece(painter, self._symbol, rect, 0.45 if self._faded else 1)
        if self._faded and self._lost_outside:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            radius = self._side * 0.15
            corner = rect.topRight() + QPointF(-radius - 1, radius + 1)
            draw_badge(painter, corner, radius, QColor(BoardTheme().fault), cross=True)
