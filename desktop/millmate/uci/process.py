"""A program controlled by lines of text, and ended with everything it started."""

import atexit
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO, Any

import psutil

from millmate.errors import MillMateError
from millmate.language import tr

_LONGEST_LINE = 8192  # bytes kept of a line
_MOST_LINES = 1024  # waiting to be read: a program that writes more has to wait
_RATE = 2_000_000  # bytes a second that a program may write for long, including `_LINE_COST`
_LINE_COST = 100  # extra bytes counted for each line
_CHUNK = 1 << 14
_MARK = "MILLMATE_ENGINE"  # in the environment of a program and of everything it starts
_ROUNDS = 5  # of searching for processes it started

_living: "weakref.WeakSet[EngineProcess]" = weakref.WeakSet()


class EngineError(MillMateError):
    """An engine cannot be started or used; the message says why."""


class EngineProcess:
    """A running program and its lines.

    Its output is read in threads, and only as needed: a program that writes too much has to wait,
    so that our memory use does not grow. `close` ends it with all processes it started; so does
    the end of our program. Those are its process group, its descendants, and every process that
    inherited the mark in its environment: the mark finds daemons, which leave the session and
    whose parents have ended. A process that also clears its environment is not found.

    All methods belong to one thread.
    """

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        """Start `command`, a program and its arguments, in `folder`.

        Raises:
            EngineError: There is no such program, or it cannot be run.
        """
        self._mark = secrets.token_hex(8)
        try:
            self._process = subprocess.Popen(
                list(command),
                env=os.environ | {_MARK: self._mark},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                **_apart(),
            )
        except (OSError, ValueError) as error:  # a NUL in a path is a ValueError
            raise EngineError(_cannot_run(command[0], error)) from error
        _living.add(self)
        self._leaving = threading.Event()
        self._lines: Queue[str | None] = Queue(_MOST_LINES)
        self._complaints: Queue[str | None] = Queue(1)
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=_read, args=(stream, put, self._leaving), daemon=True)
            for stream, put in (
                (self._process.stdout, self._put),
                (self._process.stderr, self._keep_last),
            )
        ]
        self._threads.append(threading.Thread(target=self._write, daemon=True))
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The ID of the process, and of its process group where these exist."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Send a line; this is not an error even if the program does not read or has ended."""
        self._outgoing.put(line.replace("\n", " ").encode() + b"\n")

    def receive(self, seconds: float) -> str | None:
        """Return the next line without its line end, or None after `seconds`.

        Raises:
            EOFError: The program has ended or closed its output, so there will be no more lines.
        """
        try:
            line = self._lines.get(timeout=max(seconds, 0.001))
        except Empty:
            if _is_over(self.pid):  # a process it started keeps the output open
                raise EOFError from None
            return None
        if line is None:
            self._lines.put_nowait(None)  # for the next call
            raise EOFError
        return line

    def last_words(self) -> str:
        """Return the last line it wrote to standard error, or ""."""
        self._threads[1].join(0.2)  # it may have ended just now
        try:
            return self._complaints.get_nowait() or ""
        except Empty:
            return ""

    def exit_status(self, seconds: float) -> int | None:
        """Return its exit status, or None if it is still running after `seconds`.

        Afterwards its process ID can be reused, so everything it started is ended first.
        """
        return self._process.poll() if self._ended(seconds) else None

    def close(self, seconds: float = 0.0) -> None:
        """Give the program `seconds` to end by itself, then end it by force."""
        if self._leaving.is_set():
            return
        self._ended(seconds)
        self.kill()
        self._leaving.set()
        self._outgoing.put(None)
        for thread in self._threads:
            thread.join(1.0)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._process.wait()

    def kill(self) -> None:
        """End the program and everything it started at once."""
        _living.discard(self)
        if self._process.returncode is not None:
            return  # already reaped, so the ID may be another process's by now
        family = _descendants(self.pid)
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
        _kill(family)
        self._process.kill()
        for _ in range(_ROUNDS):  # a process may have been started while another was ended
            family = _marked(self._mark)
            if not family:
                break
            _kill(family)

    def _ended(self, seconds: float) -> bool:
        """Wait for the program to end, and end its group before reaping it."""
        until = time.monotonic() + seconds
        while self._process.returncode is None and not _is_over(self.pid):
            if time.monotonic() >= until:
                return False
            time.sleep(0.01)
        self.kill()
        self._process.wait()
        return True

    def _put(self, line: str | None) -> None:
        """Put a line in the queue; wait while the queue is full."""
        while not self._leaving.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=0.1)
                return

    def _keep_last(self, line: str | None) -> None:
        if line and line.strip():
            with suppress(Empty):
                self._complaints.get_nowait()
            self._complaints.put_nowait(line.strip())

    def _write(self) -> None:
        """Send the queued lines, in a separate thread because an unread pipe blocks."""
        stream = self._process.stdin
        assert stream is not None
        while (line := self._outgoing.get()) is not None:
            try:
                stream.write(line)
            except (OSError, ValueError):  # the program has ended or closed its input
                return


def _read(stream: IO[bytes], put: Callable[[str | None], None], leaving: threading.Event) -> None:
    """Read lines from `stream` and `put` them, None at the end; at most at `_RATE`."""
    rest, allowance, before = b"", float(_RATE), time.monotonic()
    while not leaving.is_set():
        try:
            chunk = os.read(stream.fileno(), _CHUNK)
        except (OSError, ValueError):
            break
        if not chunk:
            break
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[:_LONGEST_LINE]
        for line in lines:
            put(_text(line[:_LONGEST_LINE]))
        now = time.monotonic()
        allowance = min(_RATE, allowance + (now - before) * _RATE)
        allowance -= len(chunk) + _LINE_COST * len(lines)
        before = now
        if allowance < 0:
            leaving.wait(-allowance / _RATE)
    if rest:
        put(_text(rest))
    put(None)


def _text(line: bytes) -> str:
    """Return the words of a line separated by spaces; unprintable characters become spaces."""
    text = line.decode(errors="replace")
    if not text.isprintable():
        text = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(text.split())


def _apart() -> dict[str, Any]:
    """Return the arguments to start a process in its own group and without a window."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": flags}
    return {"start_new_session": True}


def _cannot_run(program: str, error: Exception) -> str:
    """Return a message that says why `program` cannot be run."""
    if isinstance(error, FileNotFoundError) and not Path(program).exists():
        return tr("there is no file {program}", program=program)
    if isinstance(error, PermissionError):
        return tr(
            "{program} cannot be run: it is not a program, or not marked as executable",
            program=program,
        )
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return tr("{program} cannot be run ({reason})", program=program, reason=reason)


def _is_over(pid: int) -> bool:
    """Return whether a process has ended, reaped or not."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return list(psutil.Process(pid).children(recursive=True))
    except psutil.Error:
        return []


def _marked(mark: str) -> list[psutil.Process]:
    """Return the readable processes whose environment contains `mark`."""
    found = []
    for pid in psutil.pids():
        with suppress(psutil.Error, OSError):
            process = psutil.Process(pid)
            if process.environ().get(_MARK) == mark and not _is_over(pid):
                found.append(process)
    return found


def _kill(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.Error):
            process.kill()


def kill_all() -> None:
    """End every program that is still running."""
    for process in list(_living):
        process.kill()


atexit.register(kill_all)
