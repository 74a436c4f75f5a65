"""What those hear who listen to the game: every move that comes, and how the game has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.formatting import side_name
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow


class MoveAnnouncer(QObject):
    """Has the board read out what changes in the game that is shown."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._heard: tuple[str, str] = ("", "")  # the position and the end that were told last

    def follow(self) -> None:
        """Listen to the game from now on."""
        self._window.game.changed.connect(self._tell)

    @Slot()
    def _tell(self) -> None:
        window, game = self._window, self._window.game
        if window.editing or not game.begun:
            return
        end = str(game.outcome) if game.outcome is not None and game.line.at_end else ""
        before, self._heard = self._heard, (game.line.fen, end)
        words = [] if before[0] == game.line.fen else [self._move_words()]
        if end and end != before[1]:
            words.append(end)
        if any(words):
            window.board.announce(". ".join(filter(None, words)))

    def _move_words(self) -> str:
        """Return the move that led to the position shown, and who made it."""
        line = self._window.game.line
        if not line.cursor:
            return tr("Start of the game")
        ply = line.plies[line.cursor - 1]
        words = self._window.desk.spoken(ply.notation)
        return tr("{side}: {move}", side=side_name(ply.mover), move=words)
