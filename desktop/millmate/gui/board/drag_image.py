"""The picture of a dragged piece, which floats above the whole window."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.board.overlays import CROSS, draw_badge
from millmate.gui.board.theme import board_theme

# Draws something into a rectangle with an opacity from 0 to 1.
Draw = Callable[[QPainter, QRectF, float], None]


class DragImage(QWidget):
    """A piece that follows the mouse and passes all events to the widgets beneath it."""

    def __init__(self, host: QWidget, draw: Draw, side: float, *, lost_outside: bool = False):
        """Show what `draw` draws, `side` pixels large, above the window of `host`.

        With `lost_outside` a cross warns that dropping the piece off the board removes it.
        """
        super().__init__(host.window())
        self._lost_outside = lost_outside
        self._draw = draw
        self._side = side
        self._faded = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(int(side) + 1, int(side) + 1)

    def move_to(self, point: QPoint, faded: bool = False) -> None:
        """Centre on the global `point`; `faded` where the piece cannot be dropped."""
        corner = self.window().mapFromGlobal(point) - QPoint(self.width() // 2, self.height() // 2)
        self.move(corner)
        if faded != self._faded:
            self._faded = faded
            self.update()
        if self.isHidden():
            self.show()
            self.raise_()

    def remove(self) -> None:
        self.hide()
        self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the piece, faded and crossed out where dropping removes it."""
        with QPainter(self) as painter:
            rect = QRectF(0, 0, self._side, self._side)
            self._draw(painter, rect, 0.45 if self._faded else 1.0)
            if self._faded and self._lost_outside:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                radius = self._side * 0.15
                corner = rect.topRight() + QPointF(-radius - 1, radius + 1)
                draw_badge(painter, corner, radius, QColor(board_theme().fault), sign=CROSS)
