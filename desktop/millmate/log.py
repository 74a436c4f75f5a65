"""The log: a small file in the state directory, for investigating faults.

Each process that has something to report writes its own file, guarded by a lock that the operating
system releases when the process dies: `millmate.log`, `millmate-2.log` and so on, each with up to
four older parts of a megabyte (`millmate.log.1` is the newest of them). Nothing is written before
`start` is called, and no file is created before there is something to report. Child processes send
their reports to their parents, which write them.
"""

import faulthandler
import logging
import os
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import IO, TYPE_CHECKING

from millmate import __version__, paths
from millmate.errors import InputError, MillMateError
from millmate.locks import HeldError, hold
from millmate.regular_files import open_regular, opener

if TYPE_CHECKING:
    from millmate.locks import Lock

BYTES = 1_000_000  # of a file
PARTS = 4  # older ones to keep
_MOST_PROCESSES = 8  # writing at once

# Errors that users can act on; one with a note attached carries an unexpected error.
EXPECTED = (MillMateError, OSError)

LOG = logging.getLogger("millmate")
LOG.addHandler(logging.NullHandler())  # so that nothing is printed before `start`


_crashes: IO[str] | None = None  # the file for reports of crashes


class LogFile(RotatingFileHandler):
    """Writes to the first file that no other process is using; never raises."""

    def __init__(self, directory: Path, who: str) -> None:
        """Prepare to write to `directory`; `who` names this process in the first line."""
        self.directory = directory
        super().__init__(
            directory / file_name(0),
            maxBytes=BYTES,
            backupCount=PARTS,
            encoding="utf-8",
            delay=True,
        )
        self.setFormatter(LogFormatter())
        self._who = who
        self._lock_file: Lock | None = None
        self.trouble: Exception | None = None  # why the last record could not be written

    @property
    def path(self) -> Path:
        return Path(self.baseFilename)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; before the first one, write a line about this process."""
        try:
            if self._lock_file is None:
                self._claim_file()
                super().emit(_header(self._who))
        except OSError as error:
            self.trouble = error
            return
        self.trouble = None
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Remember why nothing could be written; a full disk must not cause further errors."""
        error = sys.exception()
        self.trouble = error if isinstance(error, Exception) else None

    def close(self) -> None:
        with suppress(OSError):  # the disk is full: buffered records are lost
            super().close()
        if self._lock_file is not None:
            self._lock_file.release()
            self._lock_file = None

    def _claim_file(self) -> None:
        """Lock the first free file.

        Raises:
            OSError: No file is free, or the directory cannot be written.
        """
        self.directory.mkdir(parents=True, exist_ok=True)
        for number in range(_MOST_PROCESSES):
            path = self.directory / file_name(number)
            with suppress(HeldError):
                self._lock_file, self.baseFilename = hold(path.with_suffix(".lock")), str(path)
                return
        raise OSError(f"{self.directory}: {_MOST_PROCESSES} processes are writing already")

    def _open(self) -> IO[str]:  # type: ignore[override]
        """Open the file with permissions for this user only."""
        private = partial(opener, mode=0o600)
        return open(self.baseFilename, "a", encoding="utf-8", opener=private)


