"""One-ply verification of pairs: every position's code follows from those that its moves lead to.

Nothing is shared with the search for the sets S_n but the geometry of rows: each position looks at
all that its moves lead to, in the finished table.
"""

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from millmate.kernels.morris_first import code_of, key_of
from millmate.kernels.morris_geometry import ALL
from millmate.kernels.morris_rows import (
    COLUMNS,
    STEPS,
    Codes,
    Columns,
    Ints,
    Masks,
    Steps,
    first_bit,
    forwards,
    popcount,
    rank,
    removable,
    survey,
    tabulate,
)

_WINS = 255  # the key of a move after which the opponent has lost on the board
_CODES, _CLASSES = types.uint8[:, ::1], types.uint32[::1]
_SPAN = types.int64, types.int64
Keys = NDArray[np.uint8]


@njit("void(uint8[::1])", nogil=True, cache=True)
def _fill_keys(keys: Keys) -> None:
    for code in range(256):
        keys[code] = key_of(code) if code < 250 else 0


@njit("int64(uint8[::1], uint8[::1], int64, int64[::1])", nogil=True, cache=True)
def _compare(keys: Keys, codes: Codes, row: int, fault: Ints) -> int:
    """Count the positions of a row whose code is not that of their best move."""
    faults = 0
    for column in range(keys.size):
        expected = code_of(np.int64(keys[column])) if keys[column] else 1  # no move: lost
        if codes[column] != expected:
            faults += 1
            if fault[0] < 0:
                fault[0], fault[1] = row, column
    return faults


@njit(
    types.int64(
        _CLASSES, COLUMNS, STEPS, _CODES, _CODES, COLUMNS, types.boolean, _CODES, types.int64[::1],
        *_SPAN,
    ),
    nogil=True,
    cache=True,
)  # fmt: skip
def verify_primary(
    classes: Masks,
    columns: Columns,
    moves: Steps,
    others: Codes,
    after: Codes,
    after_columns: Columns,
    last: bool,
    codes: Codes,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Verify the positions in which the primary side is to move; return the number of faults.

    Args:
        classes: The masks of the rows.
        columns: Of the other side's stones.
        moves: Of the primary side.
        others: [row, column] with the other side to move.
        after: [row, column] with the other side to move and one stone less.
        after_columns: The columns there.
        last: Whether the other side has lost with one stone less; `after` is not used then.
        codes: [row, column], to be verified.
        fault: Row and column of the first fault; filled where the row is -1.
        start: The first row.
        end: The row after the last.
    """
    labels = popcount(ALL & ~np.int64(classes[0]))
    half = columns.half
    low_mask = (1 << half) - 1
    near, mills = np.empty(24, np.int64), np.empty(16, np.int64)
    mills_at = np.empty((24, 2), np.int64)
    bits = np.empty(24, np.int64)
    low, high = np.empty(1 << half, np.int64), np.empty(1 << (labels - half), np.int64)
    size = columns.masks.size
    best, worth = np.empty(size, np.uint8), np.empty(256, np.uint8)
    _fill_keys(worth)
    faults = 0
    for row in range(start, end):
        mask = np.int64(classes[row])
        number = survey(mask, near, mills, mills_at)
        best[:] = 0
        for step in range(moves.count[row]):
            taken = 1 << popcount(ALL & ~mask & ((1 << np.int64(moves.arriving[row, step])) - 1))
            forwards(moves.back[row, step], bits)
            tabulate(bits, labels, half, low, high)
            to = moves.row[row, step]
            mill = moves.mill[row, step]
            for column in range(size):
                stones = np.int64(columns.masks[column])
                if stones & taken:
                    continue
                moved = low[stones & low_mask] | high[stones >> half]
                value = best[column]
                if not mill:
                    value = max(value, worth[others[to, rank(moved, columns)]])
                elif last:
                    value = np.uint8(_WINS)
                else:
                    left = removable(stones, mills[:number])
                    left = low[left & low_mask] | high[left >> half]
                    while left:
                        stone = left & -left
                        left ^= stone
                        value = max(value, worth[after[to, rank(moved ^ stone, after_columns)]])
                best[column] = value
        faults += _compare(best, codes[row], row, fault)
    return faults


@njit(
    types.int64(
        _CLASSES, COLUMNS, types.boolean, STEPS, _CODES, _CODES, COLUMNS, _CODES,
        types.int64[::1], *_SPAN,
    ),
    nogil=True,
    cache=True,
)  # fmt: skip
def verify_other(
    classes: Masks,
    columns: Columns,
    flying: bool,
    losses: Steps,
    primary: Codes,
    after: Codes,
    after_columns: Columns,
    codes: Codes,
    fault: Ints,
    start: int,
    end: int,
) -> int:
    """Verify the positions in which the other side is to move; return the number of faults.

    Args:
        classes: The masks of the rows.
        columns: Of the other side's stones.
        flying: Whether that side flies.
        losses: What the primary side can lose.
        primary: [row, column] with the primary side to move.
        after: [row, column] with the primary side to move, a stone less.
        after_columns: The columns there.
        codes: [row, column], to be verified.
        fault: Row and column of the first fault; filled where the row is -1.
        start: The first row.
        end: The row after the last.
    """
    labels = popcount(ALL & ~np.int64(classes[0]))
    half = columns.half
    low_mask = (1 << half) - 1
    near, mills = np.empty(24, np.int64), np.empty(16, np.int64)
    mills_at = np.empty((24, 2), np.int64)
    bits = np.empty(24, np.int64)
    low = np.empty((9, 1 << half), np.int64)
    high = np.empty((9, 1 << (labels - half)), np.int64)
    size = columns.masks.size
    best, worth = np.empty(size, np.uint8), np.empty(256, np.uint8)
    _fill_keys(worth)
    # What the stone that is taken is worth, by what stands then; 0 where nobody has asked yet.
    captures = np.empty(size, np.uint8)
    faults = 0
    for row in range(start, end):
        number = survey(np.int64(classes[row]), near, mills, mills_at)
        captures[:] = 0
        if number:
            for step in range(losses.count[row]):
                forwards(losses.back[row, step], bits)
                tabulate(bits, labels, half, low[step], high[step])
        for column in range(size):
            stones = np.int64(columns.masks[column])
            value = np.uint8(0)
            left = stones
            while left:
                leaving = left & -left
                left ^= leaving
                goals = ((1 << labels) - 1 if flying else near[first_bit(leaving)]) & ~stones
                while goals:
                    arriving = goals & -goals
                    goals ^= arriving
                    moved = stones ^ leaving ^ arriving
                    at = rank(moved, columns)
                    closed = False
                    for mill in mills[:number]:
                        closed |= (mill & arriving) != 0 and (moved & mill) == mill
                    if not closed:
                        value = max(value, worth[primary[row, at]])
                        continue
                    if captures[at] == 0:
                        key = np.uint8(0)
                        for step in range(losses.count[row]):
                            there = low[step, moved & low_mask] | high[step, moved >> half]
                            to = losses.row[row, step]
                            key = max(key, worth[after[to, rank(there, after_columns)]])
                        captures[at] = key
                    value = max(value, captures[at])
            best[column] = value
        faults += _compare(best, codes[row], row, fault)
    return faults
