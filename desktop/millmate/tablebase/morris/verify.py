"""One-ply verification: every position's value must follow from those that its moves lead to."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from millmate.kernels import morris_verify
from millmate.kernels.morris_keys import CODES
from millmate.kernels.morris_verify import Solved
from millmate.tablebase.morris.index import position
from millmate.tablebase.morris.layout import OUTCOMES, Codes
from millmate.tablebase.morris.names import (
    Pair,
    Placing,
    Side,
    Subspace,
    mill_wins,
    subspace,
    turns,
)
from millmate.tablebase.morris.spaces import slides, steps_of
from millmate.tablebase.morris.turns import (
    BY_OTHER,
    BY_PRIMARY,
    Read,
    Workers,
    exchange,
    flies,
    judged_after,
    moves_of,
    place,
    rows_of,
    taken_from,
)
from millmate.tablebase.progress import Stopped
from millmate.tablebase.verify import VerificationError

# Positions of a placing table that are verified, at least.
SAMPLE = 1_000_000


def verify_pair(
    pair: Pair,
    codes: Codes,
    read: Read,
    stopped: Stopped = lambda: False,
    threads: int = 1,
    outcomes: bool = False,
    placed: Sequence[Codes] = (),
) -> None:
    """Verify all codes of a pair; for the arguments see `solve.solve_pair`.

    Codes of `outcomes` only hold the winner; those that are read can then be such or distances.
    The values of placements are computed again, unless given by `placed`.

    Raises:
        VerificationError: A code is not that of the position's best move.
        BuildStopped: `stopped` returned True.
    """
    geometry, (w, b) = pair.geometry, pair.stones
    if w + b == geometry.points:  # a draw
        _refuse(pair, int(np.count_nonzero(codes)), np.zeros(2, np.int64))
        return
    told = OUTCOMES[CODES] if outcomes else CODES
    fault = np.full(2, -1, np.int64)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, codes.shape[1], stopped)
        others = codes[BY_OTHER:]
        if pair.even:
            others = np.empty_like(codes)
            exchange(w, b, codes, others, workers, geometry)
        after = taken_from(pair, BY_PRIMARY, read, workers)
        keys = placed[BY_PRIMARY] if placed else _placed(pair, BY_PRIMARY, codes, read, workers)
        faults = workers.share(
            morris_verify.verify_primary, rows_of(pair, b > 0), moves_of(pair), others[0], after,
            told, keys, codes[BY_PRIMARY], fault,
        )  # fmt: skip
        if not pair.even:
            after = taken_from(pair, BY_OTHER, read, workers)
            keys = placed[BY_OTHER] if placed else _placed(pair, BY_OTHER, codes, read, workers)
            flying = flies(pair.sides[1], pair.rules)
            faults += workers.share(
                morris_verify.verify_other, rows_of(pair, w > 0), slides(geometry.points - w, b),
                flying, steps_of(w, -1, geometry), codes[BY_PRIMARY], after, told, keys,
                codes[BY_OTHER], fault,
            )  # fmt: skip
    _refuse(pair, faults, fault)


def _placed(pair: Pair, mover: int, codes: Codes, read: Read, workers: Workers) -> Codes:
    """Return the keys of the best placements, an empty array if none are possible."""
    keys = np.zeros(codes.shape[1:] if pair.sides[mover][1] else (0, 0), np.uint8)
    place(pair, mover, keys, read, workers)
    return keys


def verify_placing(
    table: Placing,
    codes: Codes,
    read: Read,
    stopped: Stopped = lambda: False,
    threads: int = 1,
    stride: int | None = None,
) -> None:
    """Verify every `stride`-th position of a placing table, one by one on the whole board.

    By default a million of them, or all if it has fewer. For the other arguments see
    `solve.solve_placing`.

    Raises:
        VerificationError: A code is not that of the position's best move.
        BuildStopped: `stopped` returned True.
    """
    stride = stride or max(1, codes.size // SAMPLE)
    rows = rows_of(table)
    moving, waiting = table.sides if table.white_moves else table.sides[::-1]
    after, *others = (_solved(table, sides, read) for sides in turns(moving, waiting, table.rules))
    taken = (others or [after])[0]._replace(wins=mill_wins(waiting, table.rules))
    fault = np.full(2, -1, np.int64)
    with ThreadPoolExecutor(threads, thread_name_prefix="morris") as pool:
        workers = Workers(pool, len(rows.classes), stopped)
        faults = workers.share(
            morris_verify.verify_placing, rows, table.white_moves, after, taken,
            judged_after(table).worth, codes, stride, fault,
        )  # fmt: skip
    _refuse(table, faults, fault)


def _solved(table: Placing, moved: tuple[Side, Side], read: Read) -> Solved:
    """Return the table that a turn leads to, as it is on disk; `moved` is the side that moved."""
    white, black = moved if table.white_moves else moved[::-1]
    after = subspace(white, black, table.rules)
    other = isinstance(after, Pair) and after.primary != white[0]
    return Solved(rows_of(after), not other, read(after)[BY_OTHER if other else BY_PRIMARY])


def _refuse(table: Subspace, faults: int, fault: NDArray[np.int64]) -> None:
    if not faults:
        return
    place = int(fault[0]), int(fault[1])
    primary, other = position(*table.stones, *place, table.geometry)
    raise VerificationError(
        f"table {table} is wrong in {faults} positions, first in the one with stones "
        f"{primary:#08x} of the primary side against {other:#08x}"
    )
