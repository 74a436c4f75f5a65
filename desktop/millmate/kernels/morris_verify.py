"""One-ply verification of pairs: every position's code follows from those that its moves lead to.

Nothing is shared with the search for the sets S_n but codes, rows and labels: each position looks
at all that its moves lead to, in the finished table.
"""

import numpy as np

from millmate.kernels.integers import first_bit, int64
from millmate.kernels.jit import Bytes2D, allocating, inlined, kernel
from millmate.kernels.morris_keys import KEYS, NO_MOVE, WINS
from millmate.kernels.morris_labels import (
    Maps,
    find_lines,
    make_lines,
    make_maps,
    mapped,
    tabulate_step,
)
from millmate.kernels.morris_rows import (
    After,
    Board,
    Codes,
    Columns,
    Ints,
    Masks,
    ReadCodes,
    Steps,
    every_label,
    label_of,
    rank,
    removable,
)


@kernel
def _compare(best: Codes, told: ReadCodes, codes: Codes, row: int, fault: Ints) -> int:
    """Count the positions of a row whose code is not what is told by the key of their best move."""
    faults = 0
    for column in range(best.size):
        if codes[column] != told[best[column]]:
            faults += 1
            if fault[0] < 0:
                fault[0], fault[1] = row, column
    return faults


# The primary side ---------------------------------------------------------------------------------


@kernel
def _quiet(
    masks: Masks, arriving: int, maps: Maps, columns: Columns, there: Codes, best: Codes
) -> None:
    """Look where a move without a mill leads to from each column of a row: to `there`."""
    for column in range(masks.size):
        stones = int64(masks[column])
        if stones & arriving == 0:
            key = KEYS[there[rank(mapped(stones, maps, 0), columns)]]
            best[column] = max(best[column], key)


@kernel
def _mill(
    masks: Masks,
    arriving: int,
    maps: Maps,
    mills: Ints,
    last: bool,
    columns: Columns,
    there: Codes,
    best: Codes,
) -> None:
    """Look where a move that closes a mill leads to, whichever stone is taken."""
    for column in range(masks.size):
        stones = int64(masks[column])
        if stones & arriving:
            continue
        if last:
            best[column] = WINS
            continue
        moved, left = mapped(stones, maps, 0), mapped(removable(stones, mills), maps, 0)
        while left:
            rest = moved ^ (left & -left)
            left &= left - 1
            best[column] = max(best[column], KEYS[there[rank(rest, columns)]])


@allocating
def verify_primary(
    board: Board,
    classes: Masks,
    columns: Columns,
    moves: Steps,
    others: Bytes2D,
    after: After,
    last: bool,
    told: ReadCodes,
    placed: Bytes2D,
    codes: Bytes2D,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Verify the positions in which the primary side is to move; return the number of faults.

    `others[row, column]` has the other side to move; `told[key]` is the code of a position whose
    best move has that key; `placed[row, column]` is the key of its best placement, where there are
    any, else it is empty; row and column of the first fault go to `fault`, if its row is -1. For
    the rest see `morris_rows`.
    """
    lines, maps, masks = make_lines(board), make_maps(columns, 1), columns.masks
    best = np.empty(masks.size, np.uint8)
    faults = 0
    for row in range(start, end):
        mask = int64(classes[row])
        mills = lines.mills[: find_lines(mask, board, lines)]
        best[:] = NO_MOVE
        if placed.size:
            best[:] = placed[row]
        for step in range(moves.number[row]):
            arriving, to = label_of(int64(moves.arriving[row, step]), mask), moves.row[row, step]
            tabulate_step(moves, row, step, maps, 0)
            if moves.mill[row, step]:
                there = after.codes[0 if last else to]
                _mill(masks, arriving, maps, mills, last, after.columns, there, best)
            else:
                _quiet(masks, arriving, maps, columns, others[to], best)
        faults += _compare(best, told, codes[row], row, fault)
    return faults


# The other side -----------------------------------------------------------------------------------


@inlined
def _closed(stones: int, arrived: int, mills: Ints) -> bool:
    """Tell whether the stone that arrived stands in a mill."""
    closed = False
    for mill in mills:
        closed |= (mill & arrived) != 0 and (stones & mill) == mill
    return closed


@kernel
def _taken(stones: int, losses: Steps, row: int, maps: Maps, after: After) -> int:
    """Return the key of the best stone to take, with these stones of the other side then."""
    best = NO_MOVE
    for step in range(losses.number[row]):
        column = rank(mapped(stones, maps, step), after.columns)
        best = max(best, int64(KEYS[after.codes[losses.row[row, step], column]]))
    return best


@allocating
def verify_other(
    board: Board,
    classes: Masks,
    columns: Columns,
    flying: bool,
    losses: Steps,
    primary: Bytes2D,
    after: After,
    last: bool,
    told: ReadCodes,
    placed: Bytes2D,
    codes: Bytes2D,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Verify the positions in which the other side is to move; return the number of faults.

    `primary[row, column]` has the primary side to move; for the rest see `verify_primary`.
    """
    lines, maps = make_lines(board), make_maps(columns, losses.row.shape[1])
    size, every = columns.masks.size, every_label(columns)
    # The best stone to take, by the column then; `NO_MOVE` where nobody has asked yet.
    best, captures = np.empty(size, np.uint8), np.empty(size, np.uint8)
    unasked = WINS if last else NO_MOVE
    faults = 0
    for row in range(start, end):
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        captures[:] = unasked
        for step in range(losses.number[row] if mills.size and not last else 0):
            tabulate_step(losses, row, step, maps, step)
        for column in range(size):
            stones, left = int64(columns.masks[column]), int64(columns.masks[column])
            value = NO_MOVE
            while left:
                leaving = left & -left
                left ^= leaving
                goals = (every if flying else lines.near[first_bit(leaving)]) & ~stones
                while goals:
                    arriving = goals & -goals
                    goals ^= arriving
                    moved = stones ^ leaving ^ arriving
                    at = rank(moved, columns)
                    if not _closed(moved, arriving, mills):
                        value = max(value, int64(KEYS[primary[row, at]]))
                        continue
                    if captures[at] == NO_MOVE:
                        captures[at] = _taken(moved, losses, row, maps, after)
                    value = max(value, int64(captures[at]))
            best[column] = value
        if placed.size:
            for column in range(size):
                best[column] = max(best[column], placed[row, column])
        faults += _compare(best, told, codes[row], row, fault)
    return faults
