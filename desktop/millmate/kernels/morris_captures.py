"""Values of turns that take a stone, by the `worth` of the codes that they lead to.

The primary side's turns are evaluated a step at a time, for a whole row; the value of the best
capture is found beforehand, in the rows that the step leads to. The other side's turns are
evaluated by the columns that they lead to, its *arrivals*: in each column, bits 0-23 are its stones
in mills, bits 24-31 the value of arriving there and taking a stone, bits 32-39 the value without a
capture.
"""

import numpy as np

from millmate.kernels.declare import Byte, Bytes2D, allocating, exported, inlined, kernel
from millmate.kernels.integers import int64
from millmate.kernels.morris_labels import Maps, find_lines, make_lines, mapped, tabulate_step
from millmate.kernels.morris_rows import (
    After,
    Board,
    Codes,
    Columns,
    Ints,
    Masks,
    Masks2D,
    ReadCodes,
    Steps,
    rank,
)


@kernel
def _find_in_mills(masks: Masks, mills: Ints, found: Ints) -> None:
    """Find the stones in mills of each column; `mills` are those that there can be."""
    found[:] = 0
    for mill in mills:
        for column in range(masks.size):
            closed = (int64(masks[column]) & mill) == mill
            found[column] |= mill if closed else 0


# Of the primary side ------------------------------------------------------------------------------


@kernel
def mark_wins(masks: Masks, arriving: int, wins: Byte, best: Codes) -> None:
    """Record a winning step to the label `arriving`, a mask, wherever that is free."""
    for column in range(masks.size):
        if int64(masks[column]) & arriving == 0:
            best[column] = wins


@kernel
def _find_targets(masks: Masks, mills: Ints, targets: Ints) -> None:
    """Find the stones that can be taken: none in a mill, unless all are."""
    _find_in_mills(masks, mills, targets)
    for column in range(masks.size):
        stones = int64(masks[column])
        free = stones & ~targets[column]
        targets[column] = free if free else stones


@kernel
def _take(
    filled: Masks2D,
    vacant: Masks2D,
    targets: Ints,
    there: Codes,
    worth: ReadCodes,
    best: Codes,
) -> None:
    """Try to take the stone on each label: from the columns `filled` to `vacant`."""
    for label in range(filled.shape[0]):
        for at in range(filled.shape[1]):
            column = filled[label, at]
            allowed = targets[column] >> label & 1
            value = int64(worth[there[vacant[label, at]]]) * allowed
            best[column] = max(int64(best[column]), value)


@exported
@allocating
def find_captures(
    board: Board,
    classes: Masks,
    columns: Columns,
    filled: Masks2D,
    vacant: Masks2D,
    taken: Bytes2D,
    worth: ReadCodes,
    captures: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Find the value of the best capture after a turn of the primary side.

    Fills `captures[row, column]`, of rows `start` to `end` in which it has a mill, from
    `taken[row, column]`, with a stone less: from the columns `filled[label]` one leads to those of
    `vacant[label]`.
    """
    lines, targets = make_lines(board), np.empty(columns.masks.size, np.int64)
    for row in range(start, end):
        mask, closed = int64(classes[row]), False
        for mill in board.mills:
            closed |= (mask & mill) == mill
        if not closed:
            continue
        mills = lines.mills[: find_lines(mask, board, lines)]
        _find_targets(columns.masks, mills, targets)
        _take(filled, vacant, targets, taken[row], worth, captures[row])


# Of the other side --------------------------------------------------------------------------------


@inlined
def worth_of_arrival(there: int, label: int) -> int:
    """Return the value of a stone's arrival at a label; `there` is the new column's arrival."""
    closed = there >> label & 1
    return there >> (32 - 8 * closed) & 255


@inlined
def _best_capture(
    stones: int, losses: Steps, row: int, maps: Maps, after: After, worth: ReadCodes
) -> int:
    """Return the value of the other side's best capture when its stones are `stones`."""
    best = 0
    for step in range(losses.number[row]):
        column = rank(mapped(stones, maps, step), after.columns)
        best = max(best, int64(worth[after.codes[losses.row[row, step], column]]))
    return best


@kernel
def find_arrivals(
    masks: Masks,
    mills: Ints,
    losses: Steps,
    row: int,
    maps: Maps,
    after: After,
    last: bool,
    worth: ReadCodes,
    wins: Byte,
    arrivals: Ints,
) -> None:
    """Find the arrivals of a row, except for their values without a capture.

    `masks` are those of the columns, `mills` the row's that are free; `maps` has room for the
    losses, `wins` is the greatest value of a turn. For the rest see `morris_rows`.
    """
    _find_in_mills(masks, mills, arrivals)
    if not mills.size:
        return
    for step in range(0 if last else losses.number[row]):
        tabulate_step(losses, row, step, maps, step)
    for column in range(masks.size):
        if arrivals[column]:
            taken = int64(wins)
            if not last:
                taken = _best_capture(int64(masks[column]), losses, row, maps, after, worth)
            arrivals[column] |= taken << 24
