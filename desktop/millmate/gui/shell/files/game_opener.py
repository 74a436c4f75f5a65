"""Opens recorded games in the window; long ones are replayed in a thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from millmate.gui.kit.tasks import Task
from millmate.gui.shell.files.autosave import Autosave
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.services import Services
from millmate.records.archive import PlacedGame
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree

_SHORT = 120  # moves in all lines that can be replayed in about 10 ms


class GameOpener(QObject):
    """Builds the tree of a record and shows it, unless the user has asked for something else."""

    def __init__(self, services: Services, autosave: Autosave) -> None:
        super().__init__(services.window)
        self._services, self._autosave, self._requests = services, autosave, services.requests
        self._game: PlacedGame | None = None
        self._plies = 0
        self._pasted = False
        self._request = 0
        self._task: Task | None = None
        services.links.open_game.connect(self.open)

    def open(self, game: PlacedGame, plies: int = 0, *, pasted: bool = False) -> None:
        """Show `game` after `plies` plies, at once if it is short.

        A `pasted` game comes from no file: save it to the user's games.
        """
        record = game.record
        moves = len(record.moves) if record.movetext is None else record.movetext.length
        if moves <= _SHORT:
            self._show(game, GameTree.of(record), plies, pasted)
            return
        self._game, self._plies, self._pasted = game, plies, pasted
        self._request = self._requests.issue()
        task = Task(lambda progress, stopped: GameTree.of(record))
        self._task = task.launch(done=self._made)

    def show(self, record: GameRecord, tree: GameTree | None = None, plies: int = 0) -> None:
        """Show `record` after `plies` plies now, with its tree if already built."""
        self._requests.issue()
        self._services.game.open(record, tree)
        if plies:
            self._services.game.go(plies)
        self._services.notifications.dismiss()
        self._services.workspace.leave_set_up()
        self._services.navigation.show(Panel.MOVES)

    def _show(self, game: PlacedGame, tree: GameTree, plies: int, pasted: bool) -> None:
        if not self._services.tabs.make_room(game=True):
            return
        self.show(game.record, tree, plies)
        if game.place is not None:
            self._autosave.opened_from(game.place)
        elif pasted:
            self._autosave.save_unchanged()

    @Slot(object)
    def _made(self, tree: GameTree) -> None:
        latest = self._requests.is_latest(self._request)
        if latest and self._game is not None and self.sender() is self._task:
            self._show(self._game, tree, self._plies, self._pasted)
