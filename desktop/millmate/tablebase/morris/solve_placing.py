"""Solve a table of the placing phase: won, drawn or lost.

The phase is solved from its end: the positions after n stones from those after n + 1. White's
stones determine the row. A placement leads to one stone more on the board, and perhaps one of the
opponent's less. The last one leads into the pairs, whose larger side determines the row: where that
is Black, the sides are exchanged first.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from millmate.kernels.morris_rows import After
from millmate.kernels.morris_turns import Judged
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.names import Placing
from millmate.tablebase.morris.turns import (
    NO_CODES,
    Codes,
    Read,
    Workers,
    columns_of,
    judge,
    led_to,
)
from millmate.tablebase.progress import Stopped

# The value of a move by the opponent's code after it: in the placing phase, in a pair.
_WORTH = np.array([2, 3, 1] + [0] * 253, np.uint8)
_PAIR_WORTH = np.array([2] + [3, 1] * 127 + [3], np.uint8)
_TOLD = np.array([1, 1, 0, 2], np.uint8)  # the code of a position by the value of its best move
_LOSES, _WINS = 1, 3


def judged_after(table: Placing) -> Judged:
    """Return how turns of `table` are judged by the code that they lead to."""
    return Judged(_PAIR_WORTH if table.last else _WORTH, _WINS, _LOSES, _TOLD)


def solve_placing(
    table: Placing, read: Read, stopped: Stopped = lambda: False, threads: int = 1
) -> Codes:
    """Return `codes[row, column]` of a table: 0 a draw, 1 a loss, 2 a win.

    White is to move after an even number of stones, and its stones determine the row.

    Args:
        table: Which one.
        read: Returns the solved tables that turns lead to.
        stopped: Polled many times a second.
        threads: The number of threads.

    Raises:
        BuildStopped: `stopped` returned True.
    """
    geometry = table.geometry
    rows, own = classes(table.white, geometry), columns_of(table)
    codes = np.zeros((len(rows), own.masks.size), np.uint8)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, len(rows), stopped)
        after = _white_first(*table.after, read, table, workers)
        taken = After(NO_CODES, own, table.wins)
        if table.takes:
            taken = _white_first(*table.taken, read, table, workers)
        judge(
            (geometry, *table.stones), table.white_moves, table.takes or table.wins, after, taken,
            judged_after(table), codes, workers,
        )  # fmt: skip
    return codes


def _white_first(white: int, black: int, read: Read, table: Placing, workers: Workers) -> After:
    """Return the codes after a turn, by rows of White's stones and with the opponent to move."""
    if table.last:
        return led_to((white, 0), (black, 0), True, table.rules, read, workers)
    after = table.followed_by(white, black)
    (codes,) = read(after)
    return After(codes, columns_of(after))
