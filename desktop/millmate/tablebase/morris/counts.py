"""Count the positions of a morris table that are won, drawn and lost, and in how many plies.

A place in a table is a placement up to the symmetries of the primary side's stones. Where those
stones are symmetrical, a position is in several columns and is counted in the first.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase import codec
from millmate.tablebase.morris.index import classes, firsts, orbit, placements, spread
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.store import SideCounts

_BLOCK = 1 << 20  # codes counted at once

# The number of positions with each code: of all, and up to symmetry.
Histograms = tuple[NDArray[np.int64], NDArray[np.int64]]


def count_positions(layout: Layout, values: Codes, threads: int = 1) -> dict[str, SideCounts]:
    """Return the counts of `values[side to move, row, column]` by the side to move."""
    return {
        side: _side_counts(layout, codes, threads)
        for side, codes in zip(layout.to_move, values, strict=True)
    }


def outcome_counts(counts: Mapping[str, SideCounts]) -> dict[str, SideCounts]:
    """Return the counts that a compact table can give: without the positions by plies."""
    return {side: replace(of_side, plies=()) for side, of_side in counts.items()}


def _side_counts(layout: Layout, codes: Codes, threads: int) -> SideCounts:
    every, distinct = _histograms(layout, codes, threads)
    if layout.distances:
        plies = np.trim_zeros(distinct[1:], "b").tolist()
        return SideCounts(*_outcomes(distinct, 1, 2), *_outcomes(every, 1, 2), tuple(plies))
    return SideCounts(*_outcomes(distinct, 1, 255), *_outcomes(every, 1, 255), ())


def _outcomes(histogram: NDArray[np.int64], lost: int, step: int) -> tuple[int, int, int]:
    """Return wins, draws and losses: codes from `lost` on, and the next ones, in these steps."""
    wins, losses = histogram[lost + 1 :: step], histogram[lost::step]
    return int(wins.sum()), int(histogram[0]), int(losses.sum())


def _histograms(layout: Layout, codes: Codes, threads: int) -> Histograms:
    (primary, other), board = layout.stones, layout.table.geometry
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
        mask = classes(primary, board)[row]
        theirs = spread(placements(board.points - primary, other), mask)
        distinct += _histogram(codes[row][firsts(np.full_like(theirs, mask), theirs, board)])
    return every, distinct


def _histogram(codes: Codes) -> NDArray[np.int64]:
    return np.bincount(codes.reshape(-1), minlength=256)
