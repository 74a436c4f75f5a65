"""Run a compiled search: iterative deepening in one thread, monitored by the caller's."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from millmate.errors import InputError
from millmate.search.engine_root import EngineRoot
from millmate.search.limits import (
    DEEPEST,
    MOST_LINES,
    OnInfo,
    SearchInfo,
    SearchLimits,
    SearchOutcome,
    ignore,
    never,
)
from millmate.search.root_tables import Tables

_POLL = 0.004  # seconds between two checks of the clock and of `stopped`
_MEGABYTE = 1 << 20
_WORD_BYTES = 8
# Time management, set by hand: the share of the wanted time after which no iteration is started,
# and the share if the best move has not changed for `_STABLE` iterations.
_SHARE, _STABLE_SHARE, _STABLE = 0.8, 0.5, 3


class TimeManager:
    """The time limits of a search, counted from the creation of this object."""

    def __init__(self, limits: SearchLimits) -> None:
        self.began = time.perf_counter()
        self.most, self.wanted = limits.seconds, limits.seconds_wanted

    def elapsed(self) -> float:
        """Return the seconds since the search started."""
        return time.perf_counter() - self.began

    def is_over(self) -> bool:
        return self.most is not None and self.elapsed() >= self.most

    def forbids_iteration(self, stability: int) -> bool:
        """Return whether there is too little time for another iteration.

        It would take about as long as all before; the longer the best move has not changed
        (`stability` iterations), the less there is to gain.
        """
        if self.wanted is None:
            return self.is_over()
        share = _SHARE if stability < _STABLE else _STABLE_SHARE
        return self.elapsed() >= self.wanted * share


class SearchRun:
    """One search: iterations run in their own thread, reports and limits in the caller's."""

    def __init__(self, root: EngineRoot, limits: SearchLimits, clock: TimeManager) -> None:
        self._root, self._limits, self._clock = root, limits, clock
        self._began = clock.began
        self._news: SimpleQueue[SearchInfo] = SimpleQueue()
        self._lines: tuple[SearchInfo, ...] = ()
        self._done = threading.Event()
        self._failure: BaseException | None = None

    def relimit(self, limits: SearchLimits) -> None:
        """Continue with new time limits, counted from now; callable from any thread."""
        self._clock = TimeManager(limits)

    def halt(self) -> None:
        """Make `run` return soon; callable from any thread."""
        self._root.halt()

    def run(self, on_info: OnInfo, stopped: Callable[[], bool]) -> SearchOutcome:
        """Run the iterations, report their results, and stop them in time.

        The first is always finished, whatever the limits: it takes no time, and an unsearched move
        could be the worst.
        """
        if self._root.known.lines:
            for info in self._root.known.lines:
                on_info(info)
            return SearchOutcome.of(self._root.known.lines)
        if not self._root.number:
            return SearchOutcome(None, None, ())
        thread = threading.Thread(target=self._iterate_all, name="search", daemon=True)
        thread.start()
        try:
            while not self._done.wait(_POLL):
                self._report_news(on_info)
                if self._lines and (self._clock.is_over() or stopped()):
                    self._root.halt()
        finally:
            self._root.halt()
            thread.join()
        self._report_news(on_info)
        if self._failure is not None:
            raise self._failure
        if not self._lines:
            return SearchOutcome(self._root.best(), None, ())
        outcome = self._outcome()
        if outcome.lines != self._lines:
            for info in outcome.lines:
                on_info(info)
        return outcome

    def _outcome(self) -> SearchOutcome:
        """Return the lines, with a move nearest to the end of a known win first."""
        nearest = self._root.known.nearest
        first = next((line for line in self._lines if line.moves[0] in nearest), None)
        if first is not None:
            others = (line for line in self._lines if line is not first)
            return SearchOutcome.of((first, *others))
        if nearest:
            return SearchOutcome(nearest[0], None, self._lines)
        return SearchOutcome.of(self._lines)

    def _report_news(self, on_info: OnInfo) -> None:
        while True:
            try:
                on_info(self._news.get_nowait())
            except Empty:
                return

    def _iterate_all(self) -> None:
        """Search deeper and deeper, as the main function of the thread."""
        try:
            self._deepen()
        except BaseException as error:
            self._failure = error
        finally:
            self._done.set()

    def _deepen(self) -> None:
        root, limits = self._root, self._limits
        lines = max(1, min(limits.lines, MOST_LINES, root.number))
        stability, best = 0, None
        for depth in range(1, min(limits.depth or DEEPEST, DEEPEST) + 1):
            if not root.iterate(depth, lines):
                self._report_better_move(depth)
                return
            seconds = time.perf_counter() - self._began
            self._lines = tuple(root.line(place, depth, seconds) for place in range(lines))
            for info in self._lines:
                self._news.put(info)
            first = root.best()
            stability = stability + 1 if first == best else 0
            best = first
            if self._is_enough(depth, stability):
                return

    def _report_better_move(self, depth: int) -> None:
        """Report a move that beat the best one in a depth that was interrupted.

        It will be played, though its final score may be unknown.
        """
        old = self._lines
        if not old or self._root.best() == old[0].moves[0]:
            return
        first = self._root.line(0, depth, time.perf_counter() - self._began)
        lines = (first, *(line for line in old if line.moves[0] != first.moves[0]))
        self._lines = SearchOutcome.of(lines[: len(old)]).lines
        for info in self._lines:
            self._news.put(info)

    def _is_enough(self, depth: int, stability: int) -> bool:
        score, wanted = self._lines[0].score, self._limits.mate
        if wanted and score.mate and 0 < score.mate <= wanted:
            return True
        if self._clock.wanted is not None:
            if self._root.number == 1 and depth >= 6:
                return True
            if score.mate and depth > 2 * abs(score.mate) + 6:
                return True
        return self._clock.forbids_iteration(stability)