class LogFormatter(logging.Formatter):
    """Formats a record: time (UTC), process, level, logger, message, with `~` for the home."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s.%(msecs)03dZ %(process)d %(levelname)s %(name)s: %(message)s")
        self.datefmt = "%Y-%m-%dT%H:%M:%S"

    def format(self, record: logging.LogRecord) -> str:
        return without_home(super().format(record))


def start(who: str) -> LogFile:
    """Log to a file from now on; `who` names the role of this process, such as `window`.

    A previously started log is stopped.
    """
    stop()
    handler = LogFile(paths.log_dir(), who)
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.disabled = False  # a library that configures logging may have disabled all other loggers
    return handler


def watch_crashes() -> None:
    """Write crashes of the interpreter itself next to the log, and report the previous one.

    It is reported by the next process that uses the same log file, because the last lines there
    belong to the crashed process. Call this after something was logged.
    """
    handler = current()
    if handler is None or handler.trouble is not None:
        return
    path = handler.path.with_suffix(".crash")
    with suppress(OSError):
        if path.is_file() and (said := tail(path, 20_000).strip()):
            LOG.error("the process that wrote here before has crashed:\n%s", said)
        global _crashes
        _crashes = open(path, "w", encoding="utf-8", opener=opener)  # noqa: SIM115 (kept open)
        faulthandler.enable(_crashes)


def stop() -> None:
    global _crashes
    if _crashes is not None:
        faulthandler.disable()
        _crashes.close()
        with suppress(OSError):
            Path(_crashes.name).unlink()
        _crashes = None
    for handler in [each for each in LOG.handlers if isinstance(each, LogFile)]:
        LOG.removeHandler(handler)
        handler.close()


def current() -> LogFile | None:
    """Return the handler that writes this process's log, or None before `start`."""
    return next((each for each in LOG.handlers if isinstance(each, LogFile)), None)


@contextmanager
def task(what: str) -> Iterator[None]:
    """Log the start and the end of a long task called `what`, such as `build KBNvK`."""
    LOG.info("%s: started", what)
    began = time.monotonic()
    try:
        yield
    except Exception as error:
        report(f"{what}: ended after {time.monotonic() - began:.1f} s", error)
        raise
    LOG.info("%s: done in %.1f s", what, time.monotonic() - began)


def report(what: str, error: BaseException) -> None:
    """Log an error: an expected one in one line, any other with its traceback.

    The message of an `InputError` is left out, because it quotes user input.
    """
    if isinstance(error, InputError):
        LOG.warning("%s: %s", what, type(error).__name__)
    elif isinstance(error, EXPECTED) and not hasattr(error, "__notes__"):
        LOG.warning("%s: %s: %s", what, type(error).__name__, " ".join(str(error).split()))
    else:
        LOG.error("%s: %s", what, summary(error), exc_info=error)


def file_name(number: int) -> str:
    """Return the name of the log file with this number, starting at 0."""
    return f"millmate-{number + 1}.log" if number else "millmate.log"


def newest(directory: Path | None = None) -> Path | None:
    """Return the most recently written log file, None without one."""
    directory = paths.log_dir() if directory is None else directory
    with suppress(OSError):
        files = [*directory.glob("millmate*.log")]
        return max(files, key=lambda path: path.stat().st_mtime, default=None)
    return None


def tail(path: Path, most: int = 200_000) -> str:
    """Return the last lines of a log, at most `most` bytes.

    Raises:
        OSError: The log cannot be read.
    """
    with open_regular(path) as file:
        start = max(0, file.seek(0, os.SEEK_END) - most)
        file.seek(start)
        content = file.read(most)
    if start:
        content = content.partition(b"\n")[2]
    return content.decode("utf-8", errors="replace")


def without_home(text: str) -> str:
    """Return `text` with `~` for the home directory, whose path contains the user's name."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def place_of(error: BaseException) -> str:
    """Return where in this program `error` was raised: `tablebase/probe.py:120`, "" if nowhere."""
    package = Path(__file__).parent
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        with suppress(ValueError):
            return f"{Path(frame.filename).relative_to(package).as_posix()}:{frame.lineno}"
    return ""


def summary(error: BaseException) -> str:
    """Return an unexpected error in one line: type, message, and where it was raised."""
    words = " ".join(str(error).split())
    said = f"{type(error).__name__}: {words}" if words else type(error).__name__
    where = place_of(error)
    return f"{said} ({where})" if where else said


def details(error: BaseException) -> str:
    """Return an error with its traceback, for a bug report."""
    return without_home("".join(traceback.format_exception(error)))


def versions(who: str) -> str:
    """Return a line with the program's version, the process and the system."""
    system = f"Python {platform.python_version()}, {platform.platform()}"
    return f"Mill & Mate {__version__}, {who}; {system}"


def _header(who: str) -> logging.LogRecord:
    said = versions(who)
    return LOG.makeRecord(LOG.name, logging.INFO, __file__, 0, said, (), None)
