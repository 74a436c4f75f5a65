"""What is known about a pair's positions before any move within the pair: captures, blocked stones.

Positions have codes (see `morris_keys`) and a number of moves that are open:

- open 0: the code is the position's, or will be found to be at most that (a win);
- open 1 to 127: so many moves without a capture may yet save it; all others lose, and if the code
  is not 0 the last of them in so many plies;
- open 128 or more: a capture draws, so it is not lost.
"""

import numpy as np

from millmate.kernels.integers import first_bit, int64
from millmate.kernels.jit import Bytes2D, allocating, inlined, kernel
from millmate.kernels.morris_captures import (
    best_capture,
    find_targets,
    mark_wins,
    tabulate_losses,
    try_captures,
)
from millmate.kernels.morris_keys import CODES, DRAWN, KEYS, NO_MOVE, WINS
from millmate.kernels.morris_labels import closes, find_lines, make_lines, make_maps, tabulate_step
from millmate.kernels.morris_rows import (
    After,
    Board,
    Codes,
    Columns,
    Masks,
    Steps,
    every_label,
    label_of,
    rank,
)

SAVED = 128


@inlined
def _note(key: int, quiet: int, codes: Codes, open_: Codes, column: int) -> None:
    """Record a position with `quiet` moves within the pair and captures worth `key` at best."""
    codes[column] = 0 if key == NO_MOVE and quiet else CODES[key]
    if key > DRAWN:
        open_[column] = 0
    elif key == DRAWN:
        open_[column] = SAVED + quiet
    else:
        open_[column] = quiet


@kernel
def _count(masks: Masks, arriving: int, quiet: Codes) -> None:
    """Count a step to the label `arriving`, a mask, wherever that is free."""
    for column in range(masks.size):
        quiet[column] += (int64(masks[column]) & arriving) == 0


@allocating
def init_primary(
    board: Board,
    classes: Masks,
    columns: Columns,
    moves: Steps,
    after: After,
    last: bool,
    codes: Bytes2D,
    open_: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Fill `codes` and `open_` with the primary side to move; for the rest see `morris_rows`.

    `codes` holds the keys of other turns, that place a stone, or 0 for none.
    """
    lines, maps, masks = make_lines(board), make_maps(columns, 1), columns.masks
    keys, quiet = np.empty(masks.size, np.uint8), np.empty(masks.size, np.uint8)
    targets = np.empty(masks.size, np.int64)
    for row in range(start, end):
        mask, captures = int64(classes[row]), False
        keys[:] = codes[row]
        quiet[:] = 0
        for step in range(moves.number[row]):
            arriving = label_of(int64(moves.arriving[row, step]), mask)
            if not moves.mill[row, step]:
                _count(masks, arriving, quiet)
            elif last:
                mark_wins(masks, arriving, WINS, keys)
            else:
                if not captures:
                    captures = True
                    find_targets(masks, find_lines(mask, board, lines), lines, targets)
                tabulate_step(moves, row, step, maps, 0)
                to = moves.row[row, step]
                try_captures(masks, arriving, targets, maps, to, after, KEYS, WINS, keys)
        for column in range(masks.size):
            _note(int64(keys[column]), int64(quiet[column]), codes[row], open_[row], column)


@allocating
def init_other(
    board: Board,
    classes: Masks,
    columns: Columns,
    flying: bool,
    losses: Steps,
    after: After,
    last: bool,
    codes: Bytes2D,
    open_: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Fill `codes` and `open_` with the other side to move; see `init_primary`."""
    lines, maps = make_lines(board), make_maps(columns, losses.row.shape[1])
    # What the stone that is taken is worth, by the column then.
    captures = np.empty(columns.masks.size, np.uint8)
    every = every_label(columns)
    for row in range(start, end):
        captures[:] = WINS if last else NO_MOVE
        if find_lines(int64(classes[row]), board, lines) and not last:
            tabulate_losses(losses, row, maps)
        for column in range(columns.masks.size):
            stones = int64(columns.masks[column])
            key, quiet, left = int64(codes[row, column]), 0, stones
            while left:
                leaving = left & -left
                left ^= leaving
                rest = stones ^ leaving
                goals = (every if flying else lines.near[first_bit(leaving)]) & ~stones
                while goals:
                    arriving = goals & -goals
                    goals ^= arriving
                    if not closes(rest, first_bit(arriving), lines):
                        quiet += 1
                        continue
                    at = rank(rest | arriving, columns)
                    capture = int64(captures[at])
                    if capture == NO_MOVE:
                        capture = best_capture(rest | arriving, losses, row, maps, after, KEYS)
                        captures[at] = capture
                    key = max(key, capture)
            _note(key, quiet, codes[row], open_[row], column)
