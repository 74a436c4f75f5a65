"""The order of positions in Gaviota files.

Positions with one side to move are numbers of several digits. Without pawns the first digit is one
of 462 placements of the kings, Black's in the a1-d1-d4 triangle. With pawns it is the placement of
the pawns, and the squares of White's king and of Black's king follow. Then come the pieces: two or
three like pieces are one digit, before all single ones, and a single piece is its square.

Source: the format of M. A. Ballicora's tables, as `chess.gaviota` reads it.
"""

from functools import cache
from itertools import combinations
from math import prod

import chess
import numpy as np
from chess.gaviota import BKSQ, PP_HI24, PP_LO48, PPP48_SQ_X, PPP48_SQ_Y, PPP48_SQ_Z, WKSQ
from numpy.typing import NDArray

from millmate.tablebase.layout import Layout, Pawns

Squares = NDArray[np.int64]

# The squares of White's and of Black's king in the 462 placements without pawns.
KINGS = list(zip(WKSQ, BKSQ, strict=True))
_PAWN_SQUARES = range(chess.A2, chess.H7 + 1)
# A leading white pawn, on files a to d, the most advanced first; Black's are flipped.
_ONE = [rank << 3 | file for rank in range(6, 0, -1) for file in range(4)]
_TWO = [(_ONE[lead], 56 ^ 8 + other) for lead, other in zip(PP_HI24, PP_LO48, strict=True)]
_THREE = [(8 + x, 8 + y, 8 + z) for x, y, z in zip(PPP48_SQ_X, PPP48_SQ_Y, PPP48_SQ_Z, strict=True)]


def pawn_placements(layout: Layout) -> list[Pawns]:
    """Return the placements of the pawns in their order; in some, two are on one square."""
    white, black = layout.pawns
    if white == black == 1:
        return [((own,), (other,)) for own in _ONE for other in _PAWN_SQUARES]
    if black:
        others = [pawns[::-1] for pawns in combinations(_PAWN_SQUARES[::-1], white)]
        return [(pawns, (square ^ 56,)) for square in _ONE for pawns in others]
    leading = {1: zip(_ONE, strict=True), 2: _TWO, 3: _THREE}[white]
    return [(tuple(sorted(pawns)), ()) for pawns in leading]


def piece_digits(layout: Layout) -> list[tuple[int, ...]]:
    """Return the pieces of each digit after the kings, by their numbers in the layout."""
    groups: list[tuple[int, ...]] = []
    for piece in range(layout.pieces):
        if piece - 1 in layout.like:
            groups[-1] += (piece,)
        else:
            groups.append((piece,))
    return sorted(groups, key=len, reverse=True)


@cache
def like_squares(number: int) -> tuple[Squares, ...]:
    """Return the squares of one, two or three like pieces, an array for each piece.

    Pairs are in the order of their smaller square, triples in that of their greatest.
    """
    found: list[tuple[int, ...]] = [*combinations(range(64), number)]
    if number == 3:
        found.sort(key=lambda squares: squares[::-1])
    return tuple(np.array(found, np.int64).T)


def size(layout: Layout) -> int:
    """Return the number of positions with one side to move."""
    kings = 64 * 64 * len(pawn_placements(layout)) if any(layout.pawns) else len(KINGS)
    return kings * prod(like_squares(len(digit))[0].size for digit in piece_digits(layout))
