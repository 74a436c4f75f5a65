"""Solve a pair, all positions of w against b stones, or a table of the placing phase.

A capture leads to a pair with one stone less, which is solved already; all other moves stay in the
pair. So the solver decides positions in the order of their distance, as in chess: first those that
captures and blocked stones decide (`kernels.morris_initial`), then ply after ply
(`kernels.morris_layers`). Threads share the rows.

Where stones may be moved while others are placed, such positions come in pairs, too, with the
stones in hand. There a placement leads elsewhere, as a capture does.

The placing phase is solved from its end: the positions after n stones from those after n + 1.
White's stones determine the row. A placement leads to one stone more on the board, and perhaps one
of the opponent's less. The last one leads into the pairs, whose larger side determines the row:
where that is Black, the sides are exchanged first.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.games.morris.board import FEWEST
from millmate.kernels import (
    morris_captures,
    morris_exchange,
    morris_initial,
    morris_layers,
    morris_marks,
    morris_placing,
)
from millmate.kernels.morris_geometry import THREE_RINGS, Geometry
from millmate.kernels.morris_keys import KEYS, NO_MOVE
from millmate.kernels.morris_keys import WINS as WINS_AT_ONCE
from millmate.kernels.morris_marks import Events, Listed, Marks
from millmate.kernels.morris_placing import Judged
from millmate.kernels.morris_rows import After, Columns, Slides, Steps
from millmate.tablebase.morris.boards import SOLVED
from millmate.tablebase.morris.index import classes
from millmate.tablebase.morris.names import Pair, Placing
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

Codes = NDArray[np.uint8]
# `read(pair)`: the solved pair, [side to move, row, column]; one side only where it is even.
Read = Callable[[Pair], Codes]
Side = tuple[int, int]  # stones on the board and in hand
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
_TOLD = np.array([1, 1, 0, 2], np.uint8)  # the code of a position by what its best move is worth
_LOSES, _WINS = 1, 3
_LONGEST = 252  # the highest code of a position that another one may be decided by
# Placements into pairs are worth keys.
_BY_KEYS = Judged(KEYS, WINS_AT_ONCE, NO_MOVE, np.arange(256).astype(np.uint8))


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
        placed: To be filled with what the best placements are worth, by side to move: see `place`.

    Raises:
        BuildStopped: `stopped` returned true.
        MillMateError: A win takes too many plies for the codes.
    """
    geometry, (w, b) = pair.geometry, pair.stones
    rows, size = len(classes(w, geometry)), columns(geometry.points - w, b).masks.size
    if w + b == geometry.points:
        return np.zeros((1 if pair.even else 2, rows, size), np.uint8)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, rows, stopped)
        sides = [np.zeros((2, rows, size), np.uint8) for _ in (BY_PRIMARY, BY_OTHER)]
        _begin(pair, sides, read, workers, placed)
        _search(pair, sides, report, workers)
        for side in sides:
            workers.share(morris_layers.mark_draws, *side)
    if pair.even:
        return sides[BY_PRIMARY][:1]
    sides[BY_PRIMARY][1] = sides[BY_OTHER][0]  # in the array of the open moves, to save memory
    return sides[BY_PRIMARY]


def flies(side: Side, rules: str) -> bool:
    """Return whether a side flies."""
    return SOLVED[rules].flying and side == (FLYING, 0)


def mill_wins(waiting: Side, rules: str) -> bool:
    """Return whether a mill wins against a side with so many stones."""
    return SOLVED[rules].mill_wins or sum(waiting) - 1 < FEWEST


def moves_of(pair: Pair) -> Steps:
    """Return the moves of the primary side."""
    flying = flies(pair.sides[0], pair.rules)
    return moves(pair.primary, pair.geometry, flying, pair.other > 0)


def slides_of(pair: Pair) -> Slides:
    """Return the columns that the other side's moves lead between."""
    return slides(pair.geometry.points - pair.primary, pair.other)


def taken_from(pair: Pair, mover: int, read: Read, workers: Workers) -> tuple[After, bool]:
    """Return what moves that take a stone lead to, and whether they win at once instead."""
    own, other = pair.sides
    moving, waiting = (own, other) if mover == BY_PRIMARY else (other, own)
    if mill_wins(waiting, pair.rules) or not waiting[0] or moving[0] < FEWEST:
        return After(NO_CODES, own_columns(pair)), mill_wins(waiting, pair.rules)
    left = waiting[0] - 1, waiting[1]
    sides = (own, left) if mover == BY_PRIMARY else (left, other)
    return led_to(*sides, mover != BY_PRIMARY, pair.rules, read, workers), False


