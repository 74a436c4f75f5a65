"""The order of positions in Syzygy files.

The men of a file are a sequence of groups, each a part of a position's number. Without pawns the
leading group is two kings or three men that are the only ones of their kind and colour: the first
of them stands in the a1-d1-d4 triangle, and the first one off the long diagonal below it. With
pawns those of one side lead, the outermost of them on the files a to d, each of which has numbers
of its own; the other side's pawns follow. All other groups are like men, a combination of the
squares that are free. The leading group varies slowest, then the other side's pawns, then the last
group.

Source: the format of R. de Man's tables, as `chess.syzygy` reads it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import chess
import chess.syzygy
import numpy as np

from millmate.kernels.jit import Bytes2D
from millmate.tablebase.layout import Layout
from millmate.tablebase.spaces import Man

Squares = tuple[int, ...]

WHITE_KING, BLACK_KING = (chess.KING, True), (chess.KING, False)

_KINGS = 462
_THREE_MEN = 31_332
_PAWN_SQUARES = range(8, 56)


@dataclass(frozen=True, slots=True)
class Order:
    """The men of a file in their order: `leading`, the other side's `pawns`, and the `groups`."""

    leading: tuple[Man, ...]
    pawns: tuple[Man, ...]
    groups: tuple[tuple[Man, ...], ...]

    @property
    def fixed(self) -> tuple[Man, ...]:
        """The men of a placement."""
        return self.leading + self.pawns

    @property
    def movable(self) -> tuple[Man, ...]:
        """The men of the groups."""
        return tuple(man for group in self.groups for man in group)

    @property
    def men(self) -> tuple[Man, ...]:
        return self.fixed + self.movable

    @property
    def has_pawns(self) -> bool:
        return self.leading[0][0] == chess.PAWN

    @property
    def parts(self) -> range:
        """The parts that a file has: the files a to d of the leading pawn, or one."""
        return range(4 if self.has_pawns else 1)

    def placements(self, part: int = 0) -> list[Squares]:
        """Return the squares of the fixed men in a part, in their order."""
        if not self.has_pawns:
            return _kings() if len(self.leading) == 2 else _three_men()
        leads = _leading_pawns(len(self.leading), part)
        if not self.pawns:
            return leads
        return [lead + others for lead in leads for others in _other_pawns(lead, len(self.pawns))]

    def ranks(self) -> Bytes2D:
        """Return all placements of the movable men: uint8[men, placements].

        A square is told by its rank among those that the fixed men leave free.
        """
        return _ranks(64 - len(self.fixed), tuple(len(group) for group in self.groups))

    def places(self) -> list[int]:
        """Return what a file says of the order of the parts: where leading men and pawns are."""
        number = len(self.groups)
        return [number + 1, number] if self.pawns else [number]


def order_of(layout: Layout) -> Order:
    """Return the order of a layout."""
    pieces = list(zip(layout.kinds, layout.white, strict=True))
    groups = [(man,) * pieces.count(man) for man in dict.fromkeys(pieces)]
    white = ((chess.PAWN, True),) * layout.pawns[0]
    black = ((chess.PAWN, False),) * layout.pawns[1]
    if white or black:
        white_leads = bool(white) and (not black or len(white) <= len(black))
        leading, others = (white, black) if white_leads else (black, white)
        return Order(leading, others, ((WHITE_KING,), (BLACK_KING,), *groups))
    single = next((group for group in groups if len(group) == 1), ())
    if single:
        groups.remove(single)
    return Order((WHITE_KING, BLACK_KING, *single), (), tuple(groups))


# Leading men --------------------------------------------------------------------------------------


@cache
def _kings() -> list[Squares]:
    found: dict[int, Squares] = {}
    for first, squares in enumerate(chess.syzygy.KK_IDX):
        white = chess.syzygy.TRIANGLE.index(first)
        for black, at in enumerate(squares):
            if at >= 0:
                found.setdefault(at, _normal((white, black)))
    assert sorted(found) == list(range(_KINGS))
    return [found[at] for at in range(_KINGS)]


@cache
def _three_men() -> list[Squares]:
    found = dict[int, Squares]()
    for first in (s for s in range(32) if s & 7 < 4 and not _above(s)):
        for second, third in product(range(64), repeat=2):
            squares = first, second, third
            if len({*squares}) == 3 and squares == _normal(squares):
                found[_number(*squares)] = squares
    assert sorted(found) == list(range(_THREE_MEN))
    return [found[at] for at in range(_THREE_MEN)]


def _number(first: int, second: int, third: int) -> int:
    """Return the number of a placement of three men."""
    triangle, diagonal, lower = chess.syzygy.TRIANGLE, chess.syzygy.DIAG, chess.syzygy.LOWER
    after_second = second > first
    after_third = (third > first) + (third > second)
    if chess.syzygy.offdiag(first):
        return (triangle[first] * 63 + second - after_second) * 62 + third - after_third
    at = 6 * 63 * 62
    if chess.syzygy.offdiag(second):
        return at + (diagonal[first] * 28 + lower[second]) * 62 + third - after_third
    at += 4 * 28 * 62
    if chess.syzygy.offdiag(third):
        return at + (diagonal[first] * 7 + diagonal[second] - after_second) * 28 + lower[third]
    at += 4 * 7 * 28
    return (
        at
        + (diagonal[first] * 7 + diagonal[second] - after_second) * 6
        + (diagonal[third] - after_third)
    )


def _normal(squares: Squares) -> Squares:
    """Return the image with the first man off the diagonal below it."""
    off = next((square for square in squares if chess.syzygy.offdiag(square)), None)
    if off is None or not _above(off):
        return squares
    return tuple(chess.syzygy.flipdiag(square) for square in squares)


def _above(square: int) -> bool:
    return square >> 3 > square & 7


@cache
def _leading_pawns(number: int, file: int) -> list[Squares]:
    """Return the placements of the leading pawns, the first of them on a file from 0 (a) to 3.

    It is further out, or on the same files further back, than all others.
    """
    square_of = {at: square for square, at in enumerate(chess.syzygy.PTWIST) if 8 <= square < 56}
    found = []
    for first in (rank * 8 + file for rank in range(1, 7)):
        inner = range(chess.syzygy.PTWIST[first])
        for others in _ascending(combinations(inner, number - 1)):
            found.append((first, *(square_of[at] for at in others)))
    return found


@cache
def _other_pawns(leading: Squares, number: int) -> list[Squares]:
    free = [square for square in _PAWN_SQUARES if square not in leading]
    return _ascending(combinations(free, number))


def _ascending(placements: Iterable[Squares]) -> list[Squares]:
    """Return combinations in the order of their greatest element, then of the next one."""
    return sorted(placements, key=lambda squares: squares[::-1])


# Groups -------------------------------------------------------------------------------------------


@cache
def _ranks(free: int, sizes: tuple[int, ...]) -> Bytes2D:
    if not sizes:
        return np.zeros((0, 1), np.uint8)
    size, rest = sizes[0], sizes[1:]
    own = np.array(_ascending(combinations(range(free), size)), np.uint8).T
    others = _ranks(free - size, rest)
    found = np.empty((size + len(others), own.shape[1] * others.shape[1]), np.uint8)
    found[:size] = np.tile(own, others.shape[1])
    for row, other in zip(found[size:], others, strict=True):
        row[:] = np.repeat(other, own.shape[1])
        for column in found[:size]:  # ascending: each taken square moves what is not below it
            row += row >= column
    return found
