"""The list of tournaments: each with its name and, below it, its format and progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from millmate.formatting import dative
from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.tournament.saved_tournaments import SavedTournament
from millmate.language import mark, number, tr

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_ROLE = Qt.ItemDataRole
_WORDS = _ROLE.UserRole
_EMPTY = mark("Tournaments that you start appear here; you can look at them and continue them.")


class TournamentListModel(QAbstractListModel):
    """The tournaments by directory; one of them may be running."""

    def __init__(self) -> None:
        super().__init__()
        self.tournaments: list[SavedTournament] = []
        self.running: Path | None = None

    def show(self, tournaments: Sequence[SavedTournament]) -> None:
        self.beginResetModel()
        self.tournaments = list(tournaments)
        self.endResetModel()

    def put(self, saved: SavedTournament) -> None:
        """Update a tournament, or insert it at the top."""
        row = self.row_of(saved.directory)
        if row < 0:
            self.beginInsertRows(_ROOT, 0, 0)
            self.tournaments.insert(0, saved)
            self.endInsertRows()
        elif self.tournaments[row] != saved:
            self.tournaments[row] = saved
            self.dataChanged.emit(self.index(row), self.index(row))

    def take_out(self, directory: Path) -> None:
        """Remove a tournament that was never started."""
        row = self.row_of(directory)
        if row >= 0:
            self.beginRemoveRows(_ROOT, row, row)
            del self.tournaments[row]
            self.endRemoveRows()

    def count(self, directory: Path, done: int, total: int) -> None:
        """Update the progress of a running tournament."""
        row = self.row_of(directory)
        if row >= 0:
            self.put(replace(self.tournaments[row], done=done, total=total))

    def set_running(self, directory: Path | None) -> None:
        for marked in (self.running, directory):
            self.running = directory
            if marked is not None and (row := self.row_of(marked)) >= 0:
                self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, directory: Path) -> int:
        """Return the row of a directory, or -1."""
        rows = (row for row, saved in enumerate(self.tournaments) if saved.directory == directory)
        return next(rows, -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.tournaments)

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        """Return the name of a tournament or the text below it."""
        saved = self.tournaments[index.row()]
        match role:
            case _ROLE.DisplayRole:
                return saved.name
            case _ROLE.AccessibleTextRole:
                return f"{saved.name}: {self._words(saved)}"
            case _ROLE.ToolTipRole:
                return f"{saved.name}\n{self._words(saved)}\n{saved.directory}"
        return self._words(saved) if role == _WORDS else None

    def _words(self, saved: SavedTournament) -> str:
        if saved.directory != self.running:
            return saved.words
        return tr(
            "▶ running: {done} of {games}",
            done=number(saved.done),
            games=dative(saved.total, "game"),
        )


class TournamentList(QListView):
    """The list view; `chosen` carries the directory of the selected tournament."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model_ = TournamentListModel()
        self.setModel(self.model_)
        self.setItemDelegate(_TwoLines(self))
        bind_text(self, name=mark("Tournaments"))
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._pointed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the list, or an explanation while it is empty."""
        super().paintEvent(event)
        if self.model_.rowCount() == 0:
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                place = self.viewport().rect().adjusted(theme.GRID, theme.GRID, -theme.GRID, 0)
                painter.drawText(place, Qt.TextFlag.TextWordWrap, tr(_EMPTY))

    def point_at(self, directory: Path | None) -> None:
        """Select the tournament in `directory`, or none, without emitting `chosen`."""
        row = -1 if directory is None else self.model_.row_of(directory)
        selection = self.selectionModel()
        selection.blockSignals(True)
        if row < 0:
            self.clearSelection()
            selection.setCurrentIndex(_ROOT, QItemSelectionModel.SelectionFlag.NoUpdate)
        else:
            self.setCurrentIndex(self.model_.index(row))
        selection.blockSignals(False)
        self.viewport().update()

    def _pointed(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.model_.tournaments[index.row()].directory)


class _TwoLines(QStyledItemDelegate):
    """Paints a name and a dimmed line below it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, 2 * option.fontMetrics.height() + 2 * theme.GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        if chosen:
            painter.fillRect(option.rect, palette.color(QPalette.ColorRole.Highlight))
        inner = option.rect.adjusted(theme.GRID, theme.GRID // 2, -theme.GRID, -theme.GRID // 2)
        high = inner.height() // 2
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        self._line(painter, inner.adjusted(0, 0, 0, -high), font, palette.color(role), index.data())
        words = index.data(_WORDS)
        quiet = palette.color(role if chosen else QPalette.ColorRole.PlaceholderText)
        self._line(painter, inner.adjusted(0, high, 0, 0), option.font, quiet, words)
        painter.restore()

    @staticmethod
    def _line(painter: QPainter, place: QRect, font: QFont, colour: Any, text: str) -> None:
        painter.setFont(font)
        painter.setPen(colour)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
