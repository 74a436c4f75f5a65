"""Values of turns out of a table: those that take a stone, and those that place one.

The primary side's turns are evaluated a step at a time, for a whole row; the value of the best
capture is found beforehand, in the rows that the step leads to. The other side's turns are
evaluated by the columns that they lead to, its *arrivals*: in each column, bits 0-23 are its stones
in mills, bits 24-31 the value of arriving there and taking a stone, bits 32-39 the value without a
capture.

While stones are moved, captures decide the first positions of a pair. These have codes (see
`morris_keys`) and a number of moves that are open:

- open 0: the code is the position's, or will be found to be at most that (a win);
- open 1 to 127: the number of moves without a capture that may yet save it; all others lose, and
  if the code is not 0 it is that of the last of them to lose;
- open 128 or more: a capture draws, so it is not lost.

In the placing phase White is the primary side. Positions never repeat, so each one is evaluated
once, by its moves: White's placements lead from row to row, Black's stay in a row. Moves lead to a
placing table (codes 0 draw, 1 loss, 2 win) or, after the last stone, to a pair's table;
`judged.worth[code]` is the value of a move after which the opponent has that code: 1 it loses, 2 it
draws, 3 it wins.

If stones can be moved while others are still to be placed, positions repeat: there placements, like
mills, are turns out of the table, and the value of the best of them is a key (see `morris_keys`).
"""

from typing import NamedTuple

import numpy as np

from millmate.kernels.declare import Byte, Bytes2D, allocating, exported, inlined, kernel
from millmate.kernels.integers import int64
from millmate.kernels.morris_keys import CODES, DRAWN, KEYS, NO_MOVE, WINS
from millmate.kernels.morris_labels import (
    SAME,
    Maps,
    find_lines,
    list_pairs,
    make_lines,
    make_maps,
    make_sweep,
    mapped,
    sweep_step,
    tabulate_step,
)
from millmate.kernels.morris_rows import (
    After,
    Codes,
    Ints,
    Masks,
    Masks2D,
    ReadCodes,
    Rows,
    Slides,
    Steps,
    between,
    every_label,
    label_of,
    rank,
)

SAVED = 128  # of the number of open moves


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
    rows: Rows,
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
    lines, targets = make_lines(rows.board), np.empty(rows.columns.masks.size, np.int64)
    for row in range(start, end):
        mask, closed = int64(rows.classes[row]), False
        for mill in rows.board.mills:
            closed |= (mask & mill) == mill
        if not closed:
            continue
        mills = lines.mills[: find_lines(mask, rows.board, lines)]
        _find_targets(rows.columns.masks, mills, targets)
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
    for step in range(0 if after.wins else losses.number[row]):
        tabulate_step(losses, row, step, maps, step)
    for column in range(masks.size):
        if arrivals[column]:
            taken = int64(wins)
            if not after.wins:
                taken = _best_capture(int64(masks[column]), losses, row, maps, after, worth)
            arrivals[column] |= taken << 24


# While stones are moved ---------------------------------------------------------------------------


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
    rows: Rows,
    moves: Steps,
    captures: After,
    codes: Bytes2D,
    open_: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Fill `codes` and `open_` with the primary side to move; for the rest see `morris_rows`.

    `codes` holds the keys of other turns, that place a stone, or 0 for none; `captures` has those
    of the best stones to take after the move.
    """
    columns, masks = rows.columns, rows.columns.masks
    maps, sweep = make_maps(columns, 1), make_sweep(columns)
    keys, quiet = np.empty(masks.size, np.uint8), np.empty(masks.size, np.uint8)
    for row in range(start, end):
        mask = int64(rows.classes[row])
        keys[:] = codes[row]
        quiet[:] = 0
        for step in range(moves.number[row]):
            arriving = label_of(int64(moves.arriving[row, step]), mask)
            if not moves.mill[row, step]:
                _count(masks, arriving, quiet)
            elif captures.wins:
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
    rows: Rows,
    slides: Slides,
    flying: bool,
    losses: Steps,
    after: After,
    codes: Bytes2D,
    open_: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Fill `codes` and `open_` with the other side to move; see `init_primary`."""
    board, classes, columns = rows
    lines, maps, masks = make_lines(board), make_maps(columns, losses.row.shape[1]), columns.masks
    keys, quiet = np.empty(masks.size, np.uint8), np.empty(masks.size, np.uint8)
    arrivals, every = np.empty(masks.size, np.int64), every_label(columns)
    for row in range(start, end):
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        find_arrivals(masks, mills, losses, row, maps, after, KEYS, WINS, arrivals)
        keys[:] = codes[row]
        quiet[:] = 0
        number = list_pairs(every, lines, flying)
        _slide(lines.pairs[:number], slides, arrivals, keys, quiet)
        for column in range(masks.size):
            _note(int64(keys[column]), int64(quiet[column]), codes[row], open_[row], column)


# While stones are placed --------------------------------------------------------------------------


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
    rows: Rows,
    placements: Steps,
    after: After,
    captures: After,
    judged: Judged,
    codes: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Evaluate the positions in which White is to place: fill `codes`.

    `after` are the positions after placements, `captures` the values of taking a stone there; for
    the rest see `morris_rows`.
    """
    columns = rows.columns
    maps, sweep = make_maps(columns, 1), make_sweep(columns)
    best = np.empty(columns.masks.size, np.uint8)
    for row in range(start, end):
        mask = int64(rows.classes[row])
        best[:] = judged.least
        for step in range(placements.number[row]):
            arriving = label_of(int64(placements.arriving[row, step]), mask)
            mill, to = placements.mill[row, step], placements.row[row, step]
            if mill and captures.wins:
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
    rows: Rows,
    vacant: Masks2D,
    filled: Masks2D,
    losses: Steps,
    after: After,
    taken: After,
    judged: Judged,
    codes: Bytes2D,
    start: int,
    end: int,
) -> None:
    """Judge the positions in which Black is to place, rows `start` to `end`.

    A stone placed at a label leads from a column of `vacant[label]` to that of `filled[label]`;
    `losses` is what White can lose; for the rest see `place_primary`. `after` has the same rows.
    """
    board, classes, columns = rows
    lines, maps = make_lines(board), make_maps(columns, losses.row.shape[1])
    worth, wins, masks = judged.worth, judged.wins, after.columns.masks
    arrivals, best = np.empty(masks.size, np.int64), np.empty(columns.masks.size, np.uint8)
    for row in range(start, end):
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        find_arrivals(masks, mills, losses, row, maps, taken, worth, wins, arrivals)
        there = after.codes[row]
        for column in range(masks.size):
            arrivals[column] |= int64(worth[there[column]]) << 32
        best[:] = judged.least
        _fill(vacant, filled, arrivals, best)
        for column in range(best.size):
            codes[row, column] = judged.told[best[column]]
