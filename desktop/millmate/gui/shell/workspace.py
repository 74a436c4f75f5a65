"""The window's subject: a game, or a position being set up; uses no widgets."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from millmate.games.board import Rules
from millmate.games.catalogue import Position, parse, rules_of
from millmate.gui.boards.editor.position_model import History, PositionModel
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.play.session import GameStand
from millmate.players.spec import PlayerSpec
from millmate.records.line import Line


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


@dataclass(slots=True)
class Stand:
    """The window's subject, put aside: the mode, the positions set up by games, the game."""

    editing: bool
    kind: str
    setups: dict[str, History]
    game: GameStand


class Workspace(QObject):
    """Two modes on one board: position setup (`editing`), and a game, in progress or under review.

    `kind` is the name in `games.catalogue` of the game on the board. `mode_changed` follows a
    change of either; `position_changed` carries the `Position` now shown.
    """

    position_changed = Signal(object)
    mode_changed = Signal()
    kind_changed = Signal(str)
    set_up_shown = Signal()  # a position was set up, or the previous one is shown again
    position_given = Signal()  # a position was loaded or edited, and is meant to be played

    def __init__(
        self,
        game: GameController,
        models: Mapping[str, PositionModel[Any]],
        requests: Requests,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.game, self._models, self._requests = game, models, requests
        self.editing, self.kind = False, next(iter(models))
        for kind, model in models.items():
            model.on_change(partial(self._edited, kind))
        for signal in (game.replaced, game.moved, game.tree_changed, game.shown_changed):
            signal.connect(self._follow_game)

    @property
    def model(self) -> PositionModel[Any]:
        """The position being set up, or the last one, of the game shown."""
        return self._models[self.kind]

    @property
    def fen(self) -> str:
        other = self.game.rules.kind != self.kind  # while one is put aside and another taken up
        return str(self.model.fen) if self.editing or other else self.game.line.fen

    @property
    def position(self) -> Position:
        """The position shown, with its game."""
        return Position(self.rules, self.fen)

    @property
    def rules(self) -> Rules:
        """The rules for a new game: those of the one shown, or of the position being set up."""
        of_kind = self.game.rules.kind == self.kind
        shown = of_kind and self.game.started and not self.editing
        return self.game.rules if shown else self.model.rules

    def set_up(self, position: Position | str) -> None:
        """Set up a position of any game in order to play it; save a game in progress.

        A text that does not name its game is one by the rules shown, if it fits their board.

        Raises:
            InputError: A text is not a position.
        """
        self._set_up(position)
        if self.fen != self.rules.start_fen:
            self.position_given.emit()

    def show_set_up(self, kind: str) -> None:
        """Show the last position set up for a game."""
        self._set_up(self._models[kind].fen)

    def leave_set_up(self) -> None:
        """Show the game instead of the position being set up."""
        self._change_mode(False, self.game.rules.kind)
        self.position_changed.emit(self.position)

    @Slot()
    def show_game(self) -> None:
        """Return to the game if a position is being set up."""
        if self.editing:
            self.leave_set_up()

    def _set_up(self, position: Position | str) -> None:
        kind = (parse(position) if isinstance(position, str) else position).game.kind
        model = self._models[kind]
        model.read(position)
        self._requests.issue()
        if self.editing and self.kind == kind:
            model.set_fen(position)
        else:
            self.editing = False  # `position_changed` is emitted once everything is in place
            self.game.leave()
            model.load(position)
            self._change_mode(True, kind)
            self.position_changed.emit(self.position)
        self.set_up_shown.emit()

    def _change_mode(self, editing: bool, kind: str) -> None:
        self.editing, before, self.kind = editing, self.kind, kind
        if kind != before:
            self.kind_changed.emit(kind)
        self.mode_changed.emit()

    def _edited(self, kind: str) -> None:
        if not self.editing or kind != self.kind:
            return
        if self.model.can_undo:
            self._requests.issue()
            self.position_given.emit()
        self.position_changed.emit(self.position)

    @Slot()
    def _follow_game(self) -> None:
        if self.editing:
            return
        kind = self.game.rules.kind
        if kind != self.kind:
            self._change_mode(False, kind)
        self.position_changed.emit(self.position)

    def put_aside(self) -> Stand:
        """Return all that is shown, for `take_up`; a match in progress stops."""
        self._requests.issue()
        setups = {kind: model.history for kind, model in self._models.items()}
        return Stand(self.editing, self.kind, setups, self.game.put_aside())

    def fresh(self, fen: str) -> Stand:
        """Return `fen` being set up, a position of the game shown, and no game yet."""
        setups = {kind: model.history for kind, model in self._models.items()}
        setups[self.kind] = (self.model.read(fen)[0], (), ())
        human = PlayerSpec.parse("human")
        return Stand(
            True,
            self.kind,
            setups,
            GameStand(
                line=Line(fen, self.model.rules),
                specs=dict.fromkeys((True, False), human),
                names=dict.fromkeys((True, False), "Human"),
            ),
        )

    def rules_names(self, stand: Stand) -> dict[str, str]:
        """Return the names of the rules that the positions set up in `stand` are for."""
        return {kind: rules_of(now).name for kind, (now, _, _) in stand.setups.items()}

    def fens(self, stand: Stand) -> dict[str, str]:
        """Return the positions set up in `stand` as text."""
        return {kind: self._models[kind].text(now) for kind, (now, _, _) in stand.setups.items()}

    def take_up(self, stand: Stand) -> None:
        """Restore `stand`; a match that was in progress continues."""
        self._requests.issue()
        self.editing = False  # signals are emitted once everything is in place
        for kind, history in stand.setups.items():
            self._models[kind].restore(history)
        self.editing, before = stand.editing, self.kind
        self.game.take_out(stand.game)
        if stand.editing:
            self._change_mode(True, stand.kind)
            if self.fen != self.rules.start_fen:
                self.position_given.emit()
            self.position_changed.emit(self.position)
        elif stand.kind == before:  # else the mode has followed the game
            self.mode_changed.emit()

    def play_move(self, text: str) -> None:
        """Play a move in the game, or make it in the position being set up."""
        if not self.editing:
            self.game.play(text)
            return
        board = self.rules.board(self.fen)
        board.push(self.rules.parse_move(board, text))
        self.model.set_fen(board.fen())

    @property
    def can_take_back(self) -> bool:
        """Whether an edit or a move can be taken back."""
        return self.model.can_undo if self.editing else self.game.can_take_back

    @property
    def can_redo(self) -> bool:
        """Whether an edit or a move can be redone."""
        return self.model.can_redo if self.editing else self.game.can_redo

    def take_back(self) -> None:
        """Take back the last edit of the setup, or of the game."""
        (self.model.undo if self.editing else self.game.take_back)()

    def redo(self) -> None:
        """Redo the last undone step."""
        (self.model.redo if self.editing else self.game.redo)()
