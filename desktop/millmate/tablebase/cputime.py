"""The CPU time of tasks that run at the same time in one process."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Share:
    """The CPU time one task has used so far, in `seconds`."""

    def __init__(self, threads: int) -> None:
        """Start at 0 seconds for a task of so many threads."""
        self.threads = threads
        self.seconds = 0.0


_lock = threading.Lock()
_sharing: list[Share] = []
_last = 0.0


@contextmanager
def shared(threads: int) -> Iterator[Share]:
    """Attribute a share of this process's CPU time to a task of so many threads.

    The system counts the time of a process or a thread, not that of the threads a task starts. So
    the time between two changes of the running tasks is divided by their numbers of threads. A
    task that runs alone gets exactly what it used, and all shares add up to the whole.
    """
    share = Share(threads)
    with _lock:
        _divide()
        _sharing.append(share)
    try:
        yield share
    finally:
        with _lock:
            _divide()
            _sharing.remove(share)


def so_far(share: Share) -> float:
    """Return what a running task has used up to now, in seconds."""
    with _lock:
        _divide()
        return share.seconds


def _divide() -> None:
    """Divide the time since the last call among the running tasks."""
    global _last
    now = time.process_time()
    threads = sum(share.threads for share in _sharing)
    for share in _sharing:
        share.seconds += (now - _last) * share.threads / threads
    _last = now
