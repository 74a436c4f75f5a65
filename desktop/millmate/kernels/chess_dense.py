"""Moves without capture, pulled over a whole set: from the positions after a move to those before.

Such moves go both ways along the same squares, so each kernel reads the set after the move and adds
to `out` the positions before it; the caller keeps the legal ones. The loops run over contiguous
words, which the compiler turns into vector instructions: right while most words hold something.
"""

import numpy as np
from numba import njit

from millmate.kernels.chess_geometry import (
    BISHOP,
    DIRECTIONS,
    FROM_EDGE,
    KNIGHT,
    KNIGHT_JUMPS,
    NEXT,
    ROOK,
    TRANSFORMED,
)
from millmate.kernels.chess_spaces import Flags, Ints
from millmate.kernels.chess_words import Words, carried_back, carry_block_back, dilated

_U0 = np.uint64(0)
_TILE = 64  # words along which a slider's ray is followed at once


@njit("void(uint64[::1], uint64[::1])", nogil=True, cache=True)
def pull_word_king(after: Words, out: Words) -> None:
    """Add what a step of the word king leads from."""
    for index in range(after.size):
        out[index] |= dilated(after[index])


@njit("void(uint64[::1], int64, int64[:,:,::1], uint64[::1])", nogil=True, cache=True)
def pull_index_king(after: Words, pieces: int, steps: Ints, out: Words) -> None:
    """Add what a step of the index king leads from; `steps` is one of `PULL_STEPS`.

    Where it leaves the triangle, the position after the step is found by one of the board's
    symmetries, and the word is taken back by the same.
    """
    size = 1 << (6 * pieces)
    block = np.empty(64, np.uint64)
    for king in range(steps.shape[0]):
        for way in range(steps.shape[1]):
            if steps[king, way, 0] < 0:
                break
            transform = steps[king, way, 1]
            here, there = king * size, steps[king, way, 0] * size
            if transform == 0:
                for i in range(size):
                    out[here + i] |= after[there + i]
            elif pieces == 0:
                out[here] |= carried_back(after[there], transform)
            else:
                turned = TRANSFORMED[transform]
                for high in range(size >> 6):
                    start = 0
                    for piece in range(pieces - 1):
                        start |= turned[(high >> (6 * piece)) & 63] << (6 * piece)
                    start = there + (start << 6)
                    some = _U0
                    for i in range(64):
                        some |= after[start + i]
                    if some == _U0:
                        continue
                    for i in range(64):
                        block[i] = after[start + turned[i]]
                    carry_block_back(block, transform)
                    for i in range(64):
                        out[here + (high << 6) + i] |= block[i]


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


@njit(
    "void(uint64[::1], uint64[::1], int64, int64, int64, uint64[::1])",
    nogil=True,
    cache=True,
    inline="always",
)
def _pull_line(a: Words, f: Words, first: int, step: int, length: int, o: Words) -> None:
    word, i = _U0, first
    for _ in range(length - 1):
        word = a[i] | (word & f[i])
        i += step
        o[i] |= word
    word = _U0
    for _ in range(length - 1):
        word = a[i] | (word & f[i])
        i -= step
        o[i] |= word


@njit("void(uint64[::1], uint64[::1], uint64[::1])", nogil=True, cache=True, inline="always")
def _pull_ranks(a: Words, f: Words, o: Words) -> None:
    for rank in range(0, 64, 8):
        word = _U0
        for i in range(rank + 7, rank, -1):
            word = a[i] | (word & f[i])
            o[i - 1] |= word
        word = _U0
        for i in range(rank, rank + 7):
            word = a[i] | (word & f[i])
            o[i + 1] |= word


