"""Recorded games on their way into the window: long ones are played through in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.gui.tasks import Task
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow

_SHORT = 120  # moves in all lines that are played through in some ten milliseconds


class Opening(QObject):
    """Makes a tree of a record and shows it; what is still on its way is given up for another."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._record: GameRecord | None = None
        self._plies = 0
        self._task: Task | None = None

    def open(self, record: GameRecord, plies: int = 0) -> None:
        """Show `record` after so many plies, at once if it is short."""
        moves = len(record.moves) if record.score is None else record.score.length
        if moves <= _SHORT:
            self.show(record, GameTree.of(record), plies)
            return
        self._record, self._plies = record, plies
        self._task = Task(lambda progress, stopped: GameTree.of(record))
        self._task.done.connect(self._made)
        self._task.begin()

    def show(self, record: GameRecord, tree: GameTree | None = None, plies: int = 0) -> None:
        """Show `record` after so many plies, now, with its tree if that is known."""
        self._task = None
        self._window.game.open(record, tree)
        if plies:
            self._window.game.go(plies)
        self._window.show_moves()

    @Slot(object)
    def _made(self, tree: GameTree) -> None:
        if self._record is not None and self.sender() is self._task:
            self.show(self._record, tree, self._plies)
