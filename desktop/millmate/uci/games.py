"""The games that engines play: what `UCI_Variant` calls them, and how their moves are written."""

from __future__ import annotations

from contextlib import suppress
from typing import cast

import chess

from millmate.games.board import Board, Move, Rules
from millmate.games.chess.rules import CHESS
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.move_text import read_move as read_turn
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import STANDARD

# The option that selects the game, and its values.
VARIANT_OPTION = "UCI_Variant"
GAMES: dict[str, Rules] = {"chess": CHESS, "ninemensmorris": MORRIS}


def variant_of(game: str) -> str | None:
    """Return what `UCI_Variant` calls the game `game` of the catalogue, None if nothing."""
    return next((name for name, rules in GAMES.items() if rules.name == game), None)


def rules_of(board: Board) -> Rules:
    if isinstance(board, MorrisBoard):
        return MORRIS if board.variant == STANDARD else MorrisRules(board.variant)
    return CHESS


def read_move(board: Board, word: str) -> Move | None:
    """Return the legal move that `word` writes (`e2e4`, `e7e8q`; `d6-d7xa1`), or None."""
    with suppress(ValueError):
        if isinstance(board, MorrisBoard):
            return read_turn(board, word)
        move = cast(chess.Board, board).parse_uci(word.lower())
        return move if move else None
    return None
