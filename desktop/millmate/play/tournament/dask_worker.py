"""The Dask worker's side of a tournament: plays games in threads, reports their moves, stops them.

Every tournament has a unique name, which separates its games from others on the same cluster.
"""

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple
from typing import Any

from millmate import cluster
from millmate.play.match import Match
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.game_runner import play_game

_INTERVAL = 0.1  # seconds between two messages about a game
_MOST_NAMES = 1000  # of stopped tournaments to remember

_lock = threading.Lock()
_running: dict[str, set[Match]] = {}  # by tournament
_stopped: dict[str, None] = {}  # tournaments, in the order they were stopped


def work(tournament: str, spec: GameSpec) -> GameResult | None:
    """Play a game of `tournament`; None if that was stopped. See `game_runner.play_game`."""
    if tournament in _stopped:
        return None
    mine: list[Match] = []

    def started(match: Match) -> None:
        mine.append(match)
        with _lock:
            _running.setdefault(tournament, set()).add(match)
            gone = tournament in _stopped
        if gone:
            match.stop()

    def send(moves: list[GameMoved]) -> None:
        cluster.publish([tournament, [list(astuple(move)) for move in moves]])

    try:
        return play_game(spec, send, _INTERVAL, on_match=started)
    finally:
        with _lock:
            left = _running.get(tournament, set()).difference(mine)
            _running.pop(tournament, None)
            _running.update({tournament: left} if left else {})


def stop(tournament: str) -> None:
    """Stop the games of `tournament` in this process, and refuse those still to come."""
    with _lock:
        _stopped[tournament] = None
        for name in list(_stopped)[:-_MOST_NAMES]:
            del _stopped[name]
        matches = list(_running.get(tournament, ()))
    for match in matches:
        match.stop()


def moves_in(tournament: str, message: Any) -> Iterator[GameMoved]:
    with suppress(TypeError, ValueError):  # another program's message
        name, moves = message
        if name == tournament:
            yield from [GameMoved(*move) for move in moves]  # all of them, or none
