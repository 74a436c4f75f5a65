"""Starts games: by the chosen players, from the chosen start, or move by move."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from millmate.errors import MillMateError
from millmate.games.board import Rules
from millmate.games.outcome import BLACK
from millmate.gui.features.play.setup_panel import BOARD, INITIAL, RANDOM, SetupPanel
from millmate.gui.kit.sentences import error_sentence
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.play.clocks import TimeControl
from millmate.players.spec import PlayerSpec


class GameStarter(QObject):
    """Starts games on the board, or reports why a game cannot start."""

    def __init__(self, services: Services, setup: SetupPanel) -> None:
        super().__init__(setup)
        self._setup, self._workspace, self._views = setup, services.workspace, services.views
        self._requests, self._navigation = services.requests, services.navigation
        self._notify, commands = services.notifications, services.commands
        self._build, self._small = commands["build"], services.small_builds
        setup.play_wanted.connect(self.play)
        commands.bind("new_game", self.play)
        commands.bind("play_here", self.play_on)
        commands.bind("study", self.study, enabled=self._can_study)

    @Slot()
    def play(self) -> None:
        if self._startable(self._setup.lack, self.play):
            try:
                fen = self._chosen_fen()
            except MillMateError as error:
                self._notify.warn(error_sentence(error))
            else:
                if self._startable(self._setup.lack_of_men(fen), self.play):
                    self._begin(fen)

    @Slot()
    def play_on(self) -> None:
        """Start a game with the chosen players from exactly the position shown."""
        if self._startable(self._setup.lack_from(BOARD), self.play_on):
            self._begin(self._workspace.fen)

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

    def start(
        self,
        fen: str,
        specs: dict[bool, PlayerSpec],
        rules: Rules,
        autosaved: bool = True,
        control: TimeControl | None = None,
    ) -> bool:
        """Start a game (see `GameController.start`), or report why it cannot start."""
        self._requests.issue()
        self._navigation.show_board()
        try:
            self._workspace.game.start(fen, specs, rules, autosaved, control)
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

    def _begin(self, fen: str) -> None:
        setup, rules = self._setup, self._workspace.rules
        if self.start(fen, setup.specs, rules, control=setup.clock.control):
            self._navigation.show(Panel.MOVES)

    def _startable(self, lack: str, again: Callable[[], object]) -> bool:
        """Return whether a game can start; otherwise report what is missing and how to get it.

        What is small is built, and then the game begins: `again` is what was tried.
        """
        if lack and self._setup.can_build and self._small.provide(again):
            self._notify.status(tr("The game begins once the table is built."))
        elif lack and self._setup.can_build:
            self._notify.warn(lack, tr("Build…"), self._build.trigger)
        elif lack:
            self._notify.warn(lack)
        return not lack

    def _chosen_fen(self) -> str:
        workspace, start = self._workspace, self._setup.chosen_start
        if start == INITIAL:
            return workspace.rules.start_fen
        if start == RANDOM:
            view, stones = self._views.current, self._setup.stones
            return view.random(workspace.fen, stones, random.Random())
        return workspace.fen if workspace.editing else workspace.game.line.start_fen
