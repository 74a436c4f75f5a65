"""Who plays the games: processes of this machine, or the workers of a Dask cluster.

Either is an executor of `concurrent.futures`. Here each worker is a pool of one process, so that
when a process dies it is known which game did it, and no other game is lost.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Protocol

import psutil

from millmate import machine
from millmate.cluster import Cluster
from millmate.errors import MillMateError
from millmate.play.tournament import dask_worker
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.process_worker import enlist, side_of, work

_PATIENCE = 10.0  # seconds that a process has to end
_GOODBYE = 3.0  # seconds that a cluster has to stop games


@dataclass(frozen=True, slots=True)
class Played:
    """A game has come to its end; `result` is None if it was stopped."""

    spec: GameSpec
    result: GameResult | None


@dataclass(frozen=True, slots=True)
class Died:
    """The worker of a game has died; `side` is whose player was acting, if that is known."""

    spec: GameSpec
    side: bool | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A game could not be played for a reason that is no player's."""

    spec: GameSpec
    error: Exception


News = Played | Died | Failed | GameMoved
Tell = Callable[[News], None]


class Workers(Protocol):
    """Those who play games; they tell what comes of them in threads of their own."""

    @property
    def usual(self) -> int:
        """How many games are played at once unless somebody says otherwise."""

    def begin(self, spec: GameSpec) -> None:
        """Have a game played."""

    def trim(self, most: int) -> None:
        """Let go of workers that are idle, down to `most` in all, or see that there are so many."""

    def close(self) -> None:
        """Stop all games and let go of all workers; nothing is told afterwards."""


class ProcessWorkers:
    """Processes of this machine; one begins where no other is idle."""

    def __init__(self, tell: Tell, usual: int) -> None:
        self._tell, self.usual = tell, usual
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._lock = threading.Lock()
        self._closed = False

    def begin(self, spec: GameSpec) -> None:
        """Have a game played; see `Workers.begin`."""
        process = self._taken()
        try:
            future = process.play(spec)
        except BrokenProcessPool:  # it was killed while it was idle, which is no game's fault
            self._drop(process)
            self.begin(spec)
        else:
            future.add_done_callback(lambda done: self._done(process, spec, done))

    def trim(self, most: int) -> None:
        """Let go of idle workers; see `Workers.trim`."""
        with self._lock:
            keep = max(0, most - len(self._busy))
            spare, self._idle = self._idle[keep:], self._idle[:keep]
        for process in spare:
            process.let_go()

    def close(self) -> None:
        """End all; see `Workers.close`."""
        with self._lock:
            self._closed = True
            processes = [*self._idle, *self._busy]
        for process in processes:
            process.dismiss()
        for process in processes:
            process.wait()

    def _taken(self) -> _Process:
        """Take a process that is idle, or a new one."""
        with self._lock:
            process = self._idle.pop() if self._idle else _Process(self._told)
            self._busy.add(process)
            return process

    def _drop(self, process: _Process) -> None:
        with self._lock:
            self._busy.discard(process)
        process.let_go()

    def _told(self, moved: GameMoved) -> None:
        if not self._closed:
            self._tell(moved)

    def _done(self, process: _Process, spec: GameSpec, done: Future[GameResult | None]) -> None:
        """Pass on how a game ended, in the thread of the process's pool."""
        news = process.news(spec, done)
        with self._lock:
            if self._closed:
                return
            self._busy.discard(process)
            if isinstance(news, Died):
                process.let_go()
            else:
                self._idle.append(process)
        self._tell(news)


