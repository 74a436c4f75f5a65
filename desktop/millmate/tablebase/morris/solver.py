"""Solve and verify one subspace of either phase, with the tables it leads to in memory.

A table on disk is verified by its values, its counts, and samples by the rules alone.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from millmate.games.value import Value
from millmate.language import tr
from millmate.tablebase.crew import ignore
from millmate.tablebase.morris import store
from millmate.tablebase.morris.counts import count_positions
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.layout import OTHER, Codes, Layout
from millmate.tablebase.morris.names import Pair, Subspace
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.solve import Report, solve_pair, solve_placing
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.morris.verify import verify_pair, verify_placing
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verdict import MissingTableError
from millmate.tablebase.verify import Verification, VerificationError

SAMPLES = 500


class Children:
    """Whole tables of a directory, read when needed; they stay in memory until they are too many.

    Not thread-safe.
    """

    def __init__(self, directory: Path, threads: int, outcomes: bool = False) -> None:
        """Read tables of `directory` with `threads` threads.

        `outcomes`: whether the winner is enough for pairs.
        """
        self._directory, self._threads, self._outcomes = directory, threads, outcomes
        self._limit = 0
        self._kept: dict[Subspace, Codes] = {}

    def keep(self, limit: int) -> None:
        """Keep at most `limit` bytes from now on, except for the table read last."""
        self._limit = limit
        self._make_room(0)

    def read(self, table: Subspace) -> Codes:
        """Return the codes of a table, of a pair with distances; see `table`."""
        if not self._outcomes and store.is_compact(self._directory, table):
            raise MissingTableError(
                tr("{table} is compact, and the distances are needed: build it again", table=table)
            )
        return self.table(table)

    def table(self, table: Subspace) -> Codes:
        """Return `codes[side to move, row, column]` of a table.

        Raises:
            MissingTableError: It does not exist.
            TableError: It is damaged.
        """
        if table not in self._kept:
            self._make_room(Layout(table).size)
            found = store.opened(self._directory, table).values(threads=self._threads)
            self._kept[table] = found
        return self._kept[table]

    def _make_room(self, size: int) -> None:
        if size + sum(codes.nbytes for codes in self._kept.values()) > self._limit:
            self._kept.clear()


def solve(
    table: Subspace,
    children: Children,
    stopped: Stopped,
    threads: int,
    report: Report,
    placed: list[Codes] | None = None,
) -> Codes:
    """Return `codes[side to move, row, column]` of a table, from those that it leads to.

    `placed` is for `verify_values`: to be filled with values that need not be computed twice.

    Raises:
        BuildStopped: `stopped` returned True; it is polled several times a second.
    """
    if isinstance(table, Pair):
        return solve_pair(table, children.read, report, stopped, threads, placed)
    return solve_placing(table, children.table, stopped, threads)[None]


def verify_values(
    table: Subspace,
    values: Codes,
    children: Children,
    stopped: Stopped,
    threads: int,
    outcomes: bool = False,
    placed: Sequence[Codes] = (),
) -> None:
    """Check that every value follows from that of the best successor.

    `outcomes`: whether the values of a pair hold only the winner; `placed`: see `solve`.

    Raises:
        VerificationError: One is not.
        BuildStopped: `stopped` returned True.
    """
    if isinstance(table, Pair):
        verify_pair(table, values, children.read, stopped, threads, outcomes, placed)
    else:
        verify_placing(table, values[0], children.table, stopped, threads)


# A table on disk ----------------------------------------------------------------------------------


def verify(
    directory: Path,
    table: Subspace,
    progress: Callable[[float], None] = ignore,
    threads: int = 1,
    samples: int = SAMPLES,
) -> Verification:
    """Check every value of a table against its successors', and samples by the rules of the game.

    Of a compact pair, the winner is checked in the same way; the distances that proved it are gone.

    Raises:
        VerificationError: A value is wrong.
        MissingTableError: The table, or one that it leads to, does not exist.
        TableError: One of them is damaged, or its counts are not those of its values.
    """
    opened = store.opened(directory, table)
    values = opened.values(threads=threads)
    progress(0.1)
    compact = opened.layout.compact
    children = Children(directory, threads, outcomes=compact)
    verify_values(table, values, children, never, threads, outcomes=compact)
    progress(0.8)
    counts = count_positions(opened.layout, values, threads)
    told = opened.info.counts
    if compact:
        told = {side: replace(of_side, plies=()) for side, of_side in told.items()}
    if counts != told:
        raise TableError(opened.path, "its figures are not those of its values")
    _check_samples(directory, opened, samples)
    progress(1.0)
    return Verification(sum(side.positions for side in counts.values()), samples)


def _check_samples(directory: Path, table: MorrisTable, samples: int) -> None:
    """Check `samples` positions against those that legal moves on a board lead to."""
    rng = random.Random(table.info.material)
    explorer, layout = MorrisExplorer(table), table.layout
    with MorrisTablebase(directory) as tables:
        for _ in range(samples):
            side = rng.choice(layout.to_move)
            board = explorer.board(side != OTHER, rng.randrange(layout.side_size))
            told, moves = tables.probe(board), tables.moves(board)
            best = moves[0].value if moves else Value(-1, 0)
            if told.wdl != best.wdl or told.plies not in (None, best.plies):
                raise VerificationError(
                    f"{board.fen()} is {told} by {table.info.material}, {best} by its moves"
                )
