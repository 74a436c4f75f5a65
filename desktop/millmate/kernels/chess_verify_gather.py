"""Rows of keys gathered from other tables and slices: what captures and pawn moves lead to.

The other table may have the colours the other way round, or be the mirror image, or have its index
king elsewhere: a row here may lie along another axis there, and each lane is looked up.
"""

from typing import NamedTuple

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from millmate.kernels.chess_verify_board import (
    REACH,
    SHADOW,
    SYMMETRY,
    WHITE_PAWN,
    Flags,
    Ints,
    legal_lanes,
)
from millmate.kernels.chess_verify_rows import DRAW, READ_ONLY_ROWS, Bytes

_ONE = np.uint64(1)


class Successors(NamedTuple):
    """The positions after one kind of move, such as a pawn's push from e4, with all else free.

    Men are the index king, then the pieces and pawns in any order. Man i stands on the square that
    is `coordinates[i]` of the row (0 the index king's, j + 1 piece j's), or, if that is negative,
    always on `squares[i]`. `codes` and `white` leave the king out. `free` are the coordinates that
    vary, the last one slowest; `strides` say which row of the result a place belongs to, the last
    of them being added. Only lanes from `first_lane` to before `last_lane` are wanted, and nobody
    may stand on `passed` (-1: there is no such square).
    """

    codes: Ints
    white: Flags
    coordinates: Ints
    squares: Ints
    kings: Ints
    free: Ints
    strides: Ints
    black_to_move: bool
    first_lane: int
    last_lane: int
    passed: int


class Source(NamedTuple):
    """The slice of a table that holds some `Successors`.

    `codes[row, lane]` are its values. `order` are the men that are its pieces. Its index king on
    a square has the index `indices[square]` after the symmetry `symmetries[square]` of the board.
    `swapped`: it has the colours the other way round, Black's king being the index king.
    """

    codes: NDArray[np.uint8]
    order: Ints
    symmetries: Ints
    indices: Ints
    swapped: bool


_INTS, _FLAGS = types.int64[::1], types.boolean[::1]
_ROWS = types.uint8[:, ::1]
SUCCESSORS = types.NamedTuple(
    (_INTS, _FLAGS, *[_INTS] * 5, types.boolean, *[types.int64] * 3), Successors
)
SOURCE = types.NamedTuple((READ_ONLY_ROWS, *[_INTS] * 3, types.boolean), Source)
_LUT = types.uint16[::1]


@njit(types.int64(SUCCESSORS, types.int64, _INTS), nogil=True, cache=True)
def place_men(successors: Successors, number: int, squares: Ints) -> int:
    """Put the men of a placement on their squares, the index king first; return the row."""
    free, strides = successors.free, successors.strides
    squares[:] = successors.squares
    row = strides[-1]
    for coordinate in free:
        size = successors.kings.size if coordinate == 0 else 64
        number, digit = number // size, number % size
        row += digit * strides[coordinate]
        square = successors.kings[digit] if coordinate == 0 else digit
        for man in range(squares.size):
            if successors.coordinates[man] == coordinate:
                squares[man] = square
    return row


@njit(types.int64(SOURCE, _INTS, types.int64), nogil=True, cache=True)
def source_row(source: Source, squares: Ints, king: int) -> int:
    """Return the row of a source with its index king on `king`."""
    symmetry, row = source.symmetries[king], source.indices[king]
    for man in source.order:
        row = row << 6 | SYMMETRY[symmetry, squares[man]]
    return row


@njit(types.uint64(SUCCESSORS, _INTS), nogil=True, cache=True)
def wanted_lanes(successors: Successors, squares: Ints) -> int:
    """Return the lanes that are legal, wanted and off the square passed."""
    lanes = legal_lanes(
        squares[0], squares[1:], successors.codes, successors.white, successors.black_to_move
    )
    if successors.passed >= 0:
        for square in squares:
            if square == successors.passed:
                return np.uint64(0)
        lanes &= ~(_ONE << np.uint64(successors.passed))
    return lanes


@njit(
    types.boolean(_ROWS, SUCCESSORS, SOURCE, _LUT, types.int64, types.int64),
    nogil=True,
    cache=True,
)
def gather(
    out: Bytes,
    successors: Successors,
    source: Source,
    keys: NDArray[np.uint16],
    start: int,
    stop: int,
) -> bool:
    """Raise rows of `out` by the keys of the placements from `start` to `stop`.

    `keys` are by code (`keys_of_codes`, `keys_of_replies`). Returns whether one of them depends on
    `rare`.
    """
    squares = np.empty(successors.squares.size, np.int64)
    seen = np.uint16(0)
    for number in range(start, stop):
        row = place_men(successors, number, squares)
        lanes = wanted_lanes(successors, squares)
        if lanes == np.uint64(0):
            continue
        king = squares[0]
        at, symmetry = np.int64(0), np.int64(0)
        if not source.swapped:
            at, symmetry = source_row(source, squares, king), source.symmetries[king]
        for lane in range(successors.first_lane, successors.last_lane):
            if (lanes >> np.uint64(lane)) & _ONE == np.uint64(0):
                continue
            if source.swapped:
                at = source_row(source, squares, lane)
                code = source.codes[at, SYMMETRY[source.symmetries[lane], king]]
            else:
                code = source.codes[at, SYMMETRY[symmetry, lane]]
            key = keys[code]
            seen |= key
            out[row, lane] = max(out[row, lane], np.uint8(key & np.uint16(255)))
    return seen >= 256


