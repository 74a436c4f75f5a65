"""Reads the review of a game back from the tree into which `annotate_game` wrote it.

Signs and evaluations of other programs are read as well; where they gave evaluations alone, those
tell the mistakes. What a table said of a bad move is known from our own files alone.
"""

from __future__ import annotations

from dataclasses import replace

from millmate.play.accuracy import accuracy_of_move, expected_share
from millmate.play.annotate_game import EVAL, sign_command
from millmate.play.move_review import GameReview, ReviewedMove, Sign, sign_of_loss
from millmate.play.trainer.exam import Grade, Mark, Option
from millmate.records.notes import Notes
from millmate.records.tree import GameTree, Node
from millmate.search.limits import Score

_SURE = 50.0  # pawns; more changes nothing
_SIGNS = {int(sign): sign for sign in Sign}


def review_of(tree: GameTree) -> GameReview | None:
    """Return what the notes of the main line hold of a review, None if that is nothing.

    Its `evaluations` are None, as many as there are positions up to the last evaluated one.
    """
    main = [tree.root, *tree.root.line()]
    shares = [white_share(node.notes) for node in main]
    known = max((at + 1 for at, share in enumerate(shares) if share is not None), default=0)
    if not known and all(sign_command(node.notes) is None for node in main):
        return None
    if known == len(main) - 1:
        shares[-1] = _share_at_end(tree, main[-1])
        known += shares[-1] is not None
    moves = [
        _reviewed(number, node, shares[number], shares[number + 1])
        for number, node in enumerate(main[1:])
    ]
    if not any(move.sign for move in moves):
        moves = [replace(move, sign=sign_of_loss(move.before - move.after)) for move in moves]
    told = tuple(move for move in moves if move.sign or move.accuracy is not None)
    return GameReview(tuple(tree.main_line()), (None,) * known, told)


def white_share(notes: Notes) -> float | None:
    """Return White's part by the evaluation that stands in a PGN comment, in pawns or as `#3`."""
    text = (notes.command(EVAL) or "").partition(",")[0].strip()
    if text.startswith("#"):
        return 0.0 if text.startswith("#-") else 1.0
    try:
        pawns = float(text)
    except ValueError:
        return None
    return expected_share(Score(round(100 * max(-_SURE, min(pawns, _SURE)))))


def _share_at_end(tree: GameTree, node: Node) -> float | None:
    """Return White's part where the game is over, which needs no evaluation."""
    outcome = tree.rules.outcome(tree.rules.board(node.fen))
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner)


def _reviewed(number: int, node: Node, before: float | None, after: float | None) -> ReviewedMove:
    """Return the move that led to `node` between two positions with these parts for White."""
    assert node.ply is not None
    assert node.parent is not None
    ours = sign_command(node.notes)
    sign = next((_SIGNS[nag] for nag in node.notes.nags if nag in _SIGNS), Sign.NONE)
    found = ReviewedMove(number, node.ply, node.parent.fen, 0.5, 0.5, None, sign)
    if before is not None and after is not None:
        if not node.ply.mover:
            before, after = 1 - before, 1 - after
        if ours == (0,):
            after = before
        accuracy = accuracy_of_move(before, after)
        found = replace(found, before=before, after=after, accuracy=accuracy)
    if ours is None or len(ours) != 4:
        return found
    return replace(found, grade=_grade(*ours[1:]))


def _grade(best: int, played: int, lost: int) -> Grade:
    """Return what a table said of a move: the values of the best one and of this, and the plies."""
    mark = Mark.THROWN if played < best else Mark.SLOWER
    first, second = (Option("", "", wdl, None) for wdl in (best, played))
    return Grade(mark, lost, only=False, played=second, best=first)
