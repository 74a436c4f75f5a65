"""Recorded games on their way into the window: long ones are played through in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.gui.tasks import Task
from millmate.records.game_place import PlacedGame
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow

_SHORT = 120  # moves in all lines that are played through in some ten milliseconds


class GameOpener(QObject):
    """Makes a tree of a record and shows it, unless a person asked for something else meanwhile."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._game: PlacedGame | None = None
        self._plies = 0
        self._pasted = False
        self._request = 0
        self._task: Task | None = None

    def open(self, game: PlacedGame, plies: int = 0, *, pasted: bool = False) -> None:
        """Show `game` after so many plies, at once if it is short.

        A game that was `pasted` stands in no file: it is saved to the user's games.
        """
        record = game.record
        moves = len(record.moves) if record.movetext is None else record.movetext.length
        if moves <= _SHORT:
            self._show(game, GameTree.of(record), plies, pasted)
            return
        self._game, self._plies, self._pasted = game, plies, pasted
        self._request = self._window.requests.begin()
        self._task = Task(lambda progress, stopped: GameTree.of(record))
        self._task.done.connect(self._made)
        self._task.begin()

    def show(self, record: GameRecord, tree: GameTree | None = None, plies: int = 0) -> None:
        """Show `record` after so many plies, now, with its tree if that is known."""
        self._window.requests.begin()
        self._window.game.open(record, tree)
        if plies:
            self._window.game.go(plies)
        self._window.show_moves()

    def _show(self, game: PlacedGame, tree: GameTree, plies: int, pasted: bool) -> None:
        self.show(game.record, tree, plies)
        if game.place is not None:
            self._window.autosave.opened_from(game.place)
        elif pasted:
            self._window.autosave.keep()

    @Slot(object)
    def _made(self, tree: GameTree) -> None:
        latest = self._window.requests.is_latest(self._request)
        if latest and self._game is not None and self.sender() is self._task:
            self._show(self._game, tree, self._plies, self._pasted)
