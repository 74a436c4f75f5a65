"""Late answers never win: what was asked for before a person did something else is dropped."""

from PySide6.QtCore import QObject, Slot


class Requests(QObject):
    """Numbers what a person asks for: to start, open, paste or set up, a move, a change.

    Whoever works in the background for a request compares its number when the answer is there.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = 0

    @Slot()
    def issue(self) -> int:
        """Return the number of a new request, after which no earlier one is the latest."""
        self._latest += 1
        return self._latest

    def is_latest(self, request: int) -> bool:
        """Tell whether nothing else has been asked for since `request`."""
        return request == self._latest
