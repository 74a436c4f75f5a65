"""One-ply verification of a slice of a table, a row of 64 positions at a time.

It shares nothing with the kernels that build. If every value is what the best of its successors
makes it, the table is right: by induction on the distance there is only one such table.

A row is one placement of the index king (White's) and the pieces, its number their squares as
digits: `row = index of the king * 64**m + piece_1 * 64**(m - 1) + ... + piece_m`; its lanes are the
squares of the word king (Black's). *Coordinate* 0 of a row is the index king, i + 1 piece i. What
moves lead to within the slice is read from the keys of the rows with the other side to move;
captures by kings and pieces from rows gathered beforehand, and all that pawns do from `start`.
"""

from typing import NamedTuple

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import (
    FIRST_WAY,
    KNIGHT,
    KNIGHT_JUMPS,
    RAYS,
    SYMMETRY,
    WAY_STEP,
    Flags,
    Ints,
    count,
    lanes,
    legal_lanes,
)
from millmate.kernels.chess_verify_rows import (
    READ_ONLY_ROWS,
    Bytes,
    block,
    convert,
    copy,
    differs,
    expand,
    expected,
    raise_to,
    step,
    turn_back,
)

_OWN = -2  # on the board: a man that cannot be captured; -1: nobody; 0 and up: a victim


class Slice(NamedTuple):
    """What all positions of a slice have in common.

    `codes` and `white` are of the pieces, then the pawns; `pawns` are their squares. `kings` are
    the squares of the index king that rows are numbered by. A king on another square is brought to
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
    jumps: NDArray[np.int64]
    like: Flags


class Captures(NamedTuple):
    """The keys of what captures lead to.

    Capturers are the pieces, then the index king, then the word king; victims the pieces, then the
    pawns. The row of a capture is `offsets[capturer, victim]` plus each coordinate after the
    capture times its `strides[capturer, victim, coordinate]`.
    """

    rows: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    strides: NDArray[np.int64]


_INTS, _FLAGS = types.int64[::1], types.boolean[::1]
_ROWS = types.uint8[:, ::1]
SLICE = types.NamedTuple(
    (_INTS, _FLAGS, _INTS, _INTS, _INTS, _INTS, types.int64[:, ::1], _FLAGS), Slice
)
CAPTURES = types.NamedTuple((_ROWS, types.int64[:, ::1], types.int64[:, :, ::1]), Captures)


@njit(types.int64(SLICE, types.int64, _INTS), nogil=True, cache=True)
def decode(slice_: Slice, row: int, squares: Ints) -> int:
    """Put the squares of a row's pieces into `squares`; return that of the index king."""
    for piece in range(squares.size - slice_.pawns.size - 1, -1, -1):
        squares[piece] = row & 63
        row >>= 6
    return slice_.kings[row]


@njit(types.int64(_INTS, types.int64, types.int64, types.int64), nogil=True, cache=True)
def encode(squares: Ints, pieces: int, index: int, symmetry: int) -> int:
    """Return the row of a placement after a symmetry, the index king's index given."""
    row = index
    for piece in range(pieces):
        row = row << 6 | SYMMETRY[symmetry, squares[piece]]
    return row


@njit(
    types.void(SLICE, READ_ONLY_ROWS, _ROWS, types.boolean, types.uint8, types.int64, types.int64),
    nogil=True,
    cache=True,
)
def make_keys(
    slice_: Slice, values: Bytes, keys: Bytes, black_to_move: bool, rare: int, start: int, stop: int
) -> None:
    """Write the keys of the rows from `start` to `stop`; `values` and `keys` may not overlap."""
    pieces = slice_.codes.size - slice_.pawns.size
    squares = np.empty(slice_.codes.size, np.int64)
    squares[pieces:] = slice_.pawns
    words = np.empty((1, 8), np.uint64)
    legal = words.view(np.uint8)
    for row in range(start, stop):
        king = decode(slice_, row, squares)
        expand(legal_lanes(king, squares, slice_.codes, slice_.white, black_to_move), words[0])
        convert(keys, values, row, legal[0], rare)


