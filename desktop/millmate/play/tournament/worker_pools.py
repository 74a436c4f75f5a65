"""Plays several games at once, in processes of this machine or on a Dask cluster.

When a process of this machine dies, its game is known, and no other game is lost.
"""

import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from millmate.cluster import Cluster
from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job
from millmate.jobs.pool import Died, Pool
from millmate.play.match import Match
from millmate.play.tournament import dask_worker
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.game_runner import play_game
from millmate.uci.process import kill_all

_INTERVAL = 0.05  # seconds between two messages about a game
_STOP_SECONDS = 3.0  # seconds that a cluster has to stop games

# The workers emit the moves of a game, its result, None for a stopped game, `Died` if its process
# died, or an error that the players did not cause.
News = list[GameMoved] | GameResult | None | Died | Exception
Emit = Callable[[News], None]


class ProcessWorkers(Pool):
    """Processes of this machine; `usual` is how many games are played at once by default."""

    def __init__(self, emit: Emit, usual: int) -> None:
        job = Job("game", play, "its worker died", patience=3.0, parent=True, last=kill_all)
        super().__init__(job, emit)
        self.usual = usual


def play(spec: GameSpec, control: Control) -> GameResult | None:
    """Play a game in a process, whose mark is the side whose player acts."""

    def started(match: Match) -> None:
        control.on_stop(match.stop)

    return play_game(spec, control.send, _INTERVAL, on_side=control.mark, on_match=started)


class DaskWorkers:
    """The workers of a Dask cluster; each of their threads plays a game. See `ProcessWorkers`."""

    def __init__(self, emit: Emit, cluster: Cluster) -> None:
        self._emit, self._cluster = emit, cluster
        self._name = uuid.uuid4().hex  # of the tournament, on the cluster
        self._here: ProcessWorkers | None = None  # for a game that keeps killing workers
        self._closed = False
        self._threads, self._counted = 0, 0.0  # how many there were, and when
        cluster.listen(self._on_message)

    @property
    def usual(self) -> int:
        """How many threads the cluster has, at most a second ago."""
        if time.monotonic() - self._counted > 1:
            self._threads, self._counted = self._cluster.threads, time.monotonic()
        return self._threads

    def start(self, spec: GameSpec) -> None:
        future = self._cluster.executor.submit(dask_worker.work, self._name, spec)
        future.add_done_callback(lambda done: self._done(spec, done))

    def resize(self, most: int) -> None:
        """Let a cluster that was started for this grow to `most` workers; it never shrinks."""
        self._cluster.grow(most)

    def close(self) -> None:
        """Stop all games; emit nothing afterwards. Another's cluster keeps its workers."""
        self._closed = True
        self._cluster.executor.shutdown(wait=False)  # cancels those that wait
        # In a thread: a worker that hangs does not answer, nor does a cluster that is gone.
        leaving = threading.Thread(target=self._stop, name="stop", daemon=True)
        leaving.start()
        leaving.join(_STOP_SECONDS)
        if self._here is not None:
            self._here.close()

    def _stop(self) -> None:
        with suppress(MillMateError):
            self._cluster.everywhere(dask_worker.stop, self._name)

    def _on_message(self, message: Any) -> None:
        if (moves := list(dask_worker.moves_in(self._name, message))) and not self._closed:
            self._emit(moves)

    def _done(self, spec: GameSpec, done: Future[GameResult | None]) -> None:
        if self._closed:
            return
        try:
            self._emit(done.result())
        except BaseException as error:
            if type(error).__name__ == "KilledWorker":
                self._play_here(spec)
            else:
                self._emit(self._cluster.explained(error))

    def _play_here(self, spec: GameSpec) -> None:
        """Play a game in a process of this machine, which shows whose player kills it."""
        if self._here is None:
            self._here = ProcessWorkers(self._emit, 1)
        self._here.start(spec)


Workers = ProcessWorkers | DaskWorkers
