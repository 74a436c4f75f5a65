"""Solve slices in memory: the layers S_n of positions that end in mate after n plies.

The algorithm is Thompson's (see the package docstring for references and words), with sets of
positions as arrays of 64-bit words. For each side as the winner:

- S_0: the loser's positions that are checkmate.
- S_{2m+1}: the winner's positions with a move into S_{2m}, or with a conversion that wins in m + 1
  moves, that are in no earlier layer.
- S_{2m+2}: the loser's positions that have a move, and whose moves all lead into S_1, S_3, ...,
  S_{2m+1} or are conversions that lose in at most m + 1 moves, that are in no earlier layer.

The search ends when two layers in a row are empty and no event is left. What was never found is a
draw.

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
the search begins; they are sorted by distance (events) and join the layer that is due, as if the
positions they lead to had just been found in it. A loser's position with a conversion that does
not lose is never looked at; one whose conversions all lose, only from the slowest of them on.
A winner's position that is never found has no move to a found one; a loser's has a move to one that
is never found, or is a stalemate: mate cannot be forced.
"""

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels.chess_conversions import improve_all
from millmate.kernels.chess_events import MOST_MOVES
from millmate.kernels.chess_layers import CHECKED, DENSE, MOST_ABOVE, SPARSE, STATE, count
from millmate.tablebase.conversions import (
    ConversionEvents,
    Conversions,
    events_of,
    far_events,
    promoted_space,
    promotions,
    step,
)
from millmate.tablebase.far import Far, read_nearer
from millmate.tablebase.large_slice import LargeSlice, Read
from millmate.tablebase.layer_file import LayeredSlice
from millmate.tablebase.layer_search import MOST_PLIES, SMALL, LayerSearch
from millmate.tablebase.layout import Layout, Pawns, after_promotion
from millmate.tablebase.metric import AFTER_ZEROING, CURSED, Metric
from millmate.tablebase.out_of_core import OutOfCoreSearch
from millmate.tablebase.reach import promotions_in
from millmate.tablebase.spaces import (
    MOST_TOGETHER,
    KeyBatch,
    Keys,
    Space,
    Values,
    cached_keys,
    images_of,
    kings_only,
    masks_of,
    slice_space,
)
from millmate.tablebase.table import SideCounts

# Called with the winner's colour, n and a number of positions found in S_n; may raise to stop. The
# numbers of several calls for the same S_n add up.
Found = Callable[[bool, int, int], None]

_KEYS = 64_000_000  # bytes of keys kept for the next slices
_REPORT = 0.2  # seconds between two reports of such slices
SIDES = (True, False)
Promoted = dict[int, list[Values]]  # the keys after promotions of the pawn on a square
Plies = NDArray[np.int64]  # numbers of positions by n, in rows: the loser and the winner to move
_SCANNED = 1 << 22  # places searched together for the longest win


P = ParamSpec("P")
R = TypeVar("R")


class TooLongError(MillMateError):
    """A mate takes more moves than tables tell."""


