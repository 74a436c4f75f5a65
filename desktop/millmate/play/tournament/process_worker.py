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
from typing import Any

import psutil

from millmate.play.match import Match
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.game_runner import play_game
from millmate.play.tournament.move_broadcast import MoveBroadcaster
from millmate.uci.process import kill_all

_INTERVAL = 0.05  # seconds between two messages about a game
_PATIENCE = 3.0  # seconds that a game has to end when nobody wants its result any more


@dataclass(slots=True)
class _Work:
    """What this process is doing."""

    pipe: Connection | None = None
    acting: Any = None  # a byte that the process in charge sees: whose player acts, as `side_of`
    match: Match | None = None
    busy: threading.Lock = field(default_factory=threading.Lock)


_work = _Work()


def enlist(pipe: Connection, acting: Any) -> None:
    """Make this process a worker that tells what it does through `pipe`.

    In the shared byte `acting` it keeps whose player acts, for when it dies; see `side_of`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is in charge says when to stop
    _work.pipe, _work.acting = pipe, acting
    _tell(os.getpid())
    threading.Thread(target=_leave_with, args=(pipe,), name="leave", daemon=True).start()


def work(spec: GameSpec) -> GameResult | None:
    """Play a game; see `playing.play_game`."""
    with _work.busy:
        teller = MoveBroadcaster(spec, _tell, _INTERVAL)
        try:
            return play_game(spec, teller, _act, _begin)
        finally:
            _work.match = None
            teller.tell()


def _begin(match: Match) -> None:
    _work.match = match


def side_of(acting: int) -> bool | None:
    """Return the side that a byte of `enlist` stands for: 1 is White, 0 Black, -1 nobody."""
    return None if acting < 0 else bool(acting)


def _act(side: bool) -> None:
    if _work.acting is not None:
        _work.acting.value = side


def _tell(what: object) -> None:
    """Tell this process's number, or moves."""
    if _work.pipe is not None:
        with suppress(OSError):
            _work.pipe.send(what)


def _leave_with(pipe: Connection) -> None:
    """Wait for a word, or for the pipe's other end to go, then end the game and this process."""
    with suppress(EOFError, OSError):
        pipe.recv()
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and not _work.busy.acquire(timeout=0.02):
        if _work.match is not None:
            _work.match.stop()
    kill_all()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            child.kill()
    os._exit(0)
