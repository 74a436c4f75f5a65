"""Solve slices in memory: the sets S_n, 64 positions at a time.

For one winning side after the other: S_0 are the positions in which the loser is mated; the
winner's positions with a move into S_n are S_{n+1}; the loser's positions that have a move, and
none to a position not won within n + 1, are S_{n+2}. What captures, promotions and pawn moves lead
to is read from tables and slices that are done (see `externals`); the rest is in the kernels.
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
from millmate.kernels.chess_externals import improve_all
from millmate.kernels.chess_layers import (
    DENSE,
    FREE,
    LISTS,
    MOST_MOVES,
    MOVES,
    NOT_WON,
    OPEN,
    PUSHED,
    SETS,
    SETTLED,
    STATE,
    advance,
    count,
)
from millmate.kernels.chess_words import Words
from millmate.tablebase import estimates
from millmate.tablebase.externals import (
    PROMOTIONS,
    Departures,
    Externals,
    KeyCache,
    promoted_space,
    promotions,
)
from millmate.tablebase.first_sets import begin, ground_of, images_of
from millmate.tablebase.layout import Layout, Pawns, after_promotion
from millmate.tablebase.out_of_core import OutOfCoreSearch
from millmate.tablebase.spaces import Read, Space, Values, slice_space
from millmate.tablebase.store import SideCounts

# Called with the winner's colour, n and a number of positions found to be in S_n; may raise to
# stop. What is told of the same S_n adds up.
Found = Callable[[bool, int, int], None]

_KEYS = 64_000_000  # bytes of keys kept for the next slices
_SMALL = 4096  # words of slices too small to tell of each S_n
_TELL = 0.2  # seconds between two tellings of such
_PLIES = 2 * MOST_MOVES + 3
SIDES = (True, False)
Plies = NDArray[np.int64]  # numbers of positions by n
_SCANNED = 1 << 22  # places looked at together for the longest win


class TooLongError(MillMateError):
    """A mate takes more moves than a table can tell."""


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
        numbers: The slices; those that pawns' moves lead to are among them or can be read.
        read: Gives the values of finished tables, and of this one's slices solved before.
        found: Told of the sets S_n, in any thread.
        threads: How many share the work.
        workspace: A directory for what does not fit in memory, of six men without pawns: a
            search that was stopped goes on from what is there.

    Returns:
        The values, uint8[2 (White to move first), len(numbers), words, 64], a file if they are
        large, and what there is to know of them: `counts` and `longest` wins as in `TableInfo`,
        and `work`, the words that were passed over, pushed and settled.

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
    """Do what `solve` does for slices that fit in memory."""
    values = np.zeros((2, len(numbers), layout.words, 64), np.uint8)
    place = {number: at for at, number in enumerate(numbers)}
    solved: set[int] = set()

    def read_all(material: Material, number: int, turn: bool) -> Values:
        if material == layout.material and number in solved:
            slice_values: Values = values[0 if turn else 1, place[number]]
            return slice_values
        return read(material, number, turn)

    keys = KeyCache(read_all, _KEYS)
    report = _Report(found, every=_TELL if layout.words <= _SMALL else 0.0)
    promoted = _promoted_ahead(layout, numbers, read_all) if layout.pieces else {}

    def one(number: int) -> _Facts:
        space = slice_space(layout, number)
        pawns = promoted[number] if layout.pieces else promoted_keys(space, keys)
        inner = 1 if together or layout.words <= _SMALL else threads
        facts = _Slice(layout, number, space, report, inner).solve(
            keys, pawns, values[:, place[number]]
        )
        solved.add(number)
        return facts

    # Slices of a unit that are too large to be many do not need each other.
    together = layout.words > _SMALL and min(threads, len(numbers)) > 1
    order = sorted(numbers, key=lambda number: _turn(layout.placements[number]))
    with _mapping(threads if together else 1) as each:
        facts = dict(zip(order, each(one, order), strict=True))
    report.flush()
    return values, _together(layout, [facts[number] for number in numbers])


class _Report:
    """Tells of the sets S_n; of many small slices not one by one."""

    def __init__(self, found: Found, every: float) -> None:
        self._found = found
        self._every = every
        self._gathered: dict[bool, Plies] = {}
        self._told = time.monotonic()

    def tell(self, winner: bool, first: int, positions: Plies) -> None:
        """Tell how many positions more are in S_first and those after it."""
        if not self._every:
            for ply, number in enumerate(positions.tolist(), first):
                self._found(winner, ply, number)
            return
        gathered = self._gathered.setdefault(winner, np.zeros(_PLIES, np.int64))
        gathered[first : first + positions.size] += positions
        if time.monotonic() - self._told > self._every:
            self.flush()

    def flush(self) -> None:
        """Tell what has gathered."""
        self._told = time.monotonic()
        gathered, self._gathered = self._gathered, {}
        for winner, positions in sorted(gathered.items()):
            for ply in np.flatnonzero(positions).tolist():
                self._found(winner, ply, int(positions[ply]))


@dataclass(frozen=True, slots=True)
class _Facts:
    """What there is to know of a slice, by sides.

    `legal` and `twice`: twice the number of legal positions with a side to move, and of those in
    each S_n that it wins; `longest`: its longest win in moves, and a place of the flat table where
    it has one; `work`: words passed over, pushed and settled.
    """

    legal: dict[bool, int]
    twice: dict[bool, Plies]
    longest: dict[bool, tuple[int, int]]
    work: tuple[int, int, int]


class _Slice:
    """One slice being solved."""

    def __init__(
        self, layout: Layout, number: int, space: Space, report: _Report, threads: int
    ) -> None:
        self._layout = layout
        self._number = number
        self._space = space
        self._masks = space.masks()
        self._report = report
        self._threads = threads
        self._images = images_of(layout, number)

    def solve(self, keys: KeyCache, promoted: dict[int, Values], values: Values) -> _Facts:
        """Write the values, uint8[2, words, 64]; return what there is to know of them."""
        winners = [side for side in SIDES if self._space.can_win(side)]
        legal = self._masks.legal
        leaving = {
            side: Departures(self._space, side, legal[side], keys, promoted) for side in SIDES
        }
        with _mapping(self._threads) as each:
            out = dict(zip(SIDES, each(lambda side: leaving[side].externals(), SIDES), strict=True))
            leaving.clear()
            found = each(lambda winner: self._layers(winner, out, values), winners)
            layers = dict(zip(winners, found, strict=True))
        return self._facts(values, layers)

    def _layers(
        self, winner: bool, out: dict[bool, Externals], values: Values
    ) -> tuple[Plies, NDArray[np.int64]]:
        """Find the sets of one winning side; return twice their sizes, and the last `state`."""
        space, loser = self._space, not winner
        sets = self._first_sets(winner, out[loser].quiet)
        lists = np.empty((LISTS, space.words), np.int32)
        state, twice = np.zeros(STATE, np.int64), np.zeros(_PLIES, np.int64)
        ground = ground_of(space, self._images)
        most = 1 if space.words > _SMALL else MOST_MOVES + 1
        mine, other = (values[0], values[1]) if winner else (values[1], values[0])
        events = out[winner].wins, out[loser].losses
        done, told = False, 0
        while not done:
            done = advance(winner, sets, lists, state, ground, *events, mine, other, twice, most)
            plies = 2 * int(state[MOVES]) + 1
            self._report.tell(winner, told, twice[told:plies] // 2)
            told = plies
        return twice, state

    def _first_sets(self, winner: bool, quiet: Words) -> NDArray[np.uint64]:
        """Return the sets that the search begins with; `quiet`: the loser's moves stay inside."""
        sets = np.empty((SETS, self._space.words), np.uint64)
        sets[FREE], sets[NOT_WON] = self._masks.free, self._masks.legal[winner]
        sets[OPEN] = quiet
        begin(self._space, winner, sets)
        return sets

    def _facts(self, values: Values, layers: dict[bool, tuple[Plies, NDArray[np.int64]]]) -> _Facts:
        space = self._space
        nothing = np.zeros(_PLIES, np.int64)
        twice = {side: layers[side][0] if side in layers else nothing for side in SIDES}
        work = sum((state for _, state in layers.values()), np.zeros(STATE, np.int64))
        return _Facts(
            {
                side: count(legal, len(space.pieces), space.kings, self._images)
                for side, legal in self._masks.legal.items()
            },
            twice,
            {
                side: _longest(self._layout, self._number, side, twice[side], values)
                for side in SIDES
            },
            (int(work[DENSE]) * space.words, int(work[PUSHED]), int(work[SETTLED])),
        )