@njit(
    types.int64(CAPTURES, types.int64, types.int64, _INTS, types.int64, types.int64, types.int64),
    nogil=True,
    cache=True,
)
def capture_row(
    captures: Captures,
    capturer: int,
    victim: int,
    squares: Ints,
    pieces: int,
    index: int,
    symmetry: int,
) -> int:
    """Return the row of `captures` with a capture's outcome, the capturer moved already."""
    strides = captures.strides[capturer, victim]
    row = captures.offsets[capturer, victim] + index * strides[0]
    for piece in range(pieces):
        row += SYMMETRY[symmetry, squares[piece]] * strides[piece + 1]
    return row


@njit(
    types.void(CAPTURES, _ROWS, _INTS, _INTS, types.int64, types.int64, types.int64, _ROWS),
    nogil=True,
    cache=True,
)
def jump(
    captures: Captures,
    keys: Bytes,
    squares: Ints,
    board: Ints,
    piece: int,
    pieces: int,
    index: int,
    work: Bytes,
) -> None:
    """Raise `work[5]` by a knight's moves."""
    start = squares[piece]
    for target in KNIGHT_JUMPS[start]:
        if target < 0:
            break
        squares[piece] = target
        if board[target] == -1:
            raise_to(work[5], keys, encode(squares, pieces, index, 0))
        elif board[target] >= 0:
            row = capture_row(captures, piece, board[target], squares, pieces, index, 0)
            raise_to(work[5], captures.rows, row)
    squares[piece] = start


@njit(
    types.void(
        CAPTURES, _ROWS, _INTS, _INTS, types.int64, types.int64, types.int64, types.int64, _ROWS
    ),
    nogil=True,
    cache=True,
)
def slide(
    captures: Captures,
    keys: Bytes,
    squares: Ints,
    board: Ints,
    piece: int,
    code: int,
    pieces: int,
    index: int,
    work: Bytes,
) -> None:
    """Raise `work[5]` by a slider's moves.

    Each ray is walked inwards: what lies beyond a square counts in all lanes but that of a word
    king on it.
    """
    start, best, ray = squares[piece], work[5], work[0]
    for way in range(FIRST_WAY[code], 8, WAY_STEP[code]):
        path = RAYS[way, start]
        reached = 0
        while path[reached] >= 0 and board[path[reached]] == -1:
            reached += 1
        ray[:] = 0
        squares[piece] = end = path[reached]
        if end >= 0 and board[end] >= 0:
            row = capture_row(captures, piece, board[end], squares, pieces, index, 0)
            raise_to(ray, captures.rows, row)
        for near in range(reached - 1, -1, -1):
            squares[piece] = path[near]
            block(ray, path[near])
            raise_to(ray, keys, encode(squares, pieces, index, 0))
        raise_to(best, work, 0)
    squares[piece] = start


@njit(
    types.void(SLICE, CAPTURES, _ROWS, _INTS, _INTS, types.int64, _ROWS, types.uint64[:, ::1]),
    nogil=True,
    cache=True,
)
def move_index_king(
    slice_: Slice,
    captures: Captures,
    keys: Bytes,
    squares: Ints,
    board: Ints,
    king: int,
    work: Bytes,
    words: NDArray[np.uint64],
) -> None:
    """Raise `work[5]` by the index king's moves, those through one symmetry turned back at once."""
    pieces = slice_.like.size
    jumps = slice_.jumps[king]
    number = 0
    while jumps[number] >= 0:
        symmetry = slice_.symmetries[jumps[number]]
        words[0] = 0
        while jumps[number] >= 0 and slice_.symmetries[jumps[number]] == symmetry:
            target = jumps[number]
            index, victim = slice_.indices[target], board[target]
            if victim == -1:
                raise_to(work[0], keys, encode(squares, pieces, index, symmetry))
            elif victim >= 0:
                row = capture_row(captures, pieces, victim, squares, pieces, index, symmetry)
                raise_to(work[0], captures.rows, row)
            number += 1
        if symmetry:
            turn_back(words[0], symmetry)
        raise_to(work[5], work, 0)


@njit(
    types.void(
        SLICE, CAPTURES, _ROWS, _INTS, types.int64, types.int64, _ROWS, types.uint64[:, ::1]
    ),
    nogil=True,
    cache=True,
)
def move_word_king(
    slice_: Slice,
    captures: Captures,
    keys: Bytes,
    squares: Ints,
    row: int,
    index: int,
    work: Bytes,
    words: NDArray[np.uint64],
) -> None:
    """Raise `work[5]` by the word king's moves; captures go where no other move can."""
    pieces = slice_.like.size
    copy(work[0], keys, row)
    for victim in range(squares.size):
        if slice_.white[victim]:
            square = squares[victim]
            at = capture_row(captures, pieces + 1, victim, squares, pieces, index, 0)
            work[0, square] = captures.rows[at, square]
    step(work[5], work, words)


