"""Check a finished table: every position by an independent kernel, samples by python-chess."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels import chess_verify
from millmate.tablebase import store
from millmate.tablebase.layout import Layout
from millmate.tablebase.probe import MissingTableError, Tablebase
from millmate.tablebase.smaller import capture_tables
from millmate.tablebase.store import Table
from millmate.tablebase.verdict import Verdict

_SLICES = 40
SAMPLES = 200


class VerificationError(MillMateError):
    """A table holds a value that its successors contradict."""


@dataclass(frozen=True, slots=True)
class Verification:
    """How a table was checked: positions by the kernel, samples by the rules library."""

    positions: int
    samples: int


def load_smaller(layout: Layout, directory: Path) -> list[NDArray[np.uint8]]:
    """Return the values of the table without each piece, in that table's own colours.

    Two bare kings have no table; their values are draws.

    Raises:
        TableError: A table is missing or damaged.
    """
    loaded: dict[str, NDArray[np.uint8]] = {"KvK": np.zeros((2, 10, 64), np.uint8)}
    for smaller in capture_tables(layout):
        name = str(smaller.canonical)
        if name not in loaded:
            loaded[name] = Table(store.table_path(directory, name)).values()
    return [loaded[str(smaller.canonical)] for smaller in capture_tables(layout)]


def verify_values(
    layout: Layout,
    values: NDArray[np.uint8],
    smaller: list[NDArray[np.uint8]],
    between: Callable[[float], None] = lambda fraction: None,
    threads: int | None = None,
) -> int:
    """Check every value against its successors'; return the number of legal positions.

    `between` is called now and then with the fraction done, and may raise to stop; `threads`
    share the work, as many as there are processors unless a number is given.

    Raises:
        VerificationError: A value is wrong; the message names the first such position.
    """
    tables = capture_tables(layout)
    offsets = np.cumsum([0, *(part.size for part in smaller)], dtype=np.int64)[:-1].copy()
    swapped = np.array([table.swapped for table in tables], np.bool_)
    orders = np.array([[*(p + 2 for p in table.order), -1] for table in tables], np.int64)
    kinds = np.array([chess.KING, chess.KING, *layout.kinds], np.int64)
    white = np.array([True, False, *layout.white], np.bool_)
    flat, packed = values.reshape(-1), np.concatenate([part.reshape(-1) for part in smaller])
    step = -(-flat.size // _SLICES)

    def check(start: int) -> tuple[int, int, int]:
        stop = min(start + step, flat.size)
        checked: tuple[int, int, int] = chess_verify.verify(
            flat, packed, offsets, swapped, orders, kinds, white, start, stop
        )
        return checked

    positions, faults, first = 0, 0, -1
    starts = range(0, flat.size, step)
    for start, checked in zip(starts, _in_threads(check, starts, threads), strict=True):
        between((start + step) / flat.size)
        positions, faults = positions + checked[0], faults + checked[1]
        first = first if first >= 0 else checked[2]
    if faults:
        raise VerificationError(
            f"table {layout.material} is wrong in {faults} of {positions} positions, "
            f"first in {layout.board(first).fen()}"
        )
    return positions


def _in_threads(
    check: Callable[[int], tuple[int, int, int]], starts: range, threads: int | None
) -> Iterator[tuple[int, int, int]]:
    """Yield `check` of each start, in order; drop what has not begun when the caller stops."""
    pool = ThreadPoolExecutor(threads or os.cpu_count(), thread_name_prefix="verify")
    try:
        yield from pool.map(check, starts)
    finally:
        pool.shutdown(cancel_futures=True)


def verify_samples(table: Table, directory: Path, number: int = SAMPLES) -> None:
    """Check `number` positions of a written table by python-chess's rules and by probing.

    Raises:
        VerificationError: A value is not one more than the best successor's.
        TableError: A table is missing or damaged.
    """
    rng = np.random.default_rng(table.layout.words)
    with Tablebase(directory) as tables:
        tables.add(table)
        for at in rng.integers(2 * table.layout.words * 64, size=4 * number).tolist():
            board = table.layout.board(at)
            if number and chess.popcount(board.occupied) == table.layout.material.men:
                if not board.is_valid():
                    continue
                number -= 1
                _check(board, tables)


def _check(board: chess.Board, tables: Tablebase) -> None:
    moves = tables.moves(board)
    right = moves[0].verdict if moves else Verdict(-1, 0) if board.is_check() else Verdict(0)
    said = tables.probe(board)
    if said != right:
        raise VerificationError(f"{board.fen()} is {said} by its table, {right} by its moves")


def verify(
    directory: Path,
    material: Material,
    between: Callable[[float], None] = lambda fraction: None,
    threads: int | None = None,
) -> Verification:
    """Check a finished table of `directory` position by position.

    Raises:
        VerificationError: A value is wrong.
        MissingTableError: There is no such table, or one that captures lead into is missing.
        TableError: One of them is damaged.
    """
    if material.men == 2:
        return Verification(0, 0)
    for needed in [material, *(m for m in material.captures() if m.men > 2)]:
        if not store.exists(directory, needed):
            raise MissingTableError(f"no table for {needed} in {directory}")
    table = Table(store.table_path(directory, material))
    layout = table.layout
    smaller = load_smaller(layout, directory)
    positions = verify_values(layout, table.values(), smaller, between, threads)
    verify_samples(table, directory)
    return Verification(positions, SAMPLES)