@contextmanager
def _mapping(threads: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """Give a `map` that uses so many threads."""
    if threads == 1:
        yield map
        return
    with ThreadPoolExecutor(threads, "solve") as pool:
        yield pool.map


def _solve_large(
    layout: Layout, number: int, read: Read, found: Found, workspace: Path
) -> tuple[Values, dict[str, Any]]:
    """Do what `solve` does for one slice that does not fit in memory."""
    space = slice_space(layout, number)
    ground = ground_of(space, images_of(layout, number))
    search = OutOfCoreSearch(space, ground, KeyCache(read, _KEYS), found, workspace)
    values = search.run([side for side in SIDES if space.can_win(side)])
    progress = search.progress
    nothing = [0] * _PLIES
    twice = {side: np.array(progress.twice.get(str(side), nothing), np.int64) for side in SIDES}
    work = np.sum([np.array(state) for state in progress.state.values()], axis=0)
    facts = _Facts(
        {side: progress.legal[str(side)] for side in SIDES},
        twice,
        {side: _longest(layout, number, side, twice[side], values[:, 0]) for side in SIDES},
        (int(work[DENSE]) * space.words, int(work[PUSHED]), int(work[SETTLED])),
    )
    return values, _together(layout, [facts])


def _longest(
    layout: Layout, number: int, side: bool, twice: Plies, values: Values
) -> tuple[int, int]:
    """Return the longest win in moves with the winner to move, and a place that has it."""
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


def _turn(pawns: Pawns) -> tuple[int, Pawns]:
    """Return what slices are sorted by: the more advanced ones first, then by what they read."""
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


def promoted_keys(space: Space, keys: KeyCache) -> dict[int, Values]:
    """Return the keys after the best promotion straight ahead of each pawn."""
    return {
        square: promotions(space, white, square, target, space.pieces, keys)
        for square, white, target in _about_to_promote(space)
    }


def _promoted_ahead(
    layout: Layout, numbers: Sequence[int], read: Read
) -> dict[int, dict[int, Values]]:
    """Return what `promoted_keys` does for several slices, reading each large table once."""
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


def _together(layout: Layout, parts: Sequence[_Facts]) -> dict[str, Any]:
    """Return the facts of several slices as one, as a table keeps them."""
    # Like men count in every order: pieces stand in the table so, pawns do not.
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
