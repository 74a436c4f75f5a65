"""The line of best play from a position under the fifty-move rule."""

from __future__ import annotations

from math import inf
from typing import Any

import chess

from millmate.language import tr
from millmate.serve.standard import Answer, Category, MoveValue, answer, refuse_missing
from millmate.serve.tables import Tables
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.verdict import MissingTableError


def mainline(tables: Tables, board: chess.Board) -> dict[str, Any]:
    """Return the line to mate, or until the fifty-move rule draws; it is empty in a draw.

    It uses distances to zeroing; without such a table, distances to mate. Moves are chosen as in
    lila-tablebase (`best_move` of shakmaty-syzygy), but of equally good ones the first in the order
    of `/standard` is played, such as the one that mates soonest.

    Raises:
        MissingTableError: No table has a move to play.
        TableError: A table is damaged.
    """
    board = board.copy(stack=False)
    first = now = answer(tables, board)
    line = []
    while now.value.category is not Category.DRAW and board.halfmove_clock < LONGEST:
        best = _best(tables, board, now)
        if best is None:
            break
        line.append(
            {
                "uci": best.move.uci(),
                "san": best.san,
                "dtz": best.value.dtz,
                "precise_dtz": best.value.dtz,
            }
        )
        board.push(best.move)
        now = answer(tables, board)
    winner = ("b" if board.turn else "w") if now.value.checkmate else None
    dtz = first.value.dtz
    return {"mainline": line, "winner": winner, "dtz": dtz, "precise_dtz": dtz}


def _best(tables: Tables, board: chess.Board, now: Answer) -> MoveValue | None:
    """Return the move of the line, None at its end."""
    if now.value.category is Category.UNKNOWN:
        refuse_missing(tables.mate, board)
        raise MissingTableError(tr("no table covers this position: {fen}", fen=board.fen()))
    if now.value.dtz is None:
        return next(iter(now.moves), None)
    return min(now.moves, key=_by_zeroing, default=None)


def _by_zeroing(move: MoveValue) -> tuple[float, ...]:
    """Sort key: mate, then a winning zeroing move, then the move that leads to one soonest."""
    value = move.value
    wins = value.category < Category.DRAW
    dtz = -inf if value.dtz is None else value.dtz
    return (value.category, not value.checkmate, move.zeroing != wins, -dtz)
