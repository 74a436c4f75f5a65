"""The worker process's side of a tournament: plays games one after the other, reports their moves.

It ends, with all it has started, when the tournament's process says so through the pipe, or when
that process is gone: then the pipe closes.
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
from millmate.uci.process import kill_all

_INTERVAL = 0.05  # seconds between two messages about a game
_PATIENCE = 3.0  # seconds for a game to end when its result is no longer wanted


@dataclass(slots=True)
class _Work:
    """What this process is doing."""

    pipe: Connection | None = None
    acting: Any = None  # a shared byte: whose player acts, as in `side_of`
    match: Match | None = None
    busy: threading.Lock = field(default_factory=threading.Lock)


_work = _Work()


def enlist(pipe: Connection, acting: Any) -> None:
    """Make this process a worker that reports through `pipe`.

    The shared byte `acting` says whose player acts, in case this process dies; see `side_of`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tournament decides when to stop
    _work.pipe, _work.acting = pipe, acting
    _send(os.getpid())
    threading.Thread(target=_leave_with, args=(pipe,), name="leave", daemon=True).start()


def work(spec: GameSpec) -> GameResult | None:
    """Play a game; see `game_runner.play_game`."""
    with _work.busy:
        try:
            return play_game(spec, _send, _INTERVAL, on_side=_act, on_match=_started)
        finally:
            _work.match = None


def _started(match: Match) -> None:
    _work.match = match


def side_of(acting: int) -> bool | None:
    """Return the side that a byte of `enlist` stands for: 1 is White, 0 Black, -1 nobody."""
    return None if acting < 0 else bool(acting)


def _act(side: bool) -> None:
    if _work.acting is not None:
        _work.acting.value = side


def _send(what: object) -> None:
    """Send the number of this process, or moves."""
    if _work.pipe is not None:
        with suppress(OSError):
            _work.pipe.send(what)


def _leave_with(pipe: Connection) -> None:
    """Wait for a message, or for the pipe to close, then end the game and this process."""
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
