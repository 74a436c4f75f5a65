"""Special files in places where a regular file is expected, and a guard against hanging on them."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import psutil

# Seconds: a file that is not refused at once would block for ever, and other work on the machine,
# or kernels that must be compiled, may take a minute.
_PATIENCE = 300
_MOST_MEMORY = 2 << 30  # bytes more than before


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def plug(path: Path) -> None:
    """Put a socket at `path`, whose name may be too long for one."""
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


KINDS: dict[str, Callable[[Path], None]] = {
    "a pipe": pipe,
    "a device without an end": endless,
    "a folder": folder,
    "a link to itself": loop,
    "a socket": plug,
}


class HungError(BaseException):
    """Some work hangs."""


@contextmanager
def guarded() -> Iterator[None]:
    """Raise an error if the block hangs or takes unlimited memory; for the main thread."""

    def hung(number: int, frame: FrameType | None) -> None:
        raise HungError

    before = signal.signal(signal.SIGALRM, hung)
    signal.alarm(_PATIENCE)
    try:
        with _limited_memory():
            yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _limited_memory() -> Iterator[None]:
    if sys.platform != "linux":  # only there the limit is kept
        yield
        return
    import resource

    limits = resource.getrlimit(resource.RLIMIT_AS)
    most = psutil.Process().memory_info().vms + _MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


def put(kind: str, path: Path) -> None:
    """Replace the file at `path` by a special file of this kind."""
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    KINDS[kind](path)
