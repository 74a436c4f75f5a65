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
    BETWEEN,
    FIRST_WAY,
    KNIGHT,
    KNIGHT_JUMPS,
    RAYS,
    SYMMETRY,
    WAY_STEP,
    Flags,
    Ints,
    Word,
    count,
    has,
    lanes,
    legal_lanes,
    named_type,
    tuple_type,
)
from millmate.kernels.chess_verify_rows import (
    READ_ONLY_ROWS,
    WITHOUT,
    Bytes,
    clear,
    combine,
    convert,
    differs,
    expand,
    raise_in,
    raise_to,
    step,
    turn_back,
    unequal,
    wrong_lanes,
)

_ONE = np.uint64(1)
_BLOCK = 256  # rows that are checked together
# Rows to work in: the first three for the moves of one man, then lanes as bytes.
_RAY, _OPEN, _LEGAL, _CHECK, _ZEROS, _WORK = 0, 3, 4, 5, 6, 7


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


class Block(NamedTuple):
    """What is known of a block of rows, and room to work in.

    `squares` are the men's in one row, `best` the keys of the best moves found so far in each,
    `legal` and `check` the lanes of legal positions and of those in check. `wanted` tells which
    rows' moves are looked for: not those whose like pieces stand in another order than stored.
    `work` and `words` are the same few rows of memory.
    """

    squares: Ints
    best: NDArray[np.uint8]
    legal: NDArray[np.uint64]
    check: NDArray[np.uint64]
    wanted: Flags
    words: NDArray[np.uint64]
    work: NDArray[np.uint8]


_INTS, _FLAGS, _LANES = types.int64[::1], types.boolean[::1], types.uint64[::1]
_ROWS = types.uint8[:, ::1]
SLICE = named_type(Slice, _INTS, _FLAGS, _INTS, _INTS, _INTS, _INTS, types.int64[:, ::1], _FLAGS)
BLOCK = named_type(Block, _INTS, _ROWS, _LANES, _LANES, _FLAGS, types.uint64[:, ::1], _ROWS)
CAPTURES = named_type(Captures, _ROWS, types.int64[:, ::1], types.int64[:, :, ::1])


@njit(types.int64(types.int64, _INTS, types.int64), nogil=True, cache=True)
def decode(row: int, squares: Ints, pieces: int) -> int:
    """Put the squares of a row's pieces into `squares`; return the index of its king."""
    for piece in range(pieces - 1, -1, -1):
        squares[piece] = row & 63
        row >>= 6
    return row


@njit(types.int64(_INTS, types.int64, types.int64, types.int64), nogil=True, cache=True)
def encode(squares: Ints, pieces: int, index: int, symmetry: int) -> int:
    """Return the row of a placement after a symmetry, the index king's index given."""
    row = index
    for piece in range(pieces):
        row = row << 6 | SYMMETRY[symmetry, squares[piece]]
    return row


@njit(
    types.void(SLICE, READ_ONLY_ROWS, _ROWS, types.boolean, types.uint8, *[types.int64] * 2),
    nogil=True,
    cache=True,
)
def make_keys(
    slice_: Slice,
    values: Bytes,
    keys: Bytes,
    black_to_move: bool,
    rare: np.uint8,
    start: int,
    stop: int,
) -> None:
    """Write the keys of the rows from `start` to `stop`; `values` and `keys` may not overlap."""
    codes, white, kings, pieces = slice_.codes, slice_.white, slice_.kings, slice_.like.size
    squares = np.empty(codes.size, np.int64)
    squares[pieces:] = slice_.pawns
    words = np.empty((1, 8), np.uint64)
    legal = words.view(np.uint8)
    for row in range(start, stop):
        king = kings[decode(row, squares, pieces)]
        expand(words, 0, legal_lanes(king, squares, codes, white, black_to_move))
        convert(keys, values, row, legal, rare)


@njit(
    types.int64(types.int64[:, ::1], types.int64[:, :, ::1], _INTS, *[types.int64] * 5),
    nogil=True,
    cache=True,
)
def capture_row(
    offsets: NDArray[np.int64],
    strides: NDArray[np.int64],
    squares: Ints,
    capturer: int,
    victim: int,
    pieces: int,
    index: int,
    symmetry: int,
) -> int:
    """Return the row of a capture's outcome, the capturer moved already (see `Captures`)."""
    row = offsets[capturer, victim] + index * strides[capturer, victim, 0]
    for piece in range(pieces):
        stride = strides[capturer, victim, piece + 1]
        row += SYMMETRY[symmetry, squares[piece]] * stride
    return int(row)


