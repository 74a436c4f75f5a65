"""Solve slices in memory: the layers S_n of positions that end in mate after n plies.

The algorithm is Thompson's (see the package docstring for references and words), with sets of
positions as arrays of 64-bit words. For each side as the winner:

- S_0: the loser's positions that are checkmate.
- S_{2m+1}: the winner's positions with a move into S_{2m}, or with a conversion that wins in m + 1
  moves, that are in no earlier layer.
- S_{2m+2}: the loser's positions that have a move, and whose moves all lead into S_1, S_3, ...,
  S_{2m+1} or are conversions that lose in at most m + 1 moves, that are in no earlier layer.

The search ends when two layers in a row are empty and no event is left. Positions never found are
draws.

Worked example, KQvK, counted up to symmetry. There are no pawns, so the only conversion is the
king's capture of the queen, and it draws. S_0 has 46 positions, such as k7/1Q6/1K6 with Black to
move. Moves taken back from them lead to the 306 positions of S_1, such as k7/2Q5/1K6 with White to
move. Moves taken back from S_1 lead to 580 positions with Black to move. 411 of them have an escape
to a position outside S_1. The other 169, such as 1k6/3Q4/1K6, are S_2:

>>> table = Layout(Material.parse("KQvK"))
>>> layers = {}
>>> def found(winner, ply, positions):
...     layers[ply] = layers.get(ply, 0) + positions
>>> _ = solve(table, [0], lambda material, number, turn: None, found)
>>> layers[0], layers[1], layers[2], max(layers)
(46, 306, 169, 20)

Why the order is right. By induction, when layer n is due, the layers before it hold exactly the
positions at their distances. A winner's position is at distance n if its best move leads to
distance n - 1 and none leads nearer; had one led nearer, the position would be in an earlier layer
and is left out. A loser's position is at distance n if its slowest move leads to distance n - 1; so
it is looked at again whenever one of its moves is found to lose, and enters the layer of the last
one. Conversions lead to slices and tables that are finished, so their distances are known before
the search starts; they are sorted by distance (events) and join the layer that is due, as if the
positions they lead to had just been found in it. A loser's position with a conversion that does
not lose is never looked at; one whose conversions all lose, only from the slowest of them on.
A winner's position that is never found has no move to a found one; a loser's has a move to one that
is never found, or is a stalemate: mate cannot be forced.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_events import MOST_MOVES
from millmate.kernels.chess_layers import MOST_ABOVE, count
from millmate.tablebase.conversions import (
    ConversionEvents,
    Conversions,
    conversions_of,
    far_events,
    step,
)
from millmate.tablebase.far import Far, read_nearer
from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.layer_file import LayeredSlice
from millmate.tablebase.layer_search import MOST_PLIES, SMALL, LayerSearch
from millmate.tablebase.layout import AS_READ, Layout
from millmate.tablebase.lru import latest
from millmate.tablebase.metric import AFTER_ZEROING, Metric
from millmate.tablebase.out_of_core import OutOfCoreSearch
from millmate.tablebase.slice_facts import SIDES, Plies, Statistics, first_place, merged, statistics
from millmate.tablebase.spaces import (
    Values,
    batches,
    cached_keys,
    images_of,
    slice_space,
)

# Called with the winner's colour, n and a number of positions found in S_n; may raise to stop. The
# numbers of several calls for the same S_n add up.
Found = Callable[[bool, int, int], None]

# Finds the events of conversions with a side to move, given its legal positions.
FindEvents = Callable[[bool, Bitboards], ConversionEvents]

_KEYS = 64_000_000  # bytes of keys kept for the next slices
_REPORT = 0.2  # seconds between two reports of such slices


class TooLongError(MillMateError):
    """A mate takes more moves than tables can hold."""


class Solution(NamedTuple):
    """Solved slices.

    `values`: uint8[2 (White to move first), slices, words, 64]. Their codes hold distances up to
    127; `more`: the excess of greater ones, of the same shape, None without any.
    `facts`: `counts` and `longest` wins as in `TableInfo`, and `work`, the numbers of words in
    dense passes, taken back one by one, and checked for escapes.
    """

    values: Values
    more: Values | None
    facts: dict[str, Any]


def solve(
    layout: Layout,
    numbers: Sequence[int],
    read: Read,
    found: Found = lambda winner, ply, positions: None,
    threads: int = 1,
    metric: Metric = Metric.DTM,
    most: int = MOST_MOVES,
    far: Far | None = None,
) -> Solution:
    """Find the values of slices of a table, the more advanced ones first.

    Args:
        layout: The table's.
        numbers: The slices; those that pawn moves lead to are among them or can be read.
        read: Returns the values of finished tables, and of this table's finished slices.
        found: Called with the sizes of the layers S_n, in any thread.
        threads: The number of threads that share the work.
        metric: How distances are counted; `read` returns values of the same metric.
        most: The greatest distance that codes hold.
        far: The reader of distances of `most` and more, if `read` meets any.

    Raises:
        TooLongError: A distance exceeds `most` by more than 255.
    """
    try:
        return _solve(layout, numbers, read, found, threads, metric, most, far)
    except OverflowError:
        raise _too_long(layout.material, most) from None


def _too_long(material: Material, most: int) -> TooLongError:
    limit = most + MOST_ABOVE
    return TooLongError(f"{material} has distances above {limit}, which tables do not tell")


def _solve(
    layout: Layout,
    numbers: Sequence[int],
    read: Read,
    found: Found,
    threads: int,
    metric: Metric,
    most: int,
    far: Far | None,
) -> Solution:
    """Solve slices that fit in memory, as `solve` does."""
    values = np.zeros((2, len(numbers), layout.words, 64), np.uint8)
    more = _More(values.shape)
    ahead = _Ahead(layout, numbers, read, values, metric, far)
    report = _Reporter(found, every=_REPORT if layout.words <= SMALL else 0.0)
    offs = [*range(0, max(1, far.longest - 1) if far else 1, step(most))]

    def one(batch: list[int], inner: int) -> Statistics:
        asks = [(off, partial(ahead.events, batch, off)) for off in offs]
        run = _Batch(layout, batch, report, inner, metric, most)
        at = [ahead.place[number] for number in batch]
        if len(batch) == 1:
            facts = run.solve(asks, values[:, at[0]], lambda: more.values[:, at[0]])
        else:
            shape = 2, len(batch), layout.words, 64
            room, rest = np.zeros((2, len(batch) * layout.words, 64), np.uint8), _More(shape)
            facts = run.solve(asks, room, lambda: rest.values.reshape(room.shape))
            values[:, at] = room.reshape(shape)
            if rest.allocated is not None:
                more.values[:, at] = rest.allocated
        ahead.solved.update(batch)
        return facts

    parts: list[Statistics] = []
    for level in batches(layout, numbers):
        # The slices of a level do not need each other.
        pooled = 1 if layout.words <= SMALL else min(threads, len(level))
        inner = threads if layout.words > SMALL and pooled == 1 else 1
        with _parallel_map(pooled) as each:
            parts += each(partial(one, inner=inner), level)
    report.flush()
    return Solution(values, more.found, merged(layout, parts, numbers, metric))


class _Ahead:
    """Values that slices need while they are solved: of finished tables and of their own."""

    def __init__(
        self,
        layout: Layout,
        numbers: Sequence[int],
        read: Read,
        values: Values,
        metric: Metric,
        far: Far | None,
    ) -> None:
        self.place = {number: at for at, number in enumerate(numbers)}
        self.solved: set[int] = set()
        self._layout = layout
        self._others = read
        self._values = values
        self._codes = AS_READ if metric is Metric.DTM else AFTER_ZEROING
        self._far = far
        self._conversions: dict[int, dict[bool, Conversions]] = {}
        if layout.pieces:
            batches = [[number] for number in numbers]
            found = self._conversions_of(batches, self._read)
            self._conversions = dict(zip(numbers, found, strict=True))

    def _read(self, material: Material, number: int, turn: bool) -> Values | LargeSlice:
        if material == self._layout.material and number in self.solved:
            own: Values = self._values[0 if turn else 1, self.place[number]]
            return own
        return self._others(material, number, turn)

    def _conversions_of(
        self, batches: Sequence[Sequence[int]], read: Read
    ) -> list[dict[bool, Conversions]]:
        once = latest(read)
        return conversions_of(
            self._layout,
            batches,
            cached_keys(lambda space, turn: space.keys(turn, read, self._codes), _KEYS),
            lambda space, turn: space.keys(turn, once, self._codes),
        )

    def events(self, batch: list[int], off: int) -> FindEvents:
        """Return a function that finds events, all distances less by `off` moves."""
        found = None if off else self._conversions.pop(batch[0], None)
        if found is None:
            read: Read = self._read
            if off:
                assert self._far is not None
                read = _with_own(read, self._far.read(off), self.solved, self._layout, off)
            (found,) = self._conversions_of([batch], read)
        return lambda side, legal: found[side].events(legal)


def _with_own(read: Read, far: Read, solved: AbstractSet[int], layout: Layout, off: int) -> Read:
    """Return a function that reads the slices this job has solved by `read`, others by `far`."""

    def read_all(material: Material, number: int, turn: bool) -> Values | LargeSlice:
        if material != layout.material or number not in solved:
            return far(material, number, turn)
        return read_nearer(read(material, number, turn), lambda: None, off)

    return read_all


class _More:
    """The part of distances that codes do not hold, allocated when the first is found."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        self._lock = threading.Lock()
        self.allocated: Values | None = None

    @property
    def found(self) -> Values | None:
        """The values, None if all are 0: room is made before it is known to be needed."""
        return self.allocated if self.allocated is not None and self.allocated.any() else None

    @property
    def values(self) -> Values:
        with self._lock:
            if self.allocated is None:
                self.allocated = np.zeros(self._shape, np.uint8)
        return self.allocated


