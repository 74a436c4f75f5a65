"""Computes the standings of a tournament in a thread as games finish."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.gui.features.tournaments.results.rating_history import (
    Sample,
    missing_counts,
    sample_of,
    samples,
)
from millmate.gui.kit.tasks import Task
from millmate.language import tr

if TYPE_CHECKING:  # numpy comes with it; only the thread should pay for the import
    from millmate.play.tournament.game import GameResult
    from millmate.play.tournament.plan import TournamentPlan
    from millmate.play.tournament.standings import Standings

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
    """Holds the finished games in their order, and computes the standings from them.

    Computes the table in a thread, at most twice a second and less often if it is slow; then, in
    batches, the ratings after fewer games. `computed` carries a `StandingsUpdate`, `sampled` a
    `Sample`.
    """

    computed = Signal(object)
    sampled = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.results: dict[int, GameResult] = {}
        self._plan: TournamentPlan | None = None
        self._stale = False  # games have finished since the last table was started
        self._counts: set[int] = set()  # the numbers of games with known ratings
        self._task: Task | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._start_task)
        self._table_at = self._bit_at = 0.0  # earliest times of the next computations

    def start(self, plan: TournamentPlan, results: Mapping[int, GameResult]) -> None:
        """Switch to another tournament."""
        if self._task is not None:
            self._task.stop()
            self._task = None
        self._plan, self.results = plan, dict(results)
        self._counts = set()
        self._stale, self._table_at, self._bit_at = True, 0.0, 0.0
        self._plan_next()

    def add(self, result: GameResult) -> None:
        self.results[result.number] = result
        self._stale = True
        self._plan_next()

    def close(self) -> None:
        self._plan = None
        self._timer.stop()
        if self._task is not None:
            self._task.stop()

    @property
    def busy(self) -> bool:
        """Whether a computation is running or scheduled."""
        return self._task is not None or self._timer.isActive()

    def _plan_next(self) -> None:
        if self._task is not None or self._plan is None:
            return
        due = [self._table_at] if self._stale else []
        due += [self._bit_at] if self._missing() else []
        if due:
            self._timer.start(max(0, round((min(due) - time.monotonic()) * 1000)))

    def _missing(self) -> list[int]:
        assert self._plan is not None
        return missing_counts(len(self.results), len(self._plan.participants), self._counts)

    @Slot()
    def _start_task(self) -> None:
        assert self._plan is not None
        wanted = self._stale and time.monotonic() >= self._table_at
        results = tuple(self.results.values())
        self._task = Task(partial(_compute, self._plan, results, wanted, self._missing()))
        self._stale = self._stale and not wanted
        self._task.launch(
            progress=self._update, done=self._done, failed=self._stopped, stopped=self._stopped
        )

    @Slot(object)
    def _update(self, found: StandingsUpdate | Sample) -> None:
        if self.sender() is not self._task:
            return  # of another tournament
        if isinstance(found, StandingsUpdate):
            self.computed.emit(found)
        else:
            self._counts.add(found.games)
            self.sampled.emit(found)

    @Slot(object)
    def _done(self, spent: tuple[float, float]) -> None:
        if self.sender() is not self._task:
            return
        self._task = None
        now, (table, bits) = time.monotonic(), spent
        if table:
            self._table_at = now + max(_REST, _TABLE_RESTS * table)
        self._bit_at = now + _BIT_RESTS * (table + bits)
        self._plan_next()

    @Slot()
    def _stopped(self) -> None:
        if self.sender() is self._task:
            self._task = None


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
    """Return the table of `plan` after `results`."""
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