# En passant ---------------------------------------------------------------------------------------


@njit(types.boolean(SUCCESSORS, types.int64), nogil=True, cache=True)
def is_black(successors: Successors, man: int) -> bool:
    """Tell the colour of a man: the index king, the others, the word king."""
    if man == 0:
        return False
    return man > successors.white.size or not successors.white[man - 1]


@njit(types.uint64(SUCCESSORS, _INTS, types.int64, types.int64), nogil=True, cache=True)
def attacks_of(successors: Successors, squares: Ints, man: int, captured: int) -> int:
    """Return what a man attacks, all men standing on `squares` but the one captured."""
    code = 6 if man in (0, squares.size - 1) else successors.codes[man - 1]
    seen = REACH[code, squares[man]]
    for other in range(squares.size):
        if other != captured:
            seen &= ~SHADOW[squares[man], squares[other]]
    return np.uint64(seen)


@njit(types.boolean(SUCCESSORS, _INTS, types.int64, types.int64), nogil=True, cache=True)
def is_attacked(successors: Successors, squares: Ints, target: int, captured: int) -> bool:
    """Tell whether the king of the side to move would be attacked on `target`."""
    for man in range(squares.size):
        if man != captured and is_black(successors, man) != successors.black_to_move:
            seen = attacks_of(successors, squares, man, captured)
            if (seen >> np.uint64(target)) & _ONE:
                return True
    return False


@njit(types.uint64(SUCCESSORS, _INTS, types.int64, types.uint64), nogil=True, cache=True)
def moves_of(successors: Successors, squares: Ints, man: int, occupied: int) -> int:
    """Return where a man may go, own men and checks not regarded, a pawn not two squares."""
    attacked = attacks_of(successors, squares, man, -1)
    if man in (0, squares.size - 1) or successors.codes[man - 1] > WHITE_PAWN:
        return attacked
    ahead = squares[man] + (8 if successors.codes[man - 1] == WHITE_PAWN else -8)
    return (attacked & occupied) | ((_ONE << np.uint64(ahead)) & ~occupied)


@njit(types.boolean(SUCCESSORS, _INTS, types.int64), nogil=True, cache=True)
def is_stalemate(successors: Successors, squares: Ints, lane: int) -> bool:
    """Tell whether the side to move stands in no check and has no move, en passant left out."""
    black = successors.black_to_move
    men = squares.size
    all_men = np.empty(men + 1, np.int64)
    all_men[:men], all_men[men] = squares, lane
    king = men if black else 0
    if is_attacked(successors, all_men, all_men[king], -1):
        return False
    occupied, own = np.uint64(0), np.uint64(0)
    for man in range(men + 1):
        bit = _ONE << np.uint64(all_men[man])
        occupied |= bit
        if is_black(successors, man) == black:
            own |= bit
    for man in range(men + 1):
        if is_black(successors, man) != black:
            continue
        targets = moves_of(successors, all_men, man, occupied) & ~own
        start = all_men[man]
        for target in range(64):
            if (targets >> np.uint64(target)) & _ONE:
                captured = -1
                for other in range(men + 1):
                    if other != man and all_men[other] == target:
                        captured = other
                all_men[man] = target
                exposed = is_attacked(successors, all_men, all_men[king], captured)
                all_men[man] = start
                if not exposed:
                    return False
    return True


@njit(
    types.void(_ROWS, _ROWS, _ROWS, SUCCESSORS, types.int64, types.int64),
    nogil=True,
    cache=True,
)
def pass_by(
    best: Bytes, pushed: Bytes, replies: Bytes, successors: Successors, start: int, stop: int
) -> None:
    """Raise `best` by the keys of a double push, the replies en passant taken into account.

    Args:
        best: The rows to raise.
        pushed: The keys of the positions after the push, as if nobody could capture en passant.
        replies: 256 less the keys that captures en passant give, 0 where there is none.
        successors: The positions after the push.
        start: First placement to do.
        stop: One past the last.
    """
    squares = np.empty(successors.squares.size, np.int64)
    for number in range(start, stop):
        row = place_men(successors, number, squares)
        for lane in range(64):
            key, reply = np.int64(pushed[row, lane]), 256 - np.int64(replies[row, lane])
            if key == 0:
                continue
            if reply < 256 and (
                reply < key or (key == DRAW and is_stalemate(successors, squares, lane))
            ):
                key = reply
            best[row, lane] = max(best[row, lane], np.uint8(key))