class Solution(NamedTuple):
    """Solved slices.

    `values`: uint8[2 (White to move first), slices, words, 64]. Their codes tell distances up to
    127; `more`: by how much the others are greater, of the same shape, None if there are none.
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
        most: The greatest distance that codes tell.
        far: What reads distances of `most` and more, if `read` meets any.

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
    place = {number: at for at, number in enumerate(numbers)}
    solved: set[int] = set()

    def read_all(material: Material, number: int, turn: bool) -> Values | LargeSlice:
        if material == layout.material and number in solved:
            own: Values = values[0 if turn else 1, place[number]]
            return own
        return read(material, number, turn)

    codes = None if metric is Metric.DTM else AFTER_ZEROING
    kept_keys = cached_keys(read_all, _KEYS, codes)
    report = _Reporter(found, every=_REPORT if layout.words <= SMALL else 0.0)
    promoted: dict[int, Promoted] = {}
    if layout.pieces:
        once = latest(read_all)
        promoted = promoted_ahead(layout, numbers, lambda space, t: space.keys(t, once, codes))

    def ask(batch: list[int], spaces: list[Space], off: int) -> tuple[Keys, list[Promoted]]:
        """Return the keys, `off` moves taken off all distances, and those after promotions."""
        reader: Read = read_all
        ahead, keys = promoted, kept_keys
        if off:
            assert far is not None
            reader = _with_own(read_all, far.read(off), solved, layout, off)
            keys = cached_keys(reader, _KEYS, codes)
            if layout.pieces:
                once = latest(reader)
                ahead = promoted_ahead(layout, batch, lambda space, t: space.keys(t, once, codes))
        if layout.pieces:
            return keys, [ahead.pop(number) for number in batch]
        together = KeyBatch(reader, codes)
        return together, [promoted_keys(space, together) for space in spaces]

    offs = [*range(0, max(1, far.longest - 1) if far else 1, step(most))]

    def one(batch: list[int]) -> _Statistics:
        spaces = [slice_space(layout, number) for number in batch]
        asks = [(off, partial(ask, batch, spaces, off)) for off in offs]
        inner = 1 if together or layout.words <= SMALL else threads
        run = _Batch(layout, batch, spaces, report, inner, metric, most)
        at = [place[number] for number in batch]
        if len(batch) == 1:
            facts = run.solve(asks, values[:, at[0]], lambda: more.values[:, at[0]])
        else:
            shape = 2, len(batch), layout.words, 64
            room, rest = np.zeros((2, len(batch) * layout.words, 64), np.uint8), _More(shape)
            facts = run.solve(asks, room, lambda: rest.values.reshape(room.shape))
            values[:, at] = room.reshape(shape)
            if rest.allocated is not None:
                more.values[:, at] = rest.allocated
        solved.update(batch)
        return facts

    # The slices of a job do not need each other if they are large.
    together = layout.words > SMALL and min(threads, len(numbers)) > 1
    with _parallel_map(threads if together else 1) as each:
        parts = list(each(one, batches(layout, numbers)))
    report.flush()
    return Solution(values, more.found, _merged(layout, parts, numbers, metric))


def _with_own(read: Read, far: Read, solved: AbstractSet[int], layout: Layout, off: int) -> Read:
    """Return what reads as `far`, but the slices that this job has solved as `read`."""

    def read_all(material: Material, number: int, turn: bool) -> Values | LargeSlice:
        if material != layout.material or number not in solved:
            return far(material, number, turn)
        return read_nearer(read(material, number, turn), lambda: None, off)

    return read_all


def batches(layout: Layout, numbers: Sequence[int]) -> list[list[int]]:
    """Return slices that are solved together, in order: those of kings and pawns need little each.

    Slices of a batch do not need each other, and have as many images.
    """
    if layout.pieces:
        return [[n] for n in sorted(numbers, key=lambda n: _solving_order(layout.placements[n]))]

    found = []
    keyed = sorted(
        (-_advancement(layout.placements[number]), images_of(layout, number), number)
        for number in numbers
    )
    for _, group in groupby(keyed, lambda key: key[:2]):
        batch = [number for *_, number in group]
        found += [batch[at : at + MOST_TOGETHER] for at in range(0, len(batch), MOST_TOGETHER)]
    return found


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
        """Report that so many more positions are in S_first and the layers after it."""
        if not self._every:
            for ply, number in enumerate(positions.tolist(), first):
                self._found(winner, ply, number)
            return
        gathered = self._gathered.setdefault(winner, np.zeros(MOST_PLIES + 1, np.int64))
        gathered[first : first + positions.size] += positions
        if time.monotonic() - self._reported > self._every:
            self.flush()

    def flush(self) -> None:
        """Report what has been gathered."""
        self._reported = time.monotonic()
        gathered, self._gathered = self._gathered, {}
        for winner, positions in sorted(gathered.items()):
            for ply in np.flatnonzero(positions).tolist():
                self._found(winner, ply, int(positions[ply]))


@dataclass(frozen=True, slots=True)
class _Statistics:
    """Statistics of slices, by side.

    `legal` and `twice`: twice the number of legal positions with a side to move, and of those in
    each S_n that it wins; `longest`: its longest win in units, and a place of the flat table with
    such a win; `cursed`: likewise among those that the fifty-move rule draws; `work`: see
    `Solution`.
    """

    legal: dict[bool, int]
    twice: dict[bool, Plies]
    longest: dict[bool, tuple[int, int]]
    cursed: dict[bool, tuple[int, int]]
    work: tuple[int, int, int]


class _Batch:
    """Slices being solved: one, or several of kings and pawns, their placements end to end."""

    def __init__(
        self,
        layout: Layout,
        numbers: Sequence[int],
        spaces: Sequence[Space],
        report: _Reporter,
        threads: int,
        metric: Metric,
        most: int,
    ) -> None:
        self._metric = metric
        self._most = most
        self._layout = layout
        self._numbers = numbers
        self._spaces = spaces
        self._masks = masks_of(spaces)
        self._report = report
        self._threads = threads
        images = images_of(layout, numbers[0])
        if layout.pieces:
            self._geometry = spaces[0].geometry(images)
        else:
            self._geometry = kings_only(len(spaces), images)

    def solve(
        self,
        asks: Sequence[tuple[int, Callable[[], tuple[Keys, Sequence[Promoted]]]]],
        values: Values,
        more: Callable[[], Values],
    ) -> _Statistics:
        """Write the values, uint8[2, words, 64], and what `more` they are; return statistics.

        `asks` are moves taken off distances, and what returns the keys and those after promotions.
        """
        winners = [side for side in SIDES if self._spaces[0].can_win(side)]
        legal = self._masks.legal
        with _parallel_map(self._threads) as each:
            times = [(off, self._events(each, *ask())) for off, ask in asks]
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
            return _place(values[at], None if rest is None else rest[at], units, self._most)

        return _statistics(*of_slices, places, found_layers, place, self._metric)

    def _events(
        self, each: Callable[..., Iterable[Any]], keys: Keys, promoted: Sequence[Promoted]
    ) -> dict[bool, ConversionEvents]:
        """Return what the conversions of each side amount to; `each` maps in threads."""
        legal = self._masks.legal
        conversions = {side: self._conversions(side, keys, promoted) for side in SIDES}
        if isinstance(keys, KeyBatch):
            keys.find()
        events = each(lambda side: events_of(conversions[side], legal[side]), SIDES)
        return dict(zip(SIDES, events, strict=True))

    def _conversions(
        self, side: bool, keys: Keys, promoted: Sequence[Promoted]
    ) -> list[Conversions]:
        """Return those of each slice with `side` to move."""
        legal = self._masks.legal[side].reshape(len(self._spaces), -1)
        of_slices = zip(self._spaces, legal, promoted, strict=True)
        return [Conversions(space, side, own, keys, after) for space, own, after in of_slices]

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


def _statistics(
    layout: Layout,
    numbers: Sequence[int],
    legal: dict[bool, int],
    found: dict[bool, tuple[Plies, NDArray[np.int64]]],
    place: Callable[[bool, int], int],
    metric: Metric,
) -> _Statistics:
    """Return the statistics of slices from the layers of the sides that can win in them.

    `found` holds twice their sizes, and the search's final `state`; `place` returns the first place
    that a side wins in so many units, the slices end to end.
    """
    twice = {side: np.zeros((2, MOST_PLIES + 1), np.int64) for side in SIDES}
    twice |= {side: sizes for side, (sizes, _) in found.items()}
    work = sum((state for _, state in found.values()), np.zeros(STATE, np.int64))
    longest, cursed = _longest(layout, numbers, twice, place, metric)
    words = int(work[DENSE]) * len(numbers) * layout.words, int(work[SPARSE]), int(work[CHECKED])
    return _Statistics(legal, twice, longest, cursed, words)


@contextmanager
def _parallel_map(threads: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """Provide a `map` that uses so many threads."""
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
        workspace: A directory: a search that was stopped resumes from what is there.
        most: The greatest distance that codes tell.
        threads: The number of threads that share the work.
    """
    keys = cached_keys(read, _KEYS)
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

    facts = _statistics(layout, [number], legal, found_layers, place, Metric.DTM)
    return values, _merged(layout, [facts], [number], Metric.DTM)


