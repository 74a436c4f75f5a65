"""Moves of kings and pieces, a tile of rows at a time: for the verifier (see `chess_verify`)."""

from typing import NamedTuple

import numpy as np

from millmate.kernels.chess_verify_board import (
    FIRST_WAY,
    JUMPS,
    LAST_WAY,
    RAYS,
    STEPS,
    SYMMETRY,
    WAY_STEP,
    Flags,
    Ints,
    Word,
    Words,
    has,
)
from millmate.kernels.chess_verify_rows import (
    ONLY,
    WITHOUT,
    Bytes,
    beside,
    both,
    either,
    fill,
    greater,
    load,
    raise_to,
    store,
    turned,
)
from millmate.kernels.declare import Ints2D, Ints3D, inlined, kernel

_BIT, _NONE = np.uint64(1), np.uint8(0)
PART = 16  # rows that are followed together along a piece's way: they stay in the first cache


class Slice(NamedTuple):
    """The men, kings and symmetries of slices that differ only in the squares of their pawns.

    `codes` and `white` are of the pieces, then the pawns; `pawns[slice]` are their squares. `kings`
    are the squares of the pivot king that rows are numbered by. A king on another square is brought
    to one of them by `symmetries[square]`, and has then the index `indices[square]`;
    `jumps[square]`, its target squares from there, are sorted by that symmetry and end with -1.
    `like[i]` is whether piece i is of the same kind as piece i - 1.
    """

    codes: Ints
    white: Flags
    pawns: Ints2D
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


class Moves(NamedTuple):
    """The moves of one side in a slice, by the keys of the positions they lead to.

    `keys` are those of the slice with the other side to move, [rows, 64]; `start` those of the best
    pawn move, [rows, 64], or one row of zeros without pawns.
    """

    slice_: Slice
    captures: Captures
    keys: Bytes
    start: Bytes
    black_to_move: bool


class Tile(NamedTuple):
    """The state of a tile, and room to work in.

    A tile is all rows of one pivot king that have all pieces but the last two on the same squares:
    4096, or 64 of one piece, or one. It consists of lines of 64 rows, which share all pieces but
    the last; without pieces, of one row.

    `squares` are the men's in one row, `best` the keys of the best moves found so far in each,
    `white_moves` and `black_moves` the lanes of legal positions. `wanted` is whether a row's moves
    are searched: not if its like pieces are in another order than the stored one, nor if the pass
    leaves the row to another; `busy` is whether a line has such rows. `reached` is room for `PART`
    rows, `seen` and `bases` for a word and a number for each man or way.
    """

    squares: Ints
    best: Bytes
    white_moves: Words
    black_moves: Words
    wanted: Flags
    busy: Flags
    reached: Bytes
    seen: Words
    bases: Ints


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


# One piece's moves --------------------------------------------------------------------------------


@kernel
def occupied_by(squares: Ints, king: int, but: int, last: int) -> Word:
    """Return the squares of the pivot king and the men, two of them left out."""
    occupied: Word = _BIT << np.uint64(king)
    for man in range(squares.size):
        if man not in (but, last):
            occupied |= _BIT << np.uint64(squares[man])
    return occupied


@kernel
def victim_on(squares: Ints, white: Flags, target: int, black_to_move: bool, last: int) -> int:
    """Return the other side's man on a square, ignoring man `last`; -1 without such a man."""
    for man in range(squares.size):
        if man != last and squares[man] == target and white[man] == black_to_move:
            return man
    return -1


