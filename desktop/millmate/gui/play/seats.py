"""The engines at the board: they outlive a match, so a take-back restarts no engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from millmate.players.build import build_player
from millmate.players.player import Player
from millmate.players.spec import PlayerSpec


class Seats:
    """Builds the players of `specs` when a match first needs them; one match at a time."""

    def __init__(self, specs: Mapping[bool, PlayerSpec], game: str, tables: Path) -> None:
        self.specs, self.game = dict(specs), game
        self._tables = tables
        self._players: dict[bool, Player] = {}
        self._lock = threading.Lock()

    @contextmanager
    def taken(self, handed_over: Callable[[], bool]) -> Iterator[Mapping[bool, Player]]:
        """Yield the players by side once the previous match has released them.

        Close them at the end unless `handed_over` returns true because another match follows.

        Raises:
            MillMateError: A player cannot be built.
        """
        with self._lock:
            try:
                for side, spec in self.specs.items():
                    if side not in self._players:
                        self._players[side] = build_player(
                            spec, game=self.game, tables=self._tables
                        )
                yield self._players
            finally:
                if not handed_over():
                    self._close()

    def _close(self) -> None:
        while self._players:
            self._players.popitem()[1].close()
