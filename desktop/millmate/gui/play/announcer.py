"""Announces moves and the result to screen readers."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from millmate.formatting import side_name
from millmate.gui.game_view import GameViews
from millmate.gui.workspace import Workspace
from millmate.language import tr


class MoveAnnouncer(QObject):
    """Announces changes of the game in the window."""

    def __init__(self, workspace: Workspace, views: GameViews, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace, self._views = workspace, views
        self._announced: tuple[str, str] = ("", "")  # the last position and end
        game = workspace.game
        for signal in (game.replaced, game.moved, game.ended, game.shown_changed):
            signal.connect(self._announce)
        game.tree_changed.connect(self._announce)

    @Slot()
    def _announce(self) -> None:
        game = self._workspace.game
        if self._workspace.editing or not game.begun:
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