def _longest(
    layout: Layout,
    numbers: Sequence[int],
    twice: dict[bool, Plies],
    place: Callable[[bool, int], int],
    metric: Metric,
) -> tuple[dict[bool, tuple[int, int]], dict[bool, tuple[int, int]]]:
    """Return the longest wins of both sides and the longest cursed ones, the winner to move.

    Each is a distance in units, 0 if there is none, and a place with it.
    """
    longest: dict[bool, tuple[int, int]] = {}
    cursed: dict[bool, tuple[int, int]] = {}
    last = CURSED if metric is Metric.DTZ else MOST_PLIES + 1
    for side in SIDES:
        wins, at = twice[side][1], 0 if side else 1
        for found, first, plies in ((longest, 0, wins[:last]), (cursed, last, wins[last:])):
            reached = np.flatnonzero(plies)
            units = -(-(first + int(reached[-1])) // metric.unit) if reached.size else 0
            batch, inside = divmod(place(side, units) if units else 0, layout.slice_size)
            number = numbers[batch] + at * layout.slices
            found[side] = units, number * layout.slice_size + inside
    return longest, cursed


def _place(values: Values, more: Values | None, units: int, most: int) -> int:
    """Return the first place of slices won in so many units, uint8[words, 64] each."""
    code, above = min(units, most), max(0, units - most)
    flat, rest = values.reshape(-1), None if more is None else more.reshape(-1)
    for start in range(0, flat.size, _SCANNED):
        hits = flat[start : start + _SCANNED] == code
        if above and rest is not None:
            hits &= rest[start : start + _SCANNED] == above
        if hits.any():
            return start + int(hits.argmax())
    raise AssertionError(f"no place is won in {units} units")


def _solving_order(pawns: Pawns) -> tuple[int, Pawns]:
    """Return a sort key: the more advanced slices first, then those that read the same tables."""
    return -_advancement(pawns), after_promotion(pawns)


def _advancement(pawns: Pawns) -> int:
    white, black = pawns
    return sum(square >> 3 for square in white) - sum(square >> 3 for square in black)


def about_to_promote(space: Space) -> Iterator[tuple[int, bool, int]]:
    """Yield the pawns that can promote straight ahead: square, colour, target."""
    taken = {square for _, square in space.fixed}
    for (_, white), square in space.fixed:
        target = square + (8 if white else -8)
        if not 8 <= target < 56 and target not in taken:
            yield square, white, target


def promoted_keys(space: Space, keys: Keys) -> Promoted:
    """Return the keys after promotions straight ahead of each pawn (see `promotions`)."""
    return {
        square: promotions(space, white, square, target, space.pieces, keys)
        for square, white, target in about_to_promote(space)
    }


def promoted_ahead(layout: Layout, numbers: Sequence[int], keys: Keys) -> dict[int, Promoted]:
    """Return `promoted_keys` of several slices with pieces; what a table gives is asked in a row.

    `keys` need not keep anything but the table that it has read last.
    """
    result: dict[int, Promoted] = {number: {} for number in numbers}
    for kind in promotions_in(layout.reach):
        for number in numbers:
            space = slice_space(layout, number)
            for square, white, target in about_to_promote(space):
                after = promoted_space(space, white, square, target, kind, space.pieces)
                found = keys(after, not white)
                if square in result[number]:
                    improve_all(result[number][square][0], found)
                else:
                    result[number][square] = [found]
    return result


def latest(read: Callable[P, R]) -> Callable[P, R]:
    """Return what does as `read` and keeps what it returned last."""
    last: dict[tuple[Any, ...], R] = {}

    def read_once(*about: P.args, **named: P.kwargs) -> R:
        if about not in last:
            last.clear()
            last[about] = read(*about, **named)
        return last[about]

    return read_once


def _merged(
    layout: Layout, parts: Sequence[_Statistics], numbers: Sequence[int], metric: Metric
) -> dict[str, Any]:
    """Return the statistics of slices as one, as a table stores them.

    Of the longest wins it is that in the first of the slices `numbers`.
    """
    rank = {number: -at for at, number in enumerate(numbers)}

    def longer(win: tuple[int, int]) -> tuple[int, int]:
        units, place = win
        return units, rank[place // layout.slice_size % layout.slices]

    # Like men count in every order: like pieces have a place for each, like pawns have not.
    orders = math.prod(math.factorial(pawns) for pawns in layout.pawns)
    twice = {side: np.sum([part.twice[side] for part in parts], axis=0) for side in SIDES}
    facts: dict[str, Any] = {"counts": {}, "longest": {}, "longest_fens": {}}
    if metric is Metric.DTZ:
        facts |= {"longest_cursed": {}, "longest_cursed_fens": {}}
    for name, side in (("white", True), ("black", False)):
        for kind in ("longest", "longest_cursed"):
            if kind in facts:
                found = [part.longest if kind == "longest" else part.cursed for part in parts]
                units, place = max((each[side] for each in found), key=longer)
                facts[kind][name] = units
                facts[f"{kind}_fens"][name] = layout.board(place).fen() if units else ""
        won, lost = orders * twice[side][1] // 2, orders * twice[not side][0] // 2
        legal = orders * sum(part.legal[side] for part in parts) // 2
        facts["counts"][name] = _counts(legal, won, lost, metric)
    facts["work"] = [sum(column) for column in zip(*(part.work for part in parts), strict=True)]
    return facts


def _counts(legal: int, won: Plies, lost: Plies, metric: Metric) -> SideCounts:
    """Return the counts of one side to move from its positions won and lost in n plies."""
    wins, losses = int(won.sum()), int(lost.sum())
    draws = legal - wins - losses
    if metric is Metric.DTM:
        plies = np.trim_zeros(won + lost, "b")  # wins are odd, losses even
        return SideCounts(wins, draws, losses, tuple(plies.tolist()))
    cursed, blessed = int(won[CURSED:].sum()), int(lost[CURSED:].sum())
    won_in, lost_in = (tuple(np.trim_zeros(each, "b").tolist()) for each in (won, lost))
    return SideCounts(wins - cursed, draws, losses - blessed, won_in, lost_in, cursed, blessed)
