"""The board with the players and their clocks, and the words read out for a move."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from millmate.formatting import side_name
from millmate.games.morris.variants import variant
from millmate.games.outcome import Termination
from millmate.gui.boards.editor.morris_editor import MorrisModel
from millmate.gui.boards.player_strip import LOW, ClockState
from millmate.gui.features.play.setup_panel import SetupPanel
from millmate.gui.kit.errors import capital
from millmate.gui.kit.translator import translator
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.play.line import Line
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.services import Services
from millmate.gui.shell.window.board_column import BoardColumn
from millmate.language import tr
from millmate.players.spec import describe


class BoardController(QObject):
    """Shows the workspace's position on the board, and the players."""

    def __init__(self, services: Services, column: BoardColumn, setup: SetupPanel) -> None:
        super().__init__(column)
        self._workspace, self._views = services.workspace, services.views
        self._column, self._setup, self._notify = column, setup, services.notifications
        game, workspace = services.game, services.workspace
        message, notifications = column.message, services.notifications
        notifications.message_shown.connect(message.show_message)
        notifications.dismissed.connect(message.hide)
        message.closed.connect(notifications.dismiss)
        game.announced.connect(notifications.status)
        for signal in (game.replaced, game.tree_changed, game.shown_changed):
            signal.connect(self._show_game)
        game.moved.connect(self._show_position)
        for signal in (game.turn_changed, game.ended):
            signal.connect(self._show_turn)
        game.ended.connect(self._offer_to_take_back)
        translator.changed.connect(self.show_players)
        workspace.mode_changed.connect(self._show_mode)
        workspace.position_changed.connect(self._show_edited)
        workspace.kind_changed.connect(setup.choose_game)
        workspace.position_given.connect(setup.leave_initial)
        setup.game_chosen.connect(self._choose_game)
        setup.variant_chosen.connect(self._choose_variant)
        setup.changed.connect(self._show_setup)
        settings, self._appearance = services.settings, services.appearance
        for view in self._views:
            column.add(view)
            view.board.addActions(list(services.commands.values()))
            view.board.move_chosen.connect(game.play)
            view.board.flipped_changed.connect(self.show_players)
            view.board.set_flipped(settings.current.flipped)
            view.restore_state(settings.current)
            settings.provide(view.save_state)
        settings.provide(lambda kept: kept.changed(flipped=self._views.board.flipped))
        self._appearance.changed.connect(self._animate)

    @Slot()
    def _animate(self) -> None:
        for view in self._views:
            view.board.set_animated(self._appearance.moving, self._appearance.chosen.speed)

    @Slot()
    def show_players(self) -> None:
        """Show the players of the game, or those chosen for the position being set up."""
        workspace, view = self._workspace, self._views.current
        game, turn = workspace.game, view.game.turn
        if workspace.editing:
            turn = view.editor.model.turn
            names = {side: describe(spec, tr) for side, spec in self._setup.playing.items()}
            doing = {side: tr("to move") if side is turn else "" for side in names}
        else:
            names = {side: game.player_name(side) for side in game.names}
            if not game.line.at_end:  # the board shows an earlier position
                turn = None
            doing = {side: _doing(game, side) for side in names}
        for side, words in doing.items():
            doing[side] = " · ".join(filter(None, (view.phase(workspace.fen, side), words)))
        balance = {side: view.balance(workspace.fen, side) for side in names}
        self._column.show_players(names, doing, turn, view.board.flipped, balance)

    @Slot()
    def _show_mode(self) -> None:
        workspace = self._workspace
        self._setup.show_rules(workspace.rules.name)
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
            self._views.board.set_move_values({})
            self._setup.set_fault("")

    @Slot()
    def _show_turn(self) -> None:
        if not self._workspace.editing:
            self._views.current.show_turn()
            self.show_players()

    @Slot()
    def _offer_to_take_back(self) -> None:
        """Offer to take a resignation back: a single key resigns."""
        game = self._workspace.game
        resigned = game.outcome is not None and game.outcome.termination is Termination.RESIGNATION
        if resigned and game.can_undo_end and game.autosaved:
            self._notify.remark(tr("You resigned."), tr("Take back"), game.take_back)

    @Slot()
    def _show_edited(self) -> None:
        if self._workspace.editing:
            self._setup.show_rules(self._workspace.rules.name)
            faults = self._workspace.model.problems
            self._setup.set_fault(capital(faults[0].message) if faults else "")
            self.show_players()

    @Slot(str)
    def _choose_game(self, kind: str) -> None:
        """Show the last position set up for the game the user chose."""
        if kind != self._workspace.kind:
            self._workspace.show_set_up(kind)

    @Slot(str)
    def _choose_variant(self, key: str) -> None:
        """Set up a position of the variant the user chose: the last one, or the start."""
        if not self._workspace.editing:
            self._workspace.show_set_up("morris")
        model = self._workspace.model
        assert isinstance(model, MorrisModel)
        model.choose_variant(variant(key))

    @Slot()
    def _show_setup(self) -> None:
        """Show the chosen players; do not call an unplayable position ready."""
        if self._workspace.editing:
            for view in self._views:
                view.editor.show_lack(self._setup.lack)
            self.show_players()


