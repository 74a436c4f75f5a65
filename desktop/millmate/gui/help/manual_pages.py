"""Opens the manual in the browser, at the page that fits what the window shows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from millmate import manual
from millmate.gui.errors.sentences import error_sentence
from millmate.gui.navigation import Page
from millmate.gui.notifications import Notifications
from millmate.gui.tasks import Task
from millmate.language import tr

PAGES = {
    Page.HOME: "first_steps",
    Page.BOARD: "reference/window",
    Page.TRAIN: "reference/window",
    Page.EXPLORE: "explanation/tables",
    Page.TABLES: "explanation/tables",
    Page.GAMES: "howto/review",
    Page.REVIEW: "howto/review",
    Page.STUDY: "howto/studies",
    Page.TOURNAMENTS: "howto/tournaments",
}


class ManualPages(QObject):
    """Opens pages of the manual; what a checkout has to build first is built in a thread."""

    def __init__(self, notifications: Notifications) -> None:
        super().__init__(notifications)
        self._notifications = notifications

    def open(self, shown: Page) -> None:
        """Open what the manual says about the page `shown`."""
        self._notifications.status(tr("The manual is being opened…"))
        work = Task(lambda progress, stopped: manual.page(PAGES[shown]))
        work.launch(done=self._show, failed=self._failed)

    @Slot(object)
    def _show(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            said = tr("Nothing here opens web pages; the manual is {path}.", path=path)
            self._notifications.warn(said)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._notifications.warn(error_sentence(error))
