"""Plays several games at once, in processes of this machine or on a Dask cluster.

Both use executors of `concurrent.futures`. Here each worker is a pool of one process: when a
process dies, its game is known, and no other game is lost.
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
from typing import Any

import psutil

from millmate import machine
from millmate.cluster import Cluster
from millmate.errors import MillMateError
from millmate.play.tournament import dask_worker
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameResult, GameSpec
from millmate.play.tournament.process_worker import enlist, side_of, work

_END_SECONDS = 10.0  # seconds that a process has to end
_STOP_SECONDS = 3.0  # seconds that a cluster has to stop games


@dataclass(frozen=True, slots=True)
class Died:
    """The worker of a game died; `side` is whose player was acting, if known."""

    spec: GameSpec
    side: bool | None


# A result, None for a stopped game; an error is no fault of the players.
News = GameResult | None | GameMoved | Died | Exception
Emit = Callable[[News], None]


class ProcessWorkers:
    """Processes of this machine; a new one starts when none is idle.

    They emit `News` of their games in threads of their own. `usual` is how many games are played at
    once by default.
    """

    def __init__(self, emit: Emit, usual: int) -> None:
        self._emit, self.usual = emit, usual
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._lock = threading.Lock()
        self._closed = False

    def start(self, spec: GameSpec) -> None:
        with self._lock:
            process = self._idle.pop() if self._idle else _Process(self._on_move)
            self._busy.add(process)
        try:
            future = process.play(spec)
        except BrokenProcessPool:  # it was killed while it was idle, which is no game's fault
            with self._lock:
                self._busy.discard(process)
            process.release()
            self.start(spec)
        else:
            future.add_done_callback(lambda done: self._done(process, spec, done))

    def resize(self, most: int) -> None:
        """Release idle workers down to `most` in all."""
        with self._lock:
            keep = max(0, most - len(self._busy))
            spare, self._idle = self._idle[keep:], self._idle[:keep]
        for process in spare:
            process.release()

    def close(self) -> None:
        """Stop all games and end all processes; emit nothing afterwards."""
        with self._lock:
            self._closed = True
            processes = [*self._idle, *self._busy]
        for process in processes:
            process.stop()
        for process in processes:
            process.wait()

    def _on_move(self, moved: GameMoved) -> None:
        if not self._closed:
            self._emit(moved)

    def _done(self, process: _Process, spec: GameSpec, done: Future[GameResult | None]) -> None:
        """Report how a game ended, in the thread of the process's pool."""
        news = process.news(spec, done)
        with self._lock:
            if self._closed:
                return
            self._busy.discard(process)
            # The pool of a dead process ends by itself. Shutting it down here would wait for a lock
            # that Python 3.12 and 3.13 hold while they call this.
            if not isinstance(news, Died):
                self._idle.append(process)
        self._emit(news)


class _Process:
    """A worker process: an executor of one, and the pipe through which it reports."""

    def __init__(self, emit: Callable[[GameMoved], None]) -> None:
        self._emit = emit
        self._number: int | None = None  # of the process
        context = get_context("spawn")
        self._pipe, self._worker_end = context.Pipe()
        self._acting = context.RawValue("b", -1)  # see `worker.enlist`
        self._pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=enlist, initargs=(self._worker_end, self._acting)
        )
        self._reader: threading.Thread | None = None

    def play(self, spec: GameSpec) -> Future[GameResult | None]:
        self._acting.value = -1
        with machine.interrupts_blocked():
            future = self._pool.submit(work, spec)
        if self._reader is None:
            self._worker_end.close()  # else the pipe outlives the process
            self._reader = threading.Thread(target=self._read, name="moves", daemon=True)
            self._reader.start()
        return future

    def news(self, spec: GameSpec, done: Future[GameResult | None]) -> News:
        """Return how a game ended."""
        try:
            return done.result()
        except (BrokenProcessPool, CancelledError):
            return Died(spec, side_of(self._acting.value))
        except Exception as error:
            return error

    def stop(self) -> None:
        """Tell the process to end its game and itself; see `process_worker`."""
        with suppress(OSError):
            self._pipe.send(None)

    def release(self) -> None:
        """Stop the process without waiting for it."""
        self.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def wait(self) -> None:
        """Wait until the stopped process has ended, and kill it if it does not."""
        if self._reader is not None:
            self._reader.join(_END_SECONDS)
            if self._reader.is_alive() and self._number is not None:
                with suppress(psutil.Error):
                    psutil.Process(self._number).kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _read(self) -> None:
        """Read what the process reports until it ends."""
        with suppress(EOFError, OSError), self._pipe:
            while True:
                received = self._pipe.recv()
                if isinstance(received, int):
                    self._number = received
                else:
                    for moved in received:
                        self._emit(moved)


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
        for moved in dask_worker.moves_in(self._name, message):
            if not self._closed:
                self._emit(moved)

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