def own_columns(pair: Pair) -> Columns:
    return columns(pair.geometry.points - pair.primary, pair.other)


def led_to(
    own: Side, other: Side, own_moves: bool, rules: str, read: Read, workers: Workers
) -> After:
    """Return positions with so many stones, by rows of the stones of the side `own`."""
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


def _captures(
    geometry: Geometry, own: int, other: int, taken: After, worth: Codes, workers: Workers
) -> After:
    """Return what the best stone to take is worth after a turn of the primary side.

    `own` and `other` stones are on the board then, `taken` are the positions with one less.
    """
    rows, labels = classes(own, geometry), geometry.points - own
    found = After(
        np.zeros((len(rows), columns(labels, other).masks.size), np.uint8), columns(labels, other)
    )
    workers.of(len(rows)).share(
        morris_captures.find_captures, board(geometry), rows, found.columns, filled(labels, other),
        vacant(labels, other - 1), taken.codes, worth, found.codes,
    )  # fmt: skip
    return found


def place(pair: Pair, mover: int, keys: Codes, read: Read, workers: Workers) -> None:
    """Fill `keys[row, column]` with what the best placement is worth, 0 where none is possible."""
    own, other = pair.sides
    moving, waiting = (own, other) if mover == BY_PRIMARY else (other, own)
    if not moving[1]:
        return
    geometry, rules = pair.geometry, pair.rules
    placed = moving[0] + 1, moving[1] - 1
    last = mill_wins(waiting, rules)
    takes = placed[0] >= FEWEST and waiting[0] > 0
    left = waiting[0] - 1, waiting[1]

    def after(waits: Side) -> After:
        sides = (placed, waits) if mover == BY_PRIMARY else (waits, placed)
        return led_to(*sides, mover != BY_PRIMARY, rules, read, workers)

    taken = after(left) if takes and not last else After(NO_CODES, own_columns(pair))
    _judge(
        (geometry, *pair.stones), mover == BY_PRIMARY, takes, after(waiting), taken, last, _BY_KEYS,
        keys, workers,
    )  # fmt: skip


def _judge(
    stones: tuple[Geometry, int, int],
    by_primary: bool,
    mills: bool,
    after: After,
    taken: After,
    last: bool,
    judged: Judged,
    codes: Codes,
    workers: Workers,
) -> None:
    """Judge the placements of one side; `mills`: whether they matter. See `morris_placing`."""
    geometry, own, other = stones
    rows, labels = classes(own, geometry), geometry.points - own
    theirs, takes = columns(labels, other), mills and not last
    if by_primary:
        if takes:
            taken = _captures(geometry, own + 1, other, taken, judged.worth, workers)
        workers.share(
            morris_placing.place_primary, rows, theirs, placements(own, geometry, mills), after,
            taken, last, judged, codes,
        )  # fmt: skip
    else:
        workers.share(
            morris_placing.place_other, board(geometry, mills), rows, theirs,
            vacant(labels, other), filled(labels, other + 1),
            (losses if takes else no_steps)(own, geometry), after, taken, last, judged, codes,
        )  # fmt: skip


def _begin(
    pair: Pair, sides: list[_Side], read: Read, workers: Workers, placed: list[Codes] | None
) -> None:
    """Mark the positions that captures, placements and blocked stones decide."""
    geometry, (w, b) = pair.geometry, pair.stones
    own = classes(w, geometry), own_columns(pair)

    def keys(mover: int) -> None:
        place(pair, mover, sides[mover][0], read, workers)
        if placed is not None:
            placed.append(sides[mover][0].copy() if pair.sides[mover][1] else NO_CODES[:0])

    keys(BY_PRIMARY)
    after, last = taken_from(pair, BY_PRIMARY, read, workers)
    if after.codes is not NO_CODES:
        after = _captures(geometry, w, b, after, KEYS, workers)
    workers.share(
        morris_initial.init_primary, *own, moves_of(pair), after, last, *sides[BY_PRIMARY]
    )
    if pair.even:
        exchange(w, b, sides[BY_PRIMARY], sides[BY_OTHER], workers, geometry)
        return
    keys(BY_OTHER)
    after, last = taken_from(pair, BY_OTHER, read, workers)
    flying = flies(pair.sides[1], pair.rules)
    workers.share(
        morris_initial.init_other, board(geometry, w > 0), *own, slides_of(pair), flying,
        losses(w, geometry), after, last, *sides[BY_OTHER],
    )  # fmt: skip


