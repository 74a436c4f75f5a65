"""Judging positions of the placing phase one by one, on masks of points: slow, and plain.

It shares nothing with `morris_placing` but the rules, and checks samples of what that has done.
"""

from typing import NamedTuple

from millmate.kernels.declare import Bytes2D, exported, kernel
from millmate.kernels.integers import int64
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_rows import (
    Board,
    Columns,
    Ints,
    Masks,
    ReadCodes,
    find,
    image,
    in_mill,
    rank,
    removable,
)


class Solved(NamedTuple):
    """The codes of the positions that turns lead to.

    `codes[row, column]`; `white`: whether White has its stones in the rows.
    """

    classes: Masks
    columns: Columns
    white: bool
    codes: Bytes2D


_LOSES, _DRAWS, _WINS = 1, 2, 3


@kernel
def _squeezed(mask: int, taken: int) -> int:
    """Return `mask` as one of labels: the points in `taken` left out."""
    labels, bit = 0, 1
    for point in range(POINTS):
        if not (taken >> point) & 1:
            if (mask >> point) & 1:
                labels |= bit
            bit <<= 1
    return labels


@kernel
def _spread(labels: int, taken: int) -> int:
    """Return the mask of points that a mask of labels stands for."""
    mask = 0
    for point in range(POINTS):
        if not (taken >> point) & 1:
            mask |= (labels & 1) << point
            labels >>= 1
    return mask


@kernel
def look_up(white: int, black: int, solved: Solved, board: Board) -> int:
    """Return the code of the position with these masks."""
    primary, other = (white, black) if solved.white else (black, white)
    row, symmetry = find(primary, solved.classes, board)
    labels = _squeezed(image(other, symmetry, board), int64(solved.classes[row]))
    return int64(solved.codes[row, rank(labels, solved.columns)])


@kernel
def judge(
    board: Board,
    white: int,
    black: int,
    white_moves: bool,
    after: Solved,
    taken: Solved,
    last: bool,
    worth: ReadCodes,
) -> int:
    """Return the value of the best turn for the side that is to place a stone.

    `after` and `taken` are the positions after turns without and with a stone taken; `last` is
    whether the opponent has lost with one stone less; for `worth` see `morris_placing`.
    """
    mover, opponent = (white, black) if white_moves else (black, white)
    best = _LOSES
    for point in range(POINTS):
        if ((white | black | ~board.every) >> point) & 1:
            continue
        placed = mover | (1 << point)
        if not in_mill(placed, point, board):
            pair = (placed, opponent) if white_moves else (opponent, placed)
            best = max(best, int64(worth[look_up(*pair, after, board)]))
            continue
        if last:
            return _WINS
        targets = removable(opponent, board.mills)
        for stone in range(POINTS):
            if (targets >> stone) & 1:
                rest = opponent ^ (1 << stone)
                pair = (placed, rest) if white_moves else (rest, placed)
                best = max(best, int64(worth[look_up(*pair, taken, board)]))
    return best


@exported
@kernel
def verify(
    board: Board,
    classes: Masks,
    columns: Columns,
    white_moves: bool,
    after: Solved,
    taken: Solved,
    last: bool,
    worth: ReadCodes,
    codes: Bytes2D,
    stride: int,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Judge every `stride`-th position of rows `start` to `end`; return the number of faults.

    `fault`: row and column of the first one, filled where the row is -1. See `judge`.
    """
    faults, size = 0, columns.masks.size
    first = -(-start * size // stride) * stride
    for at in range(first, end * size, stride):
        row, column = at // size, at % size
        mask = int64(classes[row])
        black = _spread(int64(columns.masks[column]), mask)
        value = judge(board, mask, black, white_moves, after, taken, last, worth)
        expected = 2 if value == _WINS else 0 if value == _DRAWS else 1
        if codes[row, column] != expected:
            faults += 1
            if fault[0] < 0:
                fault[0], fault[1] = row, column
    return faults
