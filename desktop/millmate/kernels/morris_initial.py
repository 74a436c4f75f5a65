"""The values of a pair's positions before any move within the pair: captures, blocked stones.

Positions have codes (see `morris_keys`) and a number of moves that are open:

- open 0: the code is the position's, or will be found to be at most that (a win);
- open 1 to 127: the number of moves without a capture that may yet save it; all others lose, and
  if the code is not 0 it is that of the last of them to lose;
- open 128 or more: a capture draws, so it is not lost.
"""

import numpy as np

from millmate.kernels.declare import Bytes2D, allocating, exported, inlined, kernel
from millmate.kernels.integers import int64
from millmate.kernels.morris_captures import (
    find_arrivals,
    mark_wins,
    worth_of_arrival,
)
from millmate.kernels.morris_keys import CODES, DRAWN, KEYS, NO_MOVE, WINS
from millmate.kernels.morris_labels import (
    find_lines,
    list_pairs,
    make_lines,
    make_maps,
    make_pairs,
    tabulate_step,
)
from millmate.kernels.morris_rows import (
    After,
    Board,
    Codes,
    Columns,
    Ints,
    Masks,
    Slides,
    Steps,
    between,
    every_label,
    label_of,
)
from millmate.kernels.morris_sweeps import SAME, make_sweep, sweep_step

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


@exported
@allocating
def init_primary(
    classes: Masks,
    columns: Columns,
    moves: Steps,
    captures: After,
    last: bool,
    codes: Bytes2D,
    open_: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Fill `codes` and `open_` with the primary side to move; for the rest see `morris_rows`.

    `codes` holds the keys of other turns, that place a stone, or 0 for none; `captures` has those
    of the best stones to take after the move.
    """
    maps, sweep, masks = make_maps(columns, 1), make_sweep(columns), columns.masks
    keys, quiet = np.empty(masks.size, np.uint8), np.empty(masks.size, np.uint8)
    for row in range(start, end):
        mask = int64(classes[row])
        keys[:] = codes[row]
        quiet[:] = 0
        for step in range(moves.number[row]):
            arriving = label_of(int64(moves.arriving[row, step]), mask)
            if not moves.mill[row, step]:
                _count(masks, arriving, quiet)
            elif last:
                mark_wins(masks, arriving, WINS, keys)
            else:
                tabulate_step(moves, row, step, maps, 0)
                to = moves.row[row, step]
                sweep_step(arriving, columns, sweep, maps, to, captures, SAME, keys)
        for column in range(masks.size):
            _note(int64(keys[column]), int64(quiet[column]), codes[row], open_[row], column)


@kernel
def _slide(pairs: Ints, slides: Slides, arrivals: Ints, keys: Codes, quiet: Codes) -> None:
    """Try the other side's moves between these pairs of labels, either way, in all columns."""
    for both in pairs:
        i, j, lower, upper = between(both, slides)
        for at in range(lower.size):
            low, high = int64(lower[at]), int64(upper[at])
            below, above = arrivals[low], arrivals[high]
            quiet[low] += 1 - (above >> j & 1)
            quiet[high] += 1 - (below >> i & 1)
            keys[low] = max(int64(keys[low]), worth_of_arrival(above, j))
            keys[high] = max(int64(keys[high]), worth_of_arrival(below, i))


@exported
@allocating
def init_other(
    board: Board,
    classes: Masks,
    columns: Columns,
    slides: Slides,
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
    lines, maps, masks = make_lines(board), make_maps(columns, losses.row.shape[1]), columns.masks
    keys, quiet = np.empty(masks.size, np.uint8), np.empty(masks.size, np.uint8)
    arrivals, every, pairs = np.empty(masks.size, np.int64), every_label(columns), make_pairs()
    for row in range(start, end):
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        find_arrivals(masks, mills, losses, row, maps, after, last, KEYS, WINS, arrivals)
        keys[:] = codes[row]
        quiet[:] = 0
        number = list_pairs(every, lines.near, flying, pairs)
        _slide(pairs[:number], slides, arrivals, keys, quiet)
        for column in range(masks.size):
            _note(int64(keys[column]), int64(quiet[column]), codes[row], open_[row], column)
