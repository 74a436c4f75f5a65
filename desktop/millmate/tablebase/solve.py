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

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_events import MOST_MOVES
from millmate.kernels.chess_layers import MOST_ABOVE, count
from millmate.tablebase.codec import mapped
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
from millmate.tablebase.layout import Layout
from millmate.tablebase.lru import latest
from millmate.tablebase.metric import Metric
from millmate.tablebase.out_of_core import OutOfCoreSearch
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.slice_facts import SIDES, Plies, Tally, facts_of, first_place, tally
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

_KEYS = 64_000_000  # bytes of keys kept for the next slices


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
    solver = _Solver(layout, numbers, read, found, threads, metric, most, far)
    try:
        return solver.solve()
    except OverflowError:
        raise _too_long(layout.material, most) from None


def _too_long(material: Material, most: int) -> TooLongError:
    limit = most + MOST_ABOVE
    return TooLongError(f"{material} has distances above {limit}, which tables do not tell")


class _Solver:
    """Solves slices that fit in memory; for the arguments see `solve`."""

    def __init__(
        self,
        layout: Layout,
        numbers: Sequence[int],
        read: Read,
        found: Found,
        threads: int,
        metric: Metric,
        most: int,
        far: Far | None,
    ) -> None:
        self._layout, self._numbers, self._others = layout, numbers, read
        self._threads, self._metric, self._most, self._far = threads, metric, most, far
        self._found = found
        # Most tables have no distances above `most`: pages of zeros that are not written to take no
        # memory.
        self._values, self._more = (
            np.zeros((2, len(numbers), layout.words, 64), np.uint8) for _ in range(2)
        )
        self._place = {number: at for at, number in enumerate(numbers)}
        self._solved: set[int] = set()
        self._in_time = 0 if metric is Metric.DTM else LONGEST
        self._ahead: dict[int, dict[bool, Conversions]] = {}
        if layout.pieces:
            ahead = self._conversions_of([[number] for number in numbers], self._read)
            self._ahead = dict(zip(numbers, ahead, strict=True))

    def solve(self) -> Solution:
        """Return the solved slices; raises `OverflowError` where a distance is too great."""
        layout, threads = self._layout, self._threads
        parts: list[Tally] = []
        for level in batches(layout, self._numbers):
            # The slices of a level do not need each other.
            pooled = 1 if layout.words <= SMALL else min(threads, len(level))
            inner = threads if layout.words > SMALL and pooled == 1 else 1
            parts += mapped(partial(self._solve_batch, level, inner), len(level), pooled)
        if layout.words <= SMALL:  # such slices are many, and soon solved
            whole = np.sum([part.twice for part in parts], axis=0)
            for winner, sizes in zip(SIDES, whole, strict=True):
                self._report(winner, range(MOST_PLIES + 1), sizes)
        more = self._more if any(map(self._is_far, parts)) else None

        def place(winner: bool, units: int) -> int:
            side = SIDES.index(winner)
            rest = None if more is None else more[side]
            found = first_place(self._values[side], rest, units, self._most)
            at, inside = divmod(found, layout.slice_size)
            return (side * layout.slices + self._numbers[at]) * layout.slice_size + inside

        return Solution(self._values, more, facts_of(layout, parts, self._metric, place))

    def _solve_batch(self, level: list[list[int]], threads: int, which: int) -> Tally:
        """Solve a slice, or several of kings and pawns, end to end; return their numbers."""
        batch = level[which]
        self._found(True, 0, 0)  # which may stop
        at = [self._place[number] for number in batch]
        if len(batch) == 1:
            found = self._find(batch, self._values[:, at[0]], self._more[:, at[0]], threads)
        else:
            shape = 2, len(batch), self._layout.words, 64
            values, more = np.zeros((2, 2, len(batch) * self._layout.words, 64), np.uint8)
            found = self._find(batch, values, more, threads)
            self._values[:, at] = values.reshape(shape)
            if self._is_far(found):
                self._more[:, at] = more.reshape(shape)
        self._solved.update(batch)
        return found

    def _find(self, batch: list[int], values: Values, more: Values, threads: int) -> Tally:
        """Write the values, uint8[2, words, 64], and their excess to `more`; return the numbers."""
        space = slice_space(self._layout, *batch)
        masks, geometry = space.masks(), space.geometry(images_of(self._layout, batch[0]))
        out = self._events(batch, masks.legal, threads)
        winners = [side for side in SIDES if space.can_win(side)]

        def find(at: int) -> LayerSearch:
            search = LayerSearch(masks, geometry, winners[at], out, self._metric, self._most)
            self._find_layers(search, winners[at], values, more)
            return search

        layers = dict(zip(winners, mapped(find, len(winners), threads), strict=True))
        legal = {side: count(mask, geometry) for side, mask in masks.legal.items()}
        found = {side: (search.twice, search.state) for side, search in layers.items()}
        return tally(legal, found, space.words)

    def _is_far(self, found: Tally) -> bool:
        """Return whether there are distances that codes cannot hold."""
        return bool(found.twice[:, :, self._most * self._metric.unit + 1 :].any())

    def _find_layers(self, search: LayerSearch, winner: bool, values: Values, more: Values) -> None:
        """Find the layers of one winner."""
        done, reported = False, 0
        while not done:
            done = search.advance(values, more)
            if self._layout.words > SMALL:
                self._report(winner, range(reported, search.plies), search.twice)
            reported = search.plies

    def _report(self, winner: bool, plies: range, twice: Plies) -> None:
        """Report the sizes of layers that are not empty."""
        found = twice.sum(axis=0) // 2
        for ply in plies.start + np.flatnonzero(found[plies.start : plies.stop]):
            self._found(winner, int(ply), int(found[ply]))

    # Moves that lead out of slices ----------------------------------------------------------------

    def _events(
        self, batch: list[int], legal: Mapping[bool, Bitboards], threads: int
    ) -> dict[bool, ConversionEvents]:
        """Return the events of both sides' conversions out of slices."""
        longest = self._far.longest - 1 if self._far else 1
        times = []
        for off in range(0, max(1, longest), step(self._most)):
            moves = None if off else self._ahead.pop(batch[0], None)
            if moves is None:
                (moves,) = self._conversions_of([batch], partial(self._read, off=off))

            def events(side: int, moves: Mapping[bool, Conversions] = moves) -> ConversionEvents:
                return moves[SIDES[side]].events(legal[SIDES[side]])

            found = mapped(events, len(SIDES), threads)
            times.append((off, dict(zip(SIDES, found, strict=True))))
        return {
            side: far_events([(off, events[side]) for off, events in times], self._most)
            for side in SIDES
        }

    def _conversions_of(
        self, batches: Sequence[Sequence[int]], read: Read
    ) -> list[dict[bool, Conversions]]:
        once = latest(read)
        return conversions_of(
            self._layout,
            batches,
            cached_keys(lambda space, turn: space.keys(turn, read, self._in_time), _KEYS),
            lambda space, turn: space.keys(turn, once, self._in_time),
        )

    def _read(
        self, material: Material, number: int, turn: bool, off: int = 0
    ) -> Values | LargeSlice:
        """Return the values of a solved slice or another, all distances less by `off` moves."""
        if material == self._layout.material and number in self._solved:
            own: Values = self._values[0 if turn else 1, self._place[number]]
            return read_nearer(own, lambda: None, off)
        if off:
            assert self._far is not None
            return self._far.read(off)(material, number, turn)
        return self._others(material, number, turn)


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
        values = search.run()
    except OverflowError:
        raise _too_long(layout.material, most) from None
    layers = {side: (file.twice, file.state) for side, file in values.files.items()}
    legal = {
        side: count(mask, search.geometry) for side, mask in search.space.masks().legal.items()
    }

    def place(winner: bool, units: int) -> int:
        side = 0 if winner else layout.slices
        first = values.files[winner].first(Metric.DTM.unit * units - 1)
        return (side + number) * layout.slice_size + first

    return values, facts_of(layout, [tally(legal, layers, layout.words)], Metric.DTM, place)
