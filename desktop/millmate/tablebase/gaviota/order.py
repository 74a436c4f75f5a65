"""The order of positions in Gaviota files.

Positions with one side to move are numbers of several digits. Without pawns the first digit is one
of 462 placements of the kings, Black's in the a1-d1-d4 triangle. With pawns it is the placement of
the pawns, and the squares of White's king and of Black's king follow. Then come the pieces: two or
three like pieces are one digit, before all single ones, and a single piece is its square.

Source: the format of M. A. Ballicora's tables, as `chess.gaviota` reads it.
"""

from functools import cache
from itertools import combinations

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.layout import Layout, Pawns

Squares = NDArray[np.int64]

_H7, _A2 = chess.H7, chess.A2
_LEFT = range(4)  # files a to d


@cache
def king_placements() -> list[tuple[int, int]]:
    """Return the squares of White's and of Black's king in the 462 placements without pawns."""
    found: dict[tuple[int, int], None] = {}
    for black in chess.SQUARES:
        for white in chess.SQUARES:
            if chess.square_distance(black, white) > 1:
                found.setdefault(_normal(black, white))
    return [(white, black) for black, white in found]


def pawn_placements(layout: Layout) -> list[Pawns]:
    """Return the placements of the pawns in their order; in some, two are on one square.

    Raises:
        ValueError: No file has this number of pawns.
    """
    white, black = layout.pawns
    if (white, black) == (1, 0):
        return [((square,), ()) for square in _advanced_first(white=True)]
    if (white, black) == (0, 1):
        return [((), (square,)) for square in _advanced_first(white=False)]
    if (white, black) == (1, 1):
        pairs = [(w, b) for w in _advanced_first(white=True) for b in range(_A2, _H7 + 1)]
        return [((w,), (b,)) for w, b in pairs]
    if (white, black) == (2, 0):
        return [(_ascending(pawns), ()) for pawns in _pairs()]
    if (white, black) == (2, 1):
        both = list(combinations(range(_H7, _A2 - 1, -1), 2))
        return [(_ascending(w), (b,)) for b in _advanced_first(white=False) for w in both]
    if (white, black) == (3, 0):
        return [(_ascending(pawns), ()) for pawns in _triples()]
    raise ValueError(f"pawns {white}, {black}")


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
    kings = 64 * 64 * len(pawn_placements(layout)) if any(layout.pawns) else len(king_placements())
    for digit in piece_digits(layout):
        kings *= like_squares(len(digit))[0].size
    return kings


def _normal(black: int, white: int) -> tuple[int, int]:
    """Return an image of two kings' squares: Black's in the triangle, White's not above it."""
    for flip, is_beyond in ((7, black & 7 > 3), (56, black >> 3 > 3)):
        if is_beyond:
            black, white = black ^ flip, white ^ flip
    if (black >> 3, white >> 3) > (black & 7, white & 7):
        black, white = _across(black), _across(white)
    return black, white


def _across(square: int) -> int:
    return (square & 7) << 3 | square >> 3


def _advanced_first(*, white: bool) -> list[int]:
    """Return the squares of a pawn on files a to d: White's from rank 7, Black's from rank 2."""
    ranks = range(6, 0, -1) if white else range(1, 7)
    return [rank << 3 | file for rank in ranks for file in _LEFT]


def _pairs() -> list[tuple[int, int]]:
    """Return the placements of two White pawns, one of each two mirror images."""
    found: dict[tuple[int, int], None] = {}
    for first in range(_H7, _A2 - 1, -1):
        for second in range(first - 1, _A2 - 1, -1):
            if first & 7 in _LEFT:
                continue
            anchor, other = sorted((first, second), key=_leads)
            flip = 7 if anchor & 7 not in _LEFT else 0
            found.setdefault((anchor ^ flip, other ^ flip))
    return list(found)


def _leads(square: int) -> tuple[int, int, int]:
    """Return a key: further advanced pawns first, then those nearer to an edge, then leftmost."""
    file = square & 7
    return -(square >> 3), -max(file, 7 - file), square


def _triples() -> list[tuple[int, int, int]]:
    """Return the placements of three White pawns, at least two of them on files a to d."""
    right = [rank << 3 | file for rank in range(6, 0, -1) for file in (7, 6, 5, 4)]
    left = [rank << 3 | file for rank in range(6, 0, -1) for file in (3, 2, 1, 0)]
    return [t for t in combinations(right + left, 3) if t[1] in left]


def _ascending(pawns: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(pawns))
