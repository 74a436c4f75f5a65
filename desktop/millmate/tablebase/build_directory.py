"""The directory of tables while somebody builds in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from millmate.errors import MillMateError
from millmate.files import FULL
from millmate.language import tr

_LOCKS = ".locks"


def lock(directory: Path, name: object) -> FileLock:
    """Return the lock of the table of this name in `directory`."""
    locks = directory / _LOCKS
    locks.mkdir(exist_ok=True)
    return FileLock(locks / f"{name}.lock", thread_local=False)


def short_of_memory() -> MillMateError:
    """Return what to tell somebody whose build was not given the memory that it asked for."""
    return MillMateError(
        tr(
            "memory ran out while tables were built; what is done so far is kept: close other "
            "programs, or build with fewer threads or less memory, and build again to go on"
        )
    )


@contextmanager
def explained_storage_errors(directory: Path) -> Iterator[None]:
    """Have what disk and memory refuse while tables are built in `directory` told in words.

    Raises:
        MillMateError: In place of an `OSError` or a `MemoryError`; says what is kept, and the mend.
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
    """Return what to tell somebody whose tables cannot be written into `directory`."""
    return tr(
        "cannot write tables into {folder}: {why}; choose another directory",
        folder=directory,
        why=why,
    )
