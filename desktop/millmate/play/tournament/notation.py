"""Moves of a tournament's games as people write them."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

import chess

from millmate.games import catalogue


@lru_cache(maxsize=4096)
def notation(game: str, start_fen: str, moves: tuple[str, ...], ply: int) -> str:
    """Return the move number `ply`, from 0, as people write it: `16… Rd4`."""
    text = moves[ply]
    if game == "chess":
        # A journal that was made by hand may hold moves that cannot be played.
        with suppress(ValueError, AssertionError):
            text = _san(start_fen, moves[: ply + 1])
    return f"{numbered(game, start_fen, ply)} {text}"


@lru_cache(maxsize=4096)
def numbered(game: str, start_fen: str, ply: int) -> str:
    """Return the number of the move of a ply, from 0: `16.` for White's, `16…` for Black's."""
    begun = _plies_before(game, start_fen) + ply
    return f"{begun // 2 + 1}{'…' if begun % 2 else '.'}"


def _san(start_fen: str, moves: tuple[str, ...]) -> str:
    """Return the last of `moves`; the others are not checked again, which takes ten times longer.

    Raises:
        ValueError, AssertionError: They cannot be played.
    """
    board = chess.Board(start_fen)
    for text in moves[:-1]:
        board.push(chess.Move.from_uci(text))
    return board.san(chess.Move.from_uci(moves[-1]))


@lru_cache(maxsize=256)
def _plies_before(game: str, start_fen: str) -> int:
    """Return how many plies the position is from move 1 of White."""
    return catalogue.game(game).board(start_fen).ply()
