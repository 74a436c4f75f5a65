"""A player that searches."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from threading import Event as Flag

from millmate.games.board import Board
from millmate.language import tr
from millmate.players.player import Action, Play, Player, PlayerError, Stopped
from millmate.search.clock import Clocks
from millmate.search.generation_search import GenerationSearch, ignore
from millmate.search.limits import SearchInfo
from millmate.search.result import Interrupted, SearchResult

FIRST, RANDOM = "first", "random"


class SearchPlayer(Player):
    """Plays one of the best moves of a search: a random one, or the first.

    `on_info` is called with what it thinks, in the thread of `choose`.
    """

    def __init__(
        self, name: str, search: GenerationSearch, seed: int | None = None, choice: str = RANDOM
    ) -> None:
        self.name = name
        self.on_info: Callable[[SearchInfo], None] = ignore
        self._search = search
        self._choice = choice
        self._rng = random.Random(seed)
        self._found: tuple[str, SearchResult] | None = None
        self._hurry = Flag()
        self._clocks: Clocks | None = None

    def see_clocks(self, clocks: Clocks) -> None:
        """Think as long as the clocks allow; limits of depth and nodes still apply."""
        self._clocks = clocks

    def choose(self, board: Board, stopped: Callable[[], bool]) -> Action:
        """Search `board` and return one of its best moves; see `Player.choose`.

        Raises:
            Stopped: `stopped` turned true first.
            PlayerError: There is no legal move.
        """
        self._hurry.clear()
        self._found = None  # the same position may have another history now
        if self._clocks is not None:
            self._search.limit_time(self._clocks.limits(board.turn).seconds_wanted or 0.0)
        result = None
        with suppress(Interrupted):
            result = self._result(board, stopped)
        if stopped():
            raise Stopped
        best = list(board.legal_moves) if result is None else result.best
        if not best:
            raise PlayerError(tr("no legal move in {fen}", fen=board.fen()))
        return Play(best[0] if self._choice == FIRST else self._rng.choice(best))

    def move_now(self) -> None:
        """Make `choose` return the best move so far; callable from any thread.

        A search of one fixed depth knows none before its end; then any legal move is played.
        """
        self._hurry.set()

    def accepts_draw(self, board: Board) -> bool:
        """Accept unless the search sees an advantage; this costs nothing right after `choose`.

        A player that was hurried before it had a score declines.
        """
        with suppress(Interrupted):
            return self._result(board, lambda: False).score <= 0
        return False

    def _result(self, board: Board, stopped: Callable[[], bool]) -> SearchResult:
        """Search `board`, or return the last result if it was of this position."""
        fen = board.fen()
        if self._found is None or self._found[0] != fen:

            def halted() -> bool:
                return self._hurry.is_set() or stopped()

            self._found = fen, self._search.search(board, halted, self.on_info)
        return self._found[1]
