"""Work outside events: threads, work in steps while the window is idle, garbage collection."""

import gc
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Self

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, QTimer, Signal, Slot

from millmate import log
from millmate.gui.kit import errors

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


# An ordinary function that reports progress and checks `stopped` often.
Work = Callable[[Callable[[object], None], Callable[[], bool]], object]

_running: "set[Task]" = set()


class Task(QThread):
    """Runs `work(progress, stopped)` in its own thread and emits the outcome.

    Emits exactly one of `done(result)`, `failed(exception)` and `stopped()`, after every
    `progress(value)`, in the window's thread; nothing once it is dropped. The values must be
    frozen.
    """

    progress = Signal(object)
    done = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    _told = Signal(str, object)  # in the task's thread: the name of a signal above, and its value

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._stop = threading.Event()
        self.awaited = True  # until it has emitted its outcome or is dropped
        self._told.connect(self._tell)
        self.finished.connect(self._retire)

    def launch(self, **slots: Callable[..., object]) -> Self:
        """Start the work; the task object lives until it has ended.

        Args:
            **slots: By the names of the signals: `done`, `failed`, `stopped`, `progress`.

        Returns:
            The task itself.
        """
        for name, slot in slots.items():
            getattr(self, name).connect(slot)
        _running.add(self)
        self.start()
        return self

    def stop(self) -> None:
        """Ask the work to stop; `stopped()` follows once it has."""
        self._stop.set()

    def drop(self) -> None:
        """Ask the work to stop, and emit nothing more."""
        self.awaited = False
        self._stop.set()

    def run(self) -> None:
        """Do the work (called by Qt, in the thread)."""
        try:
            result = self._work(partial(self._told.emit, "progress"), self._stop.is_set)
        except Exception as error:  # any error is reported, not lost with the thread
            if self._stop.is_set():
                self._told.emit("stopped", None)
            else:
                _report(_name(self._work), error)
                self._told.emit("failed", error)
        else:
            self._told.emit("done", result)

    @Slot(str, object)
    def _tell(self, name: str, value: object) -> None:
        if not self.awaited:
            return
        self.awaited = name == "progress"
        if name == "stopped":
            self.stopped.emit()
        else:
            getattr(self, name).emit(value)

    @Slot()
    def _retire(self) -> None:
        self.wait()
        _running.discard(self)


class Latest:
    """Runs the newest of some tasks: starting one drops the one before."""

    def __init__(self) -> None:
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        return self._task is not None and self._task.awaited

    def start(self, work: Work, **slots: Callable[..., object]) -> None:
        """Run `work` and call `slots`, as `Task.launch` does."""
        self.drop()
        self._task = Task(work).launch(**slots)

    def stop(self) -> None:
        """Ask the work to stop; `stopped()` follows once it has."""
        if self._task is not None:
            self._task.stop()

    def drop(self) -> None:
        """Ask the work to stop, and hear no more of it."""
        if self._task is not None:
            self._task.drop()
            self._task = None


def _report(name: str, error: Exception) -> None:
    """Log an error; show an unexpected one to the user too."""
    if isinstance(error, log.EXPECTED):
        log.report(name, error)
    else:
        errors.report(error, name)


def _name(work: Work) -> str:
    """Return the module and function name of `work` for the log."""
    while isinstance(work, partial):
        work = work.func
    return f"{work.__module__}.{getattr(work, '__qualname__', type(work).__qualname__)}"


def join_all() -> None:
    """Ask every running task to stop and wait for all of them.

    Their last signals may still be queued, so the tasks are kept until these have arrived.
    """
    for task in list(_running):
        task.stop()
    for task in list(_running):
        task.wait()


_EVERY_MS = 250
_GROWTH = 1.25  # of the memory blocks since all objects were looked at, until that is done again


class GarbageCollector(QTimer):
    """Turns Python's collector off and does its work in the event loop."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, interval=_EVERY_MS)
        self._blocks = 0  # after all objects were looked at; 0: the window is not open yet
        self.timeout.connect(self.collect_due)
        gc.disable()
        self.start()

    @Slot()
    def collect_due(self) -> None:
        """Collect what Python would by now: young objects by their number, all by their growth.

        Python examines all objects, which takes a tenth of a second, once their number has grown by
        a quarter. The number of memory blocks says nearly the same and costs little. Objects that
        exist when the window opens are permanent and are not examined again.
        """
        blocks = sys.getallocatedblocks()
        young, middle, _ = map(int.__gt__, gc.get_count(), gc.get_threshold())
        if not self._blocks:
            gc.freeze()
            self._blocks = blocks
        elif blocks > _GROWTH * self._blocks:
            gc.collect()
            self._blocks = sys.getallocatedblocks()
        elif young:
            gc.collect(1 if middle else 0)
        self._blocks = min(self._blocks, blocks)
