"""What happened, for whoever looks into a fault: a small file in the state directory.

Each process that has something to tell has a file of its own, guarded by a lock that the system
takes away from a process that dies: `millmate.log`, `millmate-2.log` and so on, each with up to
four older parts of a megabyte (`millmate.log.1` is the newest of them). Nothing is written before
`begin` was called, and no file is made before there is something to tell. Child processes tell
their parents, who write.
"""

from __future__ import annotations

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
from millmate.regular import opened, opener

if TYPE_CHECKING:
    from filelock import FileLock

BYTES = 1_000_000  # of a file
PARTS = 4  # older ones that are kept
_MOST_PROCESSES = 8  # that write at once

# Errors that a person can do something about; a note that is added to one tells of another.
FORESEEN = (MillMateError, OSError)

LOG = logging.getLogger("millmate")
LOG.addHandler(logging.NullHandler())  # so that without `begin` nothing is told anywhere


_crashes: IO[str] | None = None  # what a crash would be written to


class LogFile(RotatingFileHandler):
    """Writes to the first file that no other process writes to; never fails aloud."""

    def __init__(self, directory: Path, who: str) -> None:
        """Prepare to write to `directory`; `who` tells in the first line what this process is."""
        self.directory = directory
        super().__init__(
            directory / file_name(0),
            maxBytes=BYTES,
            backupCount=PARTS,
            encoding="utf-8",
            delay=True,
        )
        self.setFormatter(Words())
        self._who = who
        self._lock_file: FileLock | None = None
        self.trouble: Exception | None = None  # why the last record could not be written

    @property
    def path(self) -> Path:
        """The file that is written to, or would be."""
        return Path(self.baseFilename)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; before the first one, what this process is."""
        try:
            if self._lock_file is None:
                self._take_place()
                super().emit(_header(self._who))
        except OSError as error:
            self.trouble = error
            return
        self.trouble = None
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Keep in mind why nothing could be written: a full disk must not make matters worse."""
        error = sys.exception()
        self.trouble = error if isinstance(error, Exception) else None

    def close(self) -> None:
        """Close the file and let another process have it."""
        with suppress(OSError):  # a full disk: what was buffered is lost
            super().close()
        if self._lock_file is not None:
            self._lock_file.release()
            self._lock_file = None

    def _take_place(self) -> None:
        """Take the first file that is free.

        Raises:
            OSError: There is none, or the directory cannot be written.
        """
        from filelock import FileLock, Timeout

        self.directory.mkdir(parents=True, exist_ok=True)
        for number in range(_MOST_PROCESSES):
            path = self.directory / file_name(number)
            lock = FileLock(path.with_suffix(".lock"))
            with suppress(Timeout):
                lock.acquire(timeout=0)
                self._lock_file, self.baseFilename = lock, str(path)
                return
        raise OSError(f"{self.directory}: {_MOST_PROCESSES} processes are writing already")

    def _open(self) -> IO[str]:  # type: ignore[override]
        """Open the file so that nobody else reads what this person does."""
        private = partial(opener, mode=0o600)
        return open(self.baseFilename, "a", encoding="utf-8", opener=private)


class Words(logging.Formatter):
    """A record as text: when (UTC), which process, how grave, where, what; `~` for one's home."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s.%(msecs)03dZ %(process)d %(levelname)s %(name)s: %(message)s")
        self.datefmt = "%Y-%m-%dT%H:%M:%S"

    def format(self, record: logging.LogRecord) -> str:
        """Return `record` as text."""
        return without_home(super().format(record))


def begin(who: str) -> LogFile:
    """Write what is told from now on to the log; `who` is what this process does, such as `window`.

    A handler that was begun before is ended.
    """
    end()
    handler = LogFile(paths.log_dir(), who)
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.disabled = False  # a library that configures logging may have switched all others off
    return handler


def watch_crashes() -> None:
    """Have a crash of the interpreter itself written beside the log, and tell of the last one.

    It is told by whoever gets the same file next: the log's last lines were of that process. To be
    called once something was told.
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


def end() -> None:
    """Write nothing any more."""
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
    """Return what writes the log of this process, None before `begin`."""
    return next((each for each in LOG.handlers if isinstance(each, LogFile)), None)


@contextmanager
def told(what: str) -> Iterator[None]:
    """Tell when long work begins and how it ends; `what` is its name, such as `build KBNvK`."""
    LOG.info("%s: begun", what)
    began = time.monotonic()
    try:
        yield
    except Exception as error:
        tell(f"{what}: ended after {time.monotonic() - began:.1f} s", error)
        raise
    LOG.info("%s: done in %.1f s", what, time.monotonic() - began)


def tell(what: str, error: BaseException) -> None:
    """Tell of an error: one that was foreseen in a line, any other with its traceback.

    What is wrong with a text is not told in words: they quote it.
    """
    if isinstance(error, InputError):
        LOG.warning("%s: %s", what, type(error).__name__)
    elif isinstance(error, FORESEEN) and not hasattr(error, "__notes__"):
        LOG.warning("%s: %s: %s", what, type(error).__name__, " ".join(str(error).split()))
    else:
        LOG.error("%s: %s", what, unexpected(error), exc_info=error)


def file_name(number: int) -> str:
    """Return the name of the log of the process that came as `number`, counted from 0."""
    return f"millmate-{number + 1}.log" if number else "millmate.log"


def newest(directory: Path | None = None) -> Path | None:
    """Return the log that was written to last, None if there is none."""
    directory = paths.log_dir() if directory is None else directory
    with suppress(OSError):
        files = [*directory.glob("millmate*.log")]
        return max(files, key=lambda path: path.stat().st_mtime, default=None)
    return None


def tail(path: Path, most: int = 200_000) -> str:
    """Return the last lines of a log, of at most so many bytes.

    Raises:
        OSError: It cannot be read.
    """
    with opened(path) as file:
        start = max(0, file.seek(0, os.SEEK_END) - most)
        file.seek(start)
        content = file.read(most)
    if start:
        content = content.partition(b"\n")[2]
    return content.decode("utf-8", errors="replace")


def without_home(text: str) -> str:
    """Return `text` with `~` in place of the path of one's home, which holds one's name."""
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


def unexpected(error: BaseException) -> str:
    """Return in one line an error that nobody foresaw: kind, words, and where it was raised."""
    words = " ".join(str(error).split())
    said = f"{type(error).__name__}: {words}" if words else type(error).__name__
    where = place_of(error)
    return f"{said} ({where})" if where else said


def details(error: BaseException) -> str:
    """Return the whole of an error for whoever mends it: with its traceback."""
    return without_home("".join(traceback.format_exception(error)))


def versions(who: str) -> str:
    """Return in a line what this process is, and of what version."""
    system = f"Python {platform.python_version()}, {platform.platform()}"
    return f"Mill & Mate {__version__}, {who}; {system}"


def _header(who: str) -> logging.LogRecord:
    said = versions(who)
    return LOG.makeRecord(LOG.name, logging.INFO, __file__, 0, said, (), None)
