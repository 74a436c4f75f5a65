"""A child process at the other end of a pipe, and what runs in it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any, NoReturn

import psutil

from millmate import language, machine
from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job, ProcessDiedError
from millmate.language import Language, tr

CALL, STOP, PAUSE, RESUME = "call", "stop", "pause", "resume"
REPORT, RESULT, FAULT = "report", "result", "fault"

Work = Callable[[Control], Any]
_Message = tuple[str, int, Any]


class Child:
    """A process that does one piece of work after the other; for one thread.

    It ends with this process, after `rest` seconds without a call, or by `end`.
    """

    def __init__(self, job: Job[Any], rest: float | None = None) -> None:
        self._job, self._number = job, 0
        self._memory_kills = machine.oom_kills()
        # The same on all systems: fork kills OpenMP's threads, and Windows has no fork.
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(
            target=_run,
            args=(far_end, language.current(), job.gentle, job.patience, rest),
            name=job.name,
            daemon=not job.parent,
        )
        with machine.interrupts_blocked():  # until the child ignores them
            self._process.start()
        far_end.close()  # so that the child's end alone keeps the pipe open

    def call(self, work: Work) -> None:
        """Start a piece of work; answers to earlier ones are ignored from now on.

        Raises:
            ProcessDiedError: The process has ended.
        """
        self._number += 1
        try:
            self._pipe.send((CALL, self._number, work))
        except OSError:
            raise self._death() from None

    def tell(self, word: str) -> None:
        """Send `STOP`, `PAUSE` or `RESUME`; `receive` notices if the child has died."""
        with suppress(OSError):
            self._pipe.send((word, self._number, None))

    def receive(self, seconds: float) -> tuple[str, Any] | None:
        """Return the next word about the latest call with its value, None if none came in time.

        Raises:
            ProcessDiedError: The process has died.
        """
        try:
            if not self._pipe.poll(seconds):
                return None
            word, number, value = self._pipe.recv()
        except (EOFError, OSError):
            raise self._death() from None
        return (word, value) if number == self._number else None

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """Close the pipe, and kill the process if it still runs after its patience."""
        self._pipe.close()
        self._process.join(self._job.patience)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._process.close()

    def _death(self) -> ProcessDiedError:
        self._process.join(self._job.patience)
        by_memory = machine.oom_kills() > self._memory_kills
        cause = tr("too little memory") if by_memory else _cause(self._process.exitcode)
        words = f"{self._job.died} ({cause})"
        death = ProcessDiedError(f"{words}; {self._job.kept}" if self._job.kept else words)
        death.by_memory = by_memory
        return death


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return tr("exit code {code}", code=code)


# The child ----------------------------------------------------------------------------------------


def _run(
    pipe: Connection, spoken: Language, gentle: bool, patience: float, rest: float | None
) -> None:
    # Ctrl-C reaches every process of a terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    language.use(spoken)  # so that errors are in the parent's language
    if gentle:
        _give_way()
    worker = _Worker(pipe, patience)
    threading.Thread(target=worker.listen, daemon=True).start()
    with suppress(Empty, OSError):
        worker.serve(rest)


def _give_way() -> None:
    process = psutil.Process()
    with suppress(psutil.Error, OSError):
        process.nice(psutil.IDLE_PRIORITY_CLASS if psutil.WINDOWS else 19)


class _Worker:
    """The child's side of the pipe."""

    def __init__(self, pipe: Connection, patience: float) -> None:
        self._pipe, self._patience = pipe, patience
        self._calls: SimpleQueue[tuple[int, Work]] = SimpleQueue()
        self._stop, self._pause = threading.Event(), threading.Event()
        self._working = threading.Lock()

    def listen(self) -> None:
        """Follow the parent; once it has gone, end this process."""
        number = 0
        with suppress(EOFError, OSError):
            while True:
                word, number, value = self._receive(number + 1)
                if word == CALL:
                    self._calls.put((number, value))
                elif word == STOP:
                    self._stop.set()
                elif word == PAUSE:
                    self._pause.set()
                else:
                    self._pause.clear()
        self._stop.set()
        self._working.acquire(timeout=self._patience)
        os._exit(0)

    def _receive(self, following: int) -> _Message:
        try:
            message: _Message = self._pipe.recv()
        except (EOFError, OSError):
            raise
        except Exception as error:  # the work of the following call cannot be imported here
            return CALL, following, partial(_raise, error)
        return message

    def serve(self, rest: float | None) -> None:
        number, work = self._calls.get()
        while True:
            with self._working:
                self._answer(number, work)
            number, work = self._calls.get(timeout=rest)

    def _answer(self, number: int, work: Work) -> None:
        def send(report: object) -> None:
            self._pipe.send((REPORT, number, report))

        try:
            result = work(Control(send, self._stop.is_set, self._pause.is_set))
            self._pipe.send((RESULT, number, result))
        except Exception as error:  # any error is the parent's, not only ours
            self._pipe.send((FAULT, number, _sendable(error)))


def _raise(error: Exception, control: Control) -> NoReturn:
    raise error


def _sendable(error: Exception) -> MillMateError:
    """Return our own errors as they are, others as a `MillMateError`: they may not cross a pipe.

    A note holds the traceback for the log.
    """
    if isinstance(error, MillMateError):
        return error
    sent = MillMateError(
        tr(
            "an unexpected error stopped the work: {name}: {error}",
            name=type(error).__name__,
            error=error,
        )
    )
    sent.add_note("".join(traceback.format_exception(error)))
    return sent
