"""The board with the players and their clocks, the words read out for a move, and typed moves."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from millmate.formatting import side_name, titled
from millmate.games.chess.piece_letters import localize, to_english
from millmate.games.morris.variants import variant
from millmate.games.outcome import Termination
from millmate.gui.boards.editor.morris_editor import MorrisModel
from millmate.gui.boards.player_strip import LOW, ClockState
from millmate.gui.features.play.setup_panel import SetupPanel
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label
from millmate.gui.kit.signals import Following
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import hbox
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.services import Services
from millmate.gui.shell.window.stage import Stage
from millmate.language import mark, tr
from millmate.players.spec import describe
from millmate.records.line import Line

_LETTERS = 9  # the field has room for these
_SHOWN = 12  # moves listed at most
_NOISE = re.compile(r"[-–—x×:=+#!?\s]")  # signs that users write or omit

# Exact letters first, then regardless of case.
_FOLDS: tuple[Callable[[str], str], ...] = (str, str.lower)


@dataclass(frozen=True, slots=True)
class Reading:
    """The moves, in both notations, that a text can complete to; `chosen` is the intended one."""

    found: tuple[str, ...] = ()  # as displayed
    chosen: str = ""  # in engine notation; "" unless there is exactly one


def read(typed: str, offers: Mapping[str, str]) -> Reading:
    """Return the meaning of `typed` among `offers`, which maps moves to their displayed form.

    Signs for captures, checks and the like are optional, lower case matches upper case where that
    is unambiguous, castling may be written with zeros, and pieces may have the letters of the
    current language.
    """
    written = typed.strip().replace("0", "O")
    for text in dict.fromkeys((to_english(written), written)):
        for fold in _FOLDS:
            found = _read(fold(_bare(text)), offers, fold)
            if found.found:
                return found
    return Reading()


def _read(typed: str, offers: Mapping[str, str], fold: Callable[[str], str]) -> Reading:
    ways = {move: {fold(_bare(move)), fold(_bare(name))} for move, name in offers.items()}
    started = [move for move, names in ways.items() if any(n.startswith(typed) for n in names)]
    exact = [move for move in started if typed in ways[move]]
    only = exact or started
    return Reading(
        tuple(offers[move] for move in dict.fromkeys((*exact, *started))),
        only[0] if len(only) == 1 and typed else "",
    )


def _bare(text: str) -> str:
    return _NOISE.sub("", text)


class MoveField(QWidget):
    """Emits `typed` for each change, `entered` on confirmation and `left` on leaving."""

    typed = Signal(str)
    entered = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        bind_text(
            self.line,
            hint=mark("move"),
            name=mark("Type a move"),
            tip=mark("A move, such as Nf3 or g1f3; Enter plays it, Esc goes back to the board"),
        )
        self.line.setFixedWidth(self.line.fontMetrics().averageCharWidth() * (_LETTERS + 4))
        self.hint = Label()
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        hbox(self.line, (self.hint, 1), within=self)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self.typed)  # assistive technology sets texts
        self.line.returnPressed.connect(lambda: self.entered.emit(self.line.text()))
        self.setFocusProxy(self.line)
        self.hide()

    def list_moves(self, moves: Sequence[str], worth: str = "") -> None:
        """Show the possible completions; `worth` describes the only one."""
        listed = localize("  ".join(moves[:_SHOWN])) + (" …" if len(moves) > _SHOWN else "")
        self._show_note(titled(listed, worth) if worth and len(moves) == 1 else listed, fault=False)

    def refuse(self, reason: str) -> None:
        self._show_note(reason, fault=True)

    def clear(self) -> None:
        self.line.clear()
        self._show_note("", fault=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return to the board on Esc, before the window handles the key."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self.left.emit()
        return True

    def _show_note(self, text: str, *, fault: bool) -> None:
        self.hint.setText(text)
        self.hint.setToolTip(text)
        # Screen readers read every new description: a list of all moves would hide the last move.
        description = text if self.line.text() else ""
        if description != self.line.accessibleDescription():
            self.line.setAccessibleDescription(description)
        theme.mark_fault(self.hint, fault)
        theme.mark_fault(self.line, fault)


class MoveEntry(QObject):
    """Opens the input field on request and plays the typed moves on the board shown.

    The field stays open between moves; Esc and position setup close it.
    """

    opened = Signal(bool)  # the field opened or closed

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._workspace, self._views = services.workspace, services.views
        self._navigation = services.navigation
        self.field = MoveField()
        self.field.typed.connect(self._typed)
        self.field.entered.connect(self._enter)
        self.field.left.connect(self.close)
        self._offers: dict[str, str] = {}  # moves in engine notation and as displayed
        offered = (view.board.offered_changed for view in self._views)
        self._renewing = Following(self._renew, *offered)  # while the field is open
        workspace = services.workspace
        workspace.mode_changed.connect(self._follow_mode)
        services.commands.bind("type_move", self.open, enabled=lambda: not workspace.editing)

    @Slot()
    def open(self) -> None:
        self._navigation.show_board()
        self._renewing.turn(True)
        self.opened.emit(True)
        self._renew()
        self.field.setFocus()
        self.field.line.selectAll()

    @Slot()
    def close(self) -> None:
        self._renewing.turn(False)
        self.field.clear()
        self.opened.emit(False)
        self._views.board.setFocus()

    @Slot()
    def _follow_mode(self) -> None:
        """Close the field while a position is set up: no moves are played then."""
        if self._workspace.editing and not self.field.isHidden():
            self.close()

    @Slot()
    def _renew(self) -> None:
        view = self._views.current
        self._offers = view.offers(self._workspace.position, view.board.offered)
        self._typed(self.field.line.text())

    @Slot(str)
    def _typed(self, text: str) -> None:
        """List the moves `text` could complete to; report at once if no move is left."""
        reading = read(text, self._offers)
        if reading.found or not text.strip():
            value = self._views.board.state.values.get(reading.chosen)
            self.field.list_moves(reading.found, value.words if value else "")
        elif self._offers:
            self.field.refuse(tr("No move starts like this."))
        else:
            self.field.refuse(self._hindrance)

    @Slot(str)
    def _enter(self, text: str) -> None:
        """Play the intended move, or report why it is missing."""
        reading, view = read(text, self._offers), self._views.current
        if reading.chosen:
            self.field.clear()
            view.board.play_text(reading.chosen)
            return
        if not self._offers:
            reason = self._hindrance
        elif not text.strip():
            example = next(iter(self._offers.values()))
            reason = tr("Type a move first, such as {move}.", move=localize(example))
        elif len(reading.found) > 1:
            reason = tr("Which one? {moves}", moves=localize("  ".join(reading.found)))
        else:
            reason = view.refusal(self._workspace.position, text)
        self.field.refuse(reason)
        view.board.announce(reason)

    @property
    def _hindrance(self) -> str:
        """Why no move can be made on the board now."""
        return self._workspace.game.hindrance or tr("No move can be made here now.")


class BoardController(QObject):
    """Shows the workspace's position on the board, and the players."""

    def __init__(self, services: Services, stage: Stage, setup: SetupPanel) -> None:
        super().__init__(stage)
        self._workspace, self._views = services.workspace, services.views
        self._stage, self._setup, self._notify = stage, setup, services.notifications
        game, workspace = services.game, services.workspace
        message, notifications = stage.message, services.notifications
        notifications.message_shown.connect(message.show_message)
        notifications.dismissed.connect(message.hide)
        message.closed.connect(notifications.dismiss)
        game.announced.connect(notifications.status)
        for signal in (game.replaced, game.tree_changed, game.shown_changed):
            signal.connect(self._show_game)
        game.moved.connect(self._show_position)
        game.moved.connect(self.show_players)  # a drill may end with this move
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
            stage.add(view)
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
        game, turn, position = workspace.game, view.game.turn, workspace.position
        if workspace.editing:
            turn = view.editor.model.turn
            names = {side: describe(spec, tr) for side, spec in self._setup.playing.items()}
            doing = {side: tr("to move") if side is turn else "" for side in names}
        else:
            names = {side: game.player_name(side) for side in game.names}
            if turn is None or not game.line.at_end:  # nothing is played here: whose turn it is
                turn = None if _over(game) else position.text.split()[1] == "w"
            doing = {side: _doing(game, side) for side in names}
        for side, words in doing.items():
            doing[side] = " · ".join(filter(None, (view.phase(position, side), words)))
        balance = {side: view.balance(position, side) for side in names}
        self._stage.show_players(names, doing, turn, view.board.flipped, balance)

    @Slot()
    def _show_mode(self) -> None:
        workspace = self._workspace
        self._setup.show_rules(workspace.rules.name)
        for view in self._views:
            view.set_editing(workspace.editing and view.kind == workspace.kind)
        self._stage.show_view(self._views.current)
        self._setup.set_editing(workspace.editing)
        if workspace.editing:
            self._views.board.allow({})
            self.show_players()
        else:
            self._setup.set_fault("")
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


def _over(game: GameController) -> bool:
    """Return whether the game has ended in the position shown."""
    return game.line.at_end and game.outcome is not None and game.outcome.result != "*"


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
        services.game.connect_all(self._announce, services.game.turn_changed)
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

    def __init__(self, services: Services, stage: Stage) -> None:
        super().__init__(stage)
        self._game, self._workspace = services.game, services.workspace
        self._views, self._stage = services.views, stage
        self._warned: tuple[Line | None, set[bool]] = None, set()
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self.refresh)
        self._game.connect_all(self.refresh, self._game.moved)
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
        self._stage.show_clocks(
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
