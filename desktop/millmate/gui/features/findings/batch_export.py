"""Writes what a page lists to a file, and offers the file's folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from millmate.gui.features.findings.batch_status import BatchStatus
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.frame.notifications import Notifications
from millmate.language import tr


class Export(QObject):
    """Writes a file in a thread; why it could not be written is said on the page."""

    def __init__(self, notifications: Notifications, status: BatchStatus) -> None:
        super().__init__(status)
        self._notifications, self._status = notifications, status

    def write(self, path: Path, write: Callable[[Path], object]) -> None:
        """Call `write` with `path`, which it replaces."""

        def written(progress: object, stopped: object) -> Path:
            write(path)
            return path

        self._notifications.status(tr("Saving {file}…", file=path.name))
        Task(written).launch(done=self._notifications.saved, failed=self._failed)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._notifications.status("")
        self._status.tell(error_sentence(error), fault=True)
