"""A build and its progress, without widgets; the page of builds and the status watch it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from millmate.errors import InputError
from millmate.formatting import dative, duration, plural, side_name, titled
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Task
from millmate.language import count, mark, tr

if TYPE_CHECKING:
    from millmate.tablebase.metric import Metric
    from millmate.tablebase.names import Target
    from millmate.tablebase.progress import BuildProgress
    from millmate.tablebase.solve_request import SolveRequest
    from millmate.tablebase.targets import Info

_BUNCH_SECONDS = 0.06
# The state of a table, on disk or in a build.
STATES = {
    "absent": mark("not built"),
    "started": mark("started"),
    "waiting": mark("waiting"),
    "solving": mark("solving"),
    "verifying": mark("verifying"),
    "writing": mark("writing"),
    "done": mark("built"),
    "shipped": mark("with the program"),
    "damaged": mark("damaged"),
}


@dataclass(frozen=True, slots=True)
class Layer:
    """The positions that `winner` wins in exactly `ply` plies, by the table with this title.

    The plies are to mate, or with `zeroing` to mate or the next zeroing move.
    """

    table: str
    winner: bool
    ply: int
    positions: int
    zeroing: bool = False


class Gathered:
    """Sends progress in batches, since small tables report more than a window can paint."""

    def __init__(self, send: Callable[[object], None]) -> None:
        self._send = send
        self._waiting: list[BuildProgress] = []
        self._sent = 0.0

    def add(self, progress: BuildProgress) -> None:
        """Add `progress`, and send the batch if the last one is old enough."""
        self._waiting.append(progress)
        if time.monotonic() - self._sent > _BUNCH_SECONDS:
            self.send()

    def send(self) -> None:
        if self._waiting:
            self._send(tuple(self._waiting))
            self._waiting = []
            self._sent = time.monotonic()


class BuildRun(QObject):
    """Runs one build at a time in a child process, watched from a thread.

    It builds the whole tables of `targets`, or those of the position of `request`.

    `advanced` emits the latest `BuildProgress` several times a second; `layers` holds the sets of
    each table found so far by winner and ply, `fresh` the new ones. `rested` emits whether the
    build has been paused or resumed. `ended` emits a sentence about the result; then `succeeded`,
    `stopped` or neither (it failed) is true. `described` emits the `words` of all that: the step,
    the time left or "", and the share done, None if it is unknown.
    """

    advanced = Signal(object)
    described = Signal(str, str, object)
    rested = Signal(bool)
    ended = Signal(str)

    def __init__(self, directory: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._directory = directory
        self._task: Task | None = None
        self.trouble: Callable[[], str] = str  # why nothing can be built here
        self.threads: int | None = None  # of the next build; None for all
        self.memory: int | None = None  # bytes; None for most of the free memory
        self.targets: tuple[Target, ...] = ()
        self.metrics: tuple[Metric, ...] = ()
        self.request: SolveRequest | None = None
        self.unasked = (
            False  # whether this build started by itself: it is small, and a position needs it
        )
        self.layers: dict[str, dict[tuple[bool, int], Layer]] = {}
        self.fresh: list[Layer] = []
        self._rest = threading.Event()
        self.last: BuildProgress | None = None
        self.words: tuple[str, str, float | None] = "", "", None
        self.built: list[str] = []
        self.succeeded = self.stopped = self.stopping = False

    @property
    def running(self) -> bool:
        return self._task is not None

    @property
    def paused(self) -> bool:
        return self.running and self._rest.is_set()

    def start(
        self, targets: Sequence[Target], metrics: Sequence[Metric] = (), unasked: bool = False
    ) -> None:
        """Build the missing tables of `targets`; no other build may be running.

        Without `metrics`, those are built that true answers under the fifty-move rule need.
        `unasked` means that it started by itself.
        """
        self.targets, self.request, self.unasked = tuple(targets), None, unasked
        self.metrics = tuple(metrics or metrics_of(targets))
        self._launch()

    def solve(self, request: SolveRequest) -> None:
        """Build the tables of positions reachable from one; no other build may be running."""
        self.targets, self.metrics, self.request, self.unasked = (), (), request, False
        self._launch()

    def _launch(self) -> None:
        assert not self.running
        self.layers, self.fresh, self.last, self.built = {}, [], None, []
        self._rest.clear()
        self.succeeded = self.stopped = self.stopping = False
        self._task = Task(self._work).launch(
            progress=self._advance, done=self._done, failed=self._failed, stopped=self._stopped
        )
        self._describe(tr("Starting"))

    def _describe(self, step: str, left: str = "", fraction: float | None = None) -> None:
        self.words = step, left, fraction
        self.described.emit(*self.words)

    @Slot()
    def pause_or_resume(self) -> None:
        if self.paused:
            self.resume()
        else:
            self.pause()

    def pause(self) -> None:
        """Pause the build until `resume` or `cancel`."""
        if self.running and not self.stopping:
            self._rest.set()
            self._describe(tr("Paused; Resume continues, and Stop keeps the progress"))
            self.rested.emit(True)

    def resume(self) -> None:
        if self.paused:
            self._rest.clear()
            self._describe(tr("Continuing"))
            self.rested.emit(False)

    @Slot()
    def cancel(self) -> None:
        """Stop the build; its progress is kept for the next one."""
        if self._task is not None:
            self.stopping = True
            self._task.stop()
            self._describe(tr("Stopping; the progress is kept"))

    def _work(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> object:
        from millmate.tablebase import build_process

        if trouble := self.trouble():
            raise InputError(trouble)
        gathered = Gathered(progress)
        watched = self._directory, gathered.add, stopped, self._rest.is_set
        threads, memory = self.threads, self.memory
        try:
            if self.request is not None:
                return build_process.solve_in_process(
                    self.request, *watched, threads=threads, memory=memory
                )
            return build_process.build_in_process(
                self.targets, *watched, metrics=self.metrics, threads=threads, memory=memory
            )
        finally:
            gathered.send()

    @Slot(object)
    def _advance(self, several: tuple[BuildProgress, ...]) -> None:
        from millmate.tablebase.metric import Metric

        self.fresh = []
        for progress in several:
            name = progress.title
            if progress.stage == "solving" and progress.winner is not None and progress.positions:
                winner, ply, zeroing = progress.winner, progress.ply, progress.metric is Metric.DTZ
                self.fresh.append(Layer(name, winner, ply, progress.positions, zeroing))
                self.layers.setdefault(name, {})[winner, ply] = self.fresh[-1]
            elif progress.stage == "done":
                self.built.append(name)
        self.last = several[-1]
        if not (self.paused or self.stopping):
            self._describe(stage_words(self.last), time_left(self.last), self.last.fraction)
        self.advanced.emit(self.last)

    @Slot(object)
    def _done(self, result: list[Info] | str) -> None:
        self.succeeded = True
        if isinstance(result, str):
            self._end(tr("Solved and verified: {answer}.", answer=result))
        else:
            self._end(all_built_words(result))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        failed = tr("The build failed: {why}", why=reason(error)).rstrip(".") + "."
        self._end(f"{failed} {self._kept()}")

    @Slot()
    def _stopped(self) -> None:
        self.stopped = True
        self._end(f"{tr('Build stopped.')} {self._kept()}")

    def _kept(self) -> str:
        """Return a sentence about what a build has left that did not end."""
        from millmate.tablebase.targets import unfinished

        if self.request is not None:
            return tr("Progress is kept: Build continues from there.")
        return kept_words(self.built, unfinished(self._directory))

    def _end(self, sentence: str) -> None:
        self._task = None
        self.stopping = False
        self._describe(sentence)
        self.ended.emit(sentence)


def metrics_of(targets: Sequence[Target]) -> tuple[Metric, ...]:
    """Return the metrics that true answers about `targets` under the fifty-move rule need."""
    from millmate.tablebase.by_game import of

    return max((of(each).metrics_for(each) for each in targets), key=len, default=())


def kept_words(built: Sequence[str], unfinished: Sequence[str]) -> str:
    """Return a sentence about what a stopped build has left."""
    said = []
    if built:
        said.append(count(len(built), "{tables} stays.", "{tables} stay.", tables=_names(built)))
    if unfinished:
        names = _names(unfinished)
        said.append(
            tr("The progress of {tables} is kept: Build continues from there.", tables=names)
        )
    else:
        said.append(tr("No unfinished files are left."))
    return " ".join(said)


def _names(names: Sequence[str]) -> str:
    if len(names) > 3:
        return plural(len(names), "table")
    if len(names) == 1:
        return names[0]
    return tr("{some} and {last}", some=", ".join(names[:-1]), last=names[-1])


def all_built_words(infos: Sequence[Info]) -> str:
    """Return a summary of the finished tables, or their number."""
    if len(infos) > 3:
        return tr("{tables} built and verified.", tables=plural(len(infos), "table"))
    return " ".join(map(built_words, infos))


def built_words(info: Info) -> str:
    """Return a summary of a finished table, such as `White mates in at most 33 moves`."""
    from millmate.tablebase.targets import side_names, title

    wins = [
        longest_words(name, info.longest[side], info)
        for side, name in side_names(info).items()
        if info.longest[side]
    ]
    if not wins and any(counts.wins or counts.losses for counts in info.counts.values()):
        wins = [tr("who wins, not in how many plies")]
    holds = ", ".join(wins) or tr("always a draw")
    return tr("{table} built and verified: {holds}.", table=title(info), holds=holds)


def longest_words(winner: str, longest: int, info: Info) -> str:
    """Return a side's longest win in words, in moves of chess or plies of morris or to zeroing."""
    from millmate.tablebase.metric import WITH_CURSED_WINS, Metric
    from millmate.tablebase.rule50 import LONGEST
    from millmate.tablebase.table import TableInfo

    if isinstance(info, TableInfo) and info.metric == Metric.DTZ.title:
        return tr(
            "{winner} wins: mate, capture or pawn move in at most {plies}",
            winner=winner,
            plies=dative(longest, "ply"),
        )
    if isinstance(info, TableInfo):
        text = tr("{winner} mates in at most {n}")
        if info.material in WITH_CURSED_WINS and 2 * longest > LONGEST:
            text = tr("{winner} mates in at most {n} without the fifty-move rule")
        return text.format(winner=winner, n=dative(longest, "move"))
    return tr("{winner} wins in at most {n}", winner=winner, n=dative(longest, "ply"))


