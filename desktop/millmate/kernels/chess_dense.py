"""Moves without capture taken back for a whole set, from the positions after them to those before.

Such moves go both ways along the same squares, so each kernel reads the set after the move and adds
to `out` the positions before it; the caller keeps the legal ones. The loops run over contiguous
words, which the compiler turns into vector instructions: right while most words hold something.
"""

import numpy as np

from millmate.kernels.chess_bitboards import (
    Bitboards,
    inverse_transform,
    inverse_transform_block,
    king_attacks,
)
from millmate.kernels.chess_geometry import (
    BISHOP,
    DIRECTIONS,
    FROM_EDGE,
    KNIGHT,
    KNIGHT_JUMPS,
    NEXT,
    QUEEN,
    ROOK,
    TRANSFORMED,
)
from millmate.kernels.chess_spaces import Geometry
from millmate.kernels.declare import Ints3D, allocating, exported, inlined, kernel

_U0 = np.uint64(0)
_TILE = 256  # words along which a slider's ray is followed at once


@inlined
def _add(out: Bitboards, start: int, words: Bitboards, first: int, number: int) -> None:
    """Add `number` words from `first` on to those from `start` on."""
    to, some = out[start : start + number], words[first : first + number]
    for i in range(number):
        to[i] |= some[i]


@inlined
def _unmove_by_symmetry(
    after: Bitboards,
    here: int,
    there: int,
    transform: int,
    pieces: int,
    block: Bitboards,
    out: Bitboards,
) -> None:
    """Take back a step out of the triangle, 64 words at a time.

    The position after the step is found by a symmetry of the board, and the words are taken back by
    the same. `block` is room for 64 words.
    """
    turned = TRANSFORMED[transform]
    for high in range(1 << (6 * (pieces - 1))):
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
        inverse_transform_block(block, transform)
        _add(out, here + (high << 6), block, 0, 64)


@allocating
def unmove_pivot_king(
    after: Bitboards, pieces: int, steps: Ints3D, first: int, stop: int, out: Bitboards
) -> None:
    """Take back the steps of the pivot king from the squares of the indices `first` to `stop`.

    `steps` is one of `PIVOT_STEPS`.
    """
    size = 1 << (6 * pieces)
    block = np.empty(64, np.uint64)
    for king in range(first, stop):
        for way in range(steps.shape[1]):
            if steps[king, way, 0] < 0:
                break
            transform = steps[king, way, 1]
            here, there = king * size, steps[king, way, 0] * size
            if transform == 0:
                _add(out, here, after, there, size)
            elif pieces == 0:
                out[here] |= inverse_transform(after[there], transform)
            else:
                _unmove_by_symmetry(after, here, there, transform, pieces, block, out)


@kernel
def _unmove_last_knight(after: Bitboards, room: Bitboards, out: Bitboards) -> None:
    """Take back the jumps of a knight that is the last piece: its squares are one word apart.

    `room` is a board of 64 words with an empty margin of two all around, so that each rank jumps as
    a whole.
    """
    room[:] = _U0
    for base in range(0, after.size, 64):
        a, o = after[base : base + 64], out[base : base + 64]
        for rank in range(8):
            inside = room[12 * rank + 26 :]
            for file in range(8):
                inside[file] = a[8 * rank + file]
        for rank in range(8):
            near, to = room[12 * rank :], o[8 * rank :]
            for file in range(8):
                down = near[file + 1] | near[file + 3] | near[file + 12] | near[file + 16]
                up = near[file + 36] | near[file + 40] | near[file + 49] | near[file + 51]
                to[file] |= down | up


@allocating
def unmove_knight(after: Bitboards, inner: int, out: Bitboards) -> None:
    """Take back the jumps of one knight; its squares are `inner` words apart."""
    if inner == 1:
        _unmove_last_knight(after, np.empty(144, np.uint64), out)
        return
    for base in range(0, after.size, 64 * inner):
        for square in range(64):
            start = base + square * inner
            for way in range(8):
                target = KNIGHT_JUMPS[square, way]
                if target < 0:
                    break
                _add(out, start, after, base + target * inner, inner)


