"""Check a morris table that is on disk: its values, its figures, and samples by the rules alone."""

import random
from collections.abc import Callable
from pathlib import Path

from millmate.games.morris.board import MorrisBoard
from millmate.tablebase.morris import index, store
from millmate.tablebase.morris.children import Children
from millmate.tablebase.morris.figures import figures
from millmate.tablebase.morris.layout import OTHER, Layout
from millmate.tablebase.morris.names import STONES, Pair, Subspace
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.morris.subspace import Solver
from millmate.tablebase.morris.verdict import MorrisVerdict
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
    """Check every value of a table against its successors', and some by the rules of the game.

    Raises:
        VerificationError: A value or a figure is wrong.
        MissingTableError: The table, or one that it leads to, is not there.
        TableError: One of them is damaged.
    """
    opened = store.opened(directory, table)
    values = opened.values(threads=threads)
    progress(0.1)
    Solver(table, Children(directory, threads), never, threads).verify(values)
    progress(0.8)
    counts = figures(opened.layout, values, threads)
    if counts != opened.info.counts:
        raise TableError(opened.path, "its figures are not those of its values")
    checked = _check_samples(directory, opened.layout, samples)
    progress(1.0)
    return Verification(sum(side.positions for side in counts.values()), checked)


def _check_samples(directory: Path, layout: Layout, samples: int) -> int:
    """Check so many positions against those that the legal moves on a board lead to."""
    rng = random.Random(str(layout.table))
    with MorrisTablebase(directory) as tables:
        for _ in range(samples):
            board = _board(layout, *(rng.randrange(length) for length in layout.values_shape))
            told, moves = tables.probe(board), tables.moves(board)
            best = moves[0].verdict if moves else MorrisVerdict(-1, 0)
            if told.wdl != best.wdl or told.plies not in (None, best.plies):
                raise VerificationError(
                    f"{board.fen()} is {told} by its table {layout.table}, {best} by its moves"
                )
    return samples


def _board(layout: Layout, side: int, row: int, column: int) -> MorrisBoard:
    """Return the position in this place; of a pair White is the primary side."""
    masks = index.position(*layout.stones, row, column)
    board = MorrisBoard()
    white, black = masks
    board.stones = [black, white]
    board.turn = layout.to_move[side] != OTHER
    board.hand = [0, 0]
    if not isinstance(layout.table, Pair):
        placed = layout.table.placed
        board.hand = [STONES - placed // 2, STONES - (placed + 1) // 2]
    return board
