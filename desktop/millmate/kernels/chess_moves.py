"""Moves without capture, pulled: from a set of positions to those that a move leads from.

Such moves go both ways along the same squares, so each kernel reads the set after the move and
adds to `out` the positions before it; the caller keeps the legal ones. Pulling, rather than
pushing, fills both mirror images of a position whose index king stands on the diagonal.
"""

import numpy as np
from numba import njit

from millmate.kernels.chess_geometry import (
    DIRECTIONS,
    KING_INDEX,
    KING_JUMPS,
    KNIGHT_JUMPS,
    NEXT,
    TO_TRIANGLE,
    TRANSFORMED,
    TRIANGLE,
)
from millmate.kernels.chess_words import Words, carried_back, dilated

_U0 = np.uint64(0)


@njit("void(uint64[::1], uint64[::1])", nogil=True, cache=True)
def pull_word_king(after: Words, out: Words) -> None:
    """Add what a step of the word king leads from."""
    for index in range(after.size):
        out[index] |= dilated(after[index])


@njit("int64(int64, int64, int64)", nogil=True, cache=True)
def carried(placement: int, pieces: int, transform: int) -> int:
    """Return the squares of `pieces` pieces packed in `placement`, each taken by `transform`."""
    result = 0
    for piece in range(pieces):
        square = (placement >> (6 * piece)) & 63
        result |= TRANSFORMED[transform, square] << (6 * piece)
    return result


@njit("void(uint64[::1], int64, uint64[::1])", nogil=True, cache=True)
def pull_index_king(after: Words, pieces: int, out: Words) -> None:
    """Add what a step of the index king leads from.

    Where it leaves the triangle, the position after the step is found by one of the board's
    symmetries, and the word is taken back by the same.
    """
    placements = 1 << (6 * pieces)
    for king in range(10):
        for way in range(8):
            target = KING_JUMPS[TRIANGLE[king], way]
            if target < 0:
                break
            transform, base = TO_TRIANGLE[target], KING_INDEX[target] * placements
            for placement in range(placements):
                word = after[base + carried(placement, pieces, transform)]
                if word != _U0:
                    out[king * placements + placement] |= carried_back(word, transform)


@njit("void(uint64[::1], int64, uint64[::1])", nogil=True, cache=True)
def pull_knight(after: Words, inner: int, out: Words) -> None:
    """Add what a jump of one knight leads from; its squares are `inner` words apart."""
    for base in range(0, after.size, 64 * inner):
        for square in range(64):
            start = base + square * inner
            for way in range(8):
                target = KNIGHT_JUMPS[square, way]
                if target < 0:
                    break
                end = base + target * inner
                for i in range(inner):
                    out[start + i] |= after[end + i]


@njit("void(uint64[::1], uint64[::1], int64, int64, uint64[::1])", nogil=True, cache=True)
def pull_slider(after: Words, free: Words, kind: int, inner: int, out: Words) -> None:
    """Add what a move of one slider leads from; its squares are `inner` words apart.

    Along a ray, what is reached from a square is what the next square holds or, where the piece
    could stand there, what is reached from that one. `free` is that of `legal_masks`.
    """
    reached = np.empty(64 * inner, np.uint64)
    for base in range(0, after.size, 64 * inner):
        for direction in range(DIRECTIONS[kind, 0], DIRECTIONS[kind, 1]):
            # A direction that counts squares up has its far ends at the top.
            upwards = NEXT[direction, 27] > 27
            for step in range(64):
                square = 63 - step if upwards else step
                target = NEXT[direction, square]
                here = square * inner
                if target < 0:
                    reached[here : here + inner] = _U0
                    continue
                there = target * inner
                for i in range(inner):
                    end = base + there + i
                    word = after[end] | (reached[there + i] & free[end])
                    reached[here + i] = word
                    out[base + here + i] |= word
