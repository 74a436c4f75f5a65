"""The picture of a dragged piece, which floats above the whole window."""

import math

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.boards.game_board import GameBoard
from millmate.gui.boards.scene import CROSS, Badge
from millmate.gui.boards.theme import board_theme

# Of the shadow, in sides of the piece: how far it spreads, and how far below the piece it falls.
_SPREAD, _DROP = 0.12, 0.08
_SHADOW = QColor(0, 0, 0, 100)
_BLURRED = 24  # pixels: an image shrunk to so few has soft edges when it is enlarged again


class DragImage(QWidget):
    """A piece that follows the mouse and passes all events to the widgets beneath it."""

    def __init__(self, board: GameBoard, symbol: str, *, lost_outside: bool = False):
        """Show the piece `symbol` as large as on `board`, above its window, with a shadow.

        With `lost_outside` a cross warns that dropping the piece off the board removes it.
        """
        super().__init__(board.window())
        self._lost_outside = lost_outside
        self._board, self._symbol = board, symbol
        self._side = side = board.board_geometry.piece_side
        self._margin = math.ceil((_SPREAD + _DROP) * side)
        self._faded = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(*(math.ceil(side) + 2 * self._margin,) * 2)
        self._shadow = self._make_shadow()

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
            rect = self._place
            if not self._faded:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                below = QRectF(self.rect()).translated(0, _DROP * self._side)
                painter.drawImage(below, self._shadow)
            self._board.man(self._symbol, rect, 0.45 if self._faded else 1.0).draw(painter)
            if self._faded and self._lost_outside:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                radius = self._side * 0.15
                corner = rect.topRight() + QPointF(-radius - 1, radius + 1)
                Badge(corner, radius, board_theme().fault, CROSS).draw(painter)

    @property
    def _place(self) -> QRectF:
        """The square of the piece in this widget."""
        return QRectF(self._margin, self._margin, self._side, self._side)

    def _make_shadow(self) -> QImage:
        """Return the shape of the piece, dark and blurred; it is drawn as large as the widget."""
        image = QImage(self.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            self._board.man(self._symbol, self._place).draw(painter)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(image.rect(), _SHADOW)
        smooth = Qt.TransformationMode.SmoothTransformation
        return image.scaled(_BLURRED, _BLURRED, mode=smooth)
