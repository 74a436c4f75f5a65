"""What the tables of solved positions say of a position of chess: results, or bounds on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import chess

from millmate.formatting import plural
from millmate.gui.shell.probe.answer import Answer, Bound, Metric, MoveWorth
from millmate.language import tr

if TYPE_CHECKING:  # numpy comes with it; only the probe thread should pay for the import
    from millmate.tablebase.position_answer import Answer as Known
    from millmate.tablebase.solved_positions import SolvedPositions

Notations = Callable[[chess.Board, chess.Move], tuple[str, str]]

# Tables with fewer promotions are about another game, and asked only where no others answer.
_FEWER = ((chess.QUEEN, chess.KNIGHT), (chess.QUEEN,))


def solved_answer(
    solved: SolvedPositions, board: chess.Board, fen: str, table: str, notations: Notations
) -> Answer | None:
    """Return what tables of solved positions know, None where none holds the position.

    `covered` means that they know the result; otherwise `bound` says what they know. Raises as
    `SolvedPositions.answer` does.
    """
    from millmate.tablebase.reach import PROMOTIONS

    for promotions in (PROMOTIONS, *_FEWER):
        known = solved.answer(board, promotions)
        if known is not None:
            moves = solved.moves(board, promotions)
            worths = tuple(
                _worth(board, move, after, *notations(board, move)) for move, after in moves
            )
            return _answer(board, fen, table, known, worths)
    return None


def _answer(
    board: chess.Board, fen: str, table: str, known: Known, moves: tuple[MoveWorth, ...]
) -> Answer:
    from millmate.tablebase.rule50 import rule50_verdict

    verdict = known.verdict
    ruled = None if verdict is None else rule50_verdict(board, verdict)
    said = [tr("Solved position, verified")]
    if known.plies and known.in_exactly:
        said.append(plural(known.plies, "ply"))
    if ruled is not None and ruled.in_time and known.plies:
        said.append(tr("in time for the fifty-move rule"))
    elif ruled is not None and not ruled.in_time and ruled.verdict.wdl:
        said.append(tr("the fifty-move rule left out"))
    return Answer(
        fen,
        table,
        known.text,
        " · ".join(said),
        moves,
        covered=ruled is not None,
        metric=_metric(moves),
        open=ruled is not None and ruled.category.wdl is None,
        wdl=None if ruled is None else ruled.category.wdl,
        source=tr("Tables of what can come of one position, solved and verified"),
        solvable=not known.decided,
        solved=True,
        at_most=bool(known.plies) and not known.in_exactly,
        bound=_bound(known),
    )


def _bound(known: Known) -> Bound | None:
    """Return what is known for the side to move where the result is not."""
    if known.decided:
        return None
    if known.least == 0:
        return Bound.AT_LEAST_DRAW
    return Bound.AT_MOST_DRAW if known.most == 0 else Bound.UNKNOWN


def _worth(
    board: chess.Board, move: chess.Move, known: Known, text: str, notation: str
) -> MoveWorth:
    """Return what a move is worth to the side that plays it, the move included."""
    from millmate.tablebase.rule50 import category

    verdict, bound = known.verdict, _bound(known)
    if verdict is None:
        words = "" if bound is None else bound.words
        return MoveWorth(text, notation, words, hint=words, bound=bound)
    words = verdict.of_move()
    clock = 0 if board.is_zeroing(move) else board.halfmove_clock + 1
    after = type(verdict)(verdict.wdl, None if verdict.plies is None else verdict.plies - 1)
    ruled = category(after, clock)
    in_time = ruled.wdl == verdict.wdl and not known.saturated
    return MoveWorth(
        text,
        notation,
        words,
        verdict.wdl,
        words if in_time else tr("{words}; the fifty-move rule left out", words=words),
        moves=known.moves if in_time else None,
        drawn_by_rule=ruled.wdl != verdict.wdl,
        at_most=not known.in_exactly,
    )


def _metric(moves: tuple[MoveWorth, ...]) -> Metric:
    if any(move.at_most and move.moves is not None for move in moves):
        return Metric(
            tr("Moves to mate, at most"),
            tr(
                "How many moves the winner needs until mate at most: the tables of this position "
                "do not follow every promotion, and a faster mate may lie outside them."
            ),
            tr("Mate, at most"),
        )
    return Metric(
        tr("Moves to mate"),
        tr("How many moves the winner needs until mate, both sides playing their best."),
        tr("Mate"),
    )
