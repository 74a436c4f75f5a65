"""Hints in steps: which man is to move, and then the move, in words and on the board."""

from __future__ import annotations

from typing import cast

import chess

from millmate.games.board import Rules
from millmate.games.chess.piece_letters import localize
from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.gui.boards.overlays import Arrow
from millmate.gui.shell.game_view import GameView
from millmate.language import mark, tr

_PIECES = {
    chess.KING: mark("The king on {square} moves."),
    chess.QUEEN: mark("The queen on {square} moves."),
    chess.ROOK: mark("The rook on {square} moves."),
    chess.BISHOP: mark("The bishop on {square} moves."),
    chess.KNIGHT: mark("The knight on {square} moves."),
    chess.PAWN: mark("The pawn on {square} moves."),
}
_PARTS = {
    "outer ring": mark("The stone belongs on the outer ring."),
    "middle ring": mark("The stone belongs on the middle ring."),
    "inner ring": mark("The stone belongs on the inner ring."),
    "centre": mark("The stone belongs in the centre."),
}
_CORNER = mark("The stone belongs in a corner.")
_SIDE = mark("The stone belongs in the middle of a side.")


def which_man(rules: Rules, fen: str, text: str) -> str:
    """Return which man makes the move `text`, or roughly where a stone is to be placed."""
    board = rules.board(fen)
    move = rules.parse_move(board, text)
    if isinstance(move, MorrisMove):
        if move.origin is None:
            part = cast(MorrisBoard, board).lines.parts[move.target // 8]
            return tr(_PARTS.get(part.name) or (_SIDE if move.target % 2 else _CORNER))
        return tr("The stone on {point} moves.", point=text[:2])
    assert isinstance(board, chess.Board)
    square = chess.square_name(move.from_square)
    return tr(_PIECES[board.piece_type_at(move.from_square) or chess.KING], square=square)


def best_move(notation: str) -> str:
    """Return the move itself, as a sentence."""
    return tr("Best: {move}.", move=localize(notation))


def point(view: GameView, text: str, mover: bool, *, whole: bool) -> None:
    """Draw the move `text` on the board, or if not `whole`, a ring around the man that makes it."""
    arrows = view.arrows_of(text, mover, 1.0)
    if whole:
        view.board.set_arrows(arrows)
    elif arrows[0].origin is not None:
        view.board.set_arrows((Arrow(None, arrows[0].origin),))
