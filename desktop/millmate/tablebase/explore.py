"""The sets S_n of a table: how many positions they hold, and which.

S_n are the positions decided in exactly n plies: in S_0 the side to move is mated, in S_n with odd
n it mates in (n + 1) / 2 moves, with even n it is mated in n / 2. How many there are is written in
a table's metadata; which ones is read out of its values, a chunk at a time, in the order of places.
A position and its images under the board's symmetry are one position here, and so are the ways to
number like pieces.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import ON_DIAGONAL
from millmate.tablebase.layout import LOST, Layout, mirrored
from millmate.tablebase.store import Table, TableInfo
from millmate.words import plural

PAGE = 200  # positions that are looked up at once

_REPORT = 32  # chunks between two reports of progress
_SIDES = {True: "white", False: "black"}

# Called with the share that is done, 0 to 1.
Progress = Callable[[float], object]


@dataclass(frozen=True, slots=True)
class DistanceSet:
    """The positions of a table with one side to move (`turn`) that are decided in `plies` plies.

    `count` is the number in the table's metadata, which counts like pieces in every order.
    """

    plies: int
    turn: bool
    count: int

    @property
    def moves(self) -> int:
        """The distance in moves of the winning side."""
        return (self.plies + 1) // 2

    @property
    def winner(self) -> bool:
        """The side that wins."""
        return self.turn if self.plies % 2 else not self.turn

    @property
    def code(self) -> int:
        """The byte that stands in a table for it."""
        return self.moves if self.plies % 2 else LOST + self.moves

    def __str__(self) -> str:
        """The set in words: `White to move mates in 33 moves (65 plies)`."""
        side = _SIDES[self.turn].capitalize()
        if not self.plies:
            return f"{side} is checkmated"
        does = "mates" if self.plies % 2 else "is mated"
        distance = f"{plural(self.moves, 'move')} ({plural(self.plies, 'ply')})"
        return f"{side} to move {does} in {distance}"


@dataclass(frozen=True, slots=True)
class Page:
    """Some positions of a set as FEN, in order; `following` is where to go on, None at the end."""

    fens: tuple[str, ...]
    following: int | None


def distance_set(info: TableInfo, plies: int, turn: bool) -> DistanceSet:
    """Return the set of `plies` with `turn` to move; its count may be 0."""
    counted = info.counts[_SIDES[turn]].plies
    return DistanceSet(plies, turn, counted[plies] if plies < len(counted) else 0)


def distance_sets(info: TableInfo) -> list[DistanceSet]:
    """Return every set that is not empty, short distances first, White to move before Black."""
    most = max(len(counted.plies) for counted in info.counts.values())
    sets = (distance_set(info, plies, turn) for plies in range(most) for turn in (True, False))
    return [found for found in sets if found.count]


def longest(info: TableInfo, winner: bool) -> DistanceSet | None:
    """Return the set of the longest wins of a side, that side to move; None if it never wins."""
    moves = info.longest[_SIDES[winner]]
    return distance_set(info, 2 * moves - 1, winner) if moves else None


def counts_orders(info: TableInfo) -> bool:
    """Tell whether a table has like pieces: then its counts are greater than its sets."""
    return any(len(set(side)) < len(side) for side in info.material.split("v"))


class Explorer:
    """Finds the positions of a table's sets; not for several threads at once.

    It holds one chunk of the table at a time, and remembers how many places of each chunk belong
    to the sets that were asked for, so that what is empty is passed over the second time.
    """

    def __init__(self, table: Table) -> None:
        """Explore `table`."""
        self.table = table
        self._layout = table.layout
        self._side = self._layout.size // 2  # places with one side to move
        self._reached: int | None = None  # where the last search goes on
        self._held: dict[tuple[bool, int], NDArray[np.int64]] = {}

    def positions(
        self, chosen: DistanceSet, start: int = 0, stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[chess.Board]:
        """Yield the positions of a set, from the place `start` on, until `stopped`.

        Raises:
            TableError: The table is damaged.
        """
        for places in self._places(chosen, start, lambda share: None, stopped):
            for place in places.tolist():
                yield self._board(chosen, place)

    def page(
        self,
        chosen: DistanceSet,
        start: int = 0,
        limit: int = PAGE,
        progress: Progress = lambda share: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Page:
        """Return up to `limit` positions of a set, from the place `start` on.

        Once `stopped`, what was found by then; `following` of the page leads on.

        Raises:
            TableError: The table is damaged.
        """
        found: list[int] = []
        for places in self._places(chosen, start, progress, stopped):
            found += places[: limit + 1 - len(found)].tolist()
            if len(found) > limit:
                break
        fens = tuple(self._board(chosen, place).fen() for place in found[:limit])
        if len(found) > limit:
            return Page(fens, found[limit])
        return Page(fens, self._reached)

    def draw(
        self,
        chosen: DistanceSet,
        rng: random.Random,
        progress: Progress = lambda share: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> chess.Board | None:
        """Return a position of a set, each equally likely; None if there is none, or once stopped.

        The same `rng` draws the same position from the same table everywhere.

        Raises:
            TableError: The table is damaged.
        """
        held = self._count_all(chosen, progress, stopped)
        if held is None or not held.any():
            return None
        ends = np.cumsum(held)
        while not stopped():
            at = rng.randrange(int(ends[-1]))
            number = int(np.searchsorted(ends, at, "right"))
            places = self._found(chosen, number)
            place = places[at - int(ends[number] - held[number])]
            # Of the places of one position only the first counts, or it would come up more often.
            if is_first(self._layout, np.array([place]))[0]:
                return self._board(chosen, int(place))
        return None

    def _count_all(
        self, chosen: DistanceSet, progress: Progress, stopped: Callable[[], bool]
    ) -> NDArray[np.int64] | None:
        """Return how many places of each chunk belong to a set, None if that was stopped."""
        held = self._known(chosen)
        for number in np.flatnonzero(held < 0).tolist():
            if stopped():
                return None
            if number % _REPORT == 0:
                progress(number / held.size)
            self._found(chosen, number)
        return held

    def _places(
        self, chosen: DistanceSet, start: int, progress: Progress, stopped: Callable[[], bool]
    ) -> Iterator[NDArray[np.int64]]:
        """Yield the places of a set's positions, each position once, a chunk's at a time."""
        held = self._known(chosen)
        for number in range(start // self._layout.chunk_size, held.size):
            self._reached = max(start, number * self._layout.chunk_size)
            if stopped():
                return
            if number % _REPORT == 0:
                progress(number / held.size)
            if held[number]:
                places = self._found(chosen, number)
                places = places[places >= start]
                yield places[is_first(self._layout, places)]
        self._reached = None

    def _found(self, chosen: DistanceSet, number: int) -> NDArray[np.int64]:
        """Return the places of a chunk that belong to a set, counted with one side to move."""
        layout = self._layout
        chunk = self.table.chunk(number + (0 if chosen.turn else layout.side_chunks))
        offsets = np.flatnonzero(np.frombuffer(chunk, np.uint8) == chosen.code)
        self._known(chosen)[number] = offsets.size
        return offsets + number * layout.chunk_size

    def _known(self, chosen: DistanceSet) -> NDArray[np.int64]:
        """Return how many places of each chunk belong to a set, -1 where nobody has looked."""
        key = chosen.turn, chosen.code
        if key not in self._held:
            known = np.full(self._layout.side_chunks, -1 if chosen.count else 0, np.int64)
            self._held[key] = known
        return self._held[key]

    def _board(self, chosen: DistanceSet, place: int) -> chess.Board:
        return self._layout.board(place + (0 if chosen.turn else self._side))


def is_first(layout: Layout, places: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell of each place, counted with one side to move, whether it is its position's first one.

    The others are: other orders of like pieces, and the mirror image where White's king is on the
    long diagonal or the pawns mirror each other.
    """
    squares, slices = _squares(layout, places)
    images = _sorted(layout, _TRANSFORMS[int(any(layout.pawns))][squares])
    twice = _mirrored_slices(layout)[slices] if any(layout.pawns) else ON_DIAGONAL[squares[0]]
    first = ~twice | (_number(squares) <= _number(images))
    for piece in layout.like:
        first &= squares[1 + piece] < squares[2 + piece]
    return first


