"""Recorded games on their way into the window: long ones are played through in a thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from millmate.gui.tasks import Task
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree

_SHORT = 120  # moves in all lines that are played through in some ten milliseconds


class Opening(QObject):
    """Makes a tree of a record; `opened` carries both, and the plies that shall be shown.

    What is still on its way is given up for another record.
    """

    opened = Signal(object, object, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._record: GameRecord | None = None
        self._plies = 0
        self._task: Task | None = None

    def open(self, record: GameRecord, plies: int = 0) -> None:
        """Open `record` where it stood after so many plies, at once if it is short."""
        moves = len(record.moves) if record.score is None else record.score.length
        self._record, self._plies, self._task = record, plies, None
        if moves <= _SHORT:
            self.opened.emit(record, GameTree.of(record), plies)
            return
        self._task = Task(lambda progress, stopped: GameTree.of(record))
        self._task.done.connect(self._made)
        self._task.begin()

    def forget(self) -> None:
        """Open nothing that is still on its way."""
        self._task = None

    @Slot(object)
    def _made(self, tree: GameTree) -> None:
        if self.sender() is self._task:
            self._task = None
            self.opened.emit(self._record, tree, self._plies)
