"""The directory of tables during a build: locks, leftovers, and errors of disk and memory."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from millmate.errors import MillMateError
from millmate.files import FULL
from millmate.language import tr

_LOCKS = ".locks"


def lock(directory: Path, name: object) -> FileLock:
    locks = directory / _LOCKS
    locks.mkdir(exist_ok=True)
    return FileLock(locks / f"{name}.lock", thread_local=False)


def remove_unlocked(directory: Path, name: object, path: Path) -> bool:
    """Remove the unfinished table at `path` unless its lock is held; return whether it is gone."""
    try:
        with lock(directory, name).acquire(timeout=0):
            shutil.rmtree(path, ignore_errors=True)
    except Timeout:
        return False
    return True


def short_of_memory() -> MillMateError:
    """Return the error of a build that the system refused memory."""
    return MillMateError(
        tr(
            "memory ran out while tables were built; what is done so far is kept: close other "
            "programs, or build with fewer threads or less memory, and build again to go on"
        )
    )


@contextmanager
def storage_errors_explained(directory: Path) -> Iterator[None]:
    """Explain errors of disk and memory while tables are built in `directory`.

    Raises:
        MillMateError: Instead of an `OSError` or a `MemoryError`; says what is kept and what to do.
    """
    try:
        yield
    except OSError as error:
        raise _unwritable(directory, error) from error
    except MemoryError as error:
        raise short_of_memory() from error


def _unwritable(directory: Path, error: OSError) -> MillMateError:
    why = str(error.strerror or error)
    if error.errno not in FULL:
        return MillMateError(unwritable(directory, why))
    return MillMateError(
        tr(
            "cannot write tables into {folder}: {why}; what is done so far is kept: free some "
            "space and build again to go on from there, or choose another directory",
            folder=directory,
            why=why,
        )
    )


def unwritable(directory: Path, why: str) -> str:
    """Return the message that tables cannot be written into `directory`."""
    return tr(
        "cannot write tables into {folder}: {why}; choose another directory",
        folder=directory,
        why=why,
    )
