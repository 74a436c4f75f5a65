"""A cluster's side of games: played in threads of its workers, told of as they go, and stopped.

Whoever plays a tournament gives it a name of its own, by which its games are told from those of
others on the same cluster.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import astuple
from typing import Any

from millmate import cluster
from millmate.play.events import Event, MovePlayed
from millmate.play.match import Match
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.playing import play_game

_INTERVAL = 0.1  # seconds between two messages about a game
_MOST_NAMES = 1000  # of tournaments that were stopped and are remembered

_lock = threading.Lock()
_running: dict[str, set[Match]] = {}  # by tournament
_stopped: dict[str, None] = {}  # tournaments, in the order they were stopped


def work(tournament: str, spec: GameSpec) -> GameResult | None:
    """Play a game of `tournament`; None if that was stopped. See `playing.play_game`."""
    if tournament in _stopped:
        return None
    mine: list[Match] = []

    def begin(match: Match) -> None:
        mine.append(match)
        with _lock:
            _running.setdefault(tournament, set()).add(match)
            gone = tournament in _stopped
        if gone:
            match.stop()

    teller = _Teller(tournament, spec)
    try:
        return play_game(spec, teller, on_match=begin)
    finally:
        teller.tell()
        with _lock:
            left = _running.get(tournament, set()).difference(mine)
            _running.pop(tournament, None)
            _running.update({tournament: left} if left else {})


def stop(tournament: str) -> None:
    """Stop the games of `tournament` that run in this process, and those that it is given yet."""
    with _lock:
        _stopped[tournament] = None
        for name in list(_stopped)[:-_MOST_NAMES]:
            del _stopped[name]
        matches = list(_running.get(tournament, ()))
    for match in matches:
        match.stop()


def moves_told(tournament: str, message: Any) -> Iterator[GameMoved]:
    """Yield the moves of `tournament` that a worker's message tells of."""
    with suppress(TypeError, ValueError):  # somebody else's message
        name, moves = message
        if name == tournament:
            yield from _moves(moves)


def _moves(told: Iterable[Any]) -> list[GameMoved]:
    return [GameMoved(*move) for move in told]


class _Teller:
    """Passes the moves of a game on, several at once if they come fast."""

    def __init__(self, tournament: str, spec: GameSpec) -> None:
        self._tournament = tournament
        self._number, self._ply = spec.number, len(spec.moves)
        self._held: list[list[object]] = []
        self._told = 0.0

    def __call__(self, event: Event) -> None:
        if isinstance(event, MovePlayed):
            self._ply += 1
            told = event.mover, event.text, event.notation, event.fen
            self._held.append(list(astuple(GameMoved(self._number, self._ply, *told))))
        if self._held and time.monotonic() - self._told >= _INTERVAL:
            self.tell()

    def tell(self) -> None:
        """Tell what was held back."""
        if self._held:
            cluster.tell([self._tournament, self._held])
            self._held, self._told = [], time.monotonic()
