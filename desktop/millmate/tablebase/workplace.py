"""The directory of tables while somebody builds in it."""

import errno
from pathlib import Path

from filelock import FileLock

from millmate.errors import MillMateError

_LOCKS = ".locks"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def lock(directory: Path, name: object) -> FileLock:
    """Return the lock of the table of this name in `directory`."""
    locks = directory / _LOCKS
    locks.mkdir(exist_ok=True)
    return FileLock(locks / f"{name}.lock", thread_local=False)


def unwritable(directory: Path, error: OSError) -> MillMateError:
    """Return what to tell somebody whose build met `error`."""
    text = f"cannot write tables into {directory}: {error.strerror or error}; "
    if error.errno in _FULL:
        return MillMateError(
            f"{text}what is done so far is kept: free some space and build again to go on from "
            "there, or choose another directory"
        )
    return MillMateError(f"{text}choose another directory")
