"""The placing phase: win, draw or loss, each number of stones placed from the next.

White is the primary side. Nothing returns to a position, so each one is judged once, by its moves:
White's placements lead from row to row, Black's stay in a row. What is led to is a placing table
(codes 0 draw, 1 loss, 2 win) or, after the last stone, a pair's; `worth[code]` tells what a move is
worth after which the opponent has that code: 1 it loses, 2 it draws, 3 it wins.
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
from millmate.kernels.morris_labels import (
    Maps,
    closes,
    find_lines,
    make_lines,
    make_maps,
    mapped,
    tabulate_step,
)
from millmate.kernels.morris_rows import (
    After,
    Codes,
    Columns,
    Masks,
    ReadCodes,
    Steps,
    every_label,
    label_of,
    rank,
)

NOTHING, LOSES, DRAWS, WINS = 0, 1, 2, 3


@inlined
def _code(worth: int) -> int:
    """Return the code of a position whose best move is worth that much."""
    return 2 if worth == WINS else 0 if worth == DRAWS else 1


@kernel
def _place(
    masks: Masks, arriving: int, maps: Maps, to: int, after: After, worth: ReadCodes, best: Codes
) -> None:
    """Try a placement that takes no stone in all columns of a row."""
    there = after.codes[to]
    for column in range(masks.size):
        stones = int64(masks[column])
        if best[column] == WINS or stones & arriving:
            continue
        value = worth[there[rank(mapped(stones, maps, 0), after.columns)]]
        best[column] = max(best[column], value)


@allocating
def place_primary(
    classes: Masks,
    columns: Columns,
    placements: Steps,
    after: After,
    taken: After,
    last: bool,
    worth: ReadCodes,
    codes: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Judge the positions in which White is to place: fill `codes`.

    `after` is what placements lead to, `taken` what those lead to that take a stone, not used with
    the `last` one; for `worth` see above, for the rest `morris_rows`.
    """
    lines, maps, masks = make_lines(), make_maps(columns, 1), columns.masks
    best, targets = np.empty(masks.size, np.uint8), np.empty(masks.size, np.int64)
    for row in range(start, end):
        mask, captures = int64(classes[row]), False
        best[:] = LOSES
        for step in range(placements.number[row]):
            arriving = label_of(int64(placements.arriving[row, step]), mask)
            mill, to = placements.mill[row, step], placements.row[row, step]
            if mill and last:
                mark_wins(masks, arriving, WINS, best)
                continue
            tabulate_step(placements, row, step, maps, 0)
            if not mill:
                _place(masks, arriving, maps, to, after, worth, best)
                continue
            if not captures:
                captures = True
                find_targets(masks, find_lines(mask, lines), lines, targets)
            try_captures(masks, arriving, targets, maps, to, taken, worth, WINS, best)
        for column in range(masks.size):
            codes[row, column] = _code(int64(best[column]))


@allocating
def place_other(
    classes: Masks,
    columns: Columns,
    losses: Steps,
    after: After,
    taken: After,
    last: bool,
    worth: ReadCodes,
    codes: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Judge the positions in which Black is to place, rows `start` to `end`.

    `losses` is what White can lose, `last` whether White has lost with a stone less; for the rest
    see `place_primary`. `after` has the same rows.
    """
    lines, maps, every = make_lines(), make_maps(columns, losses.row.shape[1]), every_label(columns)
    # What the stone that is taken is worth, by the column then.
    captures = np.empty(after.columns.masks.size, np.uint8)
    for row in range(start, end):
        there = after.codes[row]
        captures[:] = NOTHING
        if find_lines(int64(classes[row]), lines) and not last:
            tabulate_losses(losses, row, maps)
        for column in range(columns.masks.size):
            stones = int64(columns.masks[column])
            best, left = LOSES, every & ~stones
            while left and best != WINS:
                arriving = left & -left
                left ^= arriving
                at = rank(stones | arriving, after.columns)
                if not closes(stones, first_bit(arriving), lines):
                    best = max(best, int64(worth[there[at]]))
                elif last:
                    best = WINS
                else:
                    capture = int64(captures[at])
                    if capture == NOTHING:
                        capture = best_capture(stones | arriving, losses, row, maps, taken, worth)
                        captures[at] = capture
                    best = max(best, capture)
            codes[row, column] = _code(best)
