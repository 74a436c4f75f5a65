"""The tournaments on the disk, newest first, and the list of them.

Each is shown with its name and, below it, its format and progress.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
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
from millmate.gui.kit import theme
from millmate.gui.kit.lists import Foot
from millmate.gui.kit.table_model import ROOT, Column, Index, TableModel
from millmate.gui.kit.translator import bind_text
from millmate.language import mark, number, tr
from millmate.play.tournament.saved_tournament import TournamentEntry

_EMPTY = mark("Tournaments that you start appear here; you can look at them and continue them.")


class TournamentListModel(TableModel[TournamentEntry]):
    """The tournaments by directory; one of them may be running."""

    def __init__(self) -> None:
        name: Column[TournamentEntry] = Column(
            "",
            lambda saved: saved.name,
            spoken=lambda saved: f"{saved.name}: {self.words(saved)}",
            hint=lambda saved: f"{saved.name}\n{self.words(saved)}\n{saved.directory}",
        )
        super().__init__([name])
        self.running: Path | None = None

    def put(self, saved: TournamentEntry) -> None:
        """Update a tournament, or insert it at the top."""
        row = self.row_of(saved.directory)
        if row < 0:
            self.beginInsertRows(ROOT, 0, 0)
            self.rows.insert(0, saved)
            self.endInsertRows()
        elif self.rows[row] != saved:
            self.set_rows({row: saved})

    def take_out(self, directory: Path) -> None:
        """Remove a tournament that was never started."""
        row = self.row_of(directory)
        if row >= 0:
            self.remove(row)

    def count(self, directory: Path, done: int, total: int) -> None:
        """Update the progress of a running tournament."""
        row = self.row_of(directory)
        if row >= 0:
            self.put(replace(self.rows[row], done=done, total=total))

    def set_running(self, directory: Path | None) -> None:
        for marked in (self.running, directory):
            self.running = directory
            if marked is not None and (row := self.row_of(marked)) >= 0:
                self.emit_changed(row, row)

    def row_of(self, directory: Path) -> int:
        """Return the row of a directory, or -1."""
        rows = (row for row, saved in enumerate(self.rows) if saved.directory == directory)
        return next(rows, -1)

    def words(self, saved: TournamentEntry) -> str:
        """Return the text below the name of a tournament."""
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
        Foot(self)
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
            selection.setCurrentIndex(ROOT, QItemSelectionModel.SelectionFlag.NoUpdate)
        else:
            self.setCurrentIndex(self.model_.index(row, 0))
        selection.blockSignals(False)
        self.viewport().update()

    def _pointed(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.model_.row_at(index).directory)


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
        model = index.model()
        assert isinstance(model, TournamentListModel)
        quiet = palette.color(role if chosen else QPalette.ColorRole.PlaceholderText)
        self._line(
            painter,
            inner.adjusted(0, high, 0, 0),
            option.font,
            quiet,
            model.words(model.row_at(index)),
        )
        painter.restore()

    @staticmethod
    def _line(painter: QPainter, place: QRect, font: QFont, colour: Any, text: str) -> None:
        painter.setFont(font)
        painter.setPen(colour)
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
