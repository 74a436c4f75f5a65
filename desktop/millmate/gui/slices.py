"""Long work of the window's own thread, done in slices between which it looks at its events."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Slot

_SLICE = 0.012  # seconds of computing; a step that has begun is ended


class Slices(QObject):
    """Takes the steps of one piece of work at a time; a new one is begun in place of the old."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether there is something left to be done."""
        return self._steps is not None

    def begin(self, steps: Iterator[object]) -> None:
        """Take `steps` from now on: the first slice at once, the others between events."""
        self._steps = steps
        self._timer.start()
        self._go_on()

    def finish(self) -> None:
        """Do all that is left, at once."""
        steps, self._steps = self._steps, None
        self._timer.stop()
        for _ in steps or ():
            pass

    @Slot()
    def _go_on(self) -> None:
        steps, end = self._steps, time.thread_time() + _SLICE
        while steps is not None and steps is self._steps and time.thread_time() < end:
            if next(steps, _END) is _END:
                self._steps = steps = None
                self._timer.stop()


_END = object()
