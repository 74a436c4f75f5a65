"""What the tables say of a chess position."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen, problems
from millmate.games.chess.rules import CHESS
from millmate.gui.errors.sentences import capital
from millmate.gui.verdicts.answer import Answer, Metric, MoveWorth, ended, unplayable, worth
from millmate.gui.verdicts.balance import balance_words
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.tablebase.probe import Tablebase


def answer(
    tables: Tablebase,
    directory: Path,
    fen: str,
    seconds: float = 0.0,
    stopped: Callable[[], bool] = lambda: False,
) -> Answer:
    """Return what can be said of `fen` with the tables in `directory`.

    What the fifty-move rule makes of it is found out if `seconds` are enough and `stopped` does not
    turn true.
    """
    from millmate.tablebase.rule50 import best_of
    from millmate.tablebase.table_cache import MissingTableError

    board = board_from_fen(fen)
    faults = problems(board)
    if faults:
        return unplayable(fen, faults[0].message)
    material = str(Material.of(board).canonical())
    moves = tuple(MoveWorth(m.uci(), board.san(m)) for m in board.legal_moves)
    end = CHESS.outcome(board)
    if end is not None:
        return ended(fen, material, end)
    verdict = tables.get(board)
    if verdict is None:
        return _uncovered(directory, board, fen, moves)
    try:
        ranked = tables.rule50_moves(board, seconds, stopped, every=True)
    except MissingTableError:  # the table of what a capture leaves
        return _uncovered(directory, board, fen, moves)
    best = best_of(board, verdict, ranked)
    return Answer(
        fen,
        material,
        capital(best.of_position(board.turn)),
        tr("{table}, built and verified", table=material),
        tuple(worth(m, m.move.uci(), board.san(m.move)) for m in ranked),
        covered=True,
        metric=_metric(),
        open=best.category.wdl is None,
        unsettled=any(move.category.wdl is None for move in ranked),
    )


def _metric() -> Metric:
    return Metric(
        tr("Depth to mate (DTM)"),
        tr(
            "DTM, depth to mate: how many moves the winner needs until mate, both sides playing "
            "their best. A move is one of each side; a ply is a move of one side. Where the "
            "fifty-move rule would draw before, no distance is told."
        ),
        tr("Mate (DTM)"),
    )


def table_of(fen: str) -> str:
    """Return the name of the table that the position `fen` belongs to, there or not."""
    return str(Material.of(board_from_fen(fen)).canonical())


def _uncovered(
    directory: Path, board: chess.Board, fen: str, moves: tuple[MoveWorth, ...]
) -> Answer:
    from millmate.tablebase.plan import MOST_MEN, plan

    material = Material.of(board).canonical()
    if material.men > MOST_MEN:
        limit = tr("Tables go up to {n} men.", n=MOST_MEN)
        return Answer(fen, str(material), balance_words(Material.of(board)), limit, moves)
    if board.castling_rights:
        reason = tr("Tables hold no positions with castling rights.")
        return Answer(fen, str(material), tr("No table for this position"), reason, moves)
    try:
        needed = plan([material], directory)
    except MillMateError as error:
        return Answer(
            fen,
            str(material),
            tr("No table for {table}", table=material),
            capital(str(error)),
            moves,
        )
    headline = tr("No table for {table} yet", table=material)
    return Answer(fen, str(material), headline, "", moves, plan=needed)