@kernel
def move_last(moves: Moves, tile: Tile, first: int, to: int) -> None:
    """Raise the best keys of a line by the moves of the last piece.

    What lies beyond a square counts in all lanes but that of a lane king on it.
    """
    slice_, captures, keys, _, black_to_move = moves
    white, squares, piece = slice_.white, tile.squares, slice_.like.size - 1
    rows, offsets, strides = captures
    code = slice_.codes[piece]
    index = decode(first, squares, piece + 1)
    occupied = occupied_by(squares, slice_.kings[index], piece, piece)
    for way in range(FIRST_WAY[code], LAST_WAY[code], WAY_STEP[code]):
        reached = fill(_NONE)
        for number in range(56):
            start, target = STEPS[way, number]
            if start < 0:
                break
            if way >= JUMPS or RAYS[way, target, 0] < 0:
                reached = fill(_NONE)
            if not has(occupied, target):
                beyond = both(reached, load(WITHOUT, target))
                reached = greater(beyond, load(keys, first + target))
            else:
                reached = fill(_NONE)
                victim = victim_on(squares, white, target, black_to_move, piece)
                if victim >= 0:
                    row = capture_row(offsets, strides, squares, piece, victim, target, index, 0)
                    reached = load(rows, row)
            raise_to(tile.best, to + start, reached)


@inlined
def _pass(
    moves: Moves,
    tile: Tile,
    occupied: Word,
    index: int,
    piece: int,
    target: int,
    base: int,
    part: int,
) -> None:
    """Make `tile.reached` hold what a piece reaches whose way leads to `target`.

    Before, it holds what one on `target` reaches on the same way. This is for the squares of the
    last piece from `part` on, the other men standing fixed; `base` is the row of `keys` in which
    the piece is on `target` and the last piece on 0.
    """
    slice_, captures, keys, _, black_to_move = moves
    squares, reached, last = tile.squares, tile.reached, slice_.like.size - 1
    rows, offsets, strides = captures
    if not has(occupied, target):
        without = load(WITHOUT, target)
        for at in range(PART):
            beyond = both(load(reached, at), without)
            store(reached, at, greater(beyond, load(keys, base + part + at)))
        if part <= target < part + PART:
            store(reached, target - part, fill(_NONE))
            if slice_.white[last] == black_to_move:
                row = capture_row(offsets, strides, squares, piece, last, target, index, 0)
                store(reached, target - part, load(rows, row))
    else:
        victim = victim_on(squares, slice_.white, target, black_to_move, last)
        row, step = 0, 0
        if victim >= 0:
            step = strides[piece, victim, last + 1]
            squares[last] = part
            row = capture_row(offsets, strides, squares, piece, victim, target, index, 0)
        for at in range(PART):
            store(reached, at, load(rows, row + at * step) if victim >= 0 else fill(_NONE))


@kernel
def move_along(moves: Moves, tile: Tile, first: int) -> None:
    """Raise the best keys of a tile by the moves of the last piece but one."""
    slice_, squares, best, reached = moves.slice_, tile.squares, tile.best, tile.reached
    last = slice_.like.size - 1
    piece = last - 1
    code = slice_.codes[piece]
    index = decode(first, squares, last + 1)
    occupied = occupied_by(squares, slice_.kings[index], piece, last)
    for part in range(0, 64, PART):
        for way in range(FIRST_WAY[code], LAST_WAY[code], WAY_STEP[code]):
            for number in range(56):
                start, target = STEPS[way, number]
                if start < 0:
                    break
                if way >= JUMPS or RAYS[way, target, 0] < 0:
                    for at in range(PART):
                        store(reached, at, fill(_NONE))
                base = first + 64 * target
                _pass(moves, tile, occupied, index, piece, target, base, part)
                to = 64 * start + part
                for at in range(PART):
                    raise_to(best, to + at, load(reached, at))