class CompiledSearch(ABC):
    """The base of the strong searches: one search at a time; other threads can stop it.

    The transposition table is kept for the next search. If `tables` cover the root, they decide
    which moves are searched, and the score; `in_tree` provides exact scores in the tree.
    """

    layout: Any  # the module with the layout of the engine's buffers
    root: type[EngineRoot]

    def __init__(self, hash_mb: int, tables: Tables | None, in_tree: Any) -> None:
        self.tables, self.in_tree = tables, in_tree
        self._run: SearchRun | None = None  # the last search, finished or not
        self.resize(hash_mb)

    @abstractmethod
    def allocate(self, table_words: int) -> tuple[Any, Any]:
        """Return new buffers: words, `table_words` of them for the table, and ints."""

    @abstractmethod
    def reset(self) -> None:
        """Forget everything learned about moves."""

    @abstractmethod
    def refusal(self, board: Any) -> str | None:
        """Return why a position cannot be searched, or None if it can."""

    def resize(self, hash_mb: int) -> None:
        """Give the transposition table `hash_mb` megabytes, rounded down to a power of two.

        Raises:
            ValueError: `hash_mb` is less than 1.
        """
        if hash_mb < 1:
            raise ValueError(f"a table of {hash_mb} MB holds nothing: give 1 or more")
        bucket = self.layout.BUCKET
        buckets = 1 << (hash_mb * _MEGABYTE // (bucket * _WORD_BYTES)).bit_length() - 1
        self.words, self.ints = self.allocate(buckets * bucket)
        self.reset()
        self.words[self.layout.BUCKETS] = buckets - 1

    def forget(self) -> None:
        """Forget all positions and everything learned, for a new game."""
        if self._run is None:  # nothing to forget, and writing all that memory takes time
            return
        self._run = None
        self.words[self.layout.TABLE :] = 0
        self.reset()

    def search(
        self,
        board: Any,
        limits: SearchLimits | None = None,
        on_info: OnInfo = ignore,
        stopped: Callable[[], bool] = never,
    ) -> SearchOutcome:
        """Search until a limit is reached or `stopped` returns True; return the best lines.

        `board` is not changed; its history counts for repetitions. `on_info` gets the best
        lines after every iteration, `stopped` is called every few milliseconds, both in the
        caller's thread. A legal move is returned however early the search is stopped.

        Raises:
            InputError: The engine cannot play `board`.
        """
        if fault := self.refusal(board):
            raise InputError(fault)
        limits = limits or SearchLimits()
        clock = TimeManager(limits)
        self._run = SearchRun(self.root(self, board, limits, stopped), limits, clock)
        return self._run.run(on_info, stopped)

    def stop(self) -> None:
        """Make the running search return soon; callable from any thread."""
        run = self._run
        if run is not None:
            run.halt()

    def relimit(self, limits: SearchLimits) -> None:
        """Give the running search new time limits, counted from now; other limits stay."""
        run = self._run
        if run is not None:
            run.relimit(limits)
