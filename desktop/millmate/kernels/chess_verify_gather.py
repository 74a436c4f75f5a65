"""Rows of keys gathered from other tables and slices: what captures and pawn moves lead to.

The other table may have the colours the other way round, or be the mirror image, or have its index
king elsewhere: a row here may lie along another axis there, and each lane is looked up.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import (
    ALL_LANES,
    KING,
    REACH,
    SHADOW,
    SYMMETRY,
    WHITE_PAWN,
    Flags,
    Ints,
    Word,
    has,
    legal_lanes,
)
from millmate.kernels.chess_verify_rows import (
    LONGEST,
    Bytes,
    ReadOnlyBytes,
    ReadOnlyBytes3D,
    both,
    distance,
    either,
    fill,
    has_any,
    key_of,
    key_of_reply,
    load,
    raise_to,
    same,
    spread,
    store,
    turned,
)
from millmate.kernels.declare import Ints2D, allocating, exported, kernel

_ONE = np.uint64(1)


class Successors(NamedTuple):
    """The positions after one kind of move, such as a pawn's push, from each of some slices.

    Men are the pivot king, then the pieces and pawns in any order. Man i is on the square that is
    `coordinates[i]` of the row (0 the pivot king's, j + 1 piece j's), or, if that is negative,
    always on `squares[slice, i]`. `codes` and `white` leave the king out. `free` are the
    coordinates that vary, the last one slowest, in `places` ways; `strides` and `rows[slice]` give
    the row of the result that a place belongs to. Only the lane `lanes[slice]` is wanted, and the
    square `passed[slice]` must be empty (-1: all lanes; there is no such square).
    """

    codes: Ints
    white: Flags
    coordinates: Ints
    kings: Ints
    free: Ints
    places: int
    strides: Ints
    black_to_move: bool
    squares: Ints2D
    rows: Ints
    lanes: Ints
    passed: Ints


class Source(NamedTuple):
    """The slices of a table that hold some `Successors`.

    Those of slice s are `codes[number[s], row, lane]`. `order` are the men that are the rows'
    pieces. The pivot king on a square has the index `indices[mirrored[s], square]` after the
    symmetry `symmetries[mirrored[s], square]` of the board. `swapped`: the table has the colours
    the other way round, Black's king being the pivot king. `behind`: the 256 codes that stand for
    those in `codes`, none if they are the same.
    """

    codes: ReadOnlyBytes3D
    number: Ints
    order: Ints
    symmetries: Ints2D
    indices: Ints2D
    mirrored: Ints
    swapped: bool
    behind: NDArray[np.uint8]


@kernel
def place_men(successors: Successors, number: int, squares: Ints) -> int:
    """Put the men that vary on the squares of a placement; return its row of the slice's."""
    coordinates, kings, free = successors.coordinates, successors.kings, successors.free
    row = 0
    for at in range(free.size):
        coordinate, digit = free[at], number & 63
        if coordinate == 0 and kings.size < 64:
            digit = number % kings.size
            number //= kings.size
        else:
            number >>= 6
        row += digit * successors.strides[coordinate]
        for man in range(squares.size):
            if coordinates[man] == coordinate:
                squares[man] = kings[digit] if coordinate == 0 else digit
    return int(row)


@kernel
def source_row(order: Ints, squares: Ints, symmetry: int, index: int) -> int:
    """Return the row of a source after a symmetry, the index of its pivot king given."""
    row = index
    for number in range(order.size):
        row = row << 6 | SYMMETRY[symmetry, squares[order[number]]]
    return row


@kernel
def is_on(squares: Ints, square: int) -> bool:
    """Return whether a man is on a square."""
    found = False
    for man in range(squares.size):
        found |= squares[man] == square
    return found


@kernel
def fill_bases(bases: Ints, order: Ints, symmetries: Ints, squares: Ints) -> None:
    """Find the row of a source, its pivot king left out, after each symmetry that is used."""
    bases[:] = -1
    for lane in range(64):
        symmetry = symmetries[lane]
        if bases[symmetry] < 0:
            bases[symmetry] = source_row(order, squares, symmetry, 0)


@kernel
def look_up_lanes(
    work: Bytes,
    values: ReadOnlyBytes,
    symmetries: Ints,
    indices: Ints,
    bases: Ints,
    shift: int,
    king: int,
    first: int,
    last: int,
) -> None:
    """Put the codes of some lanes into `work[0]`, the lane king being the source's pivot king."""
    for lane in range(first, last):
        symmetry = symmetries[lane]
        row = indices[lane] << shift | bases[symmetry]
        work[0, lane] = values[row, SYMMETRY[symmetry, king]]


@kernel
def window(lane: int, passed: int) -> Word:
    """Return the lanes wanted, but not the square passed (see `Successors`)."""
    lanes = ALL_LANES if lane < 0 else _ONE << np.uint64(lane)
    if passed >= 0:
        lanes &= ~(_ONE << np.uint64(passed))
    return lanes


