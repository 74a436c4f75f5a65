"""Telling of the moves of a game while it is played: several at once where they come fast."""

from __future__ import annotations

import time
from collections.abc import Callable

from millmate.play.events import Event, MovePlayed
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameSpec


class MoveBroadcaster:
    """Passes the moves of a game on to `send`; `tell` is to be called in the end."""

    def __init__(
        self, spec: GameSpec, send: Callable[[list[GameMoved]], None], interval: float
    ) -> None:
        """Tell of the game `spec`, no more often than every `interval` seconds."""
        self._number, self._ply = spec.number, len(spec.moves)
        self._send, self._interval = send, interval
        self._held: list[GameMoved] = []
        self._told = 0.0

    def __call__(self, event: Event) -> None:
        """Take in an event of the match."""
        if isinstance(event, MovePlayed):
            self._ply += 1
            told = event.mover, event.text, event.notation, event.fen
            self._held.append(GameMoved(self._number, self._ply, *told))
        if self._held and time.monotonic() - self._told >= self._interval:
            self.tell()

    def tell(self) -> None:
        """Tell what was held back."""
        if self._held:
            self._send(self._held)
            self._held, self._told = [], time.monotonic()
