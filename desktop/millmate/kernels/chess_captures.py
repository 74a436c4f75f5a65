"""Captures, pulled: from sets of the smaller tables to the positions before the capture.

`smaller[victim]` is a set of positions without that piece, in the layout of k - 1 pieces.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import (
    ATTACKS,
    BETWEEN,
    KING_ATTACKS,
    KING_INDEX,
    TO_TRIANGLE,
    TRIANGLE,
)
from millmate.kernels.chess_moves import carried
from millmate.kernels.chess_words import Words, carried_back

_U0, _U1 = np.uint64(0), np.uint64(1)


@njit("int64(int64, int64, int64)", nogil=True, cache=True)
def without(placement: int, piece: int, pieces: int) -> int:
    """Return `placement` with the square of one of its `pieces` pieces taken out."""
    low = 6 * (pieces - 1 - piece)
    return ((placement >> (low + 6)) << low) | (placement & ((1 << low) - 1))


@njit("int64(int64, int64, int64, int64)", nogil=True, cache=True)
def moved(placement: int, piece: int, pieces: int, square: int) -> int:
    """Return `placement` with one of its `pieces` pieces on `square`."""
    low = 6 * (pieces - 1 - piece)
    return (placement & ~(63 << low)) | (square << low)


@njit(
    "void(uint64[:,::1], int64[::1], boolean[::1], boolean, uint64[::1], uint64[::1])",
    nogil=True,
    cache=True,
)
def pull_captures(
    smaller: NDArray[np.uint64],
    kinds: NDArray[np.int64],
    white: NDArray[np.bool_],
    by_white: bool,
    free: Words,
    out: Words,
) -> None:
    """Add what a capture by one side leads from; the caller keeps the legal positions."""
    pieces = kinds.size
    placements = 1 << (6 * pieces)
    fewer = placements >> 6
    squares = np.zeros(pieces, np.int64)
    for index in range(free.size):
        if free[index] == _U0:
            continue
        king, placement = index // placements, index % placements
        occupied = _U1 << np.uint64(TRIANGLE[king])
        for piece in range(pieces):
            squares[piece] = (placement >> (6 * (pieces - 1 - piece))) & 63
            occupied |= _U1 << np.uint64(squares[piece])
        found = _U0
        for victim in range(pieces):
            if white[victim] == by_white:
                continue
            square = squares[victim]
            bit = _U1 << np.uint64(square)
            for piece in range(pieces):  # a piece takes, the word king not in its way
                start = squares[piece]
                if white[piece] != by_white or not ATTACKS[kinds[piece], start] & bit:
                    continue
                between = BETWEEN[start, square]
                if not between & occupied:
                    end = without(moved(placement, piece, pieces, square), victim, pieces)
                    found |= smaller[victim, king * fewer + end] & ~between
            rest = without(placement, victim, pieces)
            if not by_white:  # the word king takes
                if smaller[victim, king * fewer + rest] & bit:
                    found |= KING_ATTACKS[square]
            elif KING_ATTACKS[TRIANGLE[king]] & bit:  # the index king takes
                transform = TO_TRIANGLE[square]
                end = KING_INDEX[square] * fewer + carried(rest, pieces - 1, transform)
                found |= carried_back(smaller[victim, end], transform)
        out[index] |= found
