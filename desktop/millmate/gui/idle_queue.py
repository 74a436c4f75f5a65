"""Long work of the window's own thread, done in slices between which it looks at its events."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Slot

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
_SLICE = 0.008  # seconds of computing; a step that has begun is ended


class IdleTask(QObject):
    """Takes the steps of one piece of work at a time; a new one is begun in place of the old."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None

    @property
    def busy(self) -> bool:
        """Whether there is something left to be done."""
        return self._steps is not None

    def start(self, steps: Iterator[object]) -> None:
        """Take `steps` from now on, a slice between two looks at the events."""
        self._steps = steps
        _turns().add(self)

    def finish(self) -> None:
        """Do all that is left, at once."""
        steps, self._steps = self._steps, None
        for _ in steps or ():
            pass

    def stop(self) -> None:
        """Leave what is left undone."""
        self._steps = None

    def go_on(self) -> None:
        """Do one slice."""
        steps, end = self._steps, time.thread_time() + _SLICE
        while steps is not None and steps is self._steps and time.thread_time() < end:
            if next(steps, _END) is _END:
                self._steps = steps = None


class _Turns(QTimer):
    """Gives all pieces of work their slices in turn, one between two looks at the events."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, interval=0, singleShot=True)
        self._waiting: deque[IdleTask] = deque()
        self.timeout.connect(self._next)

    def add(self, slices: IdleTask) -> None:
        """Give `slices` its turn as long as it is busy."""
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
                    self.start()  # only now: whatever has become due meanwhile comes first
                return


def _turns() -> _Turns:
    app = QCoreApplication.instance()
    assert app is not None
    turns: _Turns | None = app.findChild(_Turns, options=_DIRECT)
    return _Turns(app) if turns is None else turns


_END = object()
