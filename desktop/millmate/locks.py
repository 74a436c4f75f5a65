"""Lock files: one process at a time holds one, and a process that ends releases all it held."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock


class HeldError(Exception):
    """Another process, or another `Lock` of this one, holds a lock file."""


@dataclass(frozen=True)
class Lock(AbstractContextManager["Lock"]):
    """A lock file that is held until `release`, or until its context ends."""

    _held: "BaseFileLock"

    def release(self) -> None:
        self._held.release()

    def __exit__(self, *_: object) -> None:
        """Release it."""
        self.release()


def hold(path: Path, seconds: float = 0.0) -> Lock:
    """Hold the lock file `path`, waiting for at most `seconds`.

    Raises:
        HeldError: It is held elsewhere.
        OSError: The file cannot be created.
    """
    from filelock import FileLock, Timeout  # loads asyncio

    held = FileLock(path, thread_local=False)
    try:
        held.acquire(timeout=seconds)
    except Timeout:
        raise HeldError(path) from None
    return Lock(held)
