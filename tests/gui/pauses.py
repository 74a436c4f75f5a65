"""How long the window's thread rests on one thing before it looks at what comes next."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer

_TICK = 2  # milliseconds


class PauseWatch:
    """Looks at the clocks every few milliseconds, and keeps the longest gaps.

    A gap has two lengths in seconds: by the clock, and what this thread itself computed meanwhile.
    """

    def __init__(self) -> None:
        self.longest = (0.0, 0.0)
        self._last = self._since = _now()
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._look)
        self._timer.start(_TICK)

    def take(self) -> tuple[tuple[float, float], float]:
        """Return the longest gap and all computing since the last call, and begin anew."""
        self._look()
        found = self.longest, self._last[1] - self._since[1]
        self.longest, self._since = (0.0, 0.0), self._last
        return found

    def stop(self) -> None:
        self._timer.stop()

    def _look(self) -> None:
        now = _now()
        (by_clock, own), (before, spent) = self.longest, self._last
        self.longest = max(by_clock, now[0] - before), max(own, now[1] - spent)
        self._last = now


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.thread_time()
