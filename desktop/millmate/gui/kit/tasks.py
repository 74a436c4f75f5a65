"""Background tasks: the only module of the window that starts threads."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Self

from PySide6.QtCore import QObject, QThread, Signal, Slot

from millmate import log
from millmate.gui.kit import excepthook

# An ordinary function that reports progress and checks `stopped` often.
Work = Callable[[Callable[[object], None], Callable[[], bool]], object]

_running: set["Task"] = set()


class Task(QThread):
    """Runs `work(progress, stopped)` in its own thread and emits the outcome.

    Emits exactly one of `done(result)`, `failed(exception)` and `stopped()`, after every
    `progress(value)`; all of them arrive in the window's thread. The values must be frozen.
    """

    progress = Signal(object)
    done = Signal(object)
    failed = Signal(object)
    stopped = Signal()

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._stop = threading.Event()
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

    def run(self) -> None:
        """Do the work (called by Qt, in the thread)."""
        try:
            result = self._work(self.progress.emit, self._stop.is_set)
        except Exception as error:  # any error is reported, not lost with the thread
            if self._stop.is_set():
                self.stopped.emit()
            else:
                _report(_name(self._work), error)
                self.failed.emit(error)
        else:
            self.done.emit(result)

    @Slot()
    def _retire(self) -> None:
        self.wait()
        _running.discard(self)


def _report(name: str, error: Exception) -> None:
    """Log an error; show an unexpected one to the user too."""
    if isinstance(error, log.EXPECTED):
        log.report(name, error)
    else:
        excepthook.report(error, name)


def _name(work: Work) -> str:
    """Return the module and function name of `work` for the log."""
    while isinstance(work, partial):
        work = work.func
    return f"{work.__module__}.{getattr(work, '__qualname__', type(work).__qualname__)}"


def join_all() -> None:
    """Ask every running task to stop and wait for all of them.

    Their last signals may still be queued, so the tasks are kept until these have arrived: a slot
    whose sender is gone gets None from `sender()`, which it would take for a task that it dropped.
    """
    for task in list(_running):
        task.stop()
    for task in list(_running):
        task.wait()
