"""The tables that a build of morris creates, in order, and their cost in disk, memory and time."""

from collections.abc import Iterable, Iterator
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from millmate.games.morris.board import FEWEST
from millmate.kernels.morris_geometry import Geometry
from millmate.tablebase.estimates import Cost
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import store
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import MorrisTarget, Pair, Placing, Subspace, closure
from millmate.tablebase.plan import Plan, PlannedTable
from millmate.tablebase.store import size_of

PROGRAM = 300_000_000  # bytes that the building process takes with its kernels and no table

# Measured with pairs of 8-3 to 7-5 and a few placing tables on one core of a 2-core x86-64 machine,
# solving, verifying and writing together. Where one side flies there are more moves and few sets.
# By the kind of table, bytes and nanoseconds for each place.
_MOVING, _FLYING, _PLACING = (0.3, 160.0), (0.14, 300.0), (0.1, 100.0)
# Measured with the last half of Lasker morris: placements come on top of the moves.
_IN_HAND = 0.38, 280.0
_SECONDS_PER_TABLE = 0.3
# Solving a pair takes, besides the codes of both sides to move, as much again, a bit each, and two
# bytes for each position decided in one number of plies: less than a tenth in large pairs.
_PAIR_MEMORY = 2.35


def plan(targets: Iterable[MorrisTarget], directory: Path) -> Plan[Subspace]:
    """Return the tables that `targets` need in `directory`, each after those it needs itself.

    A compact pair is there unless a pair that is missing needs its distances.
    """
    planned, whole = list[PlannedTable[Subspace]](), set[Subspace]()
    for table in reversed(closure(table for target in targets for table in target.tables)):
        exists = store.exists(directory, table)
        if table in whole and store.is_compact(directory, table):
            exists = False
        if isinstance(table, Pair) and not exists:
            whole.update(table.needs())
        told = cost(table)
        disk = size_of(store.table_path(directory, table)) if exists else told.disk
        planned.append(PlannedTable(table, exists, disk, memory(table), told.seconds))
    return Plan(tuple(reversed(planned)))


# Estimates --------------------------------------------------------------------------------------


def places(table: Subspace) -> int:
    """Return the number of codes in a table (see `layout.Layout.size`)."""
    return len(Layout(table).to_move) * _rows_by_columns(table)


def cost(table: Subspace, metric: Metric = Metric.DTM) -> Cost:
    """Return the estimated cost of a table on one core."""
    each, nanoseconds = _each(table)
    # A pair is solved for both sides to move, even if they are the same.
    number = 2 * _rows_by_columns(table) if isinstance(table, Pair) else places(table)
    seconds = nanoseconds * 1e-9 * number + _SECONDS_PER_TABLE
    return Cost(seconds, round(each * places(table)) + 3_000)


def memory(table: Subspace) -> int:
    """Return the estimated bytes that building a table takes, those it needs held in memory."""
    needed = sum(map(places, table.needs()))
    if isinstance(table, Pair):
        if table.in_hand:  # some are exchanged, and so are keys of placements
            needed += needed // 2 + 2 * _rows_by_columns(table)
        return PROGRAM + needed + round(_PAIR_MEMORY * 2 * _rows_by_columns(table))
    if table.last:  # one side of each pair with Black in the rows is exchanged
        needed += sum(_rows_by_columns(each) for each in table.needs())
    return PROGRAM + needed + places(table)


def _each(table: Subspace) -> tuple[float, float]:
    """Return the bytes and the nanoseconds for each place of a table."""
    if isinstance(table, Placing):
        return _PLACING
    if table.in_hand:
        return _IN_HAND
    return _FLYING if table.other == FEWEST and table.variant.flying else _MOVING


def positions(table: Subspace) -> int:
    """Return the number of positions of a table, images under symmetry not counted."""
    return len(Layout(table).to_move) * int(_classes_of_both(table.geometry)[table.stones])


def _rows_by_columns(table: Subspace) -> int:
    primary, other = table.stones
    points = table.geometry.points
    return int(_classes_of_both(table.geometry)[primary, 0]) * comb(points - primary, other)


@cache
def _classes_of_both(board: Geometry) -> NDArray[np.int64]:
    """Return the number of placements up to symmetry: int64[own stones, the other side's].

    W. Burnside: it is the mean, over the symmetries, of the number of placements that each leaves
    as they are. Each of its cycles has stones of one side, or none.
    """
    total = np.zeros([board.points + 1] * 2, np.int64)
    for symmetry in board.symmetries.tolist():
        kept = np.zeros_like(total)
        kept[0, 0] = 1
        for length in _cycles(symmetry[: board.points]):
            longer = kept.copy()
            longer[length:] += kept[:-length]
            longer[:, length:] += kept[:, :-length]
            kept = longer
        total += kept
    return total // len(board.symmetries)


def _cycles(symmetry: list[int]) -> Iterator[int]:
    """Yield the lengths of the cycles of a permutation."""
    left = set(range(len(symmetry)))
    while left:
        point, length = left.pop(), 1
        while (point := symmetry[point]) in left:
            left.remove(point)
            length += 1
        yield length