class _Reporter:
    """Reports the sizes of layers; those of many small slices together."""

    def __init__(self, found: Found, every: float) -> None:
        self._found = found
        self._every = every
        self._gathered: dict[bool, Plies] = {}
        self._reported = time.monotonic()

    def add(self, winner: bool, first: int, positions: Plies) -> None:
        """Report `positions` further positions in S_first and the layers after it."""
        if not self._every:
            for ply, number in enumerate(positions.tolist(), first):
                self._found(winner, ply, number)
            return
        gathered = self._gathered.setdefault(winner, np.zeros(MOST_PLIES + 1, np.int64))
        gathered[first : first + positions.size] += positions
        if time.monotonic() - self._reported > self._every:
            self.flush()

    def flush(self) -> None:
        """Report the gathered numbers."""
        self._reported = time.monotonic()
        gathered, self._gathered = self._gathered, {}
        for winner, positions in sorted(gathered.items()):
            for ply in np.flatnonzero(positions).tolist():
                self._found(winner, ply, int(positions[ply]))


class _Batch:
    """Slices being solved: one, or several of kings and pawns, their placements end to end."""

    def __init__(
        self,
        layout: Layout,
        numbers: Sequence[int],
        report: _Reporter,
        threads: int,
        metric: Metric,
        most: int,
    ) -> None:
        self._metric = metric
        self._most = most
        self._layout = layout
        self._numbers = numbers
        self._space = slice_space(layout, *numbers)
        self._masks = self._space.masks()
        self._geometry = self._space.geometry(images_of(layout, numbers[0]))
        self._report = report
        self._threads = threads

    def solve(
        self,
        asks: Sequence[tuple[int, Callable[[], FindEvents]]],
        values: Values,
        more: Callable[[], Values],
    ) -> Statistics:
        """Write the values, uint8[2, words, 64], and their excess to `more`; return statistics.

        `asks` are moves to subtract, and functions that return what finds events.
        """
        winners = [side for side in SIDES if self._space.can_win(side)]
        legal = self._masks.legal
        with _parallel_map(self._threads) as each:
            times = []
            for off, ask in asks:
                find = ask()
                found_events = each(lambda side, find=find: find(side, legal[side]), SIDES)
                times.append((off, dict(zip(SIDES, found_events, strict=True))))
            out = {
                side: far_events([(off, events[side]) for off, events in times], self._most)
                for side in SIDES
            }
            times.clear()
            found = each(lambda winner: self._find_layers(winner, out, values, more), winners)
            layers = dict(zip(winners, found, strict=True))
        rest = more() if any(search.plies > self._held for search in layers.values()) else None
        places = {side: count(mask, self._geometry) for side, mask in legal.items()}
        found_layers = {side: (search.twice, search.state) for side, search in layers.items()}
        of_slices = self._layout, self._numbers

        def place(side: bool, units: int) -> int:
            at = 0 if side else 1
            return first_place(values[at], None if rest is None else rest[at], units, self._most)

        return statistics(*of_slices, places, found_layers, place, self._metric)

    @property
    def _held(self) -> int:
        """The number of layers whose distances codes can hold."""
        return self._most * self._metric.unit + 1

    def _find_layers(
        self,
        winner: bool,
        out: dict[bool, ConversionEvents],
        values: Values,
        more: Callable[[], Values],
    ) -> LayerSearch:
        """Find the layers of one winner."""
        search = LayerSearch(self._masks, self._geometry, winner, out, self._metric, self._most)
        held, done, reported = self._held, False, 0
        while not done:
            if search.plies < held:
                done = search.advance(values, most=held - search.plies)
            else:
                done = search.advance(values, more())
            sizes = search.twice[:, reported : search.plies].sum(axis=0) // 2
            self._report.add(winner, reported, sizes)
            reported = search.plies
        return search


