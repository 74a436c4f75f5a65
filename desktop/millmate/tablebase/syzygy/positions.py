"""Values of tables in the order of Syzygy files."""

from collections.abc import Callable
from functools import lru_cache

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED
from millmate.kernels.syzygy_pairs import gather
from millmate.tablebase.layout import Layout
from millmate.tablebase.spaces import Man
from millmate.tablebase.syzygy.order import BLACK_KING, WHITE_KING, Order, Squares

Values = NDArray[np.uint8]
Read = Callable[[int], Values]  # returns the values of a slice, as `Table.slice_values` orders them


def in_order(layout: Layout, order: Order, part: int, read: Read) -> Values:
    """Return the values of a part of a file with one side to move, in the order of the file."""
    shifts = _shifts(layout, order.men)
    fixed, movable = shifts[: len(order.fixed)], np.array(shifts[len(order.fixed) :], np.int64)
    ranks, placements = order.ranks(), order.placements(part)
    out = np.empty((len(placements), ranks.shape[1]), np.uint8)
    read = lru_cache(maxsize=1)(read)
    for row, squares in zip(out, placements, strict=True):
        number, turned = _slice_of(layout, order, squares)
        base = 0
        for man, square, shift in zip(order.fixed, squares, fixed, strict=True):
            if man == WHITE_KING:
                base |= int(KING_INDEX[square]) << shift
            elif man[0] != chess.PAWN:
                base |= int(turned[square]) << shift
        free = turned[[square for square in range(64) if square not in squares]]
        gather(read(number).reshape(-1), base, free[None] << movable[:, None], ranks, row)
    return out.reshape(-1)


def _slice_of(layout: Layout, order: Order, squares: Squares) -> tuple[int, NDArray[np.int64]]:
    """Return the slice with the fixed men, and the symmetry that brings them there: int64[64]."""
    if not order.has_pawns:
        return 0, TRANSFORMED[TO_TRIANGLE[squares[order.leading.index(WHITE_KING)]]]
    pawns = [
        tuple(sorted(s for man, s in zip(order.fixed, squares, strict=True) if man[1] == colour))
        for colour in (True, False)
    ]
    number, mirrored = layout.slice_of((pawns[0], pawns[1]))
    return number, TRANSFORMED[1 if mirrored else 0]


def _shifts(layout: Layout, men: tuple[Man, ...]) -> list[int]:
    """Return where in the number of a place in a slice the square of each man is, 0 for pawns."""
    pieces = list(zip(layout.kinds, layout.white, strict=True))
    left = {
        man: [6 * (layout.pieces - piece) for piece, each in enumerate(pieces) if each == man]
        for man in men
    }
    left |= {WHITE_KING: [6 * (layout.pieces + 1)], BLACK_KING: [0]}
    return [left[man].pop(0) if man[0] != chess.PAWN else 0 for man in men]
