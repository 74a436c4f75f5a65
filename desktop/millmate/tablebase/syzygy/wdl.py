"""Who wins under the fifty-move rule, as Syzygy files tell it.

A value is 0 for a loss, 1 for a blessed loss, 2 for a draw, 3 for a cursed win and 4 for a win.
`BOUNDED` plus a value stands for any value that is not greater: readers look at captures first.
"""

import numpy as np

from millmate.tablebase.layout import LOST
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.spaces import slice_space
from millmate.tablebase.syzygy.positions import Read, Values
from millmate.tablebase.table import Table

LOSS, BLESSED, DRAW, CURSED_WIN, WIN = range(5)
BOUNDED = 8


def reader(table: Table, turn: bool, threads: int) -> Read:
    """Return what gives the values of a table's slices with one side to move."""
    values = by_code(Metric.DTZ if table.info.metric == Metric.DTZ.title else Metric.DTM)

    def read(number: int) -> Values:
        found: Values = values[table.slice_values(turn, number, threads=threads)]
        found[~legal(table, turn, number)] = BOUNDED + WIN
        return found

    return read


def by_code(metric: Metric) -> Values:
    """Return the values by the code of a table."""
    found = np.full(256, DRAW, np.uint8)
    found[1:LOST], found[LOST:] = WIN, LOSS
    if metric is Metric.DTZ:
        found[CURSED:LOST], found[LOST + CURSED :] = CURSED_WIN, BLESSED
    return found


def legal(table: Table, turn: bool, number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which positions of a slice with one side to move are legal: bool[words, 64]."""
    words = slice_space(table.layout, number).masks().legal[turn]
    bits = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
    return bits.reshape(-1, 64).view(np.bool_)
