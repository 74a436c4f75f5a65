"""Starts games by the chosen players from the chosen start."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from millmate.errors import MillMateError
from millmate.gui.features.play.setup_panel import BOARD, INITIAL, RANDOM, SetupPanel
from millmate.gui.kit.errors import error_sentence
from millmate.gui.shell.frame.navigation import Panel
from millmate.gui.shell.game_starter import GameStarter
from millmate.gui.shell.services import Services
from millmate.language import tr


class NewGame(QObject):
    """Starts the game that the set-up panel describes, or reports what it lacks."""

    def __init__(self, services: Services, setup: SetupPanel, starter: GameStarter) -> None:
        super().__init__(setup)
        self._setup, self._starter = setup, starter
        self._workspace, self._views = services.workspace, services.views
        self._navigation, self._notify = services.navigation, services.notifications
        self._build, self._small = services.commands["build"], services.small_builds
        setup.play_wanted.connect(self.play)
        services.commands.bind("new_game", self.play)
        services.commands.bind("play_here", self.play_on)

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

    def _begin(self, fen: str) -> None:
        setup, rules = self._setup, self._workspace.rules
        if self._starter.start(fen, setup.specs, rules, control=setup.clock.control):
            self._navigation.show(Panel.MOVES)

    def _startable(self, lack: str, again: Callable[[], object]) -> bool:
        """Return whether a game can start; otherwise report the missing tables and how to get them.

        Small tables are built before the game starts: `again` retries.
        """
        if lack and self._setup.can_build and self._small.provide(again):
            self._notify.status(tr("The game starts once the table is built."))
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
