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
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels.chess_bitboards import Bitboards
from millmate.kernels.chess_conversions import improve_all
from millmate.kernels.chess_events import MOST_MOVES
from millmate.kernels.chess_layers import (
    CHECKED,
    DENSE,
    FREE,
    LISTS,
    MOVES,
    NOT_WON,
    OPEN,
    SETS,
    SPARSE,
    STATE,
    Search,
    advance,
    count,
)
from millmate.tablebase import estimates
from millmate.tablebase.conversions import (
    PROMOTIONS,
    ConversionEvents,
    Conversions,
    promoted_space,
    promotions,
)
from millmate.tablebase.layout import Layout, Pawns, after_promotion
from millmate.tablebase.out_of_core import OutOfCoreSearch
from millmate.tablebase.spaces import (
    Keys,
    Read,
    Space,
    Values,
    cached_keys,
    images_of,
    initialize,
    slice_space,
)
from millmate.tablebase.store import SideCounts

# Called with the winner's colour, n and a number of positions found in S_n; may raise to stop. The
# numbers of several calls for the same S_n add up.
Found = Callable[[bool, int, int], None]

_KEYS = 64_000_000  # bytes of keys kept for the next slices
_SMALL = 4096  # words of slices too small to report each S_n
_REPORT = 0.2  # seconds between two reports of such slices
_PLIES = 2 * MOST_MOVES + 3
SIDES = (True, False)
Plies = NDArray[np.int64]  # numbers of positions by n
_SCANNED = 1 << 22  # places searched together for the longest win


class TooLongError(MillMateError):
    """A mate takes more moves than a table can hold."""


def solve(
    layout: Layout,
    numbers: Sequence[int],
    read: Read,
    found: Found = lambda winner, ply, positions: None,
    threads: int = 1,
    workspace: Path | None = None,
) -> tuple[Values, dict[str, Any]]:
    """Find the values of slices of a table, the more advanced ones first.

    Args:
        layout: The table's.
        numbers: The slices; those that pawn moves lead to are among them or can be read.
        read: Returns the values of finished tables, and of this table's finished slices.
        found: Called with the sizes of the layers S_n, in any thread.
        threads: The number of threads that share the work.
        workspace: A directory for six men without pawns, which do not fit in memory: a search
            that was stopped resumes from what is there.

    Returns:
        The values, uint8[2 (White to move first), len(numbers), words, 64], in a file if they are
        large, and facts about them: `counts` and `longest` wins as in `TableInfo`, and `work`, the
        numbers of words in dense passes, taken back one by one, and checked for escapes.

    Raises:
        TooLongError: There is a mate in more than 127 moves.
    """
    try:
        if estimates.large(layout.material):
            assert workspace is not None
            return _solve_large(layout, numbers[0], read, found, workspace)
        return _solve(layout, numbers, read, found, threads)
    except OverflowError:
        raise TooLongError(
            f"{layout.material} has mates in more than {MOST_MOVES} moves, which one byte a "
            "position does not tell: there is no table of it yet"
        ) from None


def _solve(
    layout: Layout, numbers: Sequence[int], read: Read, found: Found, threads: int
) -> tuple[Values, dict[str, Any]]:
    """Solve slices that fit in memory, as `solve` does."""
    values = np.zeros((2, len(numbers), layout.words, 64), np.uint8)
    place = {number: at for at, number in enumerate(numbers)}
    solved: set[int] = set()

    def read_all(material: Material, number: int, turn: bool) -> Values:
        if material == layout.material and number in solved:
            slice_values: Values = values[0 if turn else 1, place[number]]
            return slice_values
        return read(material, number, turn)

    keys = cached_keys(read_all, _KEYS)
    report = _Reporter(found, every=_REPORT if layout.words <= _SMALL else 0.0)
    promoted = _promoted_ahead(layout, numbers, read_all) if layout.pieces else {}

    def one(number: int) -> _Statistics:
        space = slice_space(layout, number)
        pawns = promoted[number] if layout.pieces else promoted_keys(space, keys)
        inner = 1 if together or layout.words <= _SMALL else threads
        facts = _Slice(layout, number, space, report, inner).solve(
            keys, pawns, values[:, place[number]]
        )
        solved.add(number)
        return facts

    # The slices of a job do not need each other if they are large.
    together = layout.words > _SMALL and min(threads, len(numbers)) > 1
    order = sorted(numbers, key=lambda number: _solving_order(layout.placements[number]))
    with _parallel_map(threads if together else 1) as each:
        facts = dict(zip(order, each(one, order), strict=True))
    report.flush()
    return values, _merged(layout, [facts[number] for number in numbers])


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
        gathered = self._gathered.setdefault(winner, np.zeros(_PLIES, np.int64))
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
    """Statistics of a slice, by side.

    `legal` and `twice`: twice the number of legal positions with a side to move, and of those in
    each S_n that it wins; `longest`: its longest win in moves, and a place of the flat table with
    such a win; `work`: see `solve`.
    """

    legal: dict[bool, int]
    twice: dict[bool, Plies]
    longest: dict[bool, tuple[int, int]]
    work: tuple[int, int, int]


