"""Solve a pair, all positions of w against b stones, or a table of the placing phase.

A capture leads to a pair with one stone less, which is solved already; all other moves stay in the
pair. So the solver decides positions in the order of their distance, as in chess: first those that
captures and blocked stones decide (`kernels.morris_initial`), then ply after ply
(`kernels.morris_layers`). Threads share the rows.

The placing phase is solved from its end: the positions after n stones from those after n + 1.
White's stones determine the row. A placement leads to one stone more on the board, and perhaps one
of the opponent's less. The last one leads into the pairs, whose larger side determines the row:
where that is Black, the sides are exchanged first.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from millmate.kernels import morris_exchange, morris_initial, morris_layers, morris_placing
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_layers import Events, Marks
from millmate.kernels.morris_rows import After, Columns
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.names import Placing
from millmate.tablebase.morris.spaces import (
    FLYING,
    columns,
    homes,
    losses,
    moves,
    no_steps,
    placements,
)
from millmate.tablebase.progress import BuildStopped, Stopped

Codes = NDArray[np.uint8]
# `read(w, b)`: the solved pair, [side to move, row, column]; one side only where w == b.
Read = Callable[[int, int], Codes]
# `report(plies, positions)`: the number of places found to be decided in exactly `plies` plies.
Report = Callable[[int, int], None]
# `read(white, black)`: the codes with one stone more placed: `[row, column]`, or, once all stones
# are placed, the pair of so many stones, `[side to move, row, column]`.
ReadNext = Callable[[int, int], NDArray[np.uint8]]

BY_PRIMARY, BY_OTHER = 0, 1  # index of the side to move
NO_CODES = np.zeros((1, 1), np.uint8)  # of positions that no turn leads to
_SPANS = 48  # parts of a pass over all rows, with a check for a stop between them
# The value of a move by the opponent's code after it: in the placing phase, in a pair.
_WORTH = np.array([2, 3, 1] + [0] * 253, np.uint8)
_PAIR_WORTH = np.array([2] + [3, 1] * 127 + [3], np.uint8)


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


# The positions with one side to move: codes and open moves, see `kernels.morris_initial`.
_Side = NDArray[np.uint8]


def solve_pair(
    w: int,
    b: int,
    read: Read,
    report: Report = lambda plies, positions: None,
    stopped: Stopped = lambda: False,
    threads: int = 1,
) -> Codes:
    """Return the codes of w against b stones, `codes[side to move, row, column]`, w >= b >= 3.

    Row and column are those of `index`; side 0 is the primary side, which has w stones, and the
    only one if w is b. A code is 0 for a draw, else plies to the end + 1: odd if the side to move
    loses, even if it wins.

    Args:
        w: The stones of the primary side.
        b: The stones of the other side.
        read: Returns solved pairs: (w, b - 1) unless b is 3, and (w - 1, b) unless w is b.
        report: Called for every ply with the number of places found.
        stopped: Called many times a second; true stops the work.
        threads: The number of threads.

    Raises:
        BuildStopped: `stopped` returned true.
    """
    rows, size = len(classes(w)), columns(POINTS - w, b).masks.size
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, rows, stopped)
        sides = [np.zeros((2, rows, size), np.uint8) for _ in (BY_PRIMARY, BY_OTHER)]
        _begin(w, b, sides, read, workers)
        _search(w, b, sides, report, workers)
        for side in sides:
            workers.share(morris_layers.mark_draws, *side)
    if w == b:
        return sides[BY_PRIMARY][:1]
    sides[BY_PRIMARY][1] = sides[BY_OTHER][0]  # in the array of the open moves, to save memory
    return sides[BY_PRIMARY]


def _begin(w: int, b: int, sides: list[_Side], read: Read, workers: Workers) -> None:
    """Mark the positions that captures and blocked stones decide."""
    labels = POINTS - w
    own = classes(w), columns(labels, b)
    last = b == FLYING
    after = After(NO_CODES if last else read(w, b - 1)[BY_OTHER], columns(labels, b - 1))
    workers.share(morris_initial.init_primary, *own, moves(w), after, last, *sides[BY_PRIMARY])
    if w == b:
        exchange(w, b, sides[BY_PRIMARY], sides[BY_OTHER], workers)
        return
    after = After(read(w - 1, b)[BY_PRIMARY], columns(labels + 1, b))
    workers.share(morris_initial.init_other, *own, b == FLYING, losses(w), after, *sides[BY_OTHER])


def _search(w: int, b: int, sides: list[_Side], report: Report, workers: Workers) -> None:
    """Decide positions ply after ply until none are left to find."""
    own = columns(POINTS - w, b)
    events = [_events(side, workers) for side in sides]
    marks = [_no_marks(side) for side in sides]
    found = [_no_marks(side) for side in sides]
    code, number = 0, 1
    while number or _to_come(events):
        code += 1
        counts = [
            workers.share(morris_layers.mark_events, code, *sides[s], events[s], marks[s])
            for s in (BY_PRIMARY, BY_OTHER)
        ]
        number = sum(counts)
        report(code - 1, number)
        if counts[BY_OTHER]:
            workers.share(
                morris_layers.advance_primary, code, own, moves(w),
                marks[BY_OTHER], *sides[BY_PRIMARY], found[BY_PRIMARY],
            )  # fmt: skip
        if counts[BY_PRIMARY]:
            workers.share(
                morris_layers.advance_other, code, classes(w), own, b == FLYING,
                marks[BY_PRIMARY], *sides[BY_OTHER], found[BY_OTHER],
            )  # fmt: skip
        for used in marks:
            workers.share(morris_layers.clear_marks, used)
        marks, found = found, marks


def _events(side: _Side, workers: Workers) -> Events:
    """List the positions that captures decide."""
    _, rows, size = side.shape
    counts = np.zeros(rows, np.int64)
    workers.share(morris_layers.count_events, *side, size, counts)
    ends = np.cumsum(counts)
    events = Events(np.zeros(max(1, ends[-1]), np.uint16), ends - counts, ends)
    workers.share(morris_layers.list_events, *side, size, events)
    return events


def _to_come(events: list[Events]) -> bool:
    return any(bool((of_side.next < of_side.end).any()) for of_side in events)


def _no_marks(side: _Side) -> Marks:
    _, rows, size = side.shape
    words = -(-size // 64)
    return Marks(
        np.zeros((rows, words), np.uint64),
        np.zeros((rows, -(-words // 64)), np.uint64),
        np.zeros(rows, np.int64),
    )


def exchange(w: int, b: int, theirs: Codes, ours: Codes, workers: Workers) -> None:
    """Fill `ours[what, row, column]` from tables that have the side with b stones in their rows.

    `ours` has the side with w stones in its rows.
    """
    workers.share(
        morris_exchange.exchange, classes(w), columns(POINTS - w, b), classes(b),
        columns(POINTS - b, w), homes(b), theirs, ours,
    )  # fmt: skip


# The placing phase --------------------------------------------------------------------------------


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
