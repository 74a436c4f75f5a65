"""How every compiled search runs: deeper and deeper in a thread, watched from the caller's."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from queue import Empty, SimpleQueue
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from millmate.games.board import Move
from millmate.search.limits import DEEPEST, MOST_LINES, SearchInfo, SearchLimits, SearchOutcome

_POLL = 0.004  # seconds between two looks at the clock and at `stopped`
_MEGABYTE = 1 << 20
_NO_LIMIT = (1 << 63) - 1  # of nodes
_WORD_BYTES = 8
_READING = 0.2  # of the time so far may go into reading tables between iterations,
_READING_ALWAYS = 0.005  # and so many seconds each time


class Root(Protocol):
    """A position that a compiled engine is about to search, and what it finds there.

    `number` is how many moves are looked at; `decided` holds the best lines where tables know them
    to the end: then nothing is searched. All but `halt` is called from one thread at a time.
    """

    number: int
    decided: tuple[SearchInfo, ...]

    def iterate(self, depth: int, lines: int) -> bool:
        """Search `depth` plies for the best `lines`; tell whether that was finished."""

    def line(self, place: int, depth: int, seconds: float) -> SearchInfo:
        """Return what is known of the best line (`place` 0) or a later one."""

    def best(self) -> Move:
        """Return the best move, which may be one that the unfinished iteration preferred."""

    def halt(self) -> None:
        """Make `iterate` return soon; called from any thread."""


class Clock:
    """The times of a search, counted from its making."""

    def __init__(self, limits: SearchLimits) -> None:
        self.began = time.perf_counter()
        self.most, self.wanted = limits.seconds, limits.seconds_wanted

    def spent(self) -> float:
        """Return the seconds since."""
        return time.perf_counter() - self.began

    def is_over(self) -> bool:
        """Tell whether the search has to stop now."""
        return self.most is not None and self.spent() >= self.most

    def forbids_iteration(self, steadiness: int) -> bool:
        """Tell whether no other iteration should begin.

        It takes about as long as all before; the longer the best move has been the same
        (`steadiness` iterations), the less there is to gain.
        """
        if self.wanted is None:
            return self.is_over()
        return self.spent() >= self.wanted * (0.8 if steadiness < 3 else 0.5)


class Thinking:
    """One search: the iterations in a thread of their own, news and limits in the caller's."""

    def __init__(self, root: Root, limits: SearchLimits, clock: Clock) -> None:
        self._root, self._limits, self._clock = root, limits, clock
        self._began = clock.began
        self._news: SimpleQueue[SearchInfo] = SimpleQueue()
        self._lines: tuple[SearchInfo, ...] = ()
        self._done = threading.Event()
        self._failure: BaseException | None = None

    def relimit(self, limits: SearchLimits) -> None:
        """Go on with other times, counted from now; the rest stays. Callable from any thread."""
        self._clock = Clock(limits)

    def halt(self) -> None:
        """Make `follow` return soon; callable from any thread."""
        self._root.halt()

    def follow(
        self, on_info: Callable[[SearchInfo], None], stopped: Callable[[], bool]
    ) -> SearchOutcome:
        """Let the iterations run, pass on what they find, and stop them when it is time.

        The first is always finished, whatever the limits: it takes no time, and a move that nothing
        is known of may be the worst.
        """
        if self._root.decided:
            for info in self._root.decided:
                on_info(info)
            return _outcome(self._root.decided)
        if not self._root.number:
            return SearchOutcome(None, None, ())
        thread = threading.Thread(target=self._think, name="search", daemon=True)
        thread.start()
        try:
            while not self._done.wait(_POLL):
                self._pass_on(on_info)
                if self._lines and (self._clock.is_over() or stopped()):
                    self._root.halt()
        finally:
            self._root.halt()
            thread.join()
        self._pass_on(on_info)
        if self._failure is not None:
            raise self._failure
        return _outcome(self._lines, self._root.best())

    def _pass_on(self, on_info: Callable[[SearchInfo], None]) -> None:
        while True:
            try:
                on_info(self._news.get_nowait())
            except Empty:
                return

    def _think(self) -> None:
        """Search deeper and deeper; the thread's whole work."""
        try:
            self._deepen()
        except BaseException as error:
            self._failure = error
        finally:
            self._done.set()

    def _deepen(self) -> None:
        root, limits = self._root, self._limits
        lines = max(1, min(limits.lines, MOST_LINES, root.number))
        steadiness, best = 0, None
        for depth in range(1, min(limits.depth or DEEPEST, DEEPEST) + 1):
            if not root.iterate(depth, lines):
                self._tell_of_better(depth)
                return
            seconds = time.perf_counter() - self._began
            self._lines = tuple(root.line(place, depth, seconds) for place in range(lines))
            for info in self._lines:
                self._news.put(info)
            first = root.best()
            steadiness = steadiness + 1 if first == best else 0
            best = first
            if self._is_enough(depth, steadiness):
                return

    def _tell_of_better(self, depth: int) -> None:
        """Tell of a move that came out ahead of the best in a depth that was broken off.

        It is the one that is played; how much better it is may not be known to the end.
        """
        old = self._lines
        if not old or self._root.best() == old[0].moves[0]:
            return
        first = self._root.line(0, depth, time.perf_counter() - self._began)
        lines = (first, *(line for line in old if line.moves[0] != first.moves[0]))
        self._lines = tuple(replace(line, line=n) for n, line in enumerate(lines[: len(old)], 1))
        for info in self._lines:
            self._news.put(info)

    def _is_enough(self, depth: int, steadiness: int) -> bool:
        score, wanted = self._lines[0].score, self._limits.mate
        if wanted and score.mate and 0 < score.mate <= wanted:
            return True
        if self._clock.wanted is not None:
            if self._root.number == 1 and depth >= 6:
                return True
            if score.mate and depth > 2 * abs(score.mate) + 6:
                return True
        return self._clock.forbids_iteration(steadiness)


