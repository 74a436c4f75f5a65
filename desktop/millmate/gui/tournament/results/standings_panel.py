"""The standings of a tournament and the crosstable after the games so far."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from millmate.gui.style import theme
from millmate.gui.style.table_model import SortedTableModel
from millmate.gui.tournament.results.standings_columns import (
    LEAD,
    cross_columns,
    rows_of,
    standings_columns,
)
from millmate.gui.tournament.results.standings_worker import StandingsUpdate
from millmate.gui.tournament.results.table_view import TableView
from millmate.language import mark


class StandingsPanel(QWidget):
    """The standings, best first; `opened` and `chosen` carry a participant's number."""

    opened = Signal(int)
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.model = SortedTableModel(standings_columns(None))
        self.view = TableView(self.model, mark("Standings"))
        self.remarks = theme.muted()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GRID, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addWidget(self.view, 1)
        column.addWidget(self.remarks)
        self.view.opened.connect(self._open)
        self.view.chosen.connect(self.chosen)
        self.clear()

    def clear(self) -> None:
        """Clear the table for another tournament."""
        self.view.forget()
        self.model.show([], standings_columns(None))
        self.remarks.hide()

    def show_standings(self, update: StandingsUpdate) -> None:
        columns = standings_columns(update.table)
        rows = rows_of(update.table)
        if len(columns) != len(self.model.columns):
            self.model.show(rows, columns)
        else:
            self.model.put(rows)
        self.remarks.setText("  ".join(update.remarks))
        self.remarks.setVisible(bool(update.remarks))

    def point_at(self, participant: int) -> None:
        """Select a participant's row, or none for -1."""
        if participant >= 0:
            self.view.point_at(participant)
        else:
            self.view.selectionModel().clear()

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self.model.row_at(index).number)


class CrosstablePanel(QWidget):
    """The scores between all participants; `opened` carries the two participants of a cell."""

    opened = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.model = SortedTableModel(cross_columns(0), by=-1, lead=LEAD)
        self.view = TableView(self.model, mark("Crosstable"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GRID, 0, 0)
        column.addWidget(self.view)
        self.view.opened.connect(self._open)

    def clear(self, players: int) -> None:
        """Clear the table for another tournament of `players` participants."""
        self.view.forget()
        self.model.show([], cross_columns(players))

    def show_standings(self, update: StandingsUpdate) -> None:
        self.model.put(rows_of(update.table))

    def _open(self, index: QModelIndex) -> None:
        """Emit the participants of the cell; the points column stands for all opponents."""
        row, place = self.model.row_at(index), index.column() - 1
        lines = row.table.lines
        own = place < 0 or lines[place].participant == row.number
        self.opened.emit(row.number, -1 if own else lines[place].participant)
