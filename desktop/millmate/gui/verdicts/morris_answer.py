"""What the tables say of a position of nine men's morris."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text, problems
from millmate.games.morris.rules import MORRIS
from millmate.gui.errors.sentences import capital
from millmate.gui.verdicts.answer import Answer, Metric, MoveWorth, ended, unplayable, worth
from millmate.language import tr
from millmate.tablebase.morris.names import MorrisTarget
from millmate.tablebase.morris.situation import material

if TYPE_CHECKING:
    from millmate.tablebase.morris.probe import MorrisTablebase


def answer(
    tables: MorrisTablebase,
    directory: Path,
    fen: str,
    seconds: float = 0.0,
    stopped: Callable[[], bool] = lambda: False,
) -> Answer:
    """Return what can be said of the position `fen` with the tables in `directory`.

    What the fifty-move rule makes of it is found out if `seconds` are enough and `stopped` does not
    turn true.
    """
    from millmate.tablebase.rule50 import best_of
    from millmate.tablebase.table_cache import MissingTableError, UnprobeableError

    board = board_from_text(fen)
    faults = problems(board)
    if faults:
        return unplayable(fen, faults[0].message)
    end = MORRIS.outcome(board)
    if end is not None:
        return ended(fen, table_of(fen), end)
    try:
        verdict = tables.probe(board)
        ranked = tables.rule50_moves(board, seconds, stopped, every=True)
    except MissingTableError:
        return _uncovered(directory, board, fen)
    except UnprobeableError as error:
        return Answer(fen, table_of(fen), tr("No table for this position"), capital(str(error)))
    best = best_of(board, verdict, ranked)
    return Answer(
        fen,
        table_of(fen),
        capital(best.of_position(board.turn)),
        tr("{table}, built and verified", table=table_of(fen)),
        tuple(worth(m, str(m.move), str(m.move)) for m in ranked),
        covered=True,
        metric=_metric(),
        open=best.category.wdl is None,
        unsettled=any(move.category.wdl is None for move in ranked),
    )


def _metric() -> Metric:
    return Metric(
        tr("Moves to the end"),
        tr(
            "How many moves the winner needs until the other side has two stones left or cannot "
            "move, both sides playing their best. A move is a turn of each side, with removals; "
            "a ply is a turn of one side. While stones are placed, tables tell only who wins. "
            "Where fifty quiet moves would draw before, no distance is told."
        ),
    )


def table_of(fen: str) -> str:
    """Return the name of the table that the position `fen` belongs to, there or not."""
    return material(board_from_text(fen))


def _uncovered(directory: Path, board: MorrisBoard, fen: str) -> Answer:
    """Return what can be done: the table, and all that the game can lead to, built."""
    from millmate.tablebase.morris.plan import plan

    name = material(board)
    moves = tuple(MoveWorth(str(move), str(move)) for move in board.legal_moves)
    needed = plan([MorrisTarget.parse(name)], directory)
    return Answer(fen, name, tr("No table for {table} yet", table=name), "", moves, plan=needed)