class CompiledSearch:
    """What the strong searches share: one search at a time, which other threads may stop."""

    def __init__(self) -> None:
        self._thinking: Thinking | None = None  # the last search, over or not

    def stop(self) -> None:
        """Make the search that is running return soon."""
        thinking = self._thinking
        if thinking is not None:
            thinking.halt()

    def relimit(self, limits: SearchLimits) -> None:
        """Give the search that is running other times, counted from now; the rest stays."""
        thinking = self._thinking
        if thinking is not None:
            thinking.relimit(limits)


def buckets_in(megabytes: int, words: int) -> int:
    """Return how many buckets of so many words of 64 bits fit: a power of two.

    Raises:
        ValueError: `megabytes` is less than 1.
    """
    if megabytes < 1:
        raise ValueError(f"a table of {megabytes} MB holds nothing: give 1 or more")
    return 1 << (megabytes * _MEGABYTE // (words * _WORD_BYTES)).bit_length() - 1


def node_limit(limits: SearchLimits, depth: int) -> int:
    """Return how many nodes the search may have after the iteration `depth`; see `follow`."""
    return limits.nodes if limits.nodes is not None and depth > 1 else _NO_LIMIT


def time_to_read(limits: SearchLimits, began: float) -> float:
    """Return how many seconds reading tables may take now; without a clock as long as it does.

    `began` is when the search did, by `time.perf_counter`.
    """
    if limits.seconds is None:
        return inf
    return _READING * (time.perf_counter() - began) + _READING_ALWAYS


def sort_lines(
    ints: NDArray[np.int32] | NDArray[np.int64],
    scores: int,
    others: Sequence[tuple[int, int]],
    lines: int,
) -> None:
    """Put the best lines in the order of their scores: a later one may have come out ahead.

    Args:
        ints: An engine's buffer.
        scores: Where the lines' scores begin in it.
        others: Where what else is known of them begins, and how wide that is, by line.
        lines: How many lines there are.
    """
    order = np.argsort(-ints[scores:][:lines], kind="stable")
    for start, width in ((scores, 1), *others):
        part = ints[start:][: lines * width].reshape(lines, width)
        part[:] = part[order]


def _outcome(lines: tuple[SearchInfo, ...], first: Move | None = None) -> SearchOutcome:
    """Return the outcome with these lines, or with the move `first` if there are none yet."""
    if not lines:
        return SearchOutcome(first, None, ())
    moves = lines[0].moves
    return SearchOutcome(moves[0], moves[1] if len(moves) > 1 else None, lines)
