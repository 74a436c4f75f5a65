"""The piece under the hand: it floats over the whole window, from any widget to any other."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.board.badge import CROSS, draw_badge
from millmate.gui.board.theme import board_theme

# Draws something into a rectangle, as strongly as the number from 0 to 1 says.
Draw = Callable[[QPainter, QRectF, float], None]


class DragImage(QWidget):
    """A piece that follows the mouse; it lets every event through to what lies beneath."""

    def __init__(self, host: QWidget, draw: Draw, side: float, *, lost_outside: bool = False):
        """Take what `draw` draws up over the window of `host`, `side` pixels large.

        With `lost_outside` a cross tells that letting go beside the board takes the piece away.
        """
        super().__init__(host.window())
        self._lost_outside = lost_outside
        self._draw = draw
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
        self._draw(painter, rect, 0.45 if self._faded else 1.0)
        if self._faded and self._lost_outside:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            radius = self._side * 0.15
            corner = rect.topRight() + QPointF(-radius - 1, radius + 1)
            draw_badge(painter, corner, radius, QColor(board_theme().fault), sign=CROSS)
