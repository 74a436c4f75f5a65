"""A cluster's side of games: played in threads of its workers, told of as they go, and stopped.

Whoever plays a tournament gives it a name of its own, by which its games are told from those of
others on the same cluster.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import astuple
from typing import Any

from millmate import cluster
from millmate.play.match import Match
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.game_runner import play_game
from millmate.play.tournament.move_broadcast import MoveBroadcaster

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

    def send(moves: list[GameMoved]) -> None:
        cluster.publish([tournament, [list(astuple(move)) for move in moves]])

    teller = MoveBroadcaster(spec, send, _INTERVAL)
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
