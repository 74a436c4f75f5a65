"""Stopping and pausing work that threads do."""

import threading
import time

from millmate.tablebase.progress import Stopped


class CancelToken:
    """Stop and pause, as the builder's thread is told and the workers' threads ask."""

    def __init__(self, stopped: Stopped, paused: Stopped) -> None:
        """Do as these say, once they are asked (see `look`)."""
        self._asked_to_stop, self._asked_to_pause = stopped, paused
        self._stop = threading.Event()
        self._go = threading.Event()
        self._go.set()
        self._rested_since: float | None = None

    def look(self) -> bool:
        """Ask what is wanted now; return whether to stop."""
        if self._asked_to_stop():
            self.stop()
        elif self._asked_to_pause():
            self._go.clear()
            self._rested_since = self._rested_since or time.monotonic()
        else:
            self._go.set()
        return self._stop.is_set()

    def stop(self) -> None:
        """Have every thread stop."""
        self._stop.set()
        self._go.set()

    @property
    def resting(self) -> bool:
        """Whether nothing is to be done for now."""
        return not self._go.is_set()

    def rested(self) -> float:
        """Return the seconds of a pause that has just ended, else 0."""
        if self._rested_since is None or self.resting:
            return 0.0
        since, self._rested_since = self._rested_since, None
        return time.monotonic() - since

    def stopped(self) -> bool:
        """Tell a worker's thread whether to stop, after it has rested as long as is wanted."""
        self._go.wait()
        return self._stop.is_set()
