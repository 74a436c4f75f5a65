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
    CODES,
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
    DRAW,
    Bytes,
    Window,
    combine,
    convert,
    counts_any,
    differs,
    expand,
    expected,
    read_row,
    unequal,
    unequal_lanes,
    wrong_lanes,
)
from millmate.kernels.jit import allocating, kernel

_BLOCK = 256  # rows that are checked together


@allocating
def make_keys(
    slice_: Slice,
    window: Window,
    keys: Bytes,
    black_to_move: bool,
    start: int,
    stop: int,
) -> bool:
    """Write the keys of the rows from `start` to `stop`.

    Returns:
        Whether a distance is 127 or more in the window.
    """
    codes, white, kings, pieces = slice_.codes, slice_.white, slice_.kings, slice_.like.size
    squares = np.empty(codes.size, np.int64)
    squares[pieces:] = slice_.pawns
    words = np.zeros((4, 8), np.uint64)
    work = words.view(np.uint8)
    for row in range(start, stop):
        king = kings[decode(row, squares, pieces)]
        expand(words, 0, legal_lanes(king, squares, codes, white, black_to_move))
        read_row(work, 1, 2, row, window)
        convert(keys, row, work, 1, 0, 3)
    return bool(words[3].any())


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
    slice_: Slice,
    block: Block,
    window: Window,
    start: Bytes,
    black_to_move: bool,
    least: np.uint8,
    first: int,
    stop: int,
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
        wanted = sorted_row(slice_.like, squares, index) == row
        if wanted and least > 0:
            read_row(block.work, CODES, ZEROS, row, window)
            wanted = counts_any(block.work, CODES, least)
        block.wanted[number] = wanted
        from_row = row if start.shape[0] > 1 else 0
        combine(block.best, number, block.work, ZEROS, start, from_row)
    return positions


@kernel
def compare(
    slice_: Slice, block: Block, window: Window, twins: bool, first: int, least: np.uint8
) -> tuple[int, int]:
    """Return how many values of a block are wrong, and the first wrong place or -1."""
    best, work, words = block.best, block.work, block.words
    legal, squares = block.legal, block.squares
    faults, fault = 0, -1
    for number in range(legal.size):
        if legal[number] == np.uint64(0):
            continue
        row, wrong, lane = first + number, 0, -1
        expand(words, LEGAL, legal[number])
        if block.wanted[number]:
            expand(words, CHECK, block.check[number])
            read_row(work, CODES, ZEROS, row, window)
            if differs(best, number, work, CODES, CHECK, LEGAL, least):
                wrong, lane = wrong_lanes(best, number, work, CODES, CHECK, LEGAL, least)
        elif twins:
            index = decode(row, squares, slice_.like.size)
            twin = sorted_row(slice_.like, squares, index) - window.first
            row -= window.first
            if unequal(work, LEGAL, window.codes, row, twin):
                wrong, lane = unequal_lanes(work, LEGAL, window.codes, row, twin)
            elif window.more.shape[0] and unequal(work, LEGAL, window.more, row, twin):
                wrong, lane = unequal_lanes(work, LEGAL, window.more, row, twin)
            row += window.first
        faults += wrong
        fault = row * 64 + lane if wrong and fault < 0 else fault
    return faults, fault


@allocating
def room(slice_: Slice) -> Block:
    """Return a block to work in."""
    squares = np.empty(slice_.codes.size, np.int64)
    squares[slice_.like.size :] = slice_.pawns
    best = np.empty((_BLOCK, 64), np.uint8)
    legal, in_check = np.empty(_BLOCK, np.uint64), np.empty(_BLOCK, np.uint64)
    wanted = np.empty(_BLOCK, np.bool_)
    words = np.zeros((WORK, 8), np.uint64)
    return Block(squares, best, legal, in_check, wanted, words, words.view(np.uint8))


@kernel
def find_best(
    slice_: Slice,
    captures: Captures,
    block: Block,
    window: Window,
    keys: Bytes,
    start: Bytes,
    black_to_move: bool,
    least: np.uint8,
    row: int,
    stop: int,
) -> int:
    """Find the keys of the best moves of a block, see `check`; return how many positions it has."""
    positions = prepare(slice_, block, window, start, black_to_move, least, row, stop)
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
    return positions


@allocating
def check(
    slice_: Slice,
    captures: Captures,
    window: Window,
    twins: bool,
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
        window: The codes of these rows.
        twins: Whether it has like pieces in every order, which is checked.
        keys: The keys of the slice with the other side to move, [rows, 64].
        start: The keys of the best pawn move, [rows, 64]; or one row of zeros without pawns.
        black_to_move: Which side is to move.
        least: The least distance in the window that is checked.
        first: First row to check.
        stop: One past the last.

    Returns:
        The numbers of legal positions and of wrong values, and the first wrong place or -1.
    """
    block = room(slice_)
    positions, faults, fault = 0, 0, -1
    for row in range(first, stop, _BLOCK):
        positions += find_best(
            slice_, captures, block, window, keys, start, black_to_move, least, row, stop
        )
        wrong, place = compare(slice_, block, window, twins, row, least)
        faults += wrong
        fault = place if fault < 0 else fault
    return positions, faults, fault


@allocating
def fill_wins(
    slice_: Slice,
    captures: Captures,
    window: Window,
    values: Bytes,
    keys: Bytes,
    start: Bytes,
    black_to_move: bool,
    first: int,
    stop: int,
) -> int:
    """Write the codes of won positions, 1 so far, as their best moves have it; see `check`.

    `values` are those of `window`. Left out are rows whose like pieces stand in another order than
    stored.

    Returns:
        How many positions are said to be won and have no move that wins.
    """
    block, faults = room(slice_), 0
    for row in range(first, stop, _BLOCK):
        find_best(
            slice_, captures, block, window, keys, start, black_to_move, np.uint8(0), row, stop
        )
        for number in range(_BLOCK):
            if not block.wanted[number]:
                continue
            for lane in range(64):
                if values[row + number, lane] == 1:
                    key = block.best[number, lane]
                    faults += key <= DRAW
                    values[row + number, lane] = expected(key, np.uint8(0))
    return faults