@njit("void(uint64[::1], uint64[::1], uint64[::1])", nogil=True, cache=True)
def _pull_files(a: Words, f: Words, o: Words) -> None:
    reached = np.zeros(8, np.uint64)
    for rank in range(0, 56, 8):
        for file in range(8):
            word = a[rank + file] | (reached[file] & f[rank + file])
            reached[file] = word
            o[rank + 8 + file] |= word
    for file in range(8):
        reached[file] = _U0
    for rank in range(56, 0, -8):
        for file in range(8):
            word = a[rank + file] | (reached[file] & f[rank + file])
            reached[file] = word
            o[rank - 8 + file] |= word


@njit("void(uint64[::1], uint64[::1], int64, uint64[::1])", nogil=True, cache=True)
def _pull_last_slider(after: Words, free: Words, kind: int, out: Words) -> None:
    """Do what `pull_slider` does for the last piece, whose squares are one word apart.

    Ranks and diagonals are followed with the word at hand in a register, files eight at a time.
    """
    for base in range(0, after.size, 64):
        a, f, o = after[base : base + 64], free[base : base + 64], out[base : base + 64]
        if kind != BISHOP:
            _pull_ranks(a, f, o)
            _pull_files(a, f, o)
        if kind != ROOK:
            for line in range(15):
                length = 15 - line if line >= 7 else line + 1
                rising = (line - 7) * 8 if line >= 7 else 7 - line
                _pull_line(a, f, rising, 9, length, o)
                falling = line if line < 8 else (line - 7) * 8 + 7
                _pull_line(a, f, falling, 7, length, o)


@njit("void(uint64[::1], uint64[::1], int64, int64, uint64[::1])", nogil=True, cache=True)
def pull_slider(after: Words, free: Words, kind: int, inner: int, out: Words) -> None:
    """Add what a move of one slider leads from; its squares are `inner` words apart.

    Along a ray, what is reached from a square is what the next square holds or, where the piece
    could stand there, what is reached from that one. `free` is that of `legal_masks`.
    """
    if inner == 1:
        _pull_last_slider(after, free, kind, out)
        return
    tile = min(inner, _TILE)
    reached = np.empty(tile, np.uint64)
    for base in range(0, after.size, 64 * inner):
        for corner in range(base, base + inner, tile):
            for direction in range(DIRECTIONS[kind, 0], DIRECTIONS[kind, 1]):
                for number in range(64):
                    square = FROM_EDGE[direction, number]
                    target = NEXT[direction, square]
                    if target < 0:
                        for i in range(tile):
                            reached[i] = _U0
                        continue
                    end, start = corner + target * inner, corner + square * inner
                    for i in range(tile):
                        word = after[end + i] | (reached[i] & free[end + i])
                        reached[i] = word
                        out[start + i] |= word


@njit(
    "void(boolean, uint64[::1], uint64[::1], int64[::1], boolean[::1], int64[:,:,::1],"
    " uint64[::1])",
    nogil=True,
    cache=True,
)
def pull(
    white_moves: bool,
    after: Words,
    free: Words,
    kinds: Ints,
    white: Flags,
    steps: Ints,
    out: Words,
) -> None:
    """Add where one side has a move into `after`; `steps` is one of `PULL_STEPS`."""
    pieces = kinds.size
    if white_moves:
        pull_index_king(after, pieces, steps, out)
    else:
        pull_word_king(after, out)
    for piece in range(pieces):
        if white[piece] != white_moves:
            continue
        inner = 1 << (6 * (pieces - 1 - piece))
        if kinds[piece] == KNIGHT:
            pull_knight(after, inner, out)
        else:
            pull_slider(after, free, kinds[piece], inner, out)


@njit("int64(boolean, int64[::1], boolean[::1])", nogil=True, cache=True)
def cost(white_moves: bool, kinds: Ints, white: Flags) -> int:
    """Return roughly what `pull` takes for a word, in nanoseconds (measured on one machine)."""
    result = 10 if white_moves else 2
    for piece in range(kinds.size):
        if white[piece] == white_moves:
            result += 6 if piece < kinds.size - 1 else 2
    return result
