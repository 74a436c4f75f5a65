"""The standings of a tournament and the crosstable after the games so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from millmate.formatting import signed
from millmate.gui.features.tournaments.results.formatting import (
    points_of,
    points_text,
    share,
    tally_text,
    tally_words,
)
from millmate.gui.features.tournaments.results.standings_worker import StandingsUpdate
from millmate.gui.features.tournaments.results.table_view import TableView
from millmate.gui.kit import theme
from millmate.gui.kit.table_model import Column, SortedTableModel
from millmate.gui.kit.widgets import vbox
from millmate.language import mark, number, tr

if TYPE_CHECKING:  # numpy comes with it; only the thread should pay for the import
    from millmate.play.elo import Tally
    from millmate.play.tournament.standings import Endings, Line, Standings


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings, with the whole table; `number` is the participant's."""

    number: int
    line: Line
    table: Standings


def rows_of(table: Standings) -> list[Standing]:
    return [Standing(line.participant, line, table) for line in table.lines]


def standings_columns(table: Standings | None) -> list[Column[Standing]]:
    """Return the columns of `table`; those about endings and failures only if there are any."""
    columns = list(_RESULTS)
    if table is not None and any(line.endings for line in table.lines):
        columns += _ENDINGS
    columns += _COLOURS
    if table is not None and any(line.failures for line in table.lines):
        columns.append(_FAILURES)
    return columns


def cross_columns(players: int) -> list[Column[Standing]]:
    """Return the columns of the crosstable of `players` players; opponents appear by rank."""
    return [_POINTS, *(_opponent(place) for place in range(players))]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}".replace("%", " %")


def _side(white: bool) -> Callable[[Standing], Tally]:
    return lambda row: row.line.tallies[white]


def _tally_column(title: str, tip: str, tally: Callable[[Standing], Tally]) -> Column[Standing]:
    return Column(
        title,
        lambda row: tally_text(tally(row)),
        lambda row: points_of(tally(row)),
        falling=True,
        tip=tip,
        spoken=lambda row: tally_words(tally(row)),
        hint=lambda row: tally_words(tally(row)),
    )


_POINTS: Column[Standing] = Column(
    mark("Points"),
    lambda row: points_text(row.line.points),
    lambda row: row.line.points,
    numeric=True,
    falling=True,
    tip=mark("A win is one point, a draw is half a point"),
)

_LEAD: Column[Standing] = Column(
    mark("Player"), lambda row: f"{row.line.place}. {row.line.name}", lambda row: row.line.place
)

_RESULTS: tuple[Column[Standing], ...] = (
    Column("", lambda row: f"{row.line.place}.", lambda row: row.line.place, numeric=True),
    Column(mark("Player"), lambda row: row.line.name, lambda row: row.line.name.casefold()),
    _POINTS,
    Column(
        mark("Games"),
        lambda row: str(row.line.total.games),
        lambda row: row.line.total.games,
        numeric=True,
        falling=True,
    ),
    Column(
        mark("Elo"),
        lambda row: signed(row.line.elo),
        lambda row: row.line.elo,
        numeric=True,
        falling=True,
        tip=mark("The rating from these games alone; all ratings add up to 0"),
    ),
    Column(
        "±",
        lambda row: "" if row.line.error is None else f"{row.line.error:.0f}",
        lambda row: row.line.error,
        numeric=True,
        tip=mark("The margin of error of the rating, at 95 % confidence"),
    ),
    Column(
        mark("Stronger"),
        lambda row: _percent(row.line.superior),
        lambda row: row.line.superior,
        numeric=True,
        falling=True,
        tip=mark("How likely it is that the player is stronger than the next one in the table"),
    ),
)

_COLOURS = (
    _tally_column(mark("As White"), mark("Wins, draws and losses as White"), _side(True)),
    _tally_column(mark("As Black"), mark("Wins, draws and losses as Black"), _side(False)),
)


def _ending_column(
    title: str,
    tip: str,
    text: Callable[[Endings], str],
    value: Callable[[Endings], float | None],
    falling: bool = True,
) -> Column[Standing]:
    def shown(row: Standing) -> str:
        return "" if row.line.endings is None else text(row.line.endings)

    def counted(row: Standing) -> float | None:
        return None if row.line.endings is None else value(row.line.endings)

    return Column(title, shown, counted, numeric=True, falling=falling, tip=tip)


_ENDINGS = (
    _ending_column(
        mark("Converted"),
        mark("Endings won according to the tables that were indeed won"),
        lambda endings: share(endings.converted, endings.won),
        lambda endings: endings.conversion,
    ),
    _ending_column(
        mark("Held"),
        mark("Endings drawn according to the tables that were not lost"),
        lambda endings: share(endings.held, endings.drawn),
        lambda endings: endings.holding,
    ),
    _ending_column(
        mark("Plies lost"),
        mark("Average plies lost per move against perfect play, where the result was kept"),
        lambda endings: "" if endings.plies_a_move is None else number(endings.plies_a_move, 2),
        lambda endings: endings.plies_a_move,
        falling=False,
    ),
    _ending_column(
        mark("Thrown away"),
        mark("Moves that turned a win into a draw or a loss, or a draw into a loss"),
        lambda endings: str(endings.slips),
        lambda endings: endings.slips,
    ),
)

_FAILURES: Column[Standing] = Column(
    mark("Failed"),
    lambda row: str(row.line.failures or ""),
    lambda row: row.line.failures,
    numeric=True,
    falling=True,
    tip=mark("Games lost because the player crashed, hung or played an illegal move"),
)


def _opponent(place: int) -> Column[Standing]:
    """Return the column of the opponent at rank `place`, from 0."""

    def tally(row: Standing) -> Tally | None:
        lines = row.table.lines
        return row.line.against.get(lines[place].participant) if place < len(lines) else None

    def text(row: Standing) -> str:
        if row.line.place == place + 1:
            return "—"
        found = tally(row)
        return "" if found is None else f"{points_text(points_of(found))}/{found.games}"

    def value(row: Standing) -> float | None:
        found = tally(row)
        return None if found is None or not found.games else found.score

    def words(row: Standing) -> str:
        found, other = tally(row), row.table.lines[place].name
        if row.line.place == place + 1:
            return ""
        if found is None:
            return tr("{name} has not met {other}", name=row.line.name, other=other)
        return tr(
            "{name} against {other}: {tally_words}",
            name=row.line.name,
            other=other,
            tally_words=tally_words(found),
        )

    return Column(
        str(place + 1),
        text,
        value,
        numeric=True,
        falling=True,
        spoken=words,
        hint=words,
        shade=value,
    )


class StandingsPanel(QWidget):
    """The standings, best first; `opened` and `chosen` carry a participant's number."""

    opened = Signal(int)
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.model = SortedTableModel(standings_columns(None))
        self.view = TableView(self.model, mark("Standings"))
        self.remarks = theme.muted()
        half = theme.GRID // 2
        vbox((self.view, 1), self.remarks, within=self, spacing=half, margins=(0, 2 * half, 0, 0))
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
        self.model = SortedTableModel(cross_columns(0), by=-1, lead=_LEAD)
        self.view = TableView(self.model, mark("Crosstable"))
        vbox(self.view, within=self, margins=(0, theme.GRID, 0, 0))
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
