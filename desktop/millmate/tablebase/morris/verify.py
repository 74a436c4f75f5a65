"""One-ply verification: every position's value must follow from those that its moves lead to."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from millmate.kernels import morris_verify, morris_verify_placing
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_keys import CODES
from millmate.kernels.morris_rows import After
from millmate.kernels.morris_verify_placing import Solved
from millmate.tablebase.morris.index import classes, position
from millmate.tablebase.morris.layout import OUTCOMES
from millmate.tablebase.morris.names import Pair, Placing, Subspace
from millmate.tablebase.morris.solve import (
    BY_OTHER,
    BY_PRIMARY,
    NO_CODES,
    Codes,
    Read,
    ReadNext,
    Workers,
    columns_of,
    exchange,
    worth_after,
)
from millmate.tablebase.morris.spaces import FLYING, columns, losses, moves
from millmate.tablebase.progress import Stopped
from millmate.tablebase.verify import VerificationError

# Positions of a placing table that are verified, at least.
SAMPLE = 1_000_000


def verify_pair(
    w: int,
    b: int,
    codes: Codes,
    read: Read,
    stopped: Stopped = lambda: False,
    threads: int = 1,
    outcomes: bool = False,
) -> None:
    """Verify all codes of w against b stones; for the arguments see `solve.solve_pair`.

    Codes of `outcomes` only tell who wins; those that are read then may be such or distances.

    Raises:
        VerificationError: A code is not that of the position's best move.
        BuildStopped: `stopped` returned True.
    """
    own = classes(w), columns(POINTS - w, b)
    last = b == FLYING
    told = OUTCOMES[CODES] if outcomes else CODES
    fault = np.full(2, -1, np.int64)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, len(classes(w)), stopped)
        others = codes[BY_OTHER:]
        if w == b:
            others = np.empty_like(codes)
            exchange(w, b, codes, others, workers)
        after = After(NO_CODES if last else read(w, b - 1)[BY_OTHER], columns(POINTS - w, b - 1))
        faults = workers.share(
            morris_verify.verify_primary, *own, moves(w), others[0], after, last, told,
            codes[BY_PRIMARY], fault,
        )  # fmt: skip
        if w > b:
            after = After(read(w - 1, b)[BY_PRIMARY], columns(POINTS - w + 1, b))
            faults += workers.share(
                morris_verify.verify_other, *own, b == FLYING, losses(w), codes[BY_PRIMARY], after,
                told, codes[BY_OTHER], fault,
            )  # fmt: skip
    _refuse(Pair(w, b), faults, fault)


def verify_placing(
    table: Placing,
    codes: Codes,
    read: ReadNext,
    stopped: Stopped = lambda: False,
    threads: int = 1,
) -> None:
    """Verify a million positions of a placing table, or all if it has fewer.

    For the arguments see `solve.solve_placing`.

    Raises:
        VerificationError: A code is not that of the position's best move.
        BuildStopped: `stopped` returned True.
    """
    stride = max(1, codes.size // SAMPLE)
    faults, fault = check_placing(table, codes, read, stopped, threads, stride)
    _refuse(table, faults, np.array(fault))


def check_placing(
    table: Placing,
    codes: Codes,
    read: ReadNext,
    stopped: Stopped = lambda: False,
    threads: int = 1,
    stride: int = 1,
) -> tuple[int, tuple[int, int]]:
    """Verify every `stride`-th position, one by one on the whole board.

    Returns:
        The number of faults, and row and column of one of them.

    Raises:
        BuildStopped: `stopped` returned True.
    """
    rows = classes(table.white)
    after = _solved(table, *table.after, read)
    taken = _solved(table, *table.taken, read) if table.takes else after
    fault = np.full(2, -1, np.int64)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, len(rows), stopped)
        faults = workers.share(
            morris_verify_placing.verify, rows, columns_of(table.white, table.black),
            table.white_moves, after, taken, table.wins, worth_after(table), codes, stride, fault,
        )  # fmt: skip
    return faults, (int(fault[0]), int(fault[1]))


def _solved(table: Placing, white: int, black: int, read: ReadNext) -> Solved:
    """Return the table that a turn leads to, as it is on disk."""
    codes = read(white, black)
    if not table.last:
        return Solved(classes(white), columns_of(white, black), True, codes)
    if white >= black:
        return Solved(classes(white), columns_of(white, black), True, codes[BY_PRIMARY])
    return Solved(classes(black), columns_of(black, white), False, codes[BY_OTHER])


def _refuse(
    table: Subspace, faults: int, fault: "np.ndarray[tuple[int], np.dtype[np.int64]]"
) -> None:
    if not faults:
        return
    stones = table[-2:]
    primary, other = position(*stones, int(fault[0]), int(fault[1]))
    raise VerificationError(
        f"table {table} is wrong in {faults} positions, first in the one with stones "
        f"{primary:#08x} of the primary side against {other:#08x}"
    )
