"""Computing time of tasks that run at the same time in one process."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Share:
    """What one task has used so far, in `seconds`."""

    def __init__(self, threads: int) -> None:
        """Begin with nothing."""
        self.threads = threads
        self.seconds = 0.0


_lock = threading.Lock()
_sharing: list[Share] = []
_last = 0.0


@contextmanager
def shared(threads: int) -> Iterator[Share]:
    """Give a task of so many threads its share of this process's computing time.

    The system counts a process's time, or a thread's, but not that of the threads a task starts:
    between two changes of the tasks under way, time is divided by their numbers of threads. Alone,
    a task gets exactly what it used; the shares of all add up to what all have used.
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
    """Return what a task under way has used up to now, in seconds."""
    with _lock:
        _divide()
        return share.seconds


def _divide() -> None:
    """Divide the time since the last call among the tasks under way."""
    global _last
    now = time.process_time()
    threads = sum(share.threads for share in _sharing)
    for share in _sharing:
        share.seconds += (now - _last) * share.threads / threads
    _last = now
