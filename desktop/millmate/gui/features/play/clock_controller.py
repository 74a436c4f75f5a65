"""Shows the clocks of the game in the players' name plates, and pauses them."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from millmate.formatting import side_name
from millmate.gui.boards.player_strip import LOW, ClockState
from millmate.gui.shell.play.line import Line
from millmate.gui.shell.play.session import is_human
from millmate.gui.shell.services import Services
from millmate.gui.shell.window.board_column import BoardColumn
from millmate.language import tr

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