@exported
@allocating
def gather(
    out: Bytes,
    successors: Successors,
    source: Source,
    replies: bool,
    start: int,
    stop: int,
) -> bool:
    """Raise rows of `out` by the keys of the placements from `start` to `stop`.

    Args:
        out: The rows to raise.
        successors: The positions.
        source: Where their codes are.
        replies: Whether keys of replies are wanted (see `key_of_reply`).
        start: The first placement to do, counted through all slices.
        stop: One past the last.

    Returns:
        Whether a distance is 127.
    """
    codes, white, black_to_move = successors.codes, successors.white, successors.black_to_move
    count, order, behind = successors.places, source.order, source.behind
    shift, bases = 6 * order.size, np.empty(8, np.int64)
    work, longest = np.zeros((1, 64), np.uint8), fill(np.uint8(0))
    for at in range(start // count, (stop + count - 1) // count):
        squares, lane = successors.squares[at].copy(), successors.lanes[at]
        passed = successors.passed[at]
        values, way = source.codes[source.number[at]], source.mirrored[at]
        symmetries, indices = source.symmetries[way], source.indices[way]
        men, open_lanes = squares[1:], window(lane, passed)
        first, last = (0, 64) if lane < 0 else (lane, lane + 1)
        for number in range(max(0, start - at * count), min(count, stop - at * count)):
            row = successors.rows[at] + place_men(successors, number, squares)
            if passed >= 0 and is_on(squares, passed):
                continue
            king = squares[0]
            legal = legal_lanes(king, men, codes, white, black_to_move) & open_lanes
            if legal == np.uint64(0):
                continue
            if source.swapped:
                fill_bases(bases, order, symmetries, squares)
                look_up_lanes(work, values, symmetries, indices, bases, shift, king, first, last)
                code = load(work, 0)
            else:
                there = source_row(order, squares, symmetries[king], indices[king])
                code = turned(load(values, there), symmetries[king])
            if behind.size:
                store(work, 0, code)
                for each in range(64):
                    work[0, each] = behind[work[0, each]]
                code = load(work, 0)
            open_ = spread(legal)
            code = both(code, open_)
            longest = either(longest, same(distance(code), fill(np.uint8(LONGEST))))
            key = key_of_reply(code) if replies else key_of(code)
            raise_to(out, row, both(key, open_))
    return has_any(longest)


# En passant ---------------------------------------------------------------------------------------


@kernel
def pseudo_targets(code: int, square: int, men: Ints) -> Word:
    """Return where a man can go, ignoring its own side's men, checks and double pushes."""
    occupied, seen = np.uint64(0), np.uint64(REACH[code, square])
    for other in men:
        occupied |= _ONE << np.uint64(other)
        seen &= ~SHADOW[square, other]
    if code > WHITE_PAWN:
        return seen
    ahead = _ONE << np.uint64(square + (8 if code == WHITE_PAWN else -8))
    return (seen & occupied) | (ahead & ~occupied)


@kernel
def is_legal(men: Ints, codes: Ints, white: Flags, black_to_move: bool) -> bool:
    """Return whether the side that has moved is not in check; men are all, the lane king last."""
    lanes = legal_lanes(men[0], men[1:-1], codes[1:-1], white[1:-1], black_to_move)
    return has(lanes, men[-1])


@allocating
def is_stalemate(successors: Successors, squares: Ints, lane: int) -> bool:
    """Return whether the side to move is stalemated, ignoring captures en passant."""
    black, size = successors.black_to_move, squares.size + 1
    men, codes, white = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.bool_)
    men[:-1], codes[1:-1], white[1:-1] = squares, successors.codes, successors.white
    men[-1], codes[0], codes[-1], white[0], white[-1] = lane, KING, KING, True, False
    if not is_legal(men, codes, white, not black):
        return False  # in check: this would be illegal if it were the other side's turn
    own = np.uint64(0)
    for man in range(size):
        if white[man] != black:
            own |= _ONE << np.uint64(men[man])
    for man in range(size):
        targets = np.uint64(0)
        if white[man] != black:
            targets = pseudo_targets(codes[man], men[man], men) & ~own
        for target in range(64):
            if has(targets, target):
                left, moved = men != target, men.copy()  # a man that is captured is not left
                moved[man] = target
                if is_legal(moved[left], codes[left], white[left], not black):
                    return False
    return True


@exported
@allocating
def pass_by(
    best: Bytes, pushed: Bytes, replies: Bytes, successors: Successors, start: int, stop: int
) -> None:
    """Raise `best` by the keys of a double push, the replies en passant taken into account.

    Args:
        best: The rows to raise.
        pushed: The keys of the positions after the push, without captures en passant.
        replies: 256 less the keys that captures en passant give, 0 without such a capture.
        successors: The positions after the push.
        start: The first placement to do, counted through all slices.
        stop: One past the last.
    """
    count = successors.places
    for at in range(start // count, (stop + count - 1) // count):
        squares = successors.squares[at].copy()
        for number in range(max(0, start - at * count), min(count, stop - at * count)):
            row = successors.rows[at] + place_men(successors, number, squares)
            for lane in range(64):
                key, reply = np.int64(pushed[row, lane]), 256 - np.int64(replies[row, lane])
                if key == 0:
                    continue
                if reply < 256 and (reply < key or is_stalemate(successors, squares, lane)):
                    key = reply
                best[row, lane] = max(best[row, lane], np.uint8(key))
