"""The worker's side of a game: a process that plays one after the other, and tells of the moves.

It ends, with all it has started, when it is told to through the pipe to the process that plays the
tournament, or when that process is gone, however that came: the pipe says so.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

import psutil

from millmate.play.events import Event, MovePlayed
from millmate.play.match import Match
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.playing import play_game

_PATIENCE = 3.0  # seconds that a game has to end when nobody wants its result any more


@dataclass(slots=True)
class _Work:
    """What this process is doing."""

    pipe: Connection | None = None
    match: Match | None = None
    busy: threading.Lock = field(default_factory=threading.Lock)


_work = _Work()


def enlist(pipe: Connection) -> None:
    """Make this process a worker that tells what it does through `pipe`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is in charge says when to stop
    _work.pipe = pipe
    _tell(os.getpid())
    threading.Thread(target=_leave_with, args=(pipe,), name="leave", daemon=True).start()


def work(spec: GameSpec) -> GameResult | None:
    """Play a game; see `playing.play_game`."""
    with _work.busy:
        try:
            return play_game(spec, _Teller(spec), _tell, _begin)
        finally:
            _work.match = None


def _begin(match: Match) -> None:
    _work.match = match


def _tell(what: object) -> None:
    """Tell this process's number, a side that acts next (a bool), or a move."""
    if _work.pipe is not None:
        with suppress(OSError):
            _work.pipe.send(what)


class _Teller:
    """Passes the moves of a game on."""

    def __init__(self, spec: GameSpec) -> None:
        self._number, self._ply = spec.number, len(spec.moves)

    def __call__(self, event: Event) -> None:
        if isinstance(event, MovePlayed):
            self._ply += 1
            told = event.mover, event.text, event.notation, event.fen
            _tell(GameMoved(self._number, self._ply, *told))


def _leave_with(pipe: Connection) -> None:
    """Wait for a word, or for the pipe's other end to go, then end the game and this process."""
    with suppress(EOFError, OSError):
        pipe.recv()
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and not _work.busy.acquire(timeout=0.02):
        if _work.match is not None:
            _work.match.stop()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            child.kill()
    os._exit(0)