class _Slice:
    """One slice being solved."""

    def __init__(
        self, layout: Layout, number: int, space: Space, report: _Reporter, threads: int
    ) -> None:
        self._layout = layout
        self._number = number
        self._space = space
        self._masks = space.masks()
        self._report = report
        self._threads = threads
        self._geometry = space.geometry(images_of(layout, number))

    def solve(self, keys: Keys, promoted: dict[int, Values], values: Values) -> _Statistics:
        """Write the values, uint8[2, words, 64]; return their statistics."""
        winners = [side for side in SIDES if self._space.can_win(side)]
        legal = self._masks.legal
        conversions = {
            side: Conversions(self._space, side, legal[side], keys, promoted) for side in SIDES
        }
        with _parallel_map(self._threads) as each:
            out = dict(
                zip(SIDES, each(lambda side: conversions[side].events(), SIDES), strict=True)
            )
            conversions.clear()
            found = each(lambda winner: self._find_layers(winner, out, values), winners)
            layers = dict(zip(winners, found, strict=True))
        places = {side: count(mask, self._geometry) for side, mask in legal.items()}
        return _statistics(self._layout, self._number, places, layers, values)

    def _find_layers(
        self, winner: bool, out: dict[bool, ConversionEvents], values: Values
    ) -> tuple[Plies, NDArray[np.int64]]:
        """Find the layers of one winner; return twice their sizes, and the final `state`."""
        space, loser = self._space, not winner
        sets = self._initial_sets(winner, out[loser].quiet)
        lists = np.empty((LISTS, space.words), np.int32)
        state, twice = np.zeros(STATE, np.int64), np.zeros(_PLIES, np.int64)
        search = Search(winner, sets, lists, state, self._geometry)
        most = 1 if space.words > _SMALL else MOST_MOVES + 1
        mine, other = (values[0], values[1]) if winner else (values[1], values[0])
        events = out[winner].wins, out[loser].losses
        done, reported = False, 0
        while not done:
            done = advance(search, *events, mine, other, twice, most)
            plies = 2 * int(state[MOVES]) + 1
            self._report.add(winner, reported, twice[reported:plies] // 2)
            reported = plies
        return twice, state

    def _initial_sets(self, winner: bool, quiet: Bitboards) -> NDArray[np.uint64]:
        """Return the sets that the search starts from; `quiet` are the loser's quiet positions."""
        sets = np.empty((SETS, self._space.words), np.uint64)
        sets[FREE], sets[NOT_WON] = self._masks.free, self._masks.legal[winner]
        sets[OPEN] = quiet
        initialize(self._geometry, winner, sets)
        return sets


def _statistics(
    layout: Layout,
    number: int,
    legal: dict[bool, int],
    found: dict[bool, tuple[Plies, NDArray[np.int64]]],
    values: Values,
) -> _Statistics:
    """Return the statistics of a slice from the layers of the sides that can win in it.

    `found` holds twice their sizes, and the search's final `state`; `values` are the slice's.
    """
    twice = {side: np.zeros(_PLIES, np.int64) for side in SIDES}
    twice |= {side: sizes for side, (sizes, _) in found.items()}
    work = sum((state for _, state in found.values()), np.zeros(STATE, np.int64))
    longest = {side: _longest(layout, number, side, twice[side], values) for side in SIDES}
    dense = int(work[DENSE]) * layout.words
    return _Statistics(legal, twice, longest, (dense, int(work[SPARSE]), int(work[CHECKED])))


@contextmanager
def _parallel_map(threads: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """Provide a `map` that uses so many threads."""
    if threads == 1:
        yield map
        return
    with ThreadPoolExecutor(threads, "solve") as pool:
        yield pool.map


def _solve_large(
    layout: Layout, number: int, read: Read, found: Found, workspace: Path
) -> tuple[Values, dict[str, Any]]:
    """Solve one slice that does not fit in memory, as `solve` does."""
    space = slice_space(layout, number)
    geometry = space.geometry(images_of(layout, number))
    search = OutOfCoreSearch(space, geometry, cached_keys(read, _KEYS), found, workspace)
    values = search.run([side for side in SIDES if space.can_win(side)])
    progress = search.progress
    found_layers = {
        side == str(True): (np.array(progress.twice[side], np.int64), np.array(state))
        for side, state in progress.state.items()
    }
    legal = {side: progress.legal[str(side)] for side in SIDES}
    facts = _statistics(layout, number, legal, found_layers, values[:, 0])
    return values, _merged(layout, [facts])


def _longest(
    layout: Layout, number: int, side: bool, twice: Plies, values: Values
) -> tuple[int, int]:
    """Return the longest win in moves, the winner to move, and a place with such a win."""
    wins = np.flatnonzero(twice[1::2])
    if not wins.size:
        return 0, 0
    moves = int(wins[-1]) + 1
    flat = values[0 if side else 1].reshape(-1)
    at = 0
    for start in range(0, flat.size, _SCANNED):
        hits = flat[start : start + _SCANNED] == moves
        if hits.any():
            at = start + int(hits.argmax())
            break
    slices = number if side else layout.slices + number
    return moves, slices * flat.size + at


def _solving_order(pawns: Pawns) -> tuple[int, Pawns]:
    """Return a sort key: the more advanced slices first, then those that read the same tables."""
    white, black = pawns
    advancement = sum(square >> 3 for square in white) - sum(square >> 3 for square in black)
    return -advancement, after_promotion(pawns)


def _about_to_promote(space: Space) -> Iterator[tuple[int, bool, int]]:
    """Yield the pawns that can promote straight ahead: square, colour, target."""
    taken = {square for _, square in space.fixed}
    for (_, white), square in space.fixed:
        target = square + (8 if white else -8)
        if not 8 <= target < 56 and target not in taken:
            yield square, white, target


def promoted_keys(space: Space, keys: Keys) -> dict[int, Values]:
    """Return the keys after the best promotion straight ahead of each pawn."""
    return {
        square: promotions(space, white, square, target, space.pieces, keys)
        for square, white, target in _about_to_promote(space)
    }


def _promoted_ahead(
    layout: Layout, numbers: Sequence[int], read: Read
) -> dict[int, dict[int, Values]]:
    """Return `promoted_keys` of several slices, reading each large table once."""
    result: dict[int, dict[int, Values]] = {number: {} for number in numbers}
    last: dict[tuple[Material, int, bool], Values] = {}

    def read_once(material: Material, number: int, turn: bool) -> Values:
        if (material, number, turn) not in last:
            last.clear()
            last[material, number, turn] = read(material, number, turn)
        return last[material, number, turn]

    for kind in PROMOTIONS:
        for number in numbers:
            space = slice_space(layout, number)
            for square, white, target in _about_to_promote(space):
                after = promoted_space(space, white, square, target, kind, space.pieces)
                found = after.keys(not white, read_once)
                if square in result[number]:
                    improve_all(result[number][square], found)
                else:
                    result[number][square] = found
    return result


def _merged(layout: Layout, parts: Sequence[_Statistics]) -> dict[str, Any]:
    """Return the statistics of several slices as one, as a table stores them."""
    # Like men count in every order: like pieces have a place for each, like pawns have not.
    orders = math.prod(math.factorial(pawns) for pawns in layout.pawns)
    twice = {side: np.sum([part.twice[side] for part in parts], axis=0) for side in SIDES}
    longest, fens, counts = {}, {}, {}
    for name, side in (("white", True), ("black", False)):
        longest[name], place = max((part.longest[side] for part in parts), key=itemgetter(0))
        fens[name] = layout.board(place).fen() if longest[name] else ""
        plies = orders * np.where(np.arange(_PLIES) % 2, twice[side], twice[not side]) // 2
        legal = orders * sum(part.legal[side] for part in parts) // 2
        wins, losses = int(plies[1::2].sum()), int(plies[::2].sum())
        counts[name] = SideCounts(
            wins, legal - wins - losses, losses, tuple(np.trim_zeros(plies, "b").tolist())
        )
    return {
        "counts": counts,
        "longest": longest,
        "longest_fens": fens,
        "work": [sum(column) for column in zip(*(part.work for part in parts), strict=True)],
    }
