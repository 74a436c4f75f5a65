"""Lists whose rows are tiles, several beside each other, under headings."""

from abc import abstractmethod
from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from millmate.gui.kit import theme
from millmate.gui.kit.table_model import Index
from millmate.gui.kit.translator import bind_text


class Tiles(QListView):
    """Shows rows as tiles of one size; those that are disabled are headings above them."""

    heading_height = 0  # pixels

    def __init__(self, model: QAbstractItemModel, name: str, least: int) -> None:
        """Show `model` under the accessible `name` (marked) in tiles at least `least` wide."""
        super().__init__()
        self._least = least
        self.setModel(model)
        bind_text(self, name=name)
        self.setProperty("cards", True)
        self.setItemDelegate(_Painter(self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)

    @abstractmethod
    def tile_height(self, width: int) -> int:
        """Return the height of tiles of this width, with the gap below them."""

    @abstractmethod
    def paint_tile(self, painter: QPainter, tile: QRect, index: Index, pointed: bool) -> None:
        """Paint a row on its ground; `pointed` is whether it is chosen or under the mouse."""

    def paint_heading(self, painter: QPainter, place: QRect, index: Index) -> None:
        """Paint a heading."""

    @property
    def _room(self) -> int:
        """The width of rows: Qt always leaves room for the scroll bar."""
        bar = QStyle.PixelMetric.PM_ScrollBarExtent
        extent = self.style().pixelMetric(bar, None, self.verticalScrollBar())
        return max(1, self.maximumViewportSize().width() - extent - 1)

    @property
    def columns(self) -> int:
        return max(1, self._room // round(self._least * theme.text_scale()))

    @property
    def tile_size(self) -> QSize:
        """The size of a tile with the gaps after it."""
        width = self._room // self.columns
        return QSize(width, self.tile_height(width))

    def size_of(self, index: Index) -> QSize:
        return QSize(self._room, self.heading_height) if _is_heading(index) else self.tile_size

    def is_whole(self, place: QRect) -> bool:
        """Return whether nothing of a tile is below the view; others are not shown."""
        high = self.viewport().height()
        return inner(place).bottom() < high or place.height() > high

    def indexAt(self, point: QPoint) -> QModelIndex:
        index = super().indexAt(point)
        return index if self.is_whole(self.visualRect(index)) else QModelIndex()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint everything again: tiles appear as a whole."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Return the tile that an arrow key, Home, End or a page key leads to."""
        page = self.viewport().height() // self.tile_size.height() - 1
        return self.model().index(
            next_row(self._lines(), self.currentIndex().row(), action, page), 0
        )

    def _lines(self) -> list[list[int]]:
        """Return the rows of tiles as they are beside each other."""
        model, lines = self.model(), list[list[int]]()
        full = True
        for row in range(model.rowCount()):
            if _is_heading(model.index(row, 0)):
                full = True
                continue
            if full or len(lines[-1]) == self.columns:
                lines.append([])
            lines[-1].append(row)
            full = False
        return lines


def next_row(
    lines: Sequence[Sequence[int]], current: int, action: QAbstractItemView.CursorAction, page: int
) -> int:
    """Return the row that a key leads to, -1 without rows.

    Args:
        lines: The rows of the tiles in each line.
        current: The current row; the first tile follows any other.
        action: The meaning of the key.
        page: The lines on a page.
    """
    order, kind = [row for line in lines for row in line], QAbstractItemView.CursorAction
    if current not in order:
        return order[0] if order else -1
    page = max(1, page)
    down = {
        kind.MoveUp: -1, kind.MoveDown: 1, kind.MovePageUp: -page, kind.MovePageDown: page,
    }.get(action)  # fmt: skip
    if down is not None:
        at = next(number for number, line in enumerate(lines) if current in line)
        there = lines[min(max(at + down, 0), len(lines) - 1)]
        return there[min(lines[at].index(current), len(there) - 1)]
    far = len(order)
    steps = {kind.MoveLeft: -1, kind.MovePrevious: -1, kind.MoveHome: -far, kind.MoveEnd: far}
    return order[min(max(order.index(current) + steps.get(action, 1), 0), far - 1)]


def inner(tile: QRect) -> QRect:
    """Return the ground of a tile, without the gaps after it."""
    return tile.adjusted(0, 0, -theme.GRID, -theme.GRID)


def _is_heading(index: Index) -> bool:
    return not index.flags() & Qt.ItemFlag.ItemIsEnabled


class _Painter(QStyledItemDelegate):
    """Paints the ground of tiles and asks the view for the rest."""

    def __init__(self, view: Tiles) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._view.size_of(index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setFont(option.font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if _is_heading(index):
            self._view.paint_heading(painter, option.rect, index)
        elif self._view.is_whole(option.rect):
            scheme, tile = theme.colours(), inner(option.rect)
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            pen = QPen(QColor(scheme.accent if chosen else scheme.line), 2 if chosen else 1)
            painter.setPen(pen)
            painter.setBrush(QColor(scheme.base))
            ground = tile.adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ground, theme.ROUND_CARD, theme.ROUND_CARD)
            over = bool(option.state & QStyle.StateFlag.State_MouseOver)
            self._view.paint_tile(painter, tile, index, chosen or over)
        painter.restore()
