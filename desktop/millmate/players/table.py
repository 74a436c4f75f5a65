"""The perfect player: it plays by exact tables."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import cast

import chess

from millmate.errors import MillMateError
from millmate.games.board import Board, Move
from millmate.games.chess.material import Material
from millmate.games.chess.rules import CHESS
from millmate.players.player import Action, Play, PlayerError, Stopped
from millmate.tablebase.plan import UnsupportedMaterialError, plan
from millmate.tablebase.probe import MissingTableError, Tablebase
from millmate.tablebase.verdict import MoveVerdict


class TablePlayer:
    """Wins fastest, defends longest, and in a draw sets the opponent the hardest task.

    Tables that are built while the player lives are found: the directory is looked at again
    whenever a table is missing.
    """

    is_human = False

    def __init__(self, name: str, tables: Path, seed: int | None = None) -> None:
        self.name = name
        self._tables = Tablebase(tables)
        self._rng = random.Random(seed)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return a best move by the tables, drawn among equals; see `Player.choose`."""
        moves = self._moves(board)
        if not moves:
            raise PlayerError(f"no legal move in {board.fen()}")
        verdict = moves[0].verdict
        best = [choice.move for choice in moves if choice.verdict == verdict]
        if verdict.wdl == 0:
            best = self._hardest(board, best, stopped)
        return Play(self._rng.choice(best))

    def accepts_draw(self, board: Board) -> bool:
        """Accept whenever the position is not won."""
        moves = self._moves(board)
        return not moves or moves[0].verdict.wdl <= 0

    def close(self) -> None:
        """Close the tables."""
        self._tables.close()

    def _moves(self, board: Board) -> list[MoveVerdict]:
        """Return the legal moves with their verdicts, best first; raises `PlayerError`."""
        position = cast(chess.Board, board)
        try:
            try:
                return self._tables.moves(position)
            except MissingTableError:
                self._tables.refresh()
                return self._tables.moves(position)
        except MissingTableError as error:
            raise PlayerError(f"{error}: {self._mend(position)}") from None
        except (MillMateError, OSError) as error:
            raise PlayerError(str(error)) from error

    def _mend(self, board: chess.Board) -> str:
        """Return what can be done about a missing table."""
        try:
            plan([Material.of(board)], self._tables.directory)
        except UnsupportedMaterialError as error:
            return str(error)
        return "build it first"

    def _hardest(self, board: Board, moves: list[Move], stopped: Callable[[], bool]) -> list[Move]:
        """Return those of the drawing `moves` that leave the fewest replies that draw."""
        counts = {}
        for move in moves:
            if stopped():
                raise Stopped
            counts[move] = self._drawing_replies(board, move)
        fewest = min(counts.values())
        return [move for move in moves if counts[move] == fewest]

    def _drawing_replies(self, board: Board, move: Move) -> float:
        """Count the replies to `move` that hold the draw; infinite if `move` ends the game.

        A move into stalemate or bare kings leaves no reply at all, but no chance either.
        """
        after = board.copy()
        after.push(move)
        if CHESS.outcome(after):
            return float("inf")
        return sum(reply.verdict.wdl == 0 for reply in self._moves(after))