class _Process:
    """A worker process: an executor of one, and the pipe through which it tells of its game."""

    def __init__(self, tell: Callable[[GameMoved], None]) -> None:
        self._tell = tell
        self._number: int | None = None  # of the process
        context = get_context("spawn")
        self._pipe, self._far = context.Pipe()
        self._acting = context.RawValue("b", -1)  # see `worker.enlist`
        self._pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=enlist, initargs=(self._far, self._acting)
        )
        self._reader: threading.Thread | None = None

    def play(self, spec: GameSpec) -> Future[GameResult | None]:
        """Have the process play a game."""
        self._acting.value = -1
        with machine.interrupts_blocked():
            future = self._pool.submit(work, spec)
        if self._reader is None:
            self._far.close()  # the process has its own: without it, this end of the pipe is told
            self._reader = threading.Thread(target=self._read, name="moves", daemon=True)
            self._reader.start()
        return future

    def news(self, spec: GameSpec, done: Future[GameResult | None]) -> News:
        """Return what has become of a game."""
        try:
            return Played(spec, done.result())
        except (BrokenProcessPool, CancelledError):
            return Died(spec, side_of(self._acting.value))
        except Exception as error:
            return Failed(spec, error)

    def dismiss(self) -> None:
        """Have the process end its game and itself, soon; see `worker`."""
        with suppress(OSError):
            self._pipe.send(None)

    def let_go(self) -> None:
        """Dismiss the process, and do not wait for it."""
        self.dismiss()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def wait(self) -> None:
        """Wait until a process that was dismissed has ended; one that does not is killed."""
        if self._reader is not None:
            self._reader.join(_PATIENCE)
            if self._reader.is_alive() and self._number is not None:
                with suppress(psutil.Error):
                    psutil.Process(self._number).kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _read(self) -> None:
        """Take what the process tells, until it ends."""
        with suppress(EOFError, OSError), self._pipe:
            while True:
                told = self._pipe.recv()
                if isinstance(told, int):
                    self._number = told
                else:
                    for moved in told:
                        self._tell(moved)


class DaskWorkers:
    """The workers of a Dask cluster; each thread of them plays a game."""

    def __init__(self, tell: Tell, cluster: Cluster) -> None:
        self._tell, self._cluster = tell, cluster
        self._name = uuid.uuid4().hex  # of the tournament, on the cluster
        self._here: ProcessWorkers | None = None  # for a game that kills workers again and again
        self._closed = False
        self._threads, self._counted = 0, 0.0  # how many there were, and when
        cluster.listen(self._hear)

    @property
    def usual(self) -> int:
        """How many threads the cluster has now, or a second ago."""
        if time.monotonic() - self._counted > 1:
            self._threads, self._counted = self._cluster.threads, time.monotonic()
        return self._threads

    def begin(self, spec: GameSpec) -> None:
        """Have a game played; see `Workers.begin`."""
        future = self._cluster.executor.submit(dask_worker.work, self._name, spec)
        future.add_done_callback(lambda done: self._done(spec, done))

    def trim(self, most: int) -> None:
        """Let a cluster that was started for this grow to `most` workers; none goes."""
        self._cluster.grow(most)

    def close(self) -> None:
        """Stop all games; see `Workers.close`. A cluster of others keeps its workers."""
        self._closed = True
        self._cluster.executor.shutdown(wait=False)  # which cancels those that wait
        # In a thread: a worker that hangs would not answer, nor a cluster that has gone.
        leaving = threading.Thread(target=self._stop, name="stop", daemon=True)
        leaving.start()
        leaving.join(_GOODBYE)
        if self._here is not None:
            self._here.close()

    def _stop(self) -> None:
        with suppress(MillMateError):
            self._cluster.everywhere(dask_worker.stop, self._name)

    def _hear(self, message: Any) -> None:
        for moved in dask_worker.moves_told(self._name, message):
            if not self._closed:
                self._tell(moved)

    def _done(self, spec: GameSpec, done: Future[GameResult | None]) -> None:
        if self._closed:
            return
        try:
            self._tell(Played(spec, done.result()))
        except BaseException as error:
            if type(error).__name__ == "KilledWorker":
                self._play_here(spec)
            else:
                self._tell(Failed(spec, self._cluster.explained(error)))

    def _play_here(self, spec: GameSpec) -> None:
        """Play a game in a process of this machine: there it is seen who kills it, if anybody."""
        if self._here is None:
            self._here = ProcessWorkers(self._tell, 1)
        self._here.begin(spec)
