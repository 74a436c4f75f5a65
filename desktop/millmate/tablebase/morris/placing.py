"""Solve the placing phase: the positions after n placed stones, from those after n + 1.

White's stones determine the row. A placement leads to one stone more on the board, and perhaps one
of the opponent's less. The last one leads into the pairs, whose larger side determines the row:
where that is Black, the sides are exchanged first.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from millmate.kernels import morris_placing
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_rows import After, Columns
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.names import Placing
from millmate.tablebase.morris.solve import (
    BY_OTHER,
    BY_PRIMARY,
    NO_CODES,
    Codes,
    Workers,
    exchange,
)
from millmate.tablebase.morris.spaces import columns, losses, no_steps, placements
from millmate.tablebase.progress import Stopped

# `read(white, black)`: the codes with one stone more placed: `[row, column]`, or, once all stones
# are placed, the pair of so many stones, `[side to move, row, column]`.
ReadNext = Callable[[int, int], NDArray[np.uint8]]

# The value of a move by the opponent's code after it: in the placing phase, in a pair.
_WORTH = np.array([2, 3, 1] + [0] * 253, np.uint8)
_PAIR_WORTH = np.array([2] + [3, 1] * 127 + [3], np.uint8)


def worth_after(table: Placing) -> Codes:
    """Return the values of moves of `table` by the code that they lead to."""
    return _PAIR_WORTH if table.last else _WORTH


def solve_placing(
    table: Placing, read: ReadNext, stopped: Stopped = lambda: False, threads: int = 1
) -> Codes:
    """Return `codes[row, column]` of a table: 0 a draw, 1 a loss, 2 a win.

    White is to move after an even number of stones, and its stones determine the row.

    Args:
        table: Which one.
        read: Returns solved codes.
        stopped: Polled many times a second.
        threads: How many threads share the work.

    Raises:
        BuildStopped: `stopped` returned True.
    """
    rows, own = classes(table.white), columns_of(table.white, table.black)
    codes = np.zeros((len(rows), own.masks.size), np.uint8)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, len(rows), stopped)
        after = _white_first(*table.after, read, table, workers)
        taken = After(NO_CODES, own)
        if table.takes:
            taken = _white_first(*table.taken, read, table, workers)
        kernel = morris_placing.place_primary if table.white_moves else morris_placing.place_other
        steps = losses(table.white) if table.takes else no_steps(table.white)
        if table.white_moves:
            steps = placements(table.white)
        workers.share(kernel, rows, own, steps, after, taken, table.wins, worth_after(table), codes)
    return codes


def columns_of(white: int, black: int) -> Columns:
    """Return the columns of a table with White's stones in the rows."""
    return columns(POINTS - white, black)


def _white_first(white: int, black: int, read: ReadNext, table: Placing, workers: Workers) -> After:
    """Return what a turn leads to, by rows of White's stones and with the opponent to move."""
    codes, theirs = read(white, black), columns_of(white, black)
    if not table.last:
        return After(codes, theirs)
    if white >= black:
        return After(codes[BY_PRIMARY], theirs)
    ours = np.zeros((1, len(classes(white)), theirs.masks.size), np.uint8)
    exchange(white, black, codes[BY_OTHER:], ours, workers.of(len(classes(white))))
    return After(ours[0], theirs)