def _search(pair: Pair, sides: list[_Side], report: Report, workers: Workers) -> None:
    """Decide positions ply after ply until none are left to find."""
    geometry, w = pair.geometry, pair.primary
    own, steps = own_columns(pair), moves_of(pair)
    flying = flies(pair.sides[1], pair.rules)
    events = [_events(side, workers) for side in sides]
    marks = [no_marks(*side.shape[1:]) for side in sides]
    code, number = 0, 1
    while number or _to_come(events):
        code += 1
        if code > _LONGEST:
            raise MillMateError(f"{pair} has wins of {code} plies, too many for a byte")
        for s in (BY_PRIMARY, BY_OTHER):
            workers.share(morris_marks.mark_events, code, *sides[s], events[s], marks[s])
        decided = [_listed(of_side, workers) for of_side in marks]
        number = sum(len(listed.columns) for listed in decided)
        report(code - 1, number)
        if len(decided[BY_OTHER].columns):
            workers.share(
                morris_layers.advance_primary, code, own, steps, decided[BY_OTHER],
                *sides[BY_PRIMARY], marks[BY_PRIMARY],
            )  # fmt: skip
        if len(decided[BY_PRIMARY].columns):
            workers.share(
                morris_layers.advance_other, code, board(geometry, w > 0), classes(w, geometry),
                own, flying, decided[BY_PRIMARY], *sides[BY_OTHER], marks[BY_OTHER],
            )  # fmt: skip


def _listed(marks: Marks, workers: Workers) -> Listed:
    """List what is marked, and take the marks away."""
    begin = np.concatenate(([0], np.cumsum(marks.total)))
    listed = Listed(np.empty(begin[-1], np.uint16), begin)
    workers.share(morris_marks.list_marks, marks, listed)
    return listed


def _events(side: _Side, workers: Workers) -> Events:
    """List the positions that captures decide."""
    _, rows, size = side.shape
    counts = np.zeros(rows, np.int64)
    workers.share(morris_marks.count_events, *side, size, counts)
    ends = np.cumsum(counts)
    events = Events(np.zeros(max(1, ends[-1]), np.uint16), ends - counts, ends)
    workers.share(morris_marks.list_events, *side, size, events)
    return events


def _to_come(events: list[Events]) -> bool:
    return any(bool((of_side.next < of_side.end).any()) for of_side in events)


def no_marks(rows: int, size: int) -> Marks:
    """Return marks of so many rows and columns, none set."""
    words = -(-size // 64)
    return Marks(
        np.zeros((rows, words), np.uint64),
        np.zeros((rows, -(-words // 64)), np.uint64),
        np.zeros(rows, np.int64),
    )


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
    points = geometry.points
    workers.share(
        morris_exchange.exchange, board(geometry), classes(w, geometry), columns(points - w, b),
        classes(b, geometry), columns(points - b, w), homes(b, geometry), theirs, ours,
    )  # fmt: skip


# The placing phase --------------------------------------------------------------------------------


def judged_after(table: Placing) -> Judged:
    """Return how turns of `table` are judged by the code that they lead to."""
    return Judged(_PAIR_WORTH if table.last else _WORTH, _WINS, _LOSES, _TOLD)


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
    geometry = table.geometry
    rows, own = classes(table.white, geometry), columns_of(table.white, table.black, geometry)
    codes = np.zeros((len(rows), own.masks.size), np.uint8)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, len(rows), stopped)
        after = _white_first(*table.after, read, table, workers)
        taken = After(NO_CODES, own)
        if table.takes:
            taken = _white_first(*table.taken, read, table, workers)
        _judge(
            (geometry, *table.stones), table.white_moves, table.takes or table.wins, after, taken,
            table.wins, judged_after(table), codes, workers,
        )  # fmt: skip
    return codes


def columns_of(white: int, black: int, geometry: Geometry = THREE_RINGS) -> Columns:
    """Return the columns of a table with White's stones in the rows."""
    return columns(geometry.points - white, black)


def _white_first(white: int, black: int, read: ReadNext, table: Placing, workers: Workers) -> After:
    """Return what a turn leads to, by rows of White's stones and with the opponent to move."""
    geometry = table.geometry
    codes, theirs = read(white, black), columns_of(white, black, geometry)
    if not table.last:
        return After(codes, theirs)
    if white >= black:
        return After(codes[BY_PRIMARY], theirs)
    rows = len(classes(white, geometry))
    ours = np.zeros((1, rows, theirs.masks.size), np.uint8)
    exchange(white, black, codes[BY_OTHER:], ours, workers.of(rows), geometry)
    return After(ours[0], theirs)
