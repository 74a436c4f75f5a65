"""What is known of a pair's positions before any move within the pair: captures, blocked stones.

Codes: 0 undecided or a draw, else plies to the end + 1: odd for a loss, even for a win of the side
to move. A position has a code and a number of moves that are open:

- open 0: the code is the position's, or will be found to be at most that (a win);
- open 1 to 127: so many moves without a capture may yet save it; all others lose, and if the code
  is not 0 the last of them in so many plies;
- open 128 or more: a capture draws, so it is not lost.

Results of moves are compared as *keys*: 0 nothing yet, then losses, the longer the better, 128 a
draw, then wins, the shorter the better.
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

SAVED = 128
_DRAWN = 128
_WINS = 255  # the opponent has lost on the board
_UNKNOWN = 0
_CODES = types.uint8[:, ::1]
_SPAN = types.int64, types.int64


@njit("int64(int64)", nogil=True, cache=True, inline="always")
def key_of(code: int) -> int:
    """Return what a move is worth after which the opponent has `code`."""
    if code == 0:
        return _DRAWN
    half = code >> 1
    return 255 - half if code & 1 else 1 + half


@njit("int64(int64)", nogil=True, cache=True, inline="always")
def code_of(key: int) -> int:
    """Return the code of a position whose best move has `key`."""
    if key in (_DRAWN, _UNKNOWN):
        return 0
    return 2 * (256 - key) if key > _DRAWN else 2 * key - 1


@njit("void(int64, int64, uint8[::1], uint8[::1], int64)", nogil=True, cache=True)
def begin(key: int, quiet: int, codes: Codes, open_: Codes, column: int) -> None:
    """Note a position with `quiet` moves within the pair and captures worth `key` at best."""
    codes[column] = 1 if key == _UNKNOWN and quiet == 0 else code_of(key)  # no move: lost
    if key > _DRAWN:
        open_[column] = 0
    elif key == _DRAWN:
        open_[column] = SAVED + quiet
    else:
        open_[column] = quiet


@njit(
    types.void(
        types.uint32[::1], COLUMNS, STEPS, _CODES, COLUMNS, types.boolean,
        _CODES, _CODES, *_SPAN,
    ),
    nogil=True,
    cache=True,
)  # fmt: skip
def first_primary(
    classes: Masks,
    columns: Columns,
    moves: Steps,
    after: Codes,
    after_columns: Columns,
    last: bool,
    codes: Codes,
    open_: Codes,
    start: int,
    end: int,
) -> None:
    """Begin with the positions in which the primary side is to move, rows `start` to `end`.

    Args:
        classes: The masks of the rows.
        columns: Of the other side's stones.
        moves: Of the primary side.
        after: `after[row, column]`: codes with the other side to move and one stone less.
        after_columns: Of one stone less.
        last: Whether the other side has lost with one stone less; `after` is not used then.
        codes: [row, column], to be filled.
        open_: [row, column], to be filled.
        start: The first row.
        end: The row after the last.
    """
    labels = popcount(ALL & ~np.int64(classes[0]))
    half = columns.half
    near, mills = np.empty(24, np.int64), np.empty(16, np.int64)
    mills_at = np.empty((24, 2), np.int64)
    bits = np.empty(24, np.int64)
    low, high = np.empty(1 << half, np.int64), np.empty(1 << (labels - half), np.int64)
    low_mask = (1 << half) - 1
    size = columns.masks.size
    keys, quiet = np.empty(size, np.uint8), np.empty(size, np.uint8)
    targets = np.empty(size, np.int64)
    for row in range(start, end):
        mask = np.int64(classes[row])
        keys[:] = _UNKNOWN
        quiet[:] = 0
        found = survey(mask, near, mills, mills_at)
        surveyed = False
        for step in range(moves.count[row]):
            arriving = np.int64(moves.arriving[row, step])
            taken = 1 << popcount(ALL & ~mask & ((1 << arriving) - 1))
            if not moves.mill[row, step]:
                for column in range(size):
                    quiet[column] += (np.int64(columns.masks[column]) & taken) == 0
                continue
            if last:
                for column in range(size):
                    if (np.int64(columns.masks[column]) & taken) == 0:
                        keys[column] = _WINS
                continue
            if not surveyed:
                surveyed = True
                for column in range(size):
                    targets[column] = removable(np.int64(columns.masks[column]), mills[:found])
            to = moves.row[row, step]
            forwards(moves.back[row, step], bits)
            tabulate(bits, labels, half, low, high)
            there = after[to]
            for column in range(size):
                stones = np.int64(columns.masks[column])
                if stones & taken:
                    continue
                best = np.int64(keys[column])
                moved = low[stones & low_mask] | high[stones >> half]
                left = targets[column]
                left = low[left & low_mask] | high[left >> half]
                while left:
                    stone = left & -left
                    left ^= stone
                    best = max(best, key_of(np.int64(there[rank(moved ^ stone, after_columns)])))
                keys[column] = best
        for column in range(size):
            begin(keys[column], quiet[column], codes[row], open_[row], column)


@njit(
    types.void(
        types.uint32[::1], COLUMNS, types.boolean, STEPS, _CODES, COLUMNS,
        _CODES, _CODES, *_SPAN,
    ),
    nogil=True,
    cache=True,
)  # fmt: skip
def first_other(
    classes: Masks,
    columns: Columns,
    flying: bool,
    losses: Steps,
    after: Codes,
    after_columns: Columns,
    codes: Codes,
    open_: Codes,
    start: int,
    end: int,
) -> None:
    """Begin with the positions in which the other side is to move, rows `start` to `end`.

    Args:
        classes: The masks of the rows.
        columns: Of the other side's stones.
        flying: Whether that side flies.
        losses: What the primary side can lose.
        after: `after[row, column]`: codes with the primary side to move, a stone less.
        after_columns: The columns of `after`.
        codes: [row, column], to be filled.
        open_: [row, column], to be filled.
        start: The first row.
        end: The row after the last.
    """
    labels = popcount(ALL & ~np.int64(classes[0]))
    half = columns.half
    low_mask = (1 << half) - 1
    near, mills = np.empty(24, np.int64), np.empty(16, np.int64)
    mills_at = np.empty((24, 2), np.int64)
    bits = np.empty(24, np.int64)
    most = 12
    low = np.empty((most, 1 << half), np.int64)
    high = np.empty((most, 1 << (labels - half)), np.int64)
    size = columns.masks.size
    captures = np.empty(size, np.uint8)
    for row in range(start, end):
        mask = np.int64(classes[row])
        found = survey(mask, near, mills, mills_at)
        captures[:] = _UNKNOWN
        if found:
            for step in range(losses.count[row]):
                forwards(losses.back[row, step], bits)
                tabulate(bits, labels, half, low[step], high[step])
        for column in range(size):
            stones = np.int64(columns.masks[column])
            key, quiet = _UNKNOWN, 0
            left = stones
            while left:
                leaving = left & -left
                left ^= leaving
                rest = stones ^ leaving
                goals = ((1 << labels) - 1 if flying else near[first_bit(leaving)]) & ~stones
                while goals:
                    arriving = goals & -goals
                    goals ^= arriving
                    place = first_bit(arriving)
                    first, second = mills_at[place, 0], mills_at[place, 1]
                    if (rest & first) != first and (rest & second) != second:
                        quiet += 1
                        continue
                    moved = rest | arriving
                    at = rank(moved, columns)
                    best = np.int64(captures[at])
                    if best == _UNKNOWN:
                        for step in range(losses.count[row]):
                            there = low[step, moved & low_mask] | high[step, moved >> half]
                            code = after[losses.row[row, step], rank(there, after_columns)]
                            best = max(best, key_of(np.int64(code)))
                        captures[at] = best
                    key = max(key, best)
            begin(key, quiet, codes[row], open_[row], column)
