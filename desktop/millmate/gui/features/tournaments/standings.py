"""The standings of a tournament and the crosstable, computed in a thread as games finish."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from millmate.formatting import MINUS, signed
from millmate.gui.features.tournaments.ratings import Sample, missing_counts, sample_of, samples
from millmate.gui.features.tournaments.results import Results
from millmate.gui.features.tournaments.table_view import TableView
from millmate.gui.kit import theme
from millmate.gui.kit.table_model import Column, SortedTableModel, figures
from millmate.gui.kit.tasks import Latest
from millmate.gui.kit.widgets import vbox
from millmate.language import mark, number, tr

if TYPE_CHECKING:
    from millmate.play.elo import Tally
    from millmate.play.tournament.game import GameResult
    from millmate.play.tournament.plan import TournamentPlan
    from millmate.play.tournament.standings import Endings, Line, Standings


_REST = 0.5  # seconds between two tables
# Pause after a table or a batch of earlier ratings, in multiples of its computing time:
# the tournament's own games need the processor.
_TABLE_RESTS, _BIT_RESTS = 10, 2


@dataclass(frozen=True, slots=True)
class StandingsUpdate:
    """The table after some games, with comments as sentences."""

    table: Standings
    remarks: tuple[str, ...]


class StandingsWorker(QObject):
    """Computes the standings of a tournament from its finished games, in their order.

    Computes the table in a thread, at most twice a second and less often if it is slow; then, in
    batches, the ratings after fewer games. `computed` carries a `StandingsUpdate`, `sampled` a
    `Sample`.
    """

    computed = Signal(object)
    sampled = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._results: Results | None = None
        self._stale = False  # games have finished since the last table was started
        self._counts: set[int] = set()  # the numbers of games with known ratings
        self._task = Latest()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._start_task)
        self._table_at = self._bit_at = 0.0  # earliest times of the next computations

    def start(self, results: Results) -> None:
        self._task.drop()
        self._results = results
        self._counts = set()
        self._stale, self._table_at, self._bit_at = True, 0.0, 0.0
        self._plan_next()

    def update_game(self, number: int) -> None:
        """Compute the table again if the game `number` has finished."""
        if self._results is not None and number in self._results.finished:
            self._stale = True
            self._plan_next()

    def close(self) -> None:
        self._results = None
        self._timer.stop()
        self._task.drop()

    @property
    def busy(self) -> bool:
        """Whether a computation is running or scheduled."""
        return self._task.running or self._timer.isActive()

    def _plan_next(self) -> None:
        if self._task.running or self._results is None:
            return
        due = [self._table_at] if self._stale else []
        due += [self._bit_at] if self._missing() else []
        if due:
            self._timer.start(max(0, round((min(due) - time.monotonic()) * 1000)))

    def _missing(self) -> list[int]:
        assert self._results is not None
        games, players = len(self._results.finished), len(self._results.plan.participants)
        return missing_counts(games, players, self._counts)

    @Slot()
    def _start_task(self) -> None:
        assert self._results is not None
        wanted = self._stale and time.monotonic() >= self._table_at
        plan, results = self._results.plan, tuple(self._results.finished.values())
        work = partial(_compute, plan, results, wanted, self._missing())
        self._stale = self._stale and not wanted
        self._task.start(work, progress=self._update, done=self._done)

    @Slot(object)
    def _update(self, found: StandingsUpdate | Sample) -> None:
        if isinstance(found, StandingsUpdate):
            self.computed.emit(found)
        else:
            self._counts.add(found.games)
            self.sampled.emit(found)

    @Slot(object)
    def _done(self, spent: tuple[float, float]) -> None:
        now, (table, bits) = time.monotonic(), spent
        if table:
            self._table_at = now + max(_REST, _TABLE_RESTS * table)
        self._bit_at = now + _BIT_RESTS * (table + bits)
        self._plan_next()


def _compute(
    plan: TournamentPlan,
    results: tuple[GameResult, ...],
    wanted: bool,
    counts: list[int],
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[float, float]:
    """Report the table if `wanted`, then earlier ratings (in the thread).

    Returns the seconds for the table, 0 without one, and for the earlier ratings.
    """
    from millmate.play.tournament import report  # noqa: F401  (imported outside the measured time)

    began = time.monotonic()
    if wanted:
        update = compute_standings(plan, results)
        progress(update)
        progress(sample_of(update.table, len(results)))
    between = time.monotonic()
    for sample in samples(plan, results, counts, stopped):
        progress(sample)
    return between - began if wanted else 0.0, time.monotonic() - between


def compute_standings(plan: TournamentPlan, results: tuple[GameResult, ...]) -> StandingsUpdate:
    from millmate.play.tournament.standings import standings

    table = standings(plan, {result.number: result for result in results})
    return StandingsUpdate(table, tuple(_remarks(plan, table)))


def _remarks(plan: TournamentPlan, table: Standings) -> list[str]:
    from millmate.play.tournament.report import test_words

    sentences = []
    if table.winner is not None:
        sentences.append(tr("Winner: {name}.", name=plan.participants[table.winner].name))
    words = test_words(plan, table)
    if words:
        sentences.append(f"{words}.")
    if not table.firm and table.games:
        sentences.append(tr("Too few results so far: ratings are only estimates."))
    if table.void:
        sentences.append(tr("{n} without a result, not counted.", n=table.void))
    return sentences


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


def share(part: int, whole: int) -> str:
    """Return a percentage with its fraction: `75 % (3/4)`; "" if `whole` is 0."""
    return f"{number(100 * part / whole)} % ({part}/{whole})" if whole else ""


def tally_text(tally: Tally) -> str:
    """Return wins, draws and losses in short form: `+3 =1 −2`."""
    return f"+{tally.won} ={tally.drawn} {MINUS}{tally.lost}"


def tally_words(tally: Tally) -> str:
    return tr(
        "{won} won, {drawn} drawn, {lost} lost", won=tally.won, drawn=tally.drawn, lost=tally.lost
    )


def points_text(points: float) -> str:
    """Return points, with a decimal if needed: `12`, `2.5`."""
    return number(points, int(points % 1 != 0))


def points_of(tally: Tally) -> float:
    """Return the points of a tally; a draw counts one half."""
    return tally.won + tally.drawn / 2


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}".replace("%", " %")


def _tally_column(title: str, tip: str, white: bool) -> Column[Standing]:
    def words(row: Standing) -> str:
        return tally_words(row.line.tallies[white])

    return Column(
        title,
        lambda row: tally_text(row.line.tallies[white]),
        lambda row: points_of(row.line.tallies[white]),
        falling=True,
        tip=tip,
        spoken=words,
        hint=words,
    )


_POINTS: Column[Standing] = figures(
    mark("Points"),
    lambda row: row.line.points,
    lambda row: points_text(row.line.points),
    tip=mark("A win is one point, a draw is half a point"),
)

_LEAD: Column[Standing] = Column(
    mark("Player"), lambda row: f"{row.line.place}. {row.line.name}", lambda row: row.line.place
)

_RESULTS: tuple[Column[Standing], ...] = (
    figures("", lambda row: row.line.place, lambda row: f"{row.line.place}.", falling=False),
    Column(mark("Player"), lambda row: row.line.name, lambda row: row.line.name.casefold()),
    _POINTS,
    figures(mark("Games"), lambda row: row.line.total.games),
    figures(
        mark("Elo"),
        lambda row: row.line.elo,
        lambda row: signed(row.line.elo),
        tip=mark("The rating from these games alone; all ratings add up to 0"),
    ),
    figures(
        "±",
        lambda row: row.line.error,
        lambda row: "" if row.line.error is None else f"{row.line.error:.0f}",
        falling=False,
        tip=mark("The margin of error of the rating, at 95 % confidence"),
    ),
    figures(
        mark("Stronger"),
        lambda row: row.line.superior,
        lambda row: _percent(row.line.superior),
        tip=mark("How likely it is that the player is stronger than the next one in the table"),
    ),
)

_COLOURS = (
    _tally_column(mark("As White"), mark("Wins, draws and losses as White"), True),
    _tally_column(mark("As Black"), mark("Wins, draws and losses as Black"), False),
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

    return figures(title, counted, shown, falling=falling, tip=tip)


_ENDINGS = (
    _ending_column(
        mark("Converted"),
        mark("Share of won endings (by the tables) that were won"),
        lambda endings: share(endings.converted, endings.won),
        lambda endings: endings.conversion,
    ),
    _ending_column(
        mark("Held"),
        mark("Share of drawn endings (by the tables) that were not lost"),
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

_FAILURES: Column[Standing] = figures(
    mark("Failed"),
    lambda row: row.line.failures,
    lambda row: str(row.line.failures or ""),
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
