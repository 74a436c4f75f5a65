"""The positions that the turns of a pair lead to, and the values of those outside the pair.

A turn that takes a stone or places one leads to another pair; all others stay in the pair.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from millmate.games.morris.board import FEWEST
from millmate.kernels import morris_exchange, morris_turns
from millmate.kernels.morris_geometry import Geometry
from millmate.kernels.morris_keys import KEYS, NO_MOVE
from millmate.kernels.morris_keys import WINS as WINS_AT_ONCE
from millmate.kernels.morris_rows import After, Rows, Steps
from millmate.kernels.morris_turns import Judged
from millmate.tablebase.morris.index import THREE_RINGS, classes
from millmate.tablebase.morris.layout import Codes
from millmate.tablebase.morris.names import (
    SOLVED,
    Pair,
    Placing,
    Side,
    Subspace,
    mill_wins,
    subspace,
)
from millmate.tablebase.morris.spaces import (
    board,
    columns,
    filled,
    homes,
    steps_of,
    vacant,
)
from millmate.tablebase.progress import BuildStopped, Stopped

# --- Threads that share the rows of a table, and turn tables round --------------------------------

_SPANS = 48  # parts of a pass over all rows, with a check for a stop between them


class Workers:
    """Threads that share the rows of a pair."""

    def __init__(self, pool: ThreadPoolExecutor, rows: int, stopped: Stopped) -> None:
        self._pool, self._stopped = pool, stopped
        size = max(1, -(-rows // _SPANS))
        self._spans = [(at, min(at + size, rows)) for at in range(0, rows, size)]

    def of(self, rows: int) -> "Workers":
        """Return the same threads for a different number of rows."""
        return Workers(self._pool, rows, self._stopped)

    def share(self, kernel: Callable[..., int | None], *args: object) -> int:
        """Call `kernel(*args, start, end)` for all rows; return the sum of its results.

        Raises:
            BuildStopped: `stopped` returned true.
        """

        def work(span: tuple[int, int]) -> int:
            return 0 if self._stopped() else kernel(*args, *span) or 0

        total = sum(self._pool.map(work, self._spans))
        if self._stopped():
            raise BuildStopped
        return total


def exchange(
    w: int,
    b: int,
    theirs: Codes,
    ours: Codes,
    workers: Workers,
    geometry: Geometry = THREE_RINGS,
) -> None:
    """Fill `ours[what, row, column]` from tables that have the side with b stones in their rows.

    `ours` has the side with w stones in its rows.
    """
    about = rows_with(w, b, geometry), rows_with(b, w, geometry), homes(b, geometry)
    workers.of(ours.shape[1]).share(morris_exchange.exchange, *about, theirs, ours)


# `read(table)`: the solved table, [side to move, row, column]; of an even pair and while stones are
# placed with one side to move only.
Read = Callable[[Any], Codes]

BY_PRIMARY, BY_OTHER = 0, 1  # index of the side to move
NO_CODES = np.zeros((1, 1), np.uint8)  # of positions that no turn leads to
# How placements are judged by the code that they lead to. Of pairs they are valued by keys; in the
# placing phase a value is 1 for a loss, 2 a draw, 3 a win, as the last stone or an earlier one.
_BY_KEYS = Judged(KEYS, WINS_AT_ONCE, NO_MOVE, np.arange(256).astype(np.uint8))
_BY_RESULT, _BY_LAST = (
    Judged(np.array(worth, np.uint8), 3, 1, np.array([1, 1, 0, 2], np.uint8))
    for worth in ([2, 3, 1] + [0] * 253, [2] + [3, 1] * 127 + [3])
)


def flies(side: Side, rules: str) -> bool:
    """Return whether a side flies."""
    return SOLVED[rules].flying and side == (FEWEST, 0)


def moves_of(pair: Pair) -> Steps:
    """Return the moves of the primary side."""
    flying = flies(pair.sides[0], pair.rules)
    return steps_of(pair.primary, 0, pair.geometry, flying, pair.other > 0)


def taken_from(pair: Pair, mover: int, read: Read, workers: Workers) -> After:
    """Return the codes after moves that take a stone."""
    moving, waiting = pair.sides[mover], pair.sides[1 - mover]
    if mill_wins(waiting, pair.rules) or not waiting[0] or moving[0] < FEWEST:
        return After(NO_CODES, rows_of(pair).columns, mill_wins(waiting, pair.rules))
    left = waiting[0] - 1, waiting[1]
    return _after(mover, moving, left, pair.rules, read, workers)


def rows_with(own: int, other: int, geometry: Geometry, mills: bool = True) -> Rows:
    """Return the rows of `own` stones of the primary side against `other`."""
    of_others = columns(geometry.points - own, other)
    return Rows(board(geometry, mills), classes(own, geometry), of_others)


def rows_of(table: Subspace, mills: bool = True) -> Rows:
    """Return the rows of a table; `mills`: whether they matter."""
    return rows_with(*table.stones, table.geometry, mills)


def _after(
    mover: int, moved: Side, waiting: Side, rules: str, read: Read, workers: Workers
) -> After:
    """Return the positions after a turn, by rows of the side that had the rows before it."""
    own, other = (moved, waiting) if mover == BY_PRIMARY else (waiting, moved)
    table = subspace(own, other, rules)
    geometry, codes = table.geometry, read(table)
    theirs = columns(geometry.points - own[0], other[0])
    if isinstance(table, Placing):
        return After(codes[0], theirs)
    if table.sides[0] == own and (mover == BY_OTHER or not table.even):
        return After(codes[1 - mover], theirs)
    ours = np.zeros((1, len(classes(own[0], geometry)), theirs.masks.size), np.uint8)
    exchange(own[0], other[0], codes[mover : mover + 1], ours, workers, geometry)
    return After(ours[0], theirs)


def best_captures(
    geometry: Geometry, own: int, other: int, taken: After, worth: Codes, workers: Workers
) -> After:
    """Return the value of the best stone to take after a turn of the primary side.

    The board then has `own` and `other` stones; `taken` are the positions with one less.
    """
    rows, labels = rows_with(own, other, geometry), geometry.points - own
    found = np.zeros((len(rows.classes), rows.columns.masks.size), np.uint8)
    between = filled(labels, other), vacant(labels, other - 1)
    workers.of(len(found)).share(
        morris_turns.find_captures, rows, *between, taken.codes, worth, found
    )
    return After(found, rows.columns)


def judged_after(table: Subspace) -> Judged:
    """Return how placements of `table` are judged by the code that they lead to."""
    if isinstance(table, Pair):
        return _BY_KEYS
    return _BY_LAST if table.last else _BY_RESULT


def place(table: Subspace, mover: int, codes: Codes, read: Read, workers: Workers) -> None:
    """Judge the placements of a side (see `judged_after`); without stones in hand it has none.

    `codes[row, column]` are filled for all positions of the table with this side to move.
    """
    moving, waiting = table.sides[mover], table.sides[1 - mover]
    if not moving[1]:
        return
    geometry, (own, other) = table.geometry, table.stones
    placed = moving[0] + 1, moving[1] - 1
    mills, wins = placed[0] >= FEWEST and waiting[0] > 0, mill_wins(waiting, table.rules)
    where = table.rules, read, workers
    rows, labels, judged = rows_of(table, mills), geometry.points - own, judged_after(table)
    after, taken = _after(mover, placed, waiting, *where), After(NO_CODES, rows.columns, wins)
    if takes := mills and not wins:
        taken = _after(mover, placed, (waiting[0] - 1, waiting[1]), *where)
    if mover == BY_PRIMARY:
        if takes:
            taken = best_captures(geometry, own + 1, other, taken, judged.worth, workers)
        workers.share(
            morris_turns.place_primary, rows, steps_of(own, 1, geometry, mills=mills), after,
            taken, judged, codes,
        )  # fmt: skip
    else:
        workers.share(
            morris_turns.place_other, rows, vacant(labels, other), filled(labels, other + 1),
            steps_of(own, -1, geometry), after, taken, judged, codes,
        )  # fmt: skip
