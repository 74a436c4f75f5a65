"""The progress of a build, added up from its tasks' reports."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from millmate.formatting import plural
from millmate.jobs.job import JobStopped
from millmate.tablebase.metric import Metric
from millmate.tablebase.plan import PlannedTable


class BuildStopped(JobStopped):
    """The build was stopped as asked; the next build resumes from what it has done.

    `finished` names the completed tables; `kept` holds the name, the finished slices and all slices
    of each table that was started.
    """

    def __init__(
        self, finished: tuple[str, ...] = (), kept: tuple[tuple[str, int, int], ...] = ()
    ) -> None:
        super().__init__(finished, kept)
        self.finished, self.kept = finished, kept

    def __str__(self) -> str:
        return f"the build was stopped; {self.kept_text()}, and the next build goes on from there"

    def kept_text(self) -> str:
        """Describe the kept work: `2 finished tables and 3 of 24 parts of KRPvKR are kept`."""
        parts = [f"{done:,} of {plural(of, 'part')} of {name}" for name, done, of in self.kept]
        if len(parts) > 3:
            parts = [f"what is done of {len(parts)} unfinished ones"]
        if self.finished:
            parts.insert(0, plural(len(self.finished), "finished table"))
        return f"{' and '.join(parts) or 'tables finished before'} are kept"


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The progress of a build.

    It describes `material`, the `table`th of `tables` missing ones in the order of the plan, whose
    distances count `metric`; `under_way` holds the titles of all that have been started, `finished`
    counts those that are done. `stage` is
    "waiting" (for another build of the same table), "solving", "verifying", "writing"
    or "done". While solving, `winner` is the colour whose wins are sought, and `positions` the
    number of the table's positions found so far, distinct up to the board's symmetry, that are
    decided in exactly `ply` plies: the size of S_ply. `fraction` is of the whole build, and `share`
    of the table, including what earlier builds left; `seconds_left` is None while it cannot be
    estimated. `word` is a message to show once, such as that an unfinished table was discarded.
    """

    material: str
    table: int
    tables: int
    stage: str
    winner: bool | None = None
    ply: int = 0
    positions: int = 0
    fraction: float = 0.0
    seconds_left: float | None = None
    under_way: tuple[str, ...] = ()
    finished: int = 0
    word: str = ""
    metric: Metric = Metric.DTM
    share: float = 0.0

    @property
    def title(self) -> str:
        return self.metric.titled(self.material)


def as_part(now: BuildProgress, before: float, own: float, later: float) -> BuildProgress:
    """Return the progress of a whole of which a part reports `now`.

    The seconds are those of the plan: before the part, of the part itself, and after it.
    """
    left, whole = own * (1 - now.fraction), before + own + later
    seconds = now.seconds_left
    if seconds is not None and left:
        seconds *= (left + later) / left
    fraction = (before + own * now.fraction) / whole if whole else 1.0
    return replace(now, fraction=fraction, seconds_left=seconds)


def ignore(progress: BuildProgress) -> None:
    """Ignore progress."""


def never() -> bool:
    return False


Progress = Callable[[BuildProgress], None]
Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Step:
    """A task's report: `done` is its finished fraction; the rest is as in `BuildProgress`."""

    stage: str
    done: float
    winner: bool | None = None
    ply: int = 0
    positions: int = 0


Table = TypeVar("Table", bound=Hashable)


