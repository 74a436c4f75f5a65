"""Solve distances to zeroing in a child process, so that the window never loads kernels.

The first question starts the process; it ends when this side closes the pipe or dies. It answers
abandoned questions too: what it solved for them serves the next one.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

from millmate import log
from millmate.games.board import Board
from millmate.tablebase.child_process import ChildProcess
from millmate.tablebase.progress import Stopped
from millmate.tablebase.rule50 import Distance, Resolver

_POLL = 0.02  # seconds between two polls of `stopped`
_GOODBYE = 1.0  # seconds that the process has to end

_Question = tuple[int, list[str], bool]
_Answer = list[Distance | None]


class DistanceTables(Protocol):
    """What answers, such as `zeroing.DtzTables`."""

    def distances(self, texts: Sequence[str], winner: bool) -> list[Distance | None]:
        """Return the distances of positions for a winner, None where they are unknown."""


OpenTables = Callable[[Path], DistanceTables]


class DtzProcess:
    """Asks for the distances of positions of one game; safe from several threads.

    Every answer is None where no child process is possible, as in the daemonic workers of a
    cluster, and once the process has died: it is not started again.
    """

    def __init__(self, directory: Path, open_tables: OpenTables) -> None:
        """Ask about positions whose tables are in `directory`; nothing is started yet.

        The child process calls `open_tables` with the directory.
        """
        self._directory = directory
        self._open_tables = open_tables
        self._lock = threading.Lock()
        self._child: ChildProcess | None = None
        self._asked = 0
        self._failed = bool(multiprocessing.current_process().daemon)

    def resolver(self, seconds: float, stopped: Stopped) -> Resolver:
        """Return a function that asks, and waits up to `seconds` or until `stopped` is true."""

        def resolve(boards: Sequence[Board], winner: bool) -> _Answer:
            with self._lock:
                deadline = time.monotonic() + seconds
                question = [board.fen() for board in boards], winner
                answer = self._answer(*question, lambda: time.monotonic() > deadline or stopped())
            return [None] * len(boards) if answer is None else answer

        return resolve

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._end()

    def _answer(self, fens: list[str], winner: bool, given_up: Stopped) -> _Answer | None:
        """Return the answer to a question, None if there is none in time."""
        try:
            if self._child is None:
                if self._failed:
                    return None
                self._child = ChildProcess("distances", _serve, self._directory, self._open_tables)
            pipe = self._child.pipe
            self._asked += 1
            pipe.send((self._asked, fens, winner))
            while not given_up():
                if pipe.poll(_POLL):
                    number, answer = pipe.recv()
                    if number == self._asked:
                        return list(answer)
        except (EOFError, OSError) as error:
            log.report(f"distances to zeroing in {self._directory}", error)
            self._failed = True
            self._end()
        return None

    def _end(self) -> None:
        if self._child is not None:
            self._child.end(_GOODBYE)
            self._child = None


# The child ----------------------------------------------------------------------------------------


def open_chess(directory: Path) -> DistanceTables:
    """Return the distances to zeroing of chess; loads kernels."""
    from millmate.tablebase.dtz import DtzTables

    return DtzTables(directory)


def open_morris(directory: Path) -> DistanceTables:
    """Return the distances to zeroing of morris; loads kernels."""
    from millmate.tablebase.morris.dtz import MorrisDtz

    return MorrisDtz(directory)


def _serve(pipe: Connection, directory: Path, open_tables: OpenTables) -> None:
    """Answer questions until the other side closes the pipe."""
    questions: SimpleQueue[_Question] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    tables = open_tables(directory)
    while True:
        number, fens, winner = questions.get()
        with suppress(OSError):
            pipe.send((number, tables.distances(fens, winner)))


def _listen(pipe: Connection, questions: SimpleQueue[_Question]) -> None:
    """Pass questions on; end the process at once when the other side has gone."""
    with suppress(EOFError, OSError):
        while True:
            questions.put(pipe.recv())
    os._exit(0)
