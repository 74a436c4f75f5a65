"""The positions at places of a chess table: squares of men, legality, check.

Places are counted with one side to move.
"""

from functools import cache, reduce
from itertools import permutations
from operator import and_, or_

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import TRANSFORMED
from millmate.tablebase.layout import Layout
from millmate.tablebase.one_ply import one_ply
from millmate.tablebase.query import Stand

Flags = NDArray[np.bool_]
Squares = NDArray[np.int64]
Places = NDArray[np.int64]


def legal(layout: Layout, turn: bool, places: Places) -> Flags:
    """Return which places hold a legal position with `turn` to move; none beyond the table."""
    half = layout.size // 2
    return one_ply(layout).legal(np.where(places < half, places + (0 if turn else half), -1))


def check(layout: Layout, turn: bool, places: Places) -> Flags:
    """Return in which legal positions the side to move is in check."""
    return ~legal(layout, not turn, places)  # as if the other side were to move


def squares_of(layout: Layout, places: Places) -> Squares:
    """Return `squares[man, place]`: White's king, the pieces, Black's king."""
    squares = np.empty((layout.pieces + 2, places.size), np.int64)
    for man in range(layout.pieces + 1, 0, -1):
        squares[man] = places & 63
        places = places >> 6
    squares[0] = np.array(layout.kings)[places % len(layout.kings)]
    return squares


# Conditions ---------------------------------------------------------------------------------------


def standing(layout: Layout, places: Places, where: tuple[Stand, ...]) -> NDArray[np.uint8]:
    """Return, for each place, which images of its position meet all conditions: a bit for each."""
    squares, kinds = squares_of(layout, places), [chess.KING, *layout.kinds, chess.KING]
    men = list(zip(kinds, [True, *layout.white, False], squares, strict=True))
    if any(layout.pawns):
        slices = places // layout.slice_size
        white = [pawn < layout.pawns[0] for pawn in range(sum(layout.pawns))]
        pawns = _pawns(layout)[slices].T
        men += [(chess.PAWN, own, each) for own, each in zip(white, pawns, strict=True)]
    images = np.full(places.size, 3 if any(layout.pawns) else 255, np.uint8)
    for man in dict.fromkeys(stand.man for stand in where):
        piece = chess.Piece.from_symbol(man)
        asked = [_images_on(stand.places) for stand in where if stand.man == man]
        like = [own for kind, side, own in men if (kind, side) == (piece.piece_type, piece.color)]
        images &= reduce(
            or_,
            (
                reduce(and_, (on[own] for on, own in zip(asked, chosen, strict=True)))
                for chosen in permutations(like, len(asked))
            ),
            np.zeros(places.size, np.uint8),
        )
    return images


@cache
def _pawns(layout: Layout) -> Squares:
    """Return `squares[slice, pawn]`, White's first."""
    return np.array([white + black for white, black in layout.placements], np.int64)


@cache
def _images_on(places: int) -> NDArray[np.uint8]:
    """Return, for each square, a bit for each of its eight images: whether it is in `places`."""
    wanted = np.array([places >> square & 1 for square in range(64)], np.uint8)
    shifted = wanted[TRANSFORMED] << np.arange(8, dtype=np.uint8)[:, None]
    found: NDArray[np.uint8] = np.bitwise_or.reduce(shifted)
    return found


def turned(layout: Layout, board: chess.Board, place: int, where: tuple[Stand, ...]) -> chess.Board:
    """Return the first image of the position at a place that meets all conditions."""
    (images,) = standing(layout, np.array([place]), where).tolist()
    image = TRANSFORMED[(images & -images).bit_length() - 1].tolist()
    moved = board.copy(stack=False)
    moved.set_piece_map({image[square]: piece for square, piece in board.piece_map().items()})
    return moved
