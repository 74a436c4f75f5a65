"""The placing phase: win, draw or loss, each number of stones placed from the next.

White is the primary side. Nothing returns to a position, so each one is judged once, by its moves:
White's placements lead from row to row, Black's stay in a row. What is led to is a placing table
(codes 0 draw, 1 loss, 2 win) or, after the last stone, a pair's; `worth[code]` tells what a move is
worth after which the opponent has that code: 1 it loses, 2 it draws, 3 it wins.
"""

import numpy as np
from numba import njit, types

from millmate.kernels.morris_geometry import ALL
from millmate.kernels.morris_rows import (
    COLUMNS,
    STEPS,
    Codes,
    Columns,
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

LOSES, DRAWS, WINS = 1, 2, 3
_CODES = types.uint8[:, ::1]
_SPAN = types.int64, types.int64
_CLASSES, _WORTH = types.uint32[::1], types.uint8[::1]


@njit("int64(int64)", nogil=True, cache=True, inline="always")
def _code(worth: int) -> int:
    """Return the code of a position whose best move is worth that much."""
    return 2 if worth == WINS else 0 if worth == DRAWS else 1


@njit(
    types.void(
        _CLASSES, COLUMNS, STEPS, _CODES, COLUMNS, _CODES, COLUMNS, types.boolean, _WORTH, _CODES,
        *_SPAN,
    ),
    nogil=True,
    cache=True,
)  # fmt: skip
def place_primary(
    classes: Masks,
    columns: Columns,
    placements: Steps,
    after: Codes,
    after_columns: Columns,
    taken_after: Codes,
    taken_columns: Columns,
    last: bool,
    worth: Codes,
    codes: Codes,
    start: int,
    end: int,
) -> None:
    """Judge the positions in which White is to place, rows `start` to `end`.

    Args:
        classes: The masks of the rows.
        columns: Of Black's stones.
        placements: Of White.
        after: [row, column] after a placement.
        after_columns: The columns there.
        taken_after: [row, column] after a placement that takes a stone.
        taken_columns: The columns there.
        last: Whether Black has lost with a stone less; `taken_after` is not used then.
        worth: See above.
        codes: [row, column], to be filled.
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
    best, targets = np.empty(size, np.uint8), np.empty(size, np.int64)
    for row in range(start, end):
        mask = np.int64(classes[row])
        best[:] = LOSES
        surveyed = False
        for step in range(placements.count[row]):
            taken = 1 << popcount(
                ALL & ~mask & ((1 << np.int64(placements.arriving[row, step])) - 1)
            )
            forwards(placements.back[row, step], bits)
            tabulate(bits, labels, half, low, high)
            to = placements.row[row, step]
            if not placements.mill[row, step]:
                there = after[to]
                for column in range(size):
                    stones = np.int64(columns.masks[column])
                    if best[column] == WINS or stones & taken:
                        continue
                    moved = low[stones & low_mask] | high[stones >> half]
                    best[column] = max(best[column], worth[there[rank(moved, after_columns)]])
                continue
            if last:
                for column in range(size):
                    if np.int64(columns.masks[column]) & taken == 0:
                        best[column] = WINS
                continue
            if not surveyed:
                surveyed = True
                found = survey(mask, near, mills, mills_at)
                for column in range(size):
                    targets[column] = removable(np.int64(columns.masks[column]), mills[:found])
            there = taken_after[to]
            for column in range(size):
                stones = np.int64(columns.masks[column])
                if best[column] == WINS or stones & taken:
                    continue
                moved = low[stones & low_mask] | high[stones >> half]
                left = targets[column]
                left = low[left & low_mask] | high[left >> half]
                value = best[column]
                while left and value != WINS:
                    stone = left & -left
                    left ^= stone
                    value = max(value, worth[there[rank(moved ^ stone, taken_columns)]])
                best[column] = value
        for column in range(size):
            codes[row, column] = _code(np.int64(best[column]))


@njit(
    types.void(
        _CLASSES, COLUMNS, STEPS, _CODES, COLUMNS, _CODES, COLUMNS, types.boolean, _WORTH, _CODES,
        *_SPAN,
    ),
    nogil=True,
    cache=True,
)  # fmt: skip
def place_other(
    classes: Masks,
    columns: Columns,
    losses: Steps,
    after: Codes,
    after_columns: Columns,
    taken_after: Codes,
    taken_columns: Columns,
    last: bool,
    worth: Codes,
    codes: Codes,
    start: int,
    end: int,
) -> None:
    """Judge the positions in which Black is to place, rows `start` to `end`.

    `losses` is what White can lose, `last` whether White has lost with a stone less; for the rest
    see `place_primary`. `after` has the same rows.
    """
    labels = popcount(ALL & ~np.int64(classes[0]))
    half = columns.half
    low_mask = (1 << half) - 1
    near, mills = np.empty(24, np.int64), np.empty(16, np.int64)
    mills_at = np.empty((24, 2), np.int64)
    bits = np.empty(24, np.int64)
    low = np.empty((9, 1 << half), np.int64)
    high = np.empty((9, 1 << (labels - half)), np.int64)
    captures = np.empty(after_columns.masks.size, np.uint8)
    every = (1 << labels) - 1
    for row in range(start, end):
        found = survey(np.int64(classes[row]), near, mills, mills_at)
        captures[:] = 0
        if found and not last:
            for step in range(losses.count[row]):
                forwards(losses.back[row, step], bits)
                tabulate(bits, labels, half, low[step], high[step])
        there = after[row]
        for column in range(columns.masks.size):
            stones = np.int64(columns.masks[column])
            best = LOSES
            left = every & ~stones
            while left and best != WINS:
                arriving = left & -left
                left ^= arriving
                place = first_bit(arriving)
                at = rank(stones | arriving, after_columns)
                first, second = mills_at[place, 0], mills_at[place, 1]
                if (stones & first) != first and (stones & second) != second:
                    best = max(best, np.int64(worth[there[at]]))
                    continue
                if last:
                    best = WINS
                    continue
                value = np.int64(captures[at])
                if value == 0:
                    moved = stones | arriving
                    for step in range(losses.count[row]):
                        to = losses.row[row, step]
                        own = low[step, moved & low_mask] | high[step, moved >> half]
                        value = max(
                            value, np.int64(worth[taken_after[to, rank(own, taken_columns)]])
                        )
                    captures[at] = value
                best = max(best, value)
            codes[row, column] = _code(best)
