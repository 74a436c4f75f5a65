"""Long work in the window's thread, split into slices between which events are handled."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Slot

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
_SLICE = 0.008  # seconds of computing; a step in progress is completed


class IdleTask(QObject):
    """Runs the steps of one job at a time; starting a job replaces the old one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None

    @property
    def busy(self) -> bool:
        return self._steps is not None

    def start(self, steps: Iterator[object]) -> None:
        """Run `steps` from now on, one slice between two passes of the event loop."""
        self._steps = steps
        _turns().add(self)

    def finish(self) -> None:
        """Run all remaining steps at once."""
        steps, self._steps = self._steps, None
        for _ in steps or ():
            pass

    def stop(self) -> None:
        """Drop the remaining steps."""
        self._steps = None

    def go_on(self) -> None:
        steps, end = self._steps, time.thread_time() + _SLICE
        while steps is not None and steps is self._steps and time.thread_time() < end:
            if next(steps, _END) is _END:
                self._steps = steps = None


class _Turns(QTimer):
    """Runs the slices of all jobs in turn, one per pass of the event loop."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, interval=0, singleShot=True)
        self._waiting: deque[IdleTask] = deque()
        self.timeout.connect(self._next)

    def add(self, slices: IdleTask) -> None:
        """Give `slices` turns as long as it is busy."""
        if slices not in self._waiting:
            self._waiting.append(slices)
        self.start()

    @Slot()
    def _next(self) -> None:
        while self._waiting:
            slices = self._waiting.popleft()
            if shiboken6.isValid(slices) and slices.busy:
                self._waiting.append(slices)
                try:
                    slices.go_on()
                finally:
                    self.start()  # only now, so that everything already due comes first
                return


def _turns() -> _Turns:
    app = QCoreApplication.instance()
    assert app is not None
    turns: _Turns | None = app.findChild(_Turns, options=_DIRECT)
    return _Turns(app) if turns is None else turns


_END = object()
