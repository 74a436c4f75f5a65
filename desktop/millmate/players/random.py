"""A player that moves at random."""

from __future__ import annotations

import random
from collections.abc import Callable

from millmate.games.board import Board
from millmate.language import tr
from millmate.players.player import Action, Play, Player, PlayerError


class RandomPlayer(Player):
    """Plays any legal move with equal probability; the same seed plays the same game."""

    def __init__(self, name: str = "Random", seed: int | None = None) -> None:
        self.name = name
        self._rng = random.Random(seed)

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Return a random move; see `Player.choose`.

        Raises:
            PlayerError: There is no legal move.
        """
        moves = list(board.legal_moves)
        if not moves:
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        return Play(self._rng.choice(moves))

    def accepts_draw(self, board: Board) -> bool:
        return self._rng.random() < 0.5