def _doing(game: GameController, side: bool) -> str:
    if game.outcome is not None and game.outcome.result != "*":
        if game.outcome.winner is None:
            return tr("draw")
        return tr("won") if game.outcome.winner is side else tr("lost")
    if game.turn is not side or not game.line.at_end:
        return ""
    return tr("to move") if game.awaits_person else tr("thinking…")


class MoveAnnouncer(QObject):
    """Announces changes of the game in the window."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._workspace, self._views = services.workspace, services.views
        self._announced: tuple[str, str] = ("", "")  # the last position and end
        services.game.connect_all(self._announce, but=services.game.turn_changed)
        services.workspace.mode_changed.connect(self._announce)  # a game starts on a set-up board

    @Slot()
    def _announce(self) -> None:
        game = self._workspace.game
        if self._workspace.editing or not game.started:
            return
        end = str(game.outcome) if game.outcome is not None and game.line.at_end else ""
        before, self._announced = self._announced, (game.line.fen, end)
        words = [] if before[0] == game.line.fen else [self._move_words()]
        if end and end != before[1]:
            words.append(end)
        if any(words):
            self._views.board.announce(". ".join(filter(None, words)))

    def _move_words(self) -> str:
        """Return the move that led to the position shown, and who made it."""
        line = self._workspace.game.line
        if not line.cursor:
            return tr("Start of the game")
        ply = line.plies[line.cursor - 1]
        words = self._views.current.spoken(ply.notation)
        return tr("{side}: {move}", side=side_name(ply.mover), move=words)


_EVERY = 100  # milliseconds


class ClockController(QObject):
    """Follows the game; a screen reader says once when the time of a person gets short."""

    def __init__(self, services: Services, column: BoardColumn) -> None:
        super().__init__(column)
        self._game, self._workspace = services.game, services.workspace
        self._views, self._column = services.views, column
        self._warned: tuple[Line | None, set[bool]] = None, set()
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self.refresh)
        self._game.connect_all(self.refresh)
        self._workspace.mode_changed.connect(self.refresh)
        services.commands.bind(
            "pause", self._game.pause, enabled=lambda: self._game.can_pause, text=self._pause_text
        )

    @Slot()
    def refresh(self) -> None:
        """Show the clocks as they stand now, and again soon while one of them runs."""
        game = self._game
        clocks, left = game.clocks, {} if self._workspace.editing else game.time_left()
        running = None if clocks is None else clocks.running
        self._column.show_clocks(
            {
                side: ClockState(seconds, side is running, side is running and game.paused)
                for side, seconds in left.items()
            }
        )
        if clocks is not None:
            self._warn(left)
        if clocks is None or game.paused:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _warn(self, left: dict[bool, float]) -> None:
        game = self._game
        if self._warned[0] is not game.line:
            self._warned = game.line, set()
        for side, seconds in left.items():
            if seconds <= LOW and is_human(game.specs[side]) and side not in self._warned[1]:
                self._warned[1].add(side)
                words = tr("{side} has {n} seconds left", side=side_name(side), n=round(seconds))
                self._views.board.announce(words)

    def _pause_text(self) -> str:
        return tr("Let the clocks &run") if self._game.paused else tr("&Pause the clocks")
