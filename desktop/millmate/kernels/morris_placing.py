"""The placing phase: win, draw or loss, each number of stones placed from the next.

White is the primary side. Nothing returns to a position, so each one is judged once, by its moves:
White's placements lead from row to row, Black's stay in a row. What is led to is a placing table
(codes 0 draw, 1 loss, 2 win) or, after the last stone, a pair's; `judged.worth[code]` tells what a
move is worth after which the opponent has that code: 1 it loses, 2 it draws, 3 it wins.

Where stones may be moved while others are placed, positions return: there placements are turns that
lead on, as mills are, and what the best of them is worth is a key (see `morris_keys`).
"""

from typing import NamedTuple

import numpy as np

from millmate.kernels.integers import first_bit, int64
from millmate.kernels.jit import Bytes2D, allocating, kernel
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
    Board,
    Codes,
    Columns,
    Masks,
    Steps,
    every_label,
    label_of,
    rank,
)

NOTHING = 0


class Judged(NamedTuple):
    """How turns are judged.

    `worth`: see above; `wins`: the most that a turn can be worth; `least`: what a position is worth
    without a turn, `told[worth]`: what is written of one whose best turn is worth so much.
    """

    worth: Codes
    wins: int
    least: int
    told: Codes


@kernel
def _place(
    masks: Masks, arriving: int, maps: Maps, to: int, after: After, judged: Judged, best: Codes
) -> None:
    """Try a placement that takes no stone in all columns of a row."""
    there = after.codes[to]
    for column in range(masks.size):
        stones = int64(masks[column])
        if best[column] == judged.wins or stones & arriving:
            continue
        value = judged.worth[there[rank(mapped(stones, maps, 0), after.columns)]]
        best[column] = max(best[column], value)


@allocating
def place_primary(
    board: Board,
    classes: Masks,
    columns: Columns,
    placements: Steps,
    after: After,
    taken: After,
    last: bool,
    judged: Judged,
    codes: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Judge the positions in which White is to place: fill `codes`.

    `after` is what placements lead to, `taken` what those lead to that take a stone, not used with
    the `last` one; for the rest see `morris_rows`.
    """
    lines, maps, masks = make_lines(board), make_maps(columns, 1), columns.masks
    best, targets = np.empty(masks.size, np.uint8), np.empty(masks.size, np.int64)
    for row in range(start, end):
        mask, captures = int64(classes[row]), False
        best[:] = judged.least
        for step in range(placements.number[row]):
            arriving = label_of(int64(placements.arriving[row, step]), mask)
            mill, to = placements.mill[row, step], placements.row[row, step]
            if mill and last:
                mark_wins(masks, arriving, judged.wins, best)
                continue
            tabulate_step(placements, row, step, maps, 0)
            if not mill:
                _place(masks, arriving, maps, to, after, judged, best)
                continue
            if not captures:
                captures = True
                find_targets(masks, find_lines(mask, board, lines), lines, targets)
            worth, wins = judged.worth, judged.wins
            try_captures(masks, arriving, targets, maps, to, taken, worth, wins, best)
        for column in range(masks.size):
            codes[row, column] = judged.told[best[column]]


@allocating
def place_other(
    board: Board,
    classes: Masks,
    columns: Columns,
    losses: Steps,
    after: After,
    taken: After,
    last: bool,
    judged: Judged,
    codes: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Judge the positions in which Black is to place, rows `start` to `end`.

    `losses` is what White can lose, `last` whether White has lost with a stone less; for the rest
    see `place_primary`. `after` has the same rows.
    """
    lines, every = make_lines(board), every_label(columns)
    maps, worth, wins = make_maps(columns, losses.row.shape[1]), judged.worth, judged.wins
    # What the stone that is taken is worth, by the column then.
    captures = np.empty(after.columns.masks.size, np.uint8)
    for row in range(start, end):
        there = after.codes[row]
        captures[:] = NOTHING
        if find_lines(int64(classes[row]), board, lines) and not last:
            tabulate_losses(losses, row, maps)
        for column in range(columns.masks.size):
            stones = int64(columns.masks[column])
            best, left = judged.least, every & ~stones
            while left and best != wins:
                arriving = left & -left
                left ^= arriving
                at = rank(stones | arriving, after.columns)
                if not closes(stones, first_bit(arriving), lines):
                    best = max(best, int64(worth[there[at]]))
                elif last:
                    best = wins
                else:
                    capture = int64(captures[at])
                    if capture == NOTHING:
                        capture = best_capture(stones | arriving, losses, row, maps, taken, worth)
                        captures[at] = capture
                    best = max(best, capture)
            codes[row, column] = judged.told[best]
