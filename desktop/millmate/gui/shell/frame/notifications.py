"""Messages to the user, independent of the widgets that show them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from millmate.gui.kit.questions import open_folder
from millmate.language import tr

Action = Callable[[], object]


class Notifications(QObject):
    """Status bar lines, which expire, and one message, which stays until dismissed.

    `message` is the message shown, or "".
    """

    status_shown = Signal(str)  # "" clears the line
    offered = Signal(str, str, object)  # a text, the label of its button, and its action
    message_shown = Signal(str, str, object, str)  # likewise, and the name of an icon
    dismissed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.message = ""

    def status(self, text: str) -> None:
        """Show a line in the status bar for a while; "" clears it."""
        self.status_shown.emit(text)

    def offer(self, text: str, label: str, action: Action) -> None:
        """Show a line in the status bar for a while, with a button `label` that runs `action`."""
        self.offered.emit(text, label, action)

    @Slot(object)
    def saved(self, path: Path) -> None:
        """Show for a while that a file is saved, and offer its folder."""
        self.offer(
            tr("Saved: {path}", path=path),
            tr("Open folder"),
            lambda: open_folder(path.parent, self.warn),
        )

    def warn(self, text: str, label: str = "", action: Action | None = None) -> None:
        """Show a warning below the board; the button `label` runs `action`.

        Clears the status bar, so that it does not report success beside the warning.
        """
        self.status("")
        self._show(text, label, action, "warning")

    def remark(self, text: str, label: str = "", action: Action | None = None) -> None:
        """Show a remark below the board; the button `label` runs `action`."""
        self._show(text, label, action, "info")

    def dismiss(self) -> None:
        if self.message:
            self.message = ""
            self.dismissed.emit()

    def _show(self, text: str, label: str, action: Action | None, icon: str) -> None:
        self.message = text
        self.message_shown.emit(text, label, action, icon)
