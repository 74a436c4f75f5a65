"""The order of positions in Syzygy files without pawns.

The leading men, two kings or three men that are the only ones of their kind and colour, are the
first part of a position's number; the first of them stands in the a1-d1-d4 triangle, and the first
one off the long diagonal below it. Groups of like men follow, the last varying slowest, each a
combination of the squares that are free.

Source: the format of R. de Man's tables, as `chess.syzygy` reads it.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import chess.syzygy
import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.layout import Layout

Squares = NDArray[np.int64]

_KINGS = 462
_THREE_MEN = 31_332


@dataclass(frozen=True, slots=True)
class Order:
    """The men of a layout in the order of its file, without the kings, which come first.

    `leading` is the piece that leads with the kings, if there is one; `groups` are the others.
    Pieces are numbers in the layout.
    """

    leading: int | None
    groups: tuple[tuple[int, ...], ...]

    @property
    def placements(self) -> list[tuple[int, ...]]:
        """The squares of the leading men, White's king and Black's first."""
        return _kings() if self.leading is None else _three_men()

    @property
    def pieces(self) -> tuple[int, ...]:
        leading = () if self.leading is None else (self.leading,)
        return (*leading, *(piece for group in self.groups for piece in group))

    def ranks(self) -> list[Squares]:
        """Return all placements of the groups: an array for each piece of `pieces` that they have.

        A square is told by its rank among those that the leading men leave free.
        """
        free = 64 - (2 if self.leading is None else 3)
        return _ranks(free, tuple(len(group) for group in self.groups))


def order_of(layout: Layout) -> Order:
    """Return the order of a layout without pawns."""
    groups: list[tuple[int, ...]] = []
    for piece in range(layout.pieces):
        if piece - 1 in layout.like:
            groups[-1] += (piece,)
        else:
            groups.append((piece,))
    single = next((group for group in groups if len(group) == 1), None)
    if single is not None:
        groups.remove(single)
    return Order(None if single is None else single[0], tuple(groups))


@cache
def _kings() -> list[tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for first, squares in enumerate(chess.syzygy.KK_IDX):
        white = chess.syzygy.TRIANGLE.index(first)
        for black, at in enumerate(squares):
            if at >= 0:
                found.setdefault(at, _normal((white, black)))
    assert sorted(found) == list(range(_KINGS))
    return [found[at] for at in range(_KINGS)]


@cache
def _three_men() -> list[tuple[int, ...]]:
    found = dict[int, tuple[int, ...]]()
    for first in (s for s in range(32) if s & 7 < 4 and not _above(s)):
        for second in range(64):
            for third in range(64):
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


def _normal(squares: tuple[int, ...]) -> tuple[int, ...]:
    """Return the image with the first man off the diagonal below it."""
    off = next((square for square in squares if chess.syzygy.offdiag(square)), None)
    if off is None or not _above(off):
        return squares
    return tuple(chess.syzygy.flipdiag(square) for square in squares)


def _above(square: int) -> bool:
    return square >> 3 > square & 7


@cache
def _ranks(free: int, sizes: tuple[int, ...]) -> list[Squares]:
    if not sizes:
        return []
    size, rest = sizes[0], sizes[1:]
    own = sorted(combinations(range(free), size), key=lambda ranks: ranks[::-1])
    first = np.array(own, np.int64).T
    others = _ranks(free - size, rest)
    count = others[0].size if others else 1
    columns = [np.tile(column, count) for column in first]
    for other in others:
        ranks = np.repeat(other, first.shape[1])
        for column in columns[:size]:  # ascending: each taken square moves what is not below it
            ranks = ranks + (ranks >= column)
        columns.append(ranks)
    return columns
