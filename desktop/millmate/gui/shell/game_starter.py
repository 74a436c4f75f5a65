"""Starts games on the board, by any players, and lets the user try moves."""

from PySide6.QtCore import QObject, Slot

from millmate.errors import MillMateError
from millmate.games.catalogue import Position
from millmate.games.outcome import BLACK
from millmate.gui.kit.errors import error_sentence
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.services import Services
from millmate.play.clocks import TimeControl
from millmate.players.spec import PlayerSpec


class GameStarter(QObject):
    """Starts games on the board, or reports why a game cannot start."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._workspace, self._views = services.workspace, services.views
        self._requests, self._navigation = services.requests, services.navigation
        self._notify = services.notifications
        self._tabs, self._settings = services.tabs, services.settings
        services.links.play_table.connect(self.play_table)
        services.commands.bind("study", self.study, enabled=self._can_study)

    @Slot()
    def study(self) -> None:
        """Let the user try moves from the position shown."""
        try:
            self._workspace.game.study(self._workspace.fen, self._workspace.rules)
        except MillMateError as error:
            self._notify.warn(error_sentence(error))
        else:
            self._notify.dismiss()
            self._workspace.leave_set_up()
            self._navigation.show(Panel.MOVES)

    def _can_study(self) -> bool:
        return self._workspace.editing or not self._workspace.game.studied

    @Slot(object)
    def play_table(self, position: Position) -> None:
        """Let the user play a position against the table, with the pieces of the side to move."""
        if not self._tabs.set_up(position):
            return
        turn, names = position.board().turn, ("human", "table")
        white, black = names if turn else names[::-1]
        self._settings.set(white=white, black=black)
        specs = {turn: PlayerSpec.parse("human"), not turn: PlayerSpec.parse("table")}
        if self.start(position, specs):
            self._navigation.show(Panel.MOVES)

    def start(
        self,
        position: Position,
        specs: dict[bool, PlayerSpec],
        autosaved: bool = True,
        control: TimeControl | None = None,
    ) -> bool:
        """Start a game (see `GameController.start`), or report why it cannot start."""
        self._requests.issue()
        self._navigation.show_board()
        try:
            self._workspace.game.start(position.text, specs, position.game, autosaved, control)
        except MillMateError as error:
            self._notify.warn(error_sentence(error))
            return False
        self._notify.dismiss()
        self._workspace.leave_set_up()
        people = [side for side, spec in specs.items() if spec.kind == "human"]
        if len(people) == 1:
            self._views.board.set_flipped(people[0] is BLACK)
        self._views.board.setFocus()
        return True
