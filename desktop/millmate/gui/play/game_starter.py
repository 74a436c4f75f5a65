"""Games begun from the window: by the chosen players, from the chosen start, or move by move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.errors import MillMateError
from millmate.games.board import Rules
from millmate.games.outcome import BLACK
from millmate.gui.errors.sentences import told
from millmate.gui.play.setup_panel import BOARD, INITIAL, RANDOM
from millmate.language import tr
from millmate.players.spec import PlayerSpec

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


class GameStarter(QObject):
    """Begins games on the window's board, or says why one cannot begin."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def follow(self) -> None:
        """Begin what the panels ask for from now on."""
        self._window.setup.play_wanted.connect(self.play)
        self._window.moves.play_on.connect(self.play_on)

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Return what the menu's entries do."""
        return {"new_game": self.play, "play_here": self.play_on, "study": self.study}

    @Slot()
    def play(self) -> None:
        """Begin the chosen game."""
        if self._startable(self._window.setup.lack):
            try:
                fen = self._chosen_fen()
            except MillMateError as error:
                self._window.complain(told(error))
            else:
                if self._startable(self._window.setup.lack_of_men(fen)):
                    self._begin(fen)

    @Slot()
    def play_on(self) -> None:
        """Begin a game, with the chosen players, from exactly the position shown."""
        if self._startable(self._window.setup.lack_from(BOARD)):
            self._begin(self._window.shown_fen)

    @Slot()
    def study(self) -> None:
        """Let moves be tried from the position shown."""
        window = self._window
        try:
            window.game.study(window.shown_fen, window.desk.rules)
        except MillMateError as error:
            window.complain(told(error))
        else:
            window.show_moves()

    def start(
        self, fen: str, specs: dict[bool, PlayerSpec], rules: Rules, kept: bool = True
    ) -> bool:
        """Begin a game on the board (see `GameController.start`), or say why it cannot begin."""
        window = self._window
        window.requests.begin()
        window.pages.turn_to(window.splitter)
        try:
            window.game.start(fen, specs, rules, kept)
        except MillMateError as error:
            window.complain(told(error))
            return False
        window.probing.forget_failure()
        window.column.message.hide()
        window.leave_set_up()
        people = [side for side, spec in window.game.specs.items() if spec.kind == "human"]
        if len(people) == 1:
            window.board.set_flipped(people[0] is BLACK)
        window.board.setFocus()
        window.show_game()
        return True

    def _begin(self, fen: str) -> None:
        if self.start(fen, self._window.setup.specs, self._window.desk.rules):
            self._window.tabs.setCurrentWidget(self._window.moves)

    def _startable(self, lack: str) -> bool:
        """Say what is lacking, and how to get it, where the game cannot begin."""
        if lack and self._window.setup.can_build:
            self._window.complain(lack, tr("Build…"), self._window.building.open)
        elif lack:
            self._window.complain(lack)
        return not lack

    def _chosen_fen(self) -> str:
        window = self._window
        start = window.setup.chosen_start
        if start == INITIAL:
            return window.desk.rules.start_fen
        if start == RANDOM:
            return window.desk.random(window.shown_fen, window.setup.stones, random.Random())
        return window.shown_fen if window.editing else window.game.line.start_fen