@njit(types.int64(SLICE, _INTS, types.int64), nogil=True, cache=True)
def sorted_row(slice_: Slice, squares: Ints, index: int) -> int:
    """Return the row in which like pieces stand on the same squares, ascending."""
    pieces = slice_.like.size
    for piece in range(1, pieces):
        at = piece
        while at > 0 and slice_.like[at] and squares[at] < squares[at - 1]:
            squares[at], squares[at - 1] = squares[at - 1], squares[at]
            at -= 1
    return encode(squares, pieces, index, 0)


@njit(
    types.void(SLICE, _INTS, _INTS, types.int64, types.boolean, types.boolean),
    nogil=True,
    cache=True,
)
def set_board(
    slice_: Slice, squares: Ints, board: Ints, king: int, black_to_move: bool, remove: bool
) -> None:
    """Put a row's men on the board, victims by number, or take them off."""
    for man in range(squares.size):
        victim = man if slice_.white[man] == black_to_move else _OWN
        board[squares[man]] = -1 if remove else victim
    board[king] = -1 if remove else _OWN


@njit(
    types.UniTuple(types.int64, 3)(
        SLICE, CAPTURES, READ_ONLY_ROWS, _ROWS, _ROWS, types.boolean, *[types.int64] * 2
    ),
    nogil=True,
    cache=True,
)
def check(
    slice_: Slice,
    captures: Captures,
    values: Bytes,
    keys: Bytes,
    start: Bytes,
    black_to_move: bool,
    first: int,
    stop: int,
) -> tuple[int, int, int]:
    """Check the rows from `first` to `stop` with one side to move.

    Args:
        slice_: What the positions have in common.
        captures: What captures by kings and pieces lead to.
        values: The codes of these rows, [rows, 64].
        keys: The keys of the slice with the other side to move, [rows, 64].
        start: The keys of the best pawn move, [rows, 64]; or one row of zeros without pawns.
        black_to_move: Which side is to move.
        first: First row to check.
        stop: One past the last.

    Returns:
        The numbers of legal positions and of wrong values, and the first wrong place or -1.
    """
    pieces = slice_.like.size
    squares = np.empty(slice_.codes.size, np.int64)
    board = np.full(64, -1, np.int64)
    words = np.zeros((8, 8), np.uint64)
    work = words.view(np.uint8)
    legal_ones, faults, fault = 0, 0, -1
    for row in range(first, stop):
        squares[pieces:] = slice_.pawns
        king = decode(slice_, row, squares)
        free, attacked, shielded = lanes(king, squares, slice_.codes, slice_.white)
        legal = free & shielded if black_to_move else free & ~attacked
        if legal == np.uint64(0):
            continue
        legal_ones += count(legal)
        expand(legal, words[6])
        index = row >> 6 * pieces
        twin = sorted_row(slice_, squares, index)
        if twin != row:
            for lane in range(64):
                if work[6, lane] and values[row, lane] != values[twin, lane]:
                    faults += 1
                    fault = row * 64 + lane if fault < 0 else fault
            continue
        expand(attacked if black_to_move else ~shielded, words[7])
        copy(work[5], start, row if start.shape[0] > 1 else 0)
        set_board(slice_, squares, board, king, black_to_move, False)
        for piece in range(pieces):
            code = slice_.codes[piece]
            if slice_.white[piece] == black_to_move:
                continue
            if code == KNIGHT:
                jump(captures, keys, squares, board, piece, pieces, index, work)
            else:
                slide(captures, keys, squares, board, piece, code, pieces, index, work)
        if black_to_move:
            move_word_king(slice_, captures, keys, squares, row, index, work, words)
        else:
            move_index_king(slice_, captures, keys, squares, board, king, work, words)
        set_board(slice_, squares, board, king, black_to_move, True)
        if differs(work[5], work[7], work[6], values, row):
            for lane in range(64):
                right = expected(work[5, lane], work[7, lane])
                if work[6, lane] and values[row, lane] != right:
                    faults += 1
                    fault = row * 64 + lane if fault < 0 else fault
    return legal_ones, faults, fault
