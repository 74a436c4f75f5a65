"""One run at a time of work on many games, and where the keyboard goes at its start and end."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from millmate.gui.features.findings.batch_status import BatchStatus
from millmate.gui.kit.tasks import Task, Work
from millmate.language import tr


class BatchRun(QObject):
    """Emits `progressed` while work runs, and then either `done` or `failed`.

    `done` carries what was found, or None if a fault came just as the work was stopped; both
    tell as well whether the keyboard was at the button that stops it, and has to go elsewhere.
    """

    progressed = Signal(object)
    done = Signal(object, bool)
    failed = Signal(object, bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._status: BatchStatus | None = None
        self.stopped = False  # by hand, the present run or else the latest

    @property
    def running(self) -> bool:
        return self._task is not None

    def start(self, work: Work, status: BatchStatus) -> None:
        """Run `work`, and show how far it is."""
        self._status, self.stopped = status, False
        self._task = Task(work).launch(
            progress=self._progress,
            done=self._finish,
            failed=self._fail,
            stopped=self._finish_without,
        )
        watched = status.show_running(True)
        status.clear()
        status.show_progress(0.0, tr("Starting"))
        if watched:
            status.stop.setFocus()

    @Slot()
    def stop(self) -> None:
        """Ask the work to stop; what it has found until then follows."""
        if self._task is not None:
            self.stopped = True
            self._task.stop()

    def close(self) -> None:
        """Stop what is running, and hear no more of it."""
        if self._task is not None:
            self._task.stop()
        self._task = None

    @Slot(object)
    def _progress(self, stage: object) -> None:
        if self.sender() is self._task:
            self.progressed.emit(stage)

    @Slot(object)
    def _finish(self, found: object) -> None:
        if self.sender() is self._task:
            self.done.emit(found, self._end())

    @Slot()
    def _finish_without(self) -> None:
        if self.sender() is self._task:
            self.done.emit(None, self._end())

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if self.sender() is self._task:
            self.failed.emit(error, self._end())

    def _end(self) -> bool:
        assert self._status is not None
        self._task = None
        return self._status.show_running(False)
