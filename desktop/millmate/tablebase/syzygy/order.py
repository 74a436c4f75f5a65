"""The order of positions in Syzygy files.

The men of a file are a sequence of groups, each a part of a position's number. Without pawns the
leading group is two kings or three men that are the only ones of their kind and colour: the first
of them is in the a1-d1-d4 triangle, and the first one off the long diagonal is below it. With
pawns those of one side lead, the outermost of them on the files a to d, each of which has its own
numbers; the other side's pawns follow. All other groups are like men, a combination of the
squares that are free. Groups vary faster than the next one; where among them the leading group is,
in front of the other side's pawns, is up to each file.

Source: the format of R. de Man's tables, as `chess.syzygy` reads it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

import chess
import chess.syzygy
import numpy as np

from millmate.kernels.declare import Bytes2D
from millmate.tablebase.layout import Layout
from millmate.tablebase.spaces import Man

Squares = tuple[int, ...]

WHITE_KING, BLACK_KING = (chess.KING, True), (chess.KING, False)

_PAWN_SQUARES = range(8, 56)


@dataclass(frozen=True, slots=True)
class Order:
    """The men of a file in their order: `leading`, the other side's `pawns`, and the `groups`.

    `faster` is the number of groups that vary faster than the leading men and the pawns.
    """

    leading: tuple[Man, ...]
    pawns: tuple[Man, ...]
    groups: tuple[tuple[Man, ...], ...]
    faster: int

    @property
    def fixed(self) -> tuple[Man, ...]:
        """The men of a placement."""
        return self.leading + self.pawns

    @property
    def men(self) -> tuple[Man, ...]:
        return self.fixed + tuple(man for group in self.groups for man in group)

    @property
    def has_pawns(self) -> bool:
        return self.leading[0][0] == chess.PAWN

    def placements(self, part: int = 0) -> Bytes2D:
        """Return the squares of the fixed men in a part: uint8[placements, men]."""
        return np.array(_placements(self.leading, len(self.pawns), part), np.uint8)

    def ranks(self) -> Bytes2D:
        """Return all placements of the movable men: uint8[men, placements].

        Squares are numbered by their rank among those that the fixed men leave free.
        """
        return _ranks(64 - len(self.fixed), tuple(len(group) for group in self.groups))

    @property
    def together(self) -> int:
        """The placements of those groups that vary faster than the fixed men."""
        faster = tuple(len(group) for group in self.groups[: self.faster])
        return int(_ranks(64 - len(self.fixed), faster).shape[1])

    def places(self) -> list[int]:
        """Return the order of the groups as a file has it: places of leading men and pawns."""
        return [self.faster + 1, self.faster] if self.pawns else [self.faster]


def parts_of(layout: Layout) -> range:
    """Return the parts that a file has: the files a to d of the leading pawn, or one."""
    return range(4 if any(layout.pawns) else 1)


def orders_of(layout: Layout) -> list[Order]:
    """Return all orders that are tried for a layout."""
    pieces = list(zip(layout.kinds, layout.white, strict=True))
    groups = [(man,) * pieces.count(man) for man in dict.fromkeys(pieces)]
    groups = [(WHITE_KING,), (BLACK_KING,), *groups]
    fixed: list[tuple[tuple[Man, ...], tuple[Man, ...]]]
    if any(layout.pawns):
        fixed = [_pawns(layout)]
    else:
        singles = [group[0] for group in groups if len(group) == 1]
        fixed = [(men, ()) for men in permutations(singles, min(3, len(singles)))]
    return [
        Order(leading, others, order, faster)
        for leading, others in fixed
        for order in permutations([group for group in groups if group[0] not in leading])
        for faster in range(len(order) + 1)
    ]


def _pawns(layout: Layout) -> tuple[tuple[Man, ...], tuple[Man, ...]]:
    """Return the leading pawns and the other side's: the fewer lead, White's if equal."""
    sides = zip(chess.COLORS, layout.pawns, strict=True)
    white, black = (((chess.PAWN, colour),) * number for colour, number in sides)
    return min((white, black), (black, white), key=lambda pawns: len(pawns[0]) or 64)


# Leading men --------------------------------------------------------------------------------------


def _placements(leading: tuple[Man, ...], pawns: int, part: int) -> list[Squares]:
    if leading[0][0] != chess.PAWN:
        return _leading_pieces(len(leading))
    leads = _leading_pawns(len(leading), part)
    return [lead + others for lead in leads for others in _other_pawns(lead, pawns)]


@cache
def _leading_pieces(number: int) -> list[Squares]:
    """Return the placements of two kings or of three men, as `chess.syzygy` numbers them."""
    table, found = chess.syzygy.WdlTable("KvK" if number == 2 else "KQvK"), dict[int, Squares]()
    for first in chess.syzygy.INVTRIANGLE:
        for others in permutations({*chess.SQUARES} - {first}, number - 1):
            squares = [first, *others]
            at = table.encode_piece([number], squares, [1])  # turns the squares, too
            found.setdefault(at, tuple(squares))
    return [found[at] for at in sorted(found) if at >= 0]  # less where the kings are adjacent


@cache
def _leading_pawns(number: int, file: int) -> list[Squares]:
    """Return the placements of the leading pawns, the first of them on a file from 0 (a) to 3.

    It is further out, or on the same files further back, than all others.
    """
    square_of = {at: square for square, at in enumerate(chess.syzygy.PTWIST) if 8 <= square < 56}
    return [
        (first, *(square_of[at] for at in others))
        for first in range(8 + file, 56, 8)
        for others in _ascending(combinations(range(chess.syzygy.PTWIST[first]), number - 1))
    ]


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
        for column in found[:size]:  # ascending: each taken square shifts those not below it
            row += row >= column
    return found