# One man's moves, in a block of rows --------------------------------------------------------------


@njit(types.uint64(_INTS, types.int64), nogil=True, cache=True)
def occupied_by(squares: Ints, king: int) -> Word:
    """Return the squares of the men and the index king."""
    occupied: Word = _ONE << np.uint64(king)
    for man in range(squares.size):
        occupied |= _ONE << np.uint64(squares[man])
    return occupied


@njit(types.int64(types.int64, types.int64, types.uint64), nogil=True, cache=True)
def free_steps(way: int, start: int, occupied: Word) -> int:
    """Return how many squares a slider may go one way before it is stopped."""
    steps = 0
    while RAYS[way, start, steps] >= 0 and not has(occupied, RAYS[way, start, steps]):
        steps += 1
    return steps


@njit(
    types.void(_ROWS, types.int64, _ROWS, _ROWS, *[types.int64] * 5),
    nogil=True,
    cache=True,
)
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

    The ray is walked inwards: what lies beyond a square counts in all lanes but that of a word king
    on it. No functions are called from here, since Numba counts the references to the arrays of
    those that do, which takes longer than all else.
    """
    behind = _ZEROS
    for near in range(steps - 1, -1, -1):
        square, ray = RAYS[way, start, near], near & 1
        row = base + square * stride
        for lane in range(64):  # not in place, or the compiler would fear that rows overlap
            far = work[behind, lane] & WITHOUT[square, lane]
            work[ray, lane] = max(far, keys[row, lane])
        behind = ray
    for lane in range(64):
        best[to, lane] = max(best[to, lane], work[behind, lane])


@njit(types.int64(_INTS, _FLAGS, types.int64, types.boolean), nogil=True, cache=True)
def victim_on(squares: Ints, white: Flags, target: int, black_to_move: bool) -> int:
    """Return the man of the other side on a square, or -1; the index king is no victim."""
    for man in range(squares.size):
        if squares[man] == target and white[man] == black_to_move:
            return man
    return -1


@njit(
    types.void(SLICE, CAPTURES, BLOCK, _ROWS, types.boolean, types.int64, types.int64),
    nogil=True,
    cache=True,
)
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
                squares[piece] = target
                row = capture_row(
                    captures.offsets, captures.strides, squares, piece, victim, pieces, index, 0
                )
                squares[piece] = start
                expand(words, _OPEN, ~BETWEEN[start, target])
                raise_in(best, number, work, _OPEN, captures.rows, row)


@njit(
    types.void(SLICE, CAPTURES, BLOCK, _ROWS, types.boolean, types.int64, types.int64),
    nogil=True,
    cache=True,
)
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
                squares[piece] = target
                row = capture_row(
                    captures.offsets, captures.strides, squares, piece, victim, pieces, index, 0
                )
                squares[piece] = start
                raise_to(best, number, captures.rows, row)


@njit(
    types.void(SLICE, CAPTURES, BLOCK, _ROWS, types.int64),
    nogil=True,
    cache=True,
)
def move_index_king(
    slice_: Slice, captures: Captures, block: Block, keys: Bytes, first: int
) -> None:
    """Raise the best keys of a block by White's king's moves.

    Those that need the same symmetry are taken together, and turned back at once.
    """
    pieces, white, kings, squares = slice_.like.size, slice_.white, slice_.kings, block.squares
    jumps, symmetries, indices = slice_.jumps, slice_.symmetries, slice_.indices
    best, work, words, wanted = block.best, block.work, block.words, block.wanted
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
                    captures.offsets,
                    captures.strides,
                    squares,
                    pieces,
                    victim,
                    pieces,
                    indices[target],
                    symmetry,
                )
                raise_to(work, _RAY, captures.rows, row)


@njit(
    types.void(SLICE, CAPTURES, BLOCK, _ROWS, types.int64),
    nogil=True,
    cache=True,
)
def move_word_king(
    slice_: Slice, captures: Captures, block: Block, keys: Bytes, first: int
) -> None:
    """Raise the best keys of a block by Black's king's moves.

    No key but that of a capture is in the lane of a white man.
    """
    pieces, white, squares = slice_.like.size, slice_.white, block.squares
    best, work, words, wanted = block.best, block.work, block.words, block.wanted
    for number in range(wanted.size):
        if not wanted[number]:
            continue
        index = decode(first + number, squares, pieces)
        combine(work, _RAY, work, _ZEROS, keys, first + number)
        for victim in range(squares.size):
            if white[victim]:
                row = capture_row(
                    captures.offsets,
                    captures.strides,
                    squares,
                    pieces + 1,
                    victim,
                    pieces,
                    index,
                    0,
                )
                work[_RAY, squares[victim]] = captures.rows[row, squares[victim]]
        step(work, words, best, number)


# All of it ----------------------------------------------------------------------------------------


@njit(types.int64(_FLAGS, _INTS, types.int64), nogil=True, cache=True)
def sorted_row(like: Flags, squares: Ints, index: int) -> int:
    """Return the row in which like pieces stand on the same squares, ascending."""
    for piece in range(1, like.size):
        at = piece
        while at > 0 and like[at] and squares[at] < squares[at - 1]:
            squares[at], squares[at - 1] = squares[at - 1], squares[at]
            at -= 1
    row = index
    for piece in range(like.size):
        row = row << 6 | squares[piece]
    return row


@njit(
    types.int64(SLICE, BLOCK, _ROWS, types.boolean, types.int64, types.int64),
    nogil=True,
    cache=True,
)
def prepare(
    slice_: Slice, block: Block, start: Bytes, black_to_move: bool, first: int, stop: int
) -> int:
    """Find what is legal in a block and begin with its pawn moves; return how many positions."""
    pieces, squares = slice_.like.size, block.squares
    positions = 0
    for number in range(block.wanted.size):
        row = first + number
        block.legal[number] = np.uint64(0)
        block.wanted[number] = False
        if row >= stop:
            continue
        index = decode(row, squares, pieces)
        free, attacked, shielded = lanes(slice_.kings[index], squares, slice_.codes, slice_.white)
        legal = free & shielded if black_to_move else free & ~attacked
        if legal == np.uint64(0):
            continue
        positions += count(legal)
        block.legal[number] = legal
        block.check[number] = attacked if black_to_move else ~shielded
        block.wanted[number] = sorted_row(slice_.like, squares, index) == row
        from_row = row if start.shape[0] > 1 else 0
        combine(block.best, number, block.work, _ZEROS, start, from_row)
    return positions


@njit(
    tuple_type(types.int64, types.int64)(SLICE, BLOCK, READ_ONLY_ROWS, types.int64),
    nogil=True,
    cache=True,
)
def compare(slice_: Slice, block: Block, values: Bytes, first: int) -> tuple[int, int]:
    """Return how many values of a block are wrong, and the first wrong place or -1."""
    best, work, words, legal, squares = (
        block.best,
        block.work,
        block.words,
        block.legal,
        block.squares,
    )
    faults, fault = 0, -1
    for number in range(legal.size):
        if legal[number] == np.uint64(0):
            continue
        row = twin = first + number
        expand(words, _LEGAL, legal[number])
        if block.wanted[number]:
            expand(words, _CHECK, block.check[number])
            wrong = differs(best, number, work, _CHECK, _LEGAL, values, row)
        else:
            index = decode(row, squares, slice_.like.size)
            twin = sorted_row(slice_.like, squares, index)
            wrong = unequal(work, _LEGAL, values, row, twin)
        if wrong:
            lanes_, lane = wrong_lanes(best, number, work, _CHECK, _LEGAL, values, row, twin)
            faults += lanes_
            fault = row * 64 + lane if fault < 0 else fault
    return faults, fault


@njit(
    tuple_type(types.int64, types.int64, types.int64)(
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
    squares = np.empty(slice_.codes.size, np.int64)
    squares[slice_.like.size :] = slice_.pawns
    best = np.empty((_BLOCK, 64), np.uint8)
    legal, in_check = np.empty(_BLOCK, np.uint64), np.empty(_BLOCK, np.uint64)
    wanted = np.empty(_BLOCK, np.bool_)
    words = np.zeros((_WORK, 8), np.uint64)
    block = Block(squares, best, legal, in_check, wanted, words, words.view(np.uint8))
    positions, faults, fault = 0, 0, -1
    for row in range(first, stop, _BLOCK):
        positions += prepare(slice_, block, start, black_to_move, row, stop)
        for piece in range(slice_.like.size):
            if slice_.white[piece] == black_to_move:
                continue
            if slice_.codes[piece] == KNIGHT:
                move_knight(slice_, captures, block, keys, black_to_move, row, piece)
            else:
                move_slider(slice_, captures, block, keys, black_to_move, row, piece)
        if black_to_move:
            move_word_king(slice_, captures, block, keys, row)
        else:
            move_index_king(slice_, captures, block, keys, row)
        wrong, place = compare(slice_, block, values, row)
        faults += wrong
        fault = place if fault < 0 else fault
    return positions, faults, fault
