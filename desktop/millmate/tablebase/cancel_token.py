"""Stop and pause the work of threads."""

import threading
import time

from millmate.tablebase.progress import Stopped


class CancelToken:
    """Carries stop and pause requests from the builder's thread to its workers' threads."""

    def __init__(self, stopped: Stopped, paused: Stopped) -> None:
        """Follow these two requests, which `look` polls."""
        self._asked_to_stop, self._asked_to_pause = stopped, paused
        self._stop = threading.Event()
        self._go = threading.Event()
        self._go.set()
        self._paused_since: float | None = None

    def look(self) -> bool:
        """Poll the requests; return whether to stop."""
        if self._asked_to_stop():
            self.stop()
        elif self._asked_to_pause():
            self._go.clear()
            self._paused_since = self._paused_since or time.monotonic()
        else:
            self._go.set()
        return self._stop.is_set()

    def stop(self) -> None:
        self._stop.set()
        self._go.set()

    @property
    def paused(self) -> bool:
        return not self._go.is_set()

    def pause_ended(self) -> float:
        """Return the length of a pause that has just ended, in seconds, otherwise 0."""
        if self._paused_since is None or self.paused:
            return 0.0
        since, self._paused_since = self._paused_since, None
        return time.monotonic() - since

    def stopped(self) -> bool:
        """Block while the work is paused; return whether to stop. Called by workers' threads."""
        self._go.wait()
        return self._stop.is_set()
