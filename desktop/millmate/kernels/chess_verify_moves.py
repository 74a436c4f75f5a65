"""Moves of kings and pieces, a block of rows at a time: for the verifier (see `chess_verify`)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import (
    BETWEEN,
    FIRST_WAY,
    KNIGHT_JUMPS,
    RAYS,
    SYMMETRY,
    WAY_STEP,
    Flags,
    Ints,
    Word,
    has,
)
from millmate.kernels.chess_verify_rows import (
    WITHOUT,
    Bytes,
    clear,
    combine,
    expand,
    raise_in,
    raise_to,
    step,
    turn_back,
)
from millmate.kernels.jit import Ints2D, Ints3D, Words2D, kernel

_ONE = np.uint64(1)
# Rows to work in: the first three for the moves of one man, then lanes as bytes, then codes.
_RAY, _OPEN, LEGAL, CHECK, ZEROS, CODES, WORK = 0, 3, 4, 5, 6, 7, 8


class Slice(NamedTuple):
    """What all positions of a slice have in common.

    `codes` and `white` are of the pieces, then the pawns; `pawns` are their squares. `kings` are
    the squares of the pivot king that rows are numbered by. A king on another square is brought to
    one of them by `symmetries[square]`, and has then the index `indices[square]`; `jumps[square]`,
    where it goes from there, are sorted by that symmetry and ended by -1. `like[i]` tells whether
    piece i is of the same kind as piece i - 1.
    """

    codes: Ints
    white: Flags
    pawns: Ints
    kings: Ints
    symmetries: Ints
    indices: Ints
    jumps: Ints2D
    like: Flags


class Captures(NamedTuple):
    """The keys of what captures lead to.

    Capturers are the pieces, then the pivot king, then the lane king; victims the pieces, then the
    pawns. The row of a capture is `offsets[capturer, victim]` plus each coordinate after the
    capture times its `strides[capturer, victim, coordinate]`.
    """

    rows: Bytes
    offsets: Ints2D
    strides: Ints3D


class Block(NamedTuple):
    """What is known of a block of rows, and room to work in.

    `squares` are the men's in one row, `best` the keys of the best moves found so far in each,
    `legal` and `check` the lanes of legal positions and of those in check. `wanted` tells which
    rows' moves are looked for: not those whose like pieces stand in another order than stored, nor
    those that a pass leaves to others.
    `work` and `words` are the same few rows of memory.
    """

    squares: Ints
    best: Bytes
    legal: NDArray[np.uint64]
    check: NDArray[np.uint64]
    wanted: Flags
    words: Words2D
    work: Bytes


@kernel
def decode(row: int, squares: Ints, pieces: int) -> int:
    """Put the squares of a row's pieces into `squares`; return the index of its king."""
    for piece in range(pieces - 1, -1, -1):
        squares[piece] = row & 63
        row >>= 6
    return row


@kernel
def encode(squares: Ints, pieces: int, index: int, symmetry: int) -> int:
    """Return the row of a placement after a symmetry, the pivot king's index given."""
    row = index
    for piece in range(pieces):
        row = row << 6 | SYMMETRY[symmetry, squares[piece]]
    return row


@kernel
def capture_row(
    offsets: Ints2D,
    strides: Ints3D,
    squares: Ints,
    capturer: int,
    victim: int,
    target: int,
    index: int,
    symmetry: int,
) -> int:
    """Return the row of the outcome of a capture on `target` (see `Captures`)."""
    row = offsets[capturer, victim] + index * strides[capturer, victim, 0]
    for piece in range(strides.shape[2] - 1):
        square = target if piece == capturer else squares[piece]
        row += SYMMETRY[symmetry, square] * strides[capturer, victim, piece + 1]
    return int(row)


# One man's moves, in a block of rows --------------------------------------------------------------


@kernel
def occupied_by(squares: Ints, king: int) -> Word:
    """Return the squares of the men and the pivot king."""
    occupied: Word = _ONE << np.uint64(king)
    for man in range(squares.size):
        occupied |= _ONE << np.uint64(squares[man])
    return occupied


@kernel
def free_steps(way: int, start: int, occupied: Word) -> int:
    """Return how many squares a slider may go one way before it is stopped."""
    steps = 0
    while RAYS[way, start, steps] >= 0 and not has(occupied, RAYS[way, start, steps]):
        steps += 1
    return steps


@kernel
def slide(
    best: Bytes,
    to: int,
    work: Bytes,
    keys: Bytes,
    base: int,
    stride: int,
    way: int,
    start: int,
    steps: int,
) -> None:
    """Raise a row of `best` by a slider's quiet moves one way.

    The ray is walked inwards: what lies beyond a square counts in all lanes but that of a lane king
    on it. No functions are called from here, since Numba counts the references to the arrays of
    those that do, which takes longer than all else.
    """
    behind = ZEROS
    for near in range(steps - 1, -1, -1):
        square, ray = RAYS[way, start, near], near & 1
        row = base + square * stride
        for lane in range(64):  # not in place, or the compiler would fear that rows overlap
            far = work[behind, lane] & WITHOUT[square, lane]
            work[ray, lane] = max(far, keys[row, lane])
        behind = ray
    for lane in range(64):
        best[to, lane] = max(best[to, lane], work[behind, lane])