def _squares(
    layout: Layout, places: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return `squares[man, place]`, the index king first and the word king last, and the slices."""
    squares = np.empty((layout.pieces + 2, places.size), np.int64)
    for man in range(layout.pieces + 1, 0, -1):
        squares[man] = places & 63
        places = places >> 6
    slices, kings = np.divmod(places, len(layout.kings))
    squares[0] = np.array(layout.kings)[kings]
    return squares, slices


def _sorted(layout: Layout, squares: NDArray[np.int64]) -> NDArray[np.int64]:
    """Bring the squares of like pieces, in `squares[man, place]`, into ascending order."""
    for first, last in _runs(layout.like):
        squares[1 + first : 2 + last] = np.sort(squares[1 + first : 2 + last], axis=0)
    return squares


def _runs(like: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the first and the last of every run of like pieces (see `Layout.like`)."""
    runs: list[tuple[int, int]] = []
    for piece in like:
        if runs and runs[-1][1] == piece:
            runs[-1] = runs[-1][0], piece + 1
        else:
            runs.append((piece, piece + 1))
    return runs


def _number(squares: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return `squares[man, place]` as one number a place, in the order of places."""
    number = np.zeros(squares.shape[1], np.int64)
    for row in squares:
        number = number << 6 | row
    return number


@cache
def _mirrored_slices(layout: Layout) -> NDArray[np.bool_]:
    """Tell of each slice whether its pawns mirror each other."""
    return np.array([pawns == mirrored(pawns) for pawns in layout.placements], np.bool_)


_ALL = np.arange(64)
# What becomes of a square without pawns, across the long diagonal, and with pawns, left to right.
_TRANSFORMS = np.array([_ALL >> 3 | (_ALL & 7) << 3, _ALL ^ 7])
