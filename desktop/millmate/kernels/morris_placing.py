"""The placing phase: win, draw or loss, each number of stones placed from the next.

White is the primary side. Positions never repeat, so each one is evaluated once, by its moves:
White's placements lead from row to row, Black's stay in a row. Moves lead to a placing table (codes
0 draw, 1 loss, 2 win) or, after the last stone, to a pair's table; `judged.worth[code]` is the
value of a move after which the opponent has that code: 1 it loses, 2 it draws, 3 it wins.

If stones can be moved while others are still to be placed, positions repeat: there placements, like
mills, are turns out of the table, and the value of the best of them is a key (see `morris_keys`).
"""

from typing import NamedTuple

import numpy as np

from millmate.kernels.declare import Bytes2D, allocating, exported, kernel
from millmate.kernels.integers import int64
from millmate.kernels.morris_captures import (
    find_arrivals,
    mark_wins,
    worth_of_arrival,
)
from millmate.kernels.morris_labels import (
    find_lines,
    make_lines,
    make_maps,
    tabulate_step,
)
from millmate.kernels.morris_rows import (
    After,
    Board,
    Codes,
    Columns,
    Ints,
    Masks,
    Masks2D,
    Steps,
    label_of,
)
from millmate.kernels.morris_sweeps import SAME, make_sweep, sweep_step


class Judged(NamedTuple):
    """How turns are evaluated.

    `worth`: see above; `wins`: the greatest value of a turn; `least`: the value of a position
    without a turn; `told[value]`: the code written if the best turn has this value.
    """

    worth: Codes
    wins: int
    least: int
    told: Codes


@exported
@allocating
def place_primary(
    classes: Masks,
    columns: Columns,
    placements: Steps,
    after: After,
    captures: After,
    last: bool,
    judged: Judged,
    codes: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Evaluate the positions in which White is to place: fill `codes`.

    `after` are the positions after placements, `captures` the values of taking a stone there, not
    used if it is the `last` one; for the rest see `morris_rows`.
    """
    maps, sweep = make_maps(columns, 1), make_sweep(columns)
    best = np.empty(columns.masks.size, np.uint8)
    for row in range(start, end):
        mask = int64(classes[row])
        best[:] = judged.least
        for step in range(placements.number[row]):
            arriving = label_of(int64(placements.arriving[row, step]), mask)
            mill, to = placements.mill[row, step], placements.row[row, step]
            if mill and last:
                mark_wins(columns.masks, arriving, judged.wins, best)
                continue
            tabulate_step(placements, row, step, maps, 0)
            if mill:
                sweep_step(arriving, columns, sweep, maps, to, captures, SAME, best)
            else:
                sweep_step(arriving, columns, sweep, maps, to, after, judged.worth, best)
        for column in range(best.size):
            codes[row, column] = judged.told[best[column]]


@kernel
def _fill(vacant: Masks2D, filled: Masks2D, arrivals: Ints, best: Codes) -> None:
    """Try the placements that lead from the columns `vacant[label]` to `filled[label]`."""
    for label in range(vacant.shape[0]):
        for at in range(vacant.shape[1]):
            column = vacant[label, at]
            value = worth_of_arrival(arrivals[filled[label, at]], label)
            best[column] = max(int64(best[column]), value)


@exported
@allocating
def place_other(
    board: Board,
    classes: Masks,
    columns: Columns,
    vacant: Masks2D,
    filled: Masks2D,
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

    A stone placed at a label leads from a column of `vacant[label]` to that of `filled[label]`;
    `losses` is what White can lose, `last` whether White has lost with a stone less; for the rest
    see `place_primary`. `after` has the same rows.
    """
    lines, maps = make_lines(board), make_maps(columns, losses.row.shape[1])
    worth, wins, masks = judged.worth, judged.wins, after.columns.masks
    arrivals, best = np.empty(masks.size, np.int64), np.empty(columns.masks.size, np.uint8)
    for row in range(start, end):
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        find_arrivals(masks, mills, losses, row, maps, taken, last, worth, wins, arrivals)
        there = after.codes[row]
        for column in range(masks.size):
            arrivals[column] |= int64(worth[there[column]]) << 32
        best[:] = judged.least
        _fill(vacant, filled, arrivals, best)
        for column in range(best.size):
            codes[row, column] = judged.told[best[column]]
