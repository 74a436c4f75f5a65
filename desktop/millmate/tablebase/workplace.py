"""The directory of tables while somebody builds in it."""

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


def unwritable(directory: Path, error: OSError) -> MillMateError:
    """Return what to tell somebody whose build met `error`."""
    text = f"cannot write tables into {directory}: {error.strerror or error}; "
    if error.errno in FULL:
        return MillMateError(
            f"{text}what is done so far is kept: free some space and build again to go on from "
            "there, or choose another directory"
        )
    return MillMateError(f"{text}choose another directory")