@kernel
def move_across(moves: Moves, tile: Tile, first: int, to: int, piece: int) -> None:
    """Raise the best keys of a line by the moves of another piece, fixed on one square."""
    slice_ = moves.slice_
    squares, best, reached = tile.squares, tile.best, tile.reached
    last, code = slice_.like.size - 1, slice_.codes[piece]
    index = decode(first, squares, last + 1)
    occupied = occupied_by(squares, slice_.kings[index], piece, last)
    start, stride = squares[piece], 64 ** (last - piece)
    for way in range(FIRST_WAY[code], LAST_WAY[code], WAY_STEP[code]):
        steps = 0
        while RAYS[way, start, steps] >= 0 and (
            steps == 0 or not has(occupied, RAYS[way, start, steps - 1])
        ):
            steps += 1
        for part in range(0, 64, PART):
            for at in range(PART):
                store(reached, at, fill(_NONE))
            for near in range(steps - 1, -1, -1):
                target = RAYS[way, start, near]
                base = first + (target - start) * stride
                _pass(moves, tile, occupied, index, piece, target, base, part)
            for at in range(PART):
                raise_to(best, to + part + at, load(reached, at))


# The kings' moves ---------------------------------------------------------------------------------


@kernel
def _take_by_pivot_king(moves: Moves, tile: Tile, target: int, to: int) -> None:
    """Raise the best keys of a line by White's king's captures on a square."""
    slice_ = moves.slice_
    pieces, squares = slice_.like.size, tile.squares
    rows, offsets, strides = moves.captures
    symmetry, index = slice_.symmetries[target], slice_.indices[target]
    for victim in range(squares.size):
        if slice_.white[victim]:
            continue
        here = victim == pieces - 1
        if not here and squares[victim] != target:
            continue
        for at in range(target if here else 0, target + 1 if here else min(64, tile.best.shape[0])):
            if pieces:
                squares[pieces - 1] = at
            row = capture_row(offsets, strides, squares, pieces, victim, target, index, symmetry)
            raise_to(tile.best, to + at, turned(load(rows, row), symmetry))


@kernel
def move_pivot_king(moves: Moves, tile: Tile, first: int, to: int) -> None:
    """Raise the best keys of a line by White's king's moves.

    Those that need the same symmetry are taken together, and turned back at once.
    """
    slice_, squares, bases = moves.slice_, tile.squares, tile.bases
    jumps, symmetries, indices = slice_.jumps, slice_.symmetries, slice_.indices
    others, size = max(slice_.like.size - 1, 0), min(64, tile.best.shape[0])
    king = slice_.kings[decode(first, squares, slice_.like.size)]
    begin = 0
    while jumps[king, begin] >= 0:
        symmetry, end = symmetries[jumps[king, begin]], begin
        while jumps[king, end] >= 0 and symmetries[jumps[king, end]] == symmetry:
            index = indices[jumps[king, end]]
            bases[end] = encode(squares, others, index, symmetry) * size
            end += 1
        for at in range(size):
            reached, last = fill(_NONE), SYMMETRY[symmetry, at] if size > 1 else 0
            for way in range(begin, end):
                reached = greater(reached, load(moves.keys, bases[way] + last))
            raise_to(tile.best, to + at, turned(reached, symmetry))
        begin = end
    for way in range(begin):
        _take_by_pivot_king(moves, tile, jumps[king, way], to)


@kernel
def move_lane_king(moves: Moves, tile: Tile, first: int, to: int) -> None:
    """Raise the best keys of a line by Black's king's moves.

    No key but that of a capture is in the lane of a white man.
    """
    pieces, white = moves.slice_.like.size, moves.slice_.white
    squares, bases = tile.squares, tile.bases
    rows, offsets, strides = moves.captures
    index = decode(first, squares, pieces)
    for victim in range(squares.size):
        if white[victim]:
            target = squares[victim]
            bases[victim] = capture_row(
                offsets, strides, squares, pieces + 1, victim, target, index, 0
            )
    for at in range(min(64, tile.best.shape[0])):
        reached = load(moves.keys, first + at)
        for victim in range(squares.size):
            if white[victim]:
                target = at if victim == pieces - 1 else squares[victim]
                row = bases[victim] + at * strides[pieces + 1, victim, pieces]
                reached = either(reached, both(load(rows, row), load(ONLY, target)))
        raise_to(tile.best, to + at, beside(reached))