@kernel
def victim_on(squares: Ints, white: Flags, target: int, black_to_move: bool) -> int:
    """Return the man of the other side on a square, or -1; the pivot king is no victim."""
    for man in range(squares.size):
        if squares[man] == target and white[man] == black_to_move:
            return man
    return -1


@kernel
def move_slider(
    slice_: Slice,
    captures: Captures,
    block: Block,
    keys: Bytes,
    black_to_move: bool,
    first: int,
    piece: int,
) -> None:
    """Raise the best keys of a block by the moves of a bishop, rook or queen."""
    pieces, code = slice_.like.size, slice_.codes[piece]
    white, kings, squares = slice_.white, slice_.kings, block.squares
    best, work, words, wanted = block.best, block.work, block.words, block.wanted
    stride = 64 ** (pieces - 1 - piece)
    offsets, strides = captures.offsets, captures.strides
    for number in range(wanted.size):
        if not wanted[number]:
            continue
        index = decode(first + number, squares, pieces)
        occupied = occupied_by(squares, kings[index])
        start = squares[piece]
        base = first + number - start * stride
        for way in range(FIRST_WAY[code], 8, WAY_STEP[code]):
            steps = free_steps(way, start, occupied)
            if steps:
                slide(best, number, work, keys, base, stride, way, start, steps)
            target = RAYS[way, start, steps]
            victim = victim_on(squares, white, target, black_to_move) if target >= 0 else -1
            if victim >= 0:
                row = capture_row(offsets, strides, squares, piece, victim, target, index, 0)
                expand(words, _OPEN, ~BETWEEN[start, target])
                raise_in(best, number, work, _OPEN, captures.rows, row)


@kernel
def move_knight(
    slice_: Slice,
    captures: Captures,
    block: Block,
    keys: Bytes,
    black_to_move: bool,
    first: int,
    piece: int,
) -> None:
    """Raise the best keys of a block by the moves of a knight."""
    pieces, white, kings, squares = slice_.like.size, slice_.white, slice_.kings, block.squares
    best, wanted = block.best, block.wanted
    stride = 64 ** (pieces - 1 - piece)
    offsets, strides = captures.offsets, captures.strides
    for number in range(wanted.size):
        if not wanted[number]:
            continue
        index = decode(first + number, squares, pieces)
        occupied = occupied_by(squares, kings[index])
        start = squares[piece]
        base = first + number - start * stride
        for way in range(8):
            target = KNIGHT_JUMPS[start, way]
            if target < 0:
                break
            if not has(occupied, target):
                raise_to(best, number, keys, base + target * stride)
                continue
            victim = victim_on(squares, white, target, black_to_move)
            if victim >= 0:
                row = capture_row(offsets, strides, squares, piece, victim, target, index, 0)
                raise_to(best, number, captures.rows, row)


@kernel
def move_pivot_king(
    slice_: Slice, captures: Captures, block: Block, keys: Bytes, first: int
) -> None:
    """Raise the best keys of a block by White's king's moves.

    Those that need the same symmetry are taken together, and turned back at once.
    """
    pieces, white, kings, squares = slice_.like.size, slice_.white, slice_.kings, block.squares
    jumps, symmetries, indices = slice_.jumps, slice_.symmetries, slice_.indices
    best, work, words, wanted = block.best, block.work, block.words, block.wanted
    offsets, strides = captures.offsets, captures.strides
    for number in range(wanted.size):
        if not wanted[number]:
            continue
        king = kings[decode(first + number, squares, pieces)]
        occupied = occupied_by(squares, king)
        symmetry = 0
        clear(work, _RAY)
        for way in range(9):
            target = jumps[king, way]
            if target < 0 or symmetries[target] != symmetry:
                if symmetry:
                    turn_back(words, _RAY, symmetry)
                raise_to(best, number, work, _RAY)
                clear(work, _RAY)
            if target < 0:
                break
            symmetry = symmetries[target]
            if not has(occupied, target):
                raise_to(work, _RAY, keys, encode(squares, pieces, indices[target], symmetry))
                continue
            victim = victim_on(squares, white, target, False)
            if victim >= 0:
                row = capture_row(
                    offsets, strides, squares, pieces, victim, target, indices[target], symmetry
                )
                raise_to(work, _RAY, captures.rows, row)


@kernel
def move_lane_king(
    slice_: Slice, captures: Captures, block: Block, keys: Bytes, first: int
) -> None:
    """Raise the best keys of a block by Black's king's moves.

    No key but that of a capture is in the lane of a white man.
    """
    pieces, white, squares = slice_.like.size, slice_.white, block.squares
    best, work, words, wanted = block.best, block.work, block.words, block.wanted
    offsets, strides = captures.offsets, captures.strides
    for number in range(wanted.size):
        if not wanted[number]:
            continue
        index = decode(first + number, squares, pieces)
        combine(work, _RAY, work, ZEROS, keys, first + number)
        for victim in range(squares.size):
            if white[victim]:
                target = squares[victim]
                row = capture_row(offsets, strides, squares, pieces + 1, victim, target, index, 0)
                work[_RAY, target] = captures.rows[row, target]
        step(work, words, best, number)
