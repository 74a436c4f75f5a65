"""Reports unexpected errors in one dialog, each of them once.

The window's contents are saved at that moment, so the dialog tells the truth about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from millmate import log, paths
from millmate.gui.errors.error_dialog import ErrorDialog, Told
from millmate.gui.errors.excepthook import Trouble
from millmate.language import count, tr

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow

_MOST_DETAILS = 20  # errors that are told in full
Keep = Callable[[], str]  # keeps what stands in the window; returns why that cannot be, or ""


class ErrorReporter(QObject):
    """Tells in `window` of what has come; `keep` saves what stands there."""

    def __init__(self, window: MainWindow, keep: Keep) -> None:
        super().__init__(window)
        self._window, self._keep = window, keep
        self.dialog: ErrorDialog | None = None
        self._troubles: dict[str, Trouble] = {}  # of this dialog, by what is told in a line
        self._told: set[str] = set()  # in dialogs before
        self._counts: Counter[str] = Counter()
        self._not_kept = ""

    def tell(self, new: list[Trouble], counts: Counter[str]) -> None:
        """Open the dialog, add to the one that is open, or say in a line what came again."""
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
        """Save what stands in the window, and open the dialog."""
        self._not_kept = self._keep()
        self.dialog = ErrorDialog(self._words, QApplication.activeModalWidget() or self._window)
        self.dialog.finished.connect(self._closed)
        self.dialog.show_log.clicked.connect(self._window.actions_["log"].trigger)
        self.dialog.show()

    @Slot()
    def _closed(self) -> None:
        self._told |= self._troubles.keys()
        self.dialog = None

    def _remind(self, trouble: Trouble) -> None:
        """Say in a line that an error came again that was told of before."""
        self._troubles.setdefault(trouble.line, trouble)
        self._window.complain(
            tr(
                "It went wrong again ({n} times by now): {line}",
                n=self._counts[trouble.line],
                line=trouble.line,
            ),
            tr("Details"),
            self.open,
        )

    def _words(self) -> Told:
        first = next(iter(self._troubles.values()))
        return Told(
            self._happened(first),
            self._kept(),
            _to_do(first.memory, bool(self._not_kept)),
            "\n".join(each.details for each in list(self._troubles.values())[:_MOST_DETAILS]),
        )

    def _happened(self, first: Trouble) -> str:
        said = [
            tr("The memory of this machine is used up.")
            if first.memory
            else tr("Something went wrong that nobody foresaw: {line}", line=first.line)
        ]
        times, others = self._counts[first.line], len(self._troubles) - 1
        if times > 1:
            said.append(tr("It has happened {n} times.", n=times))
        if others:
            said.append(
                count(
                    others,
                    tr("{n} other error came with it: see the details."),
                    tr("{n} other errors came with it: see the details."),
                )
            )
        return "\n".join(said)

    def _kept(self) -> str:
        """Return in words what was kept when the dialog was opened."""
        said = [
            tr("What stands in the window could not be saved: {why}", why=self._not_kept)
            if self._not_kept
            else tr("What stands in the window was saved at this moment, the game with it.")
        ]
        if self._window.building.run.running:
            said.append(tr("The build goes on; what it has done is kept in any case."))
        if self._window.tournaments.running:
            said.append(tr("The tournament goes on; its finished games are kept in any case."))
        return "\n".join(said)


def not_started(error: Exception) -> Told:
    """Return in words that the window could not be opened."""
    return Told(
        tr("The window could not be opened: {line}", line=log.without_home(log.summary(error))),
        tr("Games, tables and settings are as they were."),
        tr(
            "Start the program again. If it does not help, run “millmate doctor” in a terminal: it "
            "says what is missing. The log is in {folder}.",
            folder=log.without_home(str(paths.log_dir())),
        ),
        log.details(error),
    )


def _to_do(memory: bool, not_kept: bool) -> str:
    """Return in words what a person can do."""
    said = []
    if not_kept:
        said.append(tr("Save the game to a file (Ctrl+S) before you go on."))
    if memory:
        said.append(
            tr(
                "Close other programs, or let builds and engines take less memory "
                "(Edit > Settings); then go on."
            )
        )
    else:
        said.append(
            tr(
                "You can go on. If something looks wrong, close the window and open it again: "
                "what was saved comes back."
            )
        )
    said.append(
        tr("Please report this: the report names no one, and nothing of yours but names of files.")
    )
    return "\n".join(said)