@contextmanager
def _parallel_map(threads: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """Provide a `map` that uses `threads` threads."""
    if threads == 1:
        yield map
        return
    with ThreadPoolExecutor(threads, "solve") as pool:
        yield pool.map


def solve_large(
    layout: Layout,
    number: int,
    read: Read,
    found: Found,
    workspace: Path,
    most: int = MOST_MOVES,
    threads: int = 1,
) -> tuple[LayeredSlice, dict[str, Any]]:
    """Solve one slice that does not fit in memory, as `solve` does; return its values and facts.

    Args:
        layout: The table's.
        number: The slice.
        read: As in `solve`.
        found: As in `solve`.
        workspace: A directory: a search that was stopped resumes from the files there.
        most: The greatest distance that codes hold.
        threads: The number of threads that share the work.
    """
    keys = cached_keys(lambda space, turn: space.keys(turn, read), _KEYS)
    search = OutOfCoreSearch(layout, number, keys, found, workspace, most, threads)
    try:
        values = search.run([side for side in SIDES if search.space.can_win(side)])
    except OverflowError:
        raise _too_long(layout.material, most) from None
    progress = search.progress
    found_layers = {
        side == str(True): (np.array(progress.twice[side], np.int64), np.array(state))
        for side, state in progress.state.items()
    }
    legal = {side: progress.legal[str(side)] for side in SIDES}

    def place(side: bool, units: int) -> int:
        return search.first_place(side, Metric.DTM.unit * units - 1)

    facts = statistics(layout, [number], legal, found_layers, place, Metric.DTM)
    return values, merged(layout, [facts], [number], Metric.DTM)