@inlined
def _unmove_line(
    a: Bitboards, f: Bitboards, first: int, step: int, length: int, o: Bitboards
) -> None:
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


@inlined
def _unmove_files(a: Bitboards, f: Bitboards, o: Bitboards, reached: Bitboards) -> None:
    for file in range(8):
        reached[file] = _U0
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


@kernel
def _unmove_last_slider(
    after: Bitboards, free: Bitboards, kind: int, reached: Bitboards, out: Bitboards
) -> None:
    """Take back the moves of a slider that is the last piece: its squares are one word apart.

    Ranks and diagonals are followed with the current word in a register, files eight at a time.
    """
    for base in range(0, after.size, 64):
        a, f, o = after[base : base + 64], free[base : base + 64], out[base : base + 64]
        if kind != BISHOP:
            for rank in range(0, 64, 8):
                _unmove_line(a, f, rank, 1, 8, o)
            _unmove_files(a, f, o, reached)
        if kind != ROOK:
            for line in range(15):
                length = 15 - line if line >= 7 else line + 1
                rising = (line - 7) * 8 if line >= 7 else 7 - line
                _unmove_line(a, f, rising, 9, length, o)
                falling = line if line < 8 else (line - 7) * 8 + 7
                _unmove_line(a, f, falling, 7, length, o)


@kernel
def _unmove_rays(
    after: Bitboards, free: Bitboards, kind: int, inner: int, reached: Bitboards, out: Bitboards
) -> None:
    """Do as `unmove_slider`, along one ray after another of `_TILE` words at once.

    The words reached from a square are those of the set on the next square and, if the piece can be
    on that one, the words reached from there.
    """
    tile = min(inner, _TILE)
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
                    a, f, o = after[end : end + tile], free[end : end + tile], out[start:]
                    for i in range(tile):
                        word = a[i] | (reached[i] & f[i])
                        reached[i] = word
                        o[i] |= word


@allocating
def unmove_slider(after: Bitboards, free: Bitboards, kind: int, inner: int, out: Bitboards) -> None:
    """Take back the moves of one slider; its squares are `inner` words apart.

    `free` is that of `legal_masks`.
    """
    reached = np.empty(_TILE, np.uint64)
    if inner == 1:
        _unmove_last_slider(after, free, kind, reached, out)
    else:
        _unmove_rays(after, free, kind, inner, reached, out)


@exported
@kernel
def unmove_dense(
    white_moves: bool,
    after: Bitboards,
    free: Bitboards,
    geometry: Geometry,
    first: int,
    stop: int,
    out: Bitboards,
) -> None:
    """Add to `out` the positions from which one side has a move into `after`.

    These are positions whose pivot king has an index from `first` to `stop`: no other words of
    `out` are touched, so that threads share the work.
    """
    pieces = geometry.kinds.size
    start, end = first << (6 * pieces), stop << (6 * pieces)
    if white_moves:
        unmove_pivot_king(after, pieces, geometry.steps, first, stop, out)
    else:
        for index in range(start, end):
            out[index] |= king_attacks(after[index])
    for piece in range(pieces):
        if geometry.white[piece] != white_moves:
            continue
        inner = 1 << (6 * (pieces - 1 - piece))
        a, f, o = after[start:end], free[start:end], out[start:end]
        if geometry.kinds[piece] == KNIGHT:
            unmove_knight(a, inner, o)
        else:
            unmove_slider(a, f, geometry.kinds[piece], inner, o)


@kernel
def cost(white_moves: bool, geometry: Geometry) -> int:
    """Return roughly how many nanoseconds `unmove_dense` takes for a word (on one machine)."""
    pieces, result = geometry.kinds.size, 1
    if white_moves and geometry.kings.size < 64:
        result = 6
    for piece in range(pieces):
        if geometry.white[piece] == white_moves:
            last = piece == pieces - 1 and geometry.kinds[piece] in (BISHOP, QUEEN)
            result += 4 if last else 2
    return result
