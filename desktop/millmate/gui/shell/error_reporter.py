"""Reports unexpected errors in one dialog, each of them once.

The window's contents are saved at that moment, so the dialog's words about them are true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from millmate import log, paths
from millmate.gui.kit.errors import Trouble
from millmate.gui.kit.text_dialog import ErrorDialog, ErrorText
from millmate.gui.shell.services import Services
from millmate.language import count, tr

_MOST_DETAILS = 20  # errors shown in full
Keep = Callable[[], str]  # saves the window's contents; returns the error or ""


class ErrorReporter(QObject):
    """Shows unexpected errors; `keep` saves the window's contents."""

    def __init__(self, services: Services, keep: Keep, tournament_runs: Callable[[], bool]) -> None:
        super().__init__(services.window)
        self._services, self._keep, self._tournament_runs = services, keep, tournament_runs
        self.dialog: ErrorDialog | None = None
        self._troubles: dict[str, Trouble] = {}  # of this dialog, by their line
        self._told: set[str] = set()  # lines of earlier dialogs
        self._counts: Counter[str] = Counter()
        self._not_kept = ""

    def report_new(self, new: list[Trouble], counts: Counter[str]) -> None:
        """Open the dialog, add to the open one, or show a repeated error in one line."""
        self._counts = counts
        fresh = {trouble.line: trouble for trouble in new if trouble.line not in self._told}
        if self.dialog is not None:
            self._troubles |= fresh
            self.dialog.show_again()
        elif fresh:
            self._troubles = fresh
            self.open()
        else:
            self._remind(new[-1])

    @Slot()
    def open(self) -> None:
        """Save the window's contents and open the dialog."""
        self._not_kept = self._keep()
        self.dialog = ErrorDialog(
            self._words, QApplication.activeModalWidget() or self._services.window
        )
        self.dialog.finished.connect(self._closed)
        self.dialog.show_log.clicked.connect(self._services.commands["log"].trigger)
        self.dialog.show()

    @Slot()
    def _closed(self) -> None:
        self._told |= self._troubles.keys()
        self.dialog = None

    def _remind(self, trouble: Trouble) -> None:
        """Show in one line that a known error occurred again."""
        self._troubles.setdefault(trouble.line, trouble)
        self._services.notifications.warn(
            tr(
                "The error occurred again ({n} times so far): {line}",
                n=self._counts[trouble.line],
                line=trouble.line,
            ),
            tr("Details"),
            self.open,
        )

    def _words(self) -> ErrorText:
        first = next(iter(self._troubles.values()))
        return ErrorText(
            self._happened(first),
            self._kept(),
            _to_do(first.memory, bool(self._not_kept)),
            "\n".join(each.details for each in list(self._troubles.values())[:_MOST_DETAILS]),
        )

    def _happened(self, first: Trouble) -> str:
        said = [
            tr("This computer has run out of memory.")
            if first.memory
            else tr("An unexpected error occurred: {line}", line=first.line)
        ]
        times, others = self._counts[first.line], len(self._troubles) - 1
        if times > 1:
            said.append(tr("It has occurred {n} times.", n=times))
        if others:
            said.append(
                count(
                    others,
                    "{n} other error occurred: see the details.",
                    "{n} other errors occurred: see the details.",
                )
            )
        return "\n".join(said)

    def _kept(self) -> str:
        """Describe the contents saved when the dialog was opened."""
        said = [
            tr("The contents of the window could not be saved: {why}", why=self._not_kept)
            if self._not_kept
            else tr("The contents of the window have just been saved, including the game.")
        ]
        if self._services.build.running:
            said.append(tr("The build continues, and its progress is kept in any case."))
        if self._tournament_runs():
            said.append(
                tr("The tournament continues, and its finished games are kept in any case.")
            )
        return "\n".join(said)


def not_started(error: Exception) -> ErrorText:
    """Return the message for a window that could not be opened."""
    return ErrorText(
        tr("The window could not be opened: {line}", line=log.without_home(log.summary(error))),
        tr("Your games, tables and settings are unchanged."),
        tr(
            "Start the program again. If that does not help, run “millmate doctor” in a "
            "terminal to see what is missing. The log is in {folder}.",
            folder=log.without_home(str(paths.log_dir())),
        ),
        log.details(error),
    )


def _to_do(memory: bool, not_kept: bool) -> str:
    said = []
    if not_kept:
        said.append(tr("Save the game to a file (Ctrl+S) before you continue."))
    if memory:
        said.append(
            tr(
                "Close other programs, or give builds and engines less memory (Edit > "
                "Settings). Then continue."
            )
        )
    else:
        said.append(
            tr(
                "You can continue. If something looks wrong, close the window and open it "
                "again: everything saved is restored."
            )
        )
    said.append(tr("Please report this. The report contains no personal data except file names."))
    return "\n".join(said)