def stage_words(progress: BuildProgress) -> str:
    """Return the current step: `KBNvK: White wins in 23 plies, 1,200 positions`."""
    others = len(set(progress.under_way) - {progress.title})
    name = progress.title
    if others:
        name = tr("{some} and {last}", some=name, last=plural(others, "other"))
    if progress.stage == "solving" and (progress.winner is not None or progress.positions):
        return _found_words(progress)
    waiting = progress.stage == "waiting"
    state = mark("another build is running; waiting") if waiting else STATES[progress.stage]
    return titled(name, tr(state))


def _found_words(progress: BuildProgress) -> str:
    """Return a description of the last set of positions found."""
    if progress.winner is not None:
        text = tr("{table}: {side} wins in {plies}, {positions}")
    elif progress.ply % 2:
        text = tr("{table}: {positions} won in {plies}")
    else:
        text = tr("{table}: {positions} lost in {plies}")
    return text.format(
        table=progress.title,
        side=side_name(bool(progress.winner)),
        positions=plural(progress.positions, "position"),
        plies=dative(progress.ply, "ply"),
    )


def time_left(progress: BuildProgress) -> str:
    """Return the remaining time in words, or "" while it is unknown."""
    if progress.seconds_left is None or progress.stage == "done":
        return ""
    return tr("{time} left", time=duration(progress.seconds_left))
