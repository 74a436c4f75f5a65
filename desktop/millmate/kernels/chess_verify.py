"""One-ply verification of a slice of a table, a row of 64 positions at a time.

It shares nothing with the kernels that build. If every value is what the best of its successors
makes it, the table is right: by induction on the distance there is only one such table.

A row is one placement of the pivot king (White's) and the pieces, its number their squares as
digits: `row = index of the king * 64**m + piece_1 * 64**(m - 1) + ... + piece_m`; its lanes are the
squares of the lane king (Black's). *Coordinate* 0 of a row is the pivot king, i + 1 piece i. What
moves lead to within the slice is read from the keys of the rows with the other side to move;
captures by kings and pieces from rows gathered beforehand, and all that pawns do from `start`.
"""

import numpy as np

from millmate.kernels.chess_verify_board import (
    KNIGHT,
    Flags,
    Ints,
    count,
    lanes,
    legal_lanes,
)
from millmate.kernels.chess_verify_moves import (
    CHECK,
    LEGAL,
    WORK,
    ZEROS,
    Block,
    Captures,
    Slice,
    decode,
    move_knight,
    move_lane_king,
    move_pivot_king,
    move_slider,
)
from millmate.kernels.chess_verify_rows import (
    Bytes,
    ReadOnlyBytes,
    combine,
    convert,
    differs,
    expand,
    unequal,
    wrong_lanes,
)
from millmate.kernels.jit import kernel

_BLOCK = 256  # rows that are checked together


@kernel
def make_keys(
    slice_: Slice,
    values: ReadOnlyBytes,
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


@kernel
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


@kernel
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
        combine(block.best, number, block.work, ZEROS, start, from_row)
    return positions


@kernel
def compare(
    slice_: Slice, block: Block, values: ReadOnlyBytes, first: int, least: np.uint8
) -> tuple[int, int]:
    """Return how many values of a block are wrong, and the first wrong place or -1."""
    best, work, words = block.best, block.work, block.words
    legal, squares = block.legal, block.squares
    faults, fault = 0, -1
    for number in range(legal.size):
        if legal[number] == np.uint64(0):
            continue
        row = twin = first + number
        expand(words, LEGAL, legal[number])
        if block.wanted[number]:
            expand(words, CHECK, block.check[number])
            wrong = differs(best, number, work, CHECK, LEGAL, values, row, least)
        else:
            index = decode(row, squares, slice_.like.size)
            twin = sorted_row(slice_.like, squares, index)
            wrong = unequal(work, LEGAL, values, row, twin)
        if wrong:
            lanes_, lane = wrong_lanes(best, number, work, CHECK, LEGAL, values, row, twin, least)
            faults += lanes_
            fault = row * 64 + lane if fault < 0 else fault
    return faults, fault


@kernel
def check(
    slice_: Slice,
    captures: Captures,
    values: ReadOnlyBytes,
    keys: Bytes,
    start: Bytes,
    black_to_move: bool,
    least: np.uint8,
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
        least: The least distance of codes that are checked.
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
    words = np.zeros((WORK, 8), np.uint64)
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
            move_lane_king(slice_, captures, block, keys, row)
        else:
            move_pivot_king(slice_, captures, block, keys, row)
        wrong, place = compare(slice_, block, values, row, least)
        faults += wrong
        fault = place if fault < 0 else fault
    return positions, faults, fault
