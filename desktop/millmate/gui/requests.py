"""Numbers user requests, so that late answers to earlier requests are dropped."""

from PySide6.QtCore import QObject, Slot


class Requests(QObject):
    """Numbers the user's requests: to start, open, paste or set up, a move, an edit.

    Code that works in the background compares its number when the answer is ready.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = 0

    @Slot()
    def issue(self) -> int:
        """Return the number of a new request, which becomes the latest."""
        self._latest += 1
        return self._latest

    def is_latest(self, request: int) -> bool:
        """Return whether no other request came after `request`."""
        return request == self._latest
