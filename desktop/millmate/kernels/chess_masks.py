"""Which positions of a material are legal, as words."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import (
    ATTACKS,
    BETWEEN,
    DIRECTIONS,
    KING_ATTACKS,
    KNIGHT,
    NEXT,
    TRIANGLE,
)
from millmate.kernels.chess_words import Words

_U0, _U1 = np.uint64(0), np.uint64(1)
_ALL = ~_U0


@njit("uint64(int64, int64, uint64)", nogil=True, cache=True)
def attacked(kind: int, square: int, occupied: np.uint64) -> np.uint64:
    """Return the squares that a piece of `kind` on `square` attacks, `occupied` blocking."""
    if kind == KNIGHT:
        return np.uint64(ATTACKS[KNIGHT, square])
    found = _U0
    for direction in range(DIRECTIONS[kind, 0], DIRECTIONS[kind, 1]):
        target = NEXT[direction, square]
        while target >= 0:
            bit = _U1 << np.uint64(target)
            found |= bit
            if occupied & bit:
                break
            target = NEXT[direction, target]
    return found


@njit("uint64(int64, int64, int64, uint64)", nogil=True, cache=True)
def unchecked(kind: int, square: int, king: int, occupied: np.uint64) -> np.uint64:
    """Return the word king's squares that keep a piece on `square` from attacking `king`.

    All, if it does not attack or another man stands between; otherwise those between.
    """
    if not (ATTACKS[kind, square] >> np.uint64(king)) & _U1:
        return _ALL
    between = np.uint64(BETWEEN[square, king])
    if between & occupied:
        return _ALL
    return between


@njit(
    "void(int64[::1], boolean[::1], uint64[::1], uint64[::1], uint64[::1])",
    nogil=True,
    cache=True,
)
def legal_masks(
    kinds: NDArray[np.int64],
    white: NDArray[np.bool_],
    free: Words,
    white_moves: Words,
    black_moves: Words,
) -> None:
    """Fill three sets: no two men on a square nor kings side by side; legal for either to move.

    Args:
        kinds: The kind of each of the k pieces.
        white: Whether each is White's.
        free: Filled with the positions whose men stand apart; 10 * 64**k words, as the others.
        white_moves: Filled with those in which Black is not in check.
        black_moves: Filled with those in which White is not in check.
    """
    pieces = kinds.size
    placements = 1 << (6 * pieces)
    squares = np.zeros(pieces, np.int64)
    for index in range(free.size):
        king = TRIANGLE[index // placements]
        occupied = _U1 << np.uint64(king)
        apart = True
        for piece in range(pieces):
            squares[piece] = (index >> (6 * (pieces - 1 - piece))) & 63
            bit = _U1 << np.uint64(squares[piece])
            apart &= (occupied & bit) == _U0
            occupied |= bit
        free[index] = white_moves[index] = black_moves[index] = _U0
        if not apart:
            continue
        room = ~(occupied | KING_ATTACKS[king])
        calm_black, calm_white = room, room
        for piece in range(pieces):
            if white[piece]:
                calm_black &= ~attacked(kinds[piece], squares[piece], occupied)
            else:
                calm_white &= unchecked(kinds[piece], squares[piece], king, occupied)
        free[index], white_moves[index], black_moves[index] = room, calm_black, calm_white
