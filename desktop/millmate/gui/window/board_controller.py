"""Updates the board and the player strips from the game or the position being set up."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from millmate.gui.errors.sentences import capital
from millmate.gui.game_view import GameViews
from millmate.gui.play.setup_panel import SetupPanel
from millmate.gui.play.sides import sides_of
from millmate.gui.window.board_column import BoardColumn
from millmate.gui.workspace import Workspace


class BoardController(QObject):
    """Shows the workspace's position on the board, and the players."""

    def __init__(
        self, workspace: Workspace, views: GameViews, column: BoardColumn, setup: SetupPanel
    ) -> None:
        super().__init__(column)
        self._workspace, self._views, self._column, self._setup = workspace, views, column, setup
        game = workspace.game
        for signal in (game.replaced, game.tree_changed, game.shown_changed):
            signal.connect(self._show_game)
        game.moved.connect(self._show_position)
        for signal in (game.turn_changed, game.ended):
            signal.connect(self._show_turn)
        workspace.mode_changed.connect(self._show_mode)
        workspace.position_changed.connect(self._show_edited)
        workspace.kind_changed.connect(setup.choose_game)
        workspace.position_given.connect(setup.leave_initial)
        setup.game_chosen.connect(self._choose_game)
        setup.changed.connect(self._show_setup)
        for view in views:
            column.add(view)
            view.board.move_chosen.connect(game.play)
            view.board.flipped_changed.connect(self.show_players)

    @Slot()
    def show_players(self) -> None:
        workspace = self._workspace
        sides = sides_of(self._views.current, self._setup.specs, workspace.editing, workspace.fen)
        flipped = self._views.board.flipped
        self._column.show_players(sides.names, sides.doing, sides.turn, flipped)

    @Slot()
    def _show_mode(self) -> None:
        workspace = self._workspace
        for view in self._views:
            view.set_editing(workspace.editing and view.kind == workspace.kind)
        self._column.show_view(self._views.current)
        self._setup.set_editing(workspace.editing)
        if workspace.editing:
            self._views.board.allow({})
            self.show_players()
        else:
            self._show_game()

    @Slot()
    def _show_game(self) -> None:
        self._show_position()
        self._show_turn()

    @Slot()
    def _show_position(self) -> None:
        if not self._workspace.editing:
            self._views.current.show_position()
            self._views.board.set_move_labels({})
            self._setup.set_fault("")

    @Slot()
    def _show_turn(self) -> None:
        if not self._workspace.editing:
            self._views.current.show_turn()
            self.show_players()

    @Slot()
    def _show_edited(self) -> None:
        if self._workspace.editing:
            faults = self._workspace.model.problems
            self._setup.set_fault(capital(faults[0].message) if faults else "")
            self.show_players()

    @Slot(str)
    def _choose_game(self, kind: str) -> None:
        """Show the last position set up for the game the user chose."""
        if kind != self._workspace.kind:
            self._workspace.show_set_up(kind)

    @Slot()
    def _show_setup(self) -> None:
        """Show the chosen players; do not call an unplayable position ready."""
        if self._workspace.editing:
            for view in self._views:
                view.editor.show_lack(self._setup.lack)
            self.show_players()
