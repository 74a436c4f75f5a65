"""Who wins in each position of a table, and by which moves.

A result is 0 for a loss, 1 for a blessed loss, 2 for a draw, 3 for a cursed win and 4 for a win.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.tablebase.conversions import Conversions
from millmate.tablebase.layout import LOST, Layout
from millmate.tablebase.metric import CURSED, Metric
from millmate.tablebase.spaces import cached_keys, slice_space
from millmate.tablebase.syzygy.positions import Values
from millmate.tablebase.table import Table

LOSS, BLESSED, DRAW, CURSED_WIN, WIN = range(5)
NO_MOVE = 255  # the result of the best of no moves

_CODES = np.array([LOST, LOST + CURSED, 0, CURSED, 1], np.uint8)  # by the result
_BY_KEY = np.full(256, NO_MOVE, np.uint8)  # results by the key of a move (see `to_keys`)
_BY_KEY[[1, CURSED, LOST, 255 - CURSED, 255]] = LOSS, BLESSED, DRAW, CURSED_WIN, WIN
_KEYS_BYTES = 1 << 28

Tables = Callable[[Material], Table]


class Results:
    """The results of the slices of a material, `tables` giving its table and those of others."""

    def __init__(self, tables: Tables, layout: Layout, threads: int) -> None:
        self._tables, self._layout, self._threads = tables, layout, threads
        self._keys = cached_keys(lambda space, turn: space.keys(turn, self._codes), _KEYS_BYTES)

    def of_slice(self, number: int, turn: bool) -> Values:
        """Return the results of all positions with one side to move: uint8[words, 64]."""
        return self._read(self._layout.material, number, turn)

    def legal(self, number: int, turn: bool) -> NDArray[np.bool_]:
        """Return which positions are legal: bool[words, 64]."""
        return slice_space(self._layout, number).legal(turn)

    def of_zeroing_moves(
        self, number: int, turn: bool, pushes: bool
    ) -> Iterator[tuple[slice, Values]]:
        """Yield, part by part, the results of the best captures, `NO_MOVE` without any.

        With `pushes`, all pawn moves count as well.
        """
        legal = slice_space(self._layout, number).masks().legal[turn]
        moves = Conversions(self._layout, [number], turn, self._keys, pushes=pushes)
        for start, best in moves.rows(legal):
            yield slice(start, start + len(best)), _BY_KEY[best]

    def _read(self, material: Material, number: int, turn: bool) -> Values:
        table = self._tables(material)
        metric = Metric.DTZ if table.info.metric == Metric.DTZ.title else Metric.DTM
        found: Values = by_code(metric)[table.slice_values(turn, number, threads=self._threads)]
        return found

    def _codes(self, material: Material, number: int, turn: bool) -> Values:
        found: Values = _CODES[self._read(material, number, turn)]
        return found


def by_code(metric: Metric) -> Values:
    """Return the results by the code of a table."""
    found = np.full(256, DRAW, np.uint8)
    found[1:LOST], found[LOST:] = WIN, LOSS
    if metric is Metric.DTZ:
        found[CURSED:LOST], found[LOST + CURSED :] = CURSED_WIN, BLESSED
    return found
