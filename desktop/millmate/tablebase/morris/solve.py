"""Solve a subspace: a pair, all positions of w against b stones, or one of the placing phase.

A capture leads to a pair with one stone less, which is solved already; all other moves stay in the
pair. So the solver decides positions in the order of their distance, as in chess: first those that
captures and blocked stones decide (`kernels.morris_turns`), then ply after ply
(`kernels.morris_layers`). Threads share the rows.

Where stones may be moved while others are placed, such positions come in pairs, too, with the
stones in hand. There a placement leads elsewhere, as a capture does.

The placing phase is solved from its end: the positions after n stones from those after n + 1. A
placement leads to one stone more on the board, and perhaps one of the opponent's less. The last one
leads into the pairs, whose larger side determines the row: where that is Black, the sides are
exchanged first.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from millmate.errors import MillMateError
from millmate.kernels import morris_layers, morris_turns
from millmate.kernels.morris_keys import KEYS
from millmate.kernels.morris_layers import Events, Listed, Marks
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import Pair, Placing
from millmate.tablebase.morris.spaces import slides, steps_of
from millmate.tablebase.morris.turns import (
    BY_OTHER,
    BY_PRIMARY,
    NO_CODES,
    Read,
    Workers,
    best_captures,
    exchange,
    flies,
    moves_of,
    place,
    rows_of,
    taken_from,
)
from millmate.tablebase.progress import Stopped

# `report(plies, positions)`: the number of places found to be decided in exactly `plies` plies.
Report = Callable[[int, int], None]

_LONGEST = 252  # the highest code of a position that another one may be decided by


def solve_pair(
    pair: Pair,
    read: Read,
    report: Report = lambda plies, positions: None,
    stopped: Stopped = lambda: False,
    threads: int = 1,
    placed: list[Codes] | None = None,
) -> Codes:
    """Return the codes of a pair, `codes[side to move, row, column]`.

    Row and column are those of `index`; side 0 is the primary side, and the only one if the pair is
    even. A code is 0 for a draw, else plies to the end + 1: odd if the side to move loses, even if
    it wins. A full board is a draw.

    Args:
        pair: The numbers of stones.
        read: Returns the solved pairs that turns lead to (see `Pair.needs`).
        report: Called for every ply with the number of places found.
        stopped: Called many times a second; true stops the work.
        threads: The number of threads.
        placed: Filled with the values of the best placements, by side to move: see `place`.

    Raises:
        BuildStopped: `stopped` returned true.
        MillMateError: A win takes too many plies for the codes.
    """
    every = Layout(pair).values_shape
    _, rows, size = every
    if sum(pair.stones) == pair.geometry.points:
        return np.zeros(every, np.uint8)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, rows, stopped)
        # Of each side to move: codes and open moves, see `kernels.morris_turns`.
        sides = [np.zeros((2, rows, size), np.uint8) for _ in (BY_PRIMARY, BY_OTHER)]
        _begin(pair, sides, read, workers, placed)
        _search(pair, sides, report, workers)
        for side in sides:
            workers.share(_mark_draws, *side)
    if pair.even:
        return sides[BY_PRIMARY][:1]
    sides[BY_PRIMARY][1] = sides[BY_OTHER][0]  # in the array of the open moves, to save memory
    return sides[BY_PRIMARY]


def _begin(
    pair: Pair, sides: list[Codes], read: Read, workers: Workers, placed: list[Codes] | None
) -> None:
    """Mark the positions that captures, placements and blocked stones decide."""
    geometry, (w, b) = pair.geometry, pair.stones

    def keys(mover: int) -> None:
        place(pair, mover, sides[mover][0], read, workers)
        if placed is not None:
            placed.append(sides[mover][0].copy() if pair.sides[mover][1] else NO_CODES[:0])

    keys(BY_PRIMARY)
    after = taken_from(pair, BY_PRIMARY, read, workers)
    if after.codes is not NO_CODES:
        after = best_captures(geometry, w, b, after, KEYS, workers)
    own = rows_of(pair, w > 0)
    workers.share(morris_turns.init_primary, own, moves_of(pair), after, *sides[BY_PRIMARY])
    if pair.even:
        exchange(w, b, sides[BY_PRIMARY], sides[BY_OTHER], workers, geometry)
        return
    keys(BY_OTHER)
    after = taken_from(pair, BY_OTHER, read, workers)
    flying = flies(pair.sides[1], pair.rules)
    workers.share(
        morris_turns.init_other, own, slides(geometry.points - w, b), flying,
        steps_of(w, -1, geometry), after, *sides[BY_OTHER],
    )  # fmt: skip


def _search(pair: Pair, sides: list[Codes], report: Report, workers: Workers) -> None:
    """Decide positions ply after ply until none are left to find."""
    own, steps = rows_of(pair, pair.primary > 0), moves_of(pair)
    flying = flies(pair.sides[1], pair.rules)
    events = [_events(side, workers) for side in sides]
    marks = [no_marks(*side.shape[1:]) for side in sides]
    code, number = 0, 1
    while number or any((of_side.next < of_side.end).any() for of_side in events):
        code += 1
        if code > _LONGEST:
            raise MillMateError(f"{pair} has wins of {code} plies, too many for a byte")
        for s in (BY_PRIMARY, BY_OTHER):
            workers.share(morris_layers.mark_events, code, *sides[s], events[s], marks[s])
        decided = [_listed(of_side, workers) for of_side in marks]
        number = sum(len(listed.columns) for listed in decided)
        report(code - 1, number)
        if len(decided[BY_OTHER].columns):
            workers.share(
                morris_layers.advance_primary, code, own.columns, steps, decided[BY_OTHER],
                *sides[BY_PRIMARY], marks[BY_PRIMARY],
            )  # fmt: skip
        if len(decided[BY_PRIMARY].columns):
            workers.share(
                morris_layers.advance_other, code, own, flying, decided[BY_PRIMARY],
                *sides[BY_OTHER], marks[BY_OTHER],
            )  # fmt: skip


def _mark_draws(codes: Codes, open_: Codes, start: int, end: int) -> None:
    """Make draws of the positions never decided in some rows."""
    codes[start:end][open_[start:end] != 0] = 0


def _listed(marks: Marks, workers: Workers) -> Listed:
    """List the marked places, and clear the marks."""
    begin = np.concatenate(([0], np.cumsum(marks.total)))
    listed = Listed(np.empty(begin[-1], np.uint16), begin)
    workers.share(morris_layers.list_marks, marks, listed)
    return listed


def _events(side: Codes, workers: Workers) -> Events:
    """List the positions that captures decide."""
    _, rows, size = side.shape
    counts = np.zeros(rows, np.int64)
    workers.share(morris_layers.count_events, *side, size, counts)
    ends = np.cumsum(counts)
    events = Events(np.zeros(max(1, ends[-1]), np.uint16), ends - counts, ends)
    workers.share(morris_layers.list_events, *side, size, events)
    return events


def no_marks(rows: int, size: int) -> Marks:
    """Return marks of `rows` rows and `size` columns, none set."""
    words = -(-size // 64)
    return Marks(
        np.zeros((rows, words), np.uint64),
        np.zeros((rows, -(-words // 64)), np.uint64),
        np.zeros(rows, np.int64),
    )


# The placing phase --------------------------------------------------------------------------------


def solve_placing(
    table: Placing, read: Read, stopped: Stopped = lambda: False, threads: int = 1
) -> Codes:
    """Return `codes[row, column]` of a table: 0 a draw, 1 a loss, 2 a win.

    White is to move after an even number of stones, and its stones determine the row. Arguments and
    errors are those of `solve_pair`.
    """
    codes = np.zeros(Layout(table).values_shape[1:], np.uint8)
    mover = BY_PRIMARY if table.white_moves else BY_OTHER
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        place(table, mover, codes, read, Workers(pool, len(codes), stopped))
    return codes
