"""How a tournament stands while games come in, reckoned beside the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.gui.tasks import Task
from millmate.gui.tournament.results.history import Sample, missing_counts, sample_of, samples

if TYPE_CHECKING:  # it imports numpy, time that belongs into the thread
    from millmate.play.tournament.game import GameResult
    from millmate.play.tournament.plan import TournamentPlan
    from millmate.play.tournament.standings import Standings

_REST = 0.5  # seconds between two tables
_SHARE = 10  # so many times as long as a table takes it rests, at least


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The table after some games, and what is to be said of it in sentences."""

    table: Standings
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """What the thread tells of the tournament `subject`."""

    subject: int
    what: Reckoning | Sample


class Reckoner(QObject):
    """Keeps the finished games in the order in which they came, and reckons from them.

    The table is reckoned in a thread, twice a second at most and less often if it takes long;
    then, bit by bit, how ratings were when fewer games had been played. `reckoned` carries a
    `Reckoning`, `sampled` a `Sample`.
    """

    reckoned = Signal(object)
    sampled = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.results: dict[int, GameResult] = {}
        self._plan: TournamentPlan | None = None
        self._subject = 0
        self._stale = False  # games have come since the last table was begun
        self._counts: set[int] = set()  # of games, for which ratings are known
        self._task: Task | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._reckon)
        self._again_at = 0.0

    def begin(self, plan: TournamentPlan, results: Mapping[int, GameResult]) -> None:
        """Reckon for another tournament."""
        self._subject += 1
        self._plan, self.results = plan, dict(results)
        self._counts = set()
        self._stale, self._again_at = True, 0.0
        self._plan_next()

    def add(self, result: GameResult) -> None:
        """Take a finished game in."""
        self.results[result.number] = result
        self._stale = True
        self._plan_next()

    @property
    def busy(self) -> bool:
        """Whether something is being reckoned, or is to be."""
        return self._task is not None or self._timer.isActive()

    def _plan_next(self) -> None:
        """Have the next bit reckoned when it is time."""
        if self._task is None and not self._timer.isActive() and self._plan is not None:
            self._timer.start(max(0, round((self._again_at - time.monotonic()) * 1000)))

    @Slot()
    def _reckon(self) -> None:
        assert self._plan is not None
        work = _work(
            self._subject,
            self._plan,
            tuple(self.results.values()),
            self._stale,
            missing_counts(len(self.results), self._counts),
        )
        self._stale = False
        self._task = Task(work)
        self._task.progress.connect(self._take)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._task.stopped.connect(self._stopped)
        self._task.begin()

    @Slot(object)
    def _take(self, found: _Found) -> None:
        if found.subject != self._subject:
            return
        if isinstance(found.what, Reckoning):
            self.reckoned.emit(found.what)
        else:
            self._counts.add(found.what.games)
            self.sampled.emit(found.what)

    @Slot(object)
    def _done(self, seconds: float) -> None:
        self._task = None
        self._again_at = time.monotonic() + max(_REST, _SHARE * seconds)
        if self._stale or missing_counts(len(self.results), self._counts):
            self._plan_next()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        """Let it be told as any error that nobody foresaw; the views stay as they are."""
        self._task = None
        raise error

    @Slot()
    def _stopped(self) -> None:
        self._task = None


def _work(
    subject: int,
    plan: TournamentPlan,
    results: tuple[GameResult, ...],
    wanted: bool,
    counts: list[int],
) -> Callable[[Callable[[object], None], Callable[[], bool]], object]:
    """Return what the thread does: the table if it is `wanted`, then ratings after some games."""

    def work(progress: Callable[[object], None], stopped: Callable[[], bool]) -> float:
        began = time.monotonic()
        if wanted:
            reckoning = reckon(plan, results)
            progress(_Found(subject, reckoning))
            progress(_Found(subject, sample_of(reckoning.table, len(results))))
        seconds = time.monotonic() - began
        for sample in samples(plan, results, counts, stopped):
            progress(_Found(subject, sample))
        return seconds

    return work


def reckon(plan: TournamentPlan, results: tuple[GameResult, ...]) -> Reckoning:
    """Return the table of `plan` after `results`."""
    from millmate.play.tournament.standings import standings

    table = standings(plan, {result.number: result for result in results})
    return Reckoning(table, tuple(_remarks(plan, table)))


def _remarks(plan: TournamentPlan, table: Standings) -> list[str]:
    from millmate.play.tournament.report import test_words

    said = []
    if table.winner is not None:
        said.append(f"Winner: {plan.participants[table.winner].name}.")
    words = test_words(plan, table)
    if words:
        said.append(f"{words}.")
    if not table.firm and table.games:
        said.append("Somebody has won or lost all: ratings are a guess as yet.")
    if table.void:
        said.append(f"{table.void} without a result, not counted.")
    return said
