"""What this machine has to give: memory, disk, processors."""

import ctypes
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path

import psutil

# What a build takes of the memory that is free, unless told.
MEMORY_SHARE = 0.6

_LIMITS = (  # of the group of processes that this one belongs to, as containers set them
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)


def processors() -> int:
    """Return how many threads of this process can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def free_memory() -> int:
    """Return the bytes that can be had now without swapping, a container's limit minded."""
    free = int(psutil.virtual_memory().available)
    return max(0, min([free, *(_left(*files) for files in _LIMITS)]))


def _left(limit: Path, used: Path) -> int:
    try:
        return int(limit.read_text()) - int(used.read_text())
    except (OSError, ValueError):  # no such file, or no limit ("max")
        return 1 << 62


def memory_to_use() -> int:
    """Return the bytes that a build may take unless told: a good part of what is free."""
    return round(free_memory() * MEMORY_SHARE)


def oom_kills() -> int:
    """Return how many processes the system has ended for want of memory since it was started.

    Always 0 where it does not tell (other systems than Linux).
    """
    try:
        counters = Path("/proc/vmstat").read_text().splitlines()
        return int(next(line.split()[1] for line in counters if line.startswith("oom_kill ")))
    except (OSError, ValueError, StopIteration):
        return 0


def free_disk(directory: Path) -> int:
    """Return the free bytes on the disk where `directory` is or will be made."""
    return disk_room(directory)[0]


def disk_room(directory: Path) -> tuple[int, int]:
    """Return the free bytes and all bytes of the disk where `directory` is or will be made."""
    place = directory
    while not place.exists() and place != place.parent:
        place = place.parent
    usage = shutil.disk_usage(place)
    return usage.free, usage.total


def trim_heap() -> None:
    """Return freed memory to the system where the C library hoards it (glibc, for each thread)."""
    trim = getattr(_C, "malloc_trim", None)
    if trim is not None:
        trim(0)


_C = ctypes.CDLL(None) if os.name == "posix" else None


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Keep Ctrl-C from processes that are started within: they could not say anything sensible.

    It is kept from threads started within, too, and from the processes they start.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which lets Ctrl-C through again where it is begun
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
