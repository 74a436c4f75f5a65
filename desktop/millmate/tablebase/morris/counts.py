"""Count the positions of a morris table that are won, drawn and lost, and in how many plies.

A place in a table is a placement up to the symmetries of the primary side's stones. Where those
stones are symmetrical, a position is in several columns and is counted in the first.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase import codec
from millmate.tablebase.morris.index import firsts, orbit, positions
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.store import SideCounts

_BLOCK = 1 << 20  # codes counted at once

# The number of positions with each code: of all, and up to symmetry.
Histograms = tuple[NDArray[np.int64], NDArray[np.int64]]


def count_positions(layout: Layout, values: Codes, threads: int = 1) -> dict[str, SideCounts]:
    """Return the counts of `values[side to move, row, column]` by the side to move."""
    found = {}
    for side, codes in zip(layout.to_move, values, strict=True):
        every, distinct = _histograms(layout, codes, threads)
        plies = np.trim_zeros(distinct[1:], "b").tolist() if layout.distances else ()
        found[side] = SideCounts(*_outcomes(distinct), *_outcomes(every), tuple(plies))
    return found


def _outcomes(histogram: NDArray[np.int64]) -> tuple[int, int, int]:
    """Return wins, draws and losses: from 1 on codes are lost and won by turns."""
    return int(histogram[2::2].sum()), int(histogram[0]), int(histogram[1::2].sum())


def _histograms(layout: Layout, codes: Codes, threads: int) -> Histograms:
    (primary, other), board = layout.table.stones, layout.table.geometry
    own, symmetries = orbit(primary, board), len(board.symmetries)
    plain = np.flatnonzero(own == symmetries)
    step = max(1, _BLOCK // codes.shape[1])
    blocks = [plain[at : at + step] for at in range(0, len(plain), step)]
    distinct = np.zeros(256, np.int64)
    for found in codec.mapped(lambda at: _histogram(codes[blocks[at]]), len(blocks), threads):
        distinct += found
    every = symmetries * distinct
    for row in np.flatnonzero(own < symmetries).tolist():
        every += int(own[row]) * _histogram(codes[row])
        columns = np.arange(codes.shape[1])
        masks = positions(primary, other, np.full_like(columns, row), columns, board)
        distinct += _histogram(codes[row][firsts(*masks, board)])
    return every, distinct


def _histogram(codes: Codes) -> NDArray[np.int64]:
    return np.bincount(codes.reshape(-1), minlength=256)
