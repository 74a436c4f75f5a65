"""A child process at the other end of a pipe, and what runs in it."""

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any, NoReturn

import psutil

from millmate import language, log, machine
from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job, ProcessDiedError, Report, nothing
from millmate.language import Language, tr

CALL, STOP, PAUSE, RESUME = "call", "stop", "pause", "resume"
REPORT, RESULT, FAULT = "report", "result", "fault"

# The same on all systems: fork kills OpenMP's threads, and Windows has no fork.
_CONTEXT = multiprocessing.get_context("spawn")
_POLL = 0.05  # seconds between two looks at whether to stop
_GRACE = 5.0  # seconds that a process has, after its patience, to end those that it has started

Work = Callable[[Control], Any]
_Message = tuple[str, int, Any]


def can_start() -> bool:
    """Return whether this process can start others: daemonic workers of a cluster cannot."""
    return not multiprocessing.current_process().daemon


def new_mark() -> Any:
    """Return a small number, -1, that a process can share."""
    return _CONTEXT.RawValue("b", -1)


class Child:
    """A process that does one piece of work after the other; for one thread.

    It ends with this process, after `rest` seconds without a call, or by `end`.
    """

    def __init__(self, job: Job[Any], rest: float | None = None, mark: Any = None) -> None:
        """Start the process; `mark` is a shared number of `new_mark` that its work can set."""
        self._job, self._number = job, 0
        self._memory_kills = machine.oom_kills()
        self._pipe, far_end = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(
            target=_run,
            args=(far_end, language.current(), replace(job, work=nothing), rest, mark),
            name=job.name,
            daemon=not job.parent,
        )
        with machine.interrupts_blocked():  # until the child ignores them
            self._process.start()
        far_end.close()  # so that the child's end alone keeps the pipe open

    def answer(self, work: Work, report: Report, between: Callable[[], object]) -> Any:
        """Return the result of `work`; answers to earlier calls are ignored from now on.

        `report` is called in this thread, and so is `between`, before each wait of up to 0.05
        seconds; it may raise.

        Raises:
            MillMateError: The work has raised it, or another error, which is logged.
            ProcessDiedError: The process has died.
        """
        self._number += 1
        self._send(CALL, work)
        while True:
            between()
            word, number, value = self._receive()
            if number != self._number:
                continue
            if word == RESULT:
                return value
            if word == FAULT:
                if hasattr(value, "__notes__"):
                    log.report(self._job.name, value)
                raise value
            report(value)

    def tell(self, word: str) -> None:
        """Send `STOP`, `PAUSE` or `RESUME`; `answer` notices if the child has died."""
        with suppress(ProcessDiedError):
            self._send(word)

    def _send(self, word: str, value: object = None) -> None:
        try:
            self._pipe.send((word, self._number, value))
        except OSError:
            raise self._death() from None

    def _receive(self) -> _Message:
        """Return the next message, or an empty one if none comes soon."""
        try:
            return self._pipe.recv() if self._pipe.poll(_POLL) else ("", 0, None)
        except (EOFError, OSError):
            raise self._death() from None

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """Close the pipe, and kill the process if it still runs after its patience."""
        self._pipe.close()
        self._process.join(self._job.patience + _GRACE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        with suppress(ValueError):  # the exit code has just gone to another thread
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


def _run(pipe: Connection, spoken: Language, job: Job[Any], rest: float | None, mark: Any) -> None:
    # Ctrl-C reaches every process of a terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    language.use(spoken)  # so that errors are in the parent's language
    if job.gentle:
        with suppress(psutil.Error, OSError):
            psutil.Process().nice(psutil.IDLE_PRIORITY_CLASS if psutil.WINDOWS else 19)
    worker = _Worker(pipe, job, mark)
    threading.Thread(target=worker.listen, daemon=True).start()
    with suppress(Empty, OSError):
        worker.serve(rest)


class _Worker:
    """The child's side of the pipe."""

    def __init__(self, pipe: Connection, job: Job[Any], mark: Any) -> None:
        self._pipe, self._job, self._mark = pipe, job, mark
        self._calls: SimpleQueue[tuple[int, Work]] = SimpleQueue()
        self._stop, self._pause = threading.Event(), threading.Event()
        self._stop_work: Callable[[], object] = nothing
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
                    self._ask_to_stop()
                elif word == PAUSE:
                    self._pause.set()
                else:
                    self._pause.clear()
        self._ask_to_stop()
        self._working.acquire(timeout=self._job.patience)
        self._job.last()
        if self._job.parent:
            for child in psutil.Process().children(recursive=True):
                with suppress(psutil.Error):
                    child.kill()
        os._exit(0)

    def _ask_to_stop(self) -> None:
        self._stop.set()
        self._stop_work()

    def _on_stop(self, call: Callable[[], object]) -> None:
        self._stop_work = call
        if self._stop.is_set():
            call()

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

        def mark(value: int) -> None:
            self._mark.value = value

        control = Control(send, self._stop.is_set, self._pause.is_set, self._on_stop, mark)
        try:
            result = work(control)
            self._pipe.send((RESULT, number, result))
        except Exception as error:  # any error is the parent's, not only ours
            self._pipe.send((FAULT, number, _sendable(error)))
        finally:
            self._stop_work = nothing


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
