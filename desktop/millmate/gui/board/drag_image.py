"""The picture of a dragged piece, which floats above the whole window."""

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.board.game_board import GameBoard
from millmate.gui.board.overlays import CROSS, draw_badge
from millmate.gui.board.theme import board_theme


class DragImage(QWidget):
    """A piece that follows the mouse and passes all events to the widgets beneath it."""

    def __init__(self, board: GameBoard, symbol: str, *, lost_outside: bool = False):
        """Show the piece `symbol` as large as on `board`, above its window.

        With `lost_outside` a cross warns that dropping the piece off the board removes it.
        """
        super().__init__(board.window())
        self._lost_outside = lost_outside
        self._board, self._symbol = board, symbol
        self._side = side = board.board_geometry.piece_side
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
            self._board.draw_symbol(self._symbol, painter, rect, 0.45 if self._faded else 1.0)
            if self._faded and self._lost_outside:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                radius = self._side * 0.15
                corner = rect.topRight() + QPointF(-radius - 1, radius + 1)
                draw_badge(painter, corner, radius, QColor(board_theme().fault), sign=CROSS)
