"""The entries found, as rows of a list, and how a row is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from millmate.gui.kit import theme
from millmate.gui.shell.search.entry import Entry
from millmate.language import tr

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_KEY_ROUND = 4
_TITLE_SHARE = 0.62  # of a row at most, if a remark stands beside it


class EntryModel(QAbstractListModel):
    """One row an entry; a screen reader reads all that a row shows."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def show(self, entries: Sequence[Entry]) -> None:
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (entry.title, entry.fault or entry.detail)))
        return None


def spoken(entry: Entry) -> str:
    """Return an entry as it is read out: its name, what it is, and what stands beside it."""
    parts = (entry.title, tr(entry.kind.value), entry.keys, entry.fault or entry.detail)
    return ", ".join(filter(None, parts))


class RowPainter(QStyledItemDelegate):
    """Draws a name with a remark at the left, what it is and its key at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(8 * theme.GRID, row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        assert isinstance(model, EntryModel)
        entry = model.entries[index.row()]
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        if chosen:
            painter.fillRect(option.rect, palette.color(QPalette.ColorRole.Highlight))
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        quiet = palette.color(role if chosen else QPalette.ColorRole.PlaceholderText)
        room = option.rect.adjusted(2 * theme.GRID, 0, -2 * theme.GRID, 0)
        if entry.keys:
            room = _draw_keys(painter, room, entry.keys, option.font, quiet)
        room = _draw_right(painter, room, tr(entry.kind.value), option.font, quiet)
        colour = quiet if entry.fault else palette.color(role)
        _draw_name(painter, room, entry, option.font, colour, quiet)
        painter.restore()


def row_height(metrics: QFontMetrics) -> int:
    return metrics.height() + 2 * theme.GRID


def _draw_keys(painter: QPainter, room: QRect, keys: str, font: QFont, colour: QColor) -> QRect:
    """Draw the key of a command in a frame at the right; return the room that is left."""
    metrics = QFontMetrics(font)
    width, high = metrics.horizontalAdvance(keys) + theme.GRID, metrics.height() + 4
    cap = QRect(room.right() - width, room.center().y() - high // 2, width, high)
    painter.setPen(QPen(colour, 1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawRoundedRect(cap.adjusted(0, 0, -1, -1), _KEY_ROUND, _KEY_ROUND)
    painter.setFont(font)
    painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, keys)
    return room.adjusted(0, 0, -width - theme.GRID, 0)


def _draw_right(painter: QPainter, room: QRect, text: str, font: QFont, colour: QColor) -> QRect:
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
    width = QFontMetrics(font).horizontalAdvance(text)
    return room.adjusted(0, 0, -width - 2 * theme.GRID, 0)


def _draw_name(
    painter: QPainter, room: QRect, entry: Entry, font: QFont, colour: QColor, quiet: QColor
) -> None:
    """Draw the name, and beside it the remark or why it cannot be chosen."""
    remark, metrics = entry.fault or entry.detail, QFontMetrics(font)
    wanted = metrics.horizontalAdvance(entry.title) + 2  # elision rounds
    most = room.width()
    if remark and wanted + 2 * theme.GRID + metrics.horizontalAdvance(remark) > most:
        most = round(most * _TITLE_SHARE)
    painter.setFont(font)
    _draw_left(painter, room, metrics, entry.title, min(wanted, most), colour)
    rest = room.adjusted(min(wanted, most) + 2 * theme.GRID, 0, 0, 0)
    if remark and rest.width() > 4 * theme.GRID:
        _draw_left(painter, rest, metrics, remark, rest.width(), quiet)


def _draw_left(
    painter: QPainter, room: QRect, metrics: QFontMetrics, text: str, width: int, colour: QColor
) -> None:
    painter.setPen(colour)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
