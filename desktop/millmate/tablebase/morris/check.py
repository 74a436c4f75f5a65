"""Verify a morris table on disk: its values, its counts, and samples by the rules alone."""

import random
from collections.abc import Callable
from pathlib import Path

from millmate.tablebase.morris import solver, store
from millmate.tablebase.morris.counts import count_positions
from millmate.tablebase.morris.explore import MorrisExplorer
from millmate.tablebase.morris.layout import OTHER
from millmate.tablebase.morris.names import Subspace
from millmate.tablebase.morris.probe import MorrisTablebase, MorrisVerdict
from millmate.tablebase.morris.solver import Children
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.progress import never
from millmate.tablebase.sharded import TableError
from millmate.tablebase.verify import Verification, VerificationError, ignore

SAMPLES = 500


def verify(
    directory: Path,
    table: Subspace,
    progress: Callable[[float], None] = ignore,
    threads: int = 1,
    samples: int = SAMPLES,
) -> Verification:
    """Check every value of a table against its successors', and samples by the rules of the game.

    Raises:
        VerificationError: A value is wrong.
        MissingTableError: The table, or one that it leads to, does not exist.
        TableError: One of them is damaged, or its counts are not those of its values.
    """
    opened = store.opened(directory, table)
    values = opened.values(threads=threads)
    progress(0.1)
    solver.verify(table, values, Children(directory, threads), never, threads)
    progress(0.8)
    counts = count_positions(opened.layout, values, threads)
    if counts != opened.info.counts:
        raise TableError(opened.path, "its figures are not those of its values")
    _check_samples(directory, opened, samples)
    progress(1.0)
    return Verification(sum(side.positions for side in counts.values()), samples)


def _check_samples(directory: Path, table: MorrisTable, samples: int) -> None:
    """Check so many positions against those that legal moves on a board lead to."""
    rng = random.Random(table.info.material)
    explorer, layout = MorrisExplorer(table), table.layout
    with MorrisTablebase(directory) as tables:
        for _ in range(samples):
            side = rng.choice(layout.to_move)
            board = explorer.board(side != OTHER, rng.randrange(layout.side_size))
            told, moves = tables.probe(board), tables.moves(board)
            best = moves[0].verdict if moves else MorrisVerdict(-1, 0)
            if told.wdl != best.wdl or told.plies not in (None, best.plies):
                raise VerificationError(
                    f"{board.fen()} is {told} by {table.info.material}, {best} by its moves"
                )
