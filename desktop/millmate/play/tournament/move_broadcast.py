"""Reports a game's moves while it is played, several at once when they come fast."""

from __future__ import annotations

import time
from collections.abc import Callable

from millmate.play.events import Event, MovePlayed
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameSpec


class MoveBroadcaster:
    """Passes the moves of a game to `send`; call `flush` at the end."""

    def __init__(
        self, spec: GameSpec, send: Callable[[list[GameMoved]], None], interval: float
    ) -> None:
        """Report the moves of `spec` at most every `interval` seconds."""
        self._number, self._ply = spec.number, len(spec.moves)
        self._send, self._interval = send, interval
        self._pending: list[GameMoved] = []
        self._sent = 0.0

    def __call__(self, event: Event) -> None:
        if isinstance(event, MovePlayed):
            self._ply += 1
            move = event.mover, event.text, event.notation, event.fen
            self._pending.append(GameMoved(self._number, self._ply, *move))
        if self._pending and time.monotonic() - self._sent >= self._interval:
            self.flush()

    def flush(self) -> None:
        """Send the moves that were held back."""
        if self._pending:
            self._send(self._pending)
            self._pending, self._sent = [], time.monotonic()
