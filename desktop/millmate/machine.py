"""The resources of this machine: memory, disk, processors."""

import ctypes
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path

import psutil

# Options of mallopt(3) in <malloc.h>: one heap for all threads, used for arrays of up to 32 MiB (a
# maximum); up to 1 GiB of free memory at its end is kept.
_KEEPING = ((-8, 1), (-3, 32 << 20), (-1, 1 << 30))  # M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_…
# The share of free memory that a build uses by default.
MEMORY_SHARE = 0.6
WORKER_SHARE = 0.8  # of the limit of a Dask worker's memory: above it Dask assigns no new task

_LIMITS = (  # the control group's limit and use, as containers set them
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
    """Return the bytes available without swapping, within a container's limit."""
    free = int(psutil.virtual_memory().available)
    return max(0, min([free, *(_left(*files) for files in _LIMITS)]))


def _left(limit: Path, used: Path) -> int:
    try:
        return int(limit.read_text()) - int(used.read_text())
    except (OSError, ValueError):  # no such file, or no limit ("max")
        return 1 << 62


def memory_to_use() -> int:
    """Return the number of bytes that a build uses by default."""
    return round(free_memory() * MEMORY_SHARE)


def oom_kills() -> int:
    """Return how many processes the kernel has killed for lack of memory since booting.

    Always 0 on systems other than Linux.
    """
    try:
        counters = Path("/proc/vmstat").read_text().splitlines()
        return int(next(line.split()[1] for line in counters if line.startswith("oom_kill ")))
    except (OSError, ValueError, StopIteration):
        return 0


def free_disk(directory: Path) -> int:
    """Return the free bytes on the disk of `directory`, which need not exist yet."""
    return disk_room(directory)[0]


def disk_room(directory: Path) -> tuple[int, int]:
    """Return the free and the total bytes of the disk of `directory`, which need not exist yet."""
    place = directory
    while not place.exists() and place != place.parent:
        place = place.parent
    usage = shutil.disk_usage(place)
    return usage.free, usage.total


def reuse_freed_memory() -> None:
    """Let the GNU C library reuse freed memory before it asks the system for more.

    By default it returns every large array at once, and the kernel clears each page before
    reusing it, which takes a tenth of the time of a build. `trim_heap` returns the kept memory.
    """
    set_option = getattr(_C, "mallopt", None) if sys.platform == "linux" else None
    if set_option is not None:
        for option, value in _KEEPING:
            set_option(option, value)


def trim_heap() -> None:
    """Return freed memory to the system if the C library keeps it, as glibc does."""
    trim = getattr(_C, "malloc_trim", None)
    if trim is not None:
        trim(0)


_C = ctypes.CDLL(None) if os.name == "posix" else None


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in processes and threads started in this context, and in their children."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # started in this context, it would unblock Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