class ProgressTracker(Generic[Table]):
    """Adds up the progress of concurrent tasks, weighted by the time that each is expected to take.

    Not thread-safe.
    """

    def __init__(
        self,
        tables: tuple[PlannedTable[Table], ...],
        progress: Progress,
        at_once: int,
    ) -> None:
        """Start at nothing.

        Args:
            tables: The tables to build, in order.
            progress: Called with every change.
            at_once: The number of tasks that share the work.
        """
        self._tables = tables
        self._number = {table.material: number for number, table in enumerate(tables)}
        self._seconds = sum(table.seconds for table in tables)
        self._progress = progress
        self._at_once = at_once
        self._shares: dict[Table, dict[object, float]] = {t.material: {} for t in tables}
        self._done: dict[Table, float] = {}  # seconds of the plan
        self._layers: dict[tuple[Table, bool, int], int] = defaultdict(int)
        self._begun: list[Table] = []
        self._finished: set[Table] = set()
        self._fraction = 0.0
        self._kept = 0.0
        self._started = time.monotonic()
        self._solving = False

    @property
    def finished(self) -> list[Table]:
        return [table.material for table in self._tables if table.material in self._finished]

    def start(self) -> None:
        """Measure time from here on, without the loading before."""
        self._started = time.monotonic()
        self._solving = True

    def skip(self, seconds: float) -> None:
        """Leave a pause out of the time measured."""
        self._started += seconds

    def resume(self, material: Table, share: float) -> None:
        """Count a share of a table that an earlier build has done; it costs no time now."""
        self._share(material, "kept", share)
        self._kept += share * self._table(material).seconds / self._seconds

    def report(self, material: Table, task: object, weight: float, step: Step) -> None:
        """Report `step` of a task whose share of its table is `weight`."""
        if material not in self._begun:
            self._begun.append(material)
        done = 1.0 if step.stage == "done" else step.done
        self._share(material, task, weight * done)
        positions = step.positions
        if step.winner is not None:
            layer = material, step.winner, step.ply
            self._layers[layer] += positions
            positions = self._layers[layer]
        self._send(material, replace(step, positions=positions))

    def finish(self, material: Table) -> None:
        """Report that a table is complete."""
        self._share(material, "all", 1.0)
        self._finished.add(material)
        if material in self._begun:
            self._begun.remove(material)
        self._send(material, Step("done", 1.0))

    def announce(self, material: Table, stage: str, word: str = "") -> None:
        """Report another stage of a table, and perhaps a message."""
        self._send(material, Step(stage, 0.0), word)

    def _share(self, material: Table, part: object, share: float) -> None:
        """Count a share of a table that is done."""
        shares = self._shares[material]
        shares[part] = share
        self._done[material] = min(1.0, sum(shares.values())) * self._table(material).seconds

    def _table(self, material: Table) -> PlannedTable[Table]:
        return self._tables[self._number[material]]

    def _send(self, material: Table, step: Step, word: str = "") -> None:
        self._progress(
            BuildProgress(
                material=str(material),
                table=self._number[material] + 1,
                tables=len(self._tables),
                stage=step.stage,
                winner=step.winner,
                ply=step.ply,
                positions=step.positions,
                fraction=self._advanced(),
                seconds_left=self._left(),
                under_way=tuple(map(str, self._begun)),
                finished=len(self._finished),
                word=word,
                share=min(1.0, sum(self._shares[material].values())),
            )
        )

    def _advanced(self) -> float:
        """Return the finished fraction of the whole build; it never falls."""
        done = min(1.0, sum(self._done.values()) / self._seconds)
        self._fraction = max(self._fraction, done)
        if len(self._finished) == len(self._tables):
            self._fraction = 1.0
        return self._fraction

    def _left(self) -> float | None:
        """Return the seconds left at the pace so far; at first, by the plan."""
        elapsed = time.monotonic() - self._started
        advanced = self._fraction - self._kept
        if self._solving and advanced > 0.02 and elapsed > 0.3:
            return elapsed * (1 - self._fraction) / advanced
        planned = self._seconds * (1 - self._fraction) / self._at_once
        return planned if planned > 60 else None


# Stop and pause -----------------------------------------------------------------------------------


class CancelToken:
    """Carries stop and pause requests from the builder's thread to its workers' threads."""

    def __init__(self, stopped: Stopped, paused: Stopped) -> None:
        """Follow these two requests, which `look` polls."""
        self._asked_to_stop, self._asked_to_pause = stopped, paused
        self._stop = threading.Event()
        self._go = threading.Event()
        self._go.set()
        self._paused_since: float | None = None

    def look(self) -> bool:
        """Poll the requests; return whether to stop."""
        if self._asked_to_stop():
            self.stop()
        elif self._asked_to_pause():
            self._go.clear()
            self._paused_since = self._paused_since or time.monotonic()
        else:
            self._go.set()
        return self._stop.is_set()

    def stop(self) -> None:
        self._stop.set()
        self._go.set()

    @property
    def paused(self) -> bool:
        return not self._go.is_set()

    def pause_ended(self) -> float:
        """Return the length of a pause that has just ended, in seconds, otherwise 0."""
        if self._paused_since is None or self.paused:
            return 0.0
        since, self._paused_since = self._paused_since, None
        return time.monotonic() - since

    def stopped(self) -> bool:
        """Block while the work is paused; return whether to stop. Called by workers' threads."""
        self._go.wait()
        return self._stop.is_set()
