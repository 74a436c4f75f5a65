"""The positions that the turns of a pair lead to, and the values of those outside the pair.

A turn that takes a stone or places one leads to another pair; all others stay in the pair.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.games.morris.board import FEWEST
from millmate.kernels import morris_exchange, morris_turns
from millmate.kernels.morris_geometry import THREE_RINGS, Geometry
from millmate.kernels.morris_keys import KEYS, NO_MOVE
from millmate.kernels.morris_keys import WINS as WINS_AT_ONCE
from millmate.kernels.morris_rows import After, Columns, Rows, Slides, Steps
from millmate.kernels.morris_turns import Judged
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.names import SOLVED, Pair, Subspace
from millmate.tablebase.morris.spaces import (
    FLYING,
    board,
    columns,
    filled,
    homes,
    losses,
    moves,
    no_steps,
    placements,
    slides,
    vacant,
)
from millmate.tablebase.progress import BuildStopped, Stopped

# --- Threads that share the rows of a table, and turn tables round --------------------------------

Codes = NDArray[np.uint8]

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
    rows = rows_with(w, b, geometry), rows_with(b, w, geometry)
    workers.share(morris_exchange.exchange, *rows, homes(b, geometry), theirs, ours)


# `read(table)`: the solved table, [side to move, row, column]; of an even pair and while stones are
# placed with one side to move only.
Read = Callable[[Any], Codes]
Side = tuple[int, int]  # stones on the board and in hand

BY_PRIMARY, BY_OTHER = 0, 1  # index of the side to move
NO_CODES = np.zeros((1, 1), np.uint8)  # of positions that no turn leads to
# Placements into pairs are valued by keys.
_BY_KEYS = Judged(KEYS, WINS_AT_ONCE, NO_MOVE, np.arange(256).astype(np.uint8))


def flies(side: Side, rules: str) -> bool:
    """Return whether a side flies."""
    return SOLVED[rules].flying and side == (FLYING, 0)


def mill_wins(waiting: Side, rules: str) -> bool:
    """Return whether a mill wins against a side with these stones."""
    return SOLVED[rules].mill_wins or sum(waiting) - 1 < FEWEST


def moves_of(pair: Pair) -> Steps:
    """Return the moves of the primary side."""
    flying = flies(pair.sides[0], pair.rules)
    return moves(pair.primary, pair.geometry, flying, pair.other > 0)


def slides_of(pair: Pair) -> Slides:
    """Return the columns that the other side's moves lead between."""
    return slides(pair.geometry.points - pair.primary, pair.other)


def taken_from(pair: Pair, mover: int, read: Read, workers: Workers) -> After:
    """Return the codes after moves that take a stone."""
    moving, waiting = pair.sides[mover], pair.sides[1 - mover]
    if mill_wins(waiting, pair.rules) or not waiting[0] or moving[0] < FEWEST:
        return After(NO_CODES, columns_of(pair), mill_wins(waiting, pair.rules))
    left = waiting[0] - 1, waiting[1]
    return _after(mover, moving, left, pair.rules, read, workers)


def _after(
    mover: int, moved: Side, waiting: Side, rules: str, read: Read, workers: Workers
) -> After:
    """Return the positions after a turn, by rows of the primary side's stones."""
    sides = (moved, waiting) if mover == BY_PRIMARY else (waiting, moved)
    return led_to(*sides, mover != BY_PRIMARY, rules, read, workers)


def columns_of(table: Subspace) -> Columns:
    """Return the columns of a table."""
    own, other = table.stones
    return columns(table.geometry.points - own, other)


def rows_with(own: int, other: int, geometry: Geometry, mills: bool = True) -> Rows:
    """Return the rows of `own` stones of the primary side against `other`."""
    of_others = columns(geometry.points - own, other)
    return Rows(board(geometry, mills), classes(own, geometry), of_others)


def rows_of(table: Subspace, mills: bool = True) -> Rows:
    """Return the rows of a table; `mills`: whether they matter."""
    return rows_with(*table.stones, table.geometry, mills)


def led_to(
    own: Side, other: Side, own_moves: bool, rules: str, read: Read, workers: Workers
) -> After:
    """Return positions with these numbers of stones, by rows of the stones of the side `own`."""
    pair = Pair.of(own, other, rules)
    geometry, codes = pair.geometry, read(pair)
    theirs = columns(geometry.points - own[0], other[0])
    if pair.sides[0] == own and (own_moves or not pair.even):
        return After(codes[BY_PRIMARY if own_moves else BY_OTHER], theirs)
    turned = BY_OTHER if own_moves else BY_PRIMARY
    rows = len(classes(own[0], geometry))
    ours = np.zeros((1, rows, theirs.masks.size), np.uint8)
    source = codes[turned : turned + 1]
    exchange(own[0], other[0], source, ours, workers.of(rows), geometry)
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


def place(pair: Pair, mover: int, keys: Codes, read: Read, workers: Workers) -> None:
    """Fill `keys[row, column]` with the value of the best placement, 0 where none is possible."""
    moving, waiting = pair.sides[mover], pair.sides[1 - mover]
    if not moving[1]:
        return
    geometry, rules = pair.geometry, pair.rules
    placed = moving[0] + 1, moving[1] - 1
    last = mill_wins(waiting, rules)
    takes = placed[0] >= FEWEST and waiting[0] > 0
    where = rules, read, workers
    after, taken = _after(mover, placed, waiting, *where), After(NO_CODES, columns_of(pair), last)
    if takes and not last:
        taken = _after(mover, placed, (waiting[0] - 1, waiting[1]), *where)
    by_primary, stones = mover == BY_PRIMARY, (geometry, *pair.stones)
    judge(stones, by_primary, takes, after, taken, _BY_KEYS, keys, workers)


def judge(
    stones: tuple[Geometry, int, int],
    by_primary: bool,
    mills: bool,
    after: After,
    taken: After,
    judged: Judged,
    codes: Codes,
    workers: Workers,
) -> None:
    """Judge the placements of one side; `mills`: whether they matter. See `morris_turns`."""
    geometry, own, other = stones
    rows, labels = rows_with(own, other, geometry, mills), geometry.points - own
    takes = mills and not taken.wins
    if by_primary:
        if takes:
            taken = best_captures(geometry, own + 1, other, taken, judged.worth, workers)
        workers.share(
            morris_turns.place_primary, rows, placements(own, geometry, mills), after, taken,
            judged, codes,
        )  # fmt: skip
    else:
        workers.share(
            morris_turns.place_other, rows, vacant(labels, other), filled(labels, other + 1),
            (losses if takes else no_steps)(own, geometry), after, taken, judged, codes,
        )  # fmt: skip
