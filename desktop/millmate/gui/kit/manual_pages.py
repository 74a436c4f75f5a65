"""Opens the manual in the browser."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from millmate import manual
from millmate.gui.kit.sentences import error_sentence
from millmate.gui.kit.tasks import Task
from millmate.language import tr


class ManualPages(QObject):
    """Opens pages of the manual; what a checkout has to build first is built in a thread.

    Emits `started` with a line to show meanwhile, then `opened`, or `failed` with a sentence.
    """

    started = Signal(str)
    opened = Signal()
    failed = Signal(str)

    def open(self, name: str, anchor: str = "") -> None:
        """Open the page `name`, in the window's language if it is there, at `anchor`."""
        self.started.emit(tr("The manual is being opened…"))
        work = Task(lambda progress, stopped: (manual.page(name), anchor))
        work.launch(done=self._show, failed=self._fail)

    @Slot(object)
    def _show(self, found: tuple[Path, str]) -> None:
        path, anchor = found
        url = QUrl.fromLocalFile(str(path))
        if anchor:  # else a mere # would follow
            url.setFragment(anchor)
        if QDesktopServices.openUrl(url):
            self.opened.emit()
        else:
            self.failed.emit(tr("Nothing here opens web pages; the manual is {path}.", path=path))

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self.failed.emit(error_sentence(error))
