"""A player that searches."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from millmate.games.board import Board
from millmate.players.player import Action, Play, PlayerError, Stopped
from millmate.search.result import Interrupted, SearchResult


class Search(Protocol):
    """What looks ahead from a position."""

    def search(self, board: Board, stopped: Callable[[], bool]) -> SearchResult:
        """Return the score and all equally best moves; raises `Interrupted` when `stopped`."""


class SearchingPlayer:
    """Plays one of the best moves that a search finds, drawn with a seed."""

    is_human = False

    def __init__(self, name: str, search: Search, seed: int | None = None) -> None:
        self.name = name
        self._search = search
        self._rng = random.Random(seed)
        self._found: tuple[str, SearchResult] | None = None

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Search `board` and return one of its best moves; see `Player.choose`."""
        try:
            result = self._result(board, stopped)
        except Interrupted:
            raise Stopped from None
        if not result.best:
            raise PlayerError(f"no legal move in {board.fen()}")
        return Play(self._rng.choice(result.best))

    def accepts_draw(self, board: Board) -> bool:
        """Accept unless the search sees an advantage; costs nothing right after `choose`."""
        return self._result(board, lambda: False).score <= 0

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""

    def _result(self, board: Board, stopped: Callable[[], bool]) -> SearchResult:
        """Search `board`, or remember the last search if it was of this position."""
        fen = board.fen()
        if self._found is None or self._found[0] != fen:
            self._found = fen, self._search.search(board, stopped)
        return self._found[1]
