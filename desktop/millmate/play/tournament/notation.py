"""Moves of a tournament's games in the notation people read."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

import chess

from millmate.games import catalogue
from millmate.games.chess.positions import board_from_fen


@lru_cache(maxsize=4096)
def notation(game: str, start_fen: str, moves: tuple[str, ...], ply: int) -> str:
    """Return the move at `ply`, counted from 0, with its number: `16… Rd4`."""
    text = moves[ply]
    if game == "chess":
        # A journal written by hand may hold illegal moves.
        with suppress(ValueError, AssertionError):
            text = _san(start_fen, moves[: ply + 1])
    return f"{numbered(game, start_fen, ply)} {text}"


@lru_cache(maxsize=4096)
def numbered(game: str, start_fen: str, ply: int) -> str:
    """Return the move number at `ply`, counted from 0: `16.` for White, `16…` for Black."""
    begun = _plies_before(game, start_fen) + ply
    return f"{begun // 2 + 1}{'…' if begun % 2 else '.'}"


def _san(start_fen: str, moves: tuple[str, ...]) -> str:
    """Return the last of `moves`; checking the others too would take ten times longer.

    Raises:
        ValueError, AssertionError: A move is illegal.
    """
    board = board_from_fen(start_fen)
    for text in moves[:-1]:
        board.push(chess.Move.from_uci(text))
    return board.san(chess.Move.from_uci(moves[-1]))


@lru_cache(maxsize=256)
def _plies_before(game: str, start_fen: str) -> int:
    """Return the number of plies from White's first move to the position."""
    return catalogue.game(game).board(start_fen).ply()
