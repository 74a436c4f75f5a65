"""What a game brings to the window: its board, its editor, its words."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from millmate.games.board import Rules
from millmate.games.catalogue import GAMES, game_of
from millmate.gui.board.overlays import Arrow
from millmate.gui.board.widget import BoardWidget
from millmate.gui.editor.editor_panel import EditorPanel
from millmate.gui.play.game import GameController
from millmate.gui.workspace import Workspace
from millmate.pictures.diagrams import Orientation
from millmate.settings import Settings


class GameView(QObject):
    """The place of one game in the window; the window asks it for all that games do differently.

    `kind` is the game's name in `games.catalogue`, `page` what stands in the board's place: the
    board, and what belongs to it.
    """

    kind: str
    turns = False  # whether the board can be turned by quarters and mirrored
    board: BoardWidget
    page: QWidget
    editor: EditorPanel

    def __init__(self, game: GameController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game

    @property
    def rules(self) -> Rules:
        """The rules by which a new game is played: the variant of the one that is shown."""
        return self.game.rules if self._shows_game else GAMES[self.kind]

    @property
    def _shows_game(self) -> bool:
        of_kind = self.game.rules.name.partition(":")[0] == self.kind
        return of_kind and self.game.begun and not self.editor.active

    @staticmethod
    def position(text: str) -> str:
        """Return the position that `text` writes as the game writes it, playable or not.

        Raises:
            InputError: `text` is no position.
        """
        raise NotImplementedError

    def restore_state(self, settings: Settings) -> None:
        """Take over what `settings` remember of this game alone."""

    def save_state(self, settings: Settings) -> Settings:
        """Return `settings` with what the next window shall know of this game."""
        raise NotImplementedError

    def last_start(self) -> str:
        """Return the position to begin with next time: what is set up, or where a game began."""
        return self.game.line.start_fen if self._shows_game else self.editor.model.fen

    def show_game(self) -> None:
        """Put the position of the game that is shown on the board, and let moves be chosen."""
        self.show_position()
        self.show_turn()

    def show_position(self) -> None:
        """Put the position of the game on the board, with its last move."""
        raise NotImplementedError

    def show_turn(self) -> None:
        """Let the moves be chosen that can be made now."""
        raise NotImplementedError

    def set_editing(self, editing: bool) -> None:
        """Show the editor and its palette, or put them away."""
        if editing and not self.editor.active:
            self.editor.start(self.editor.model.fen)
        elif not editing and self.editor.active:
            self.editor.end()
        self.editor.palette_strip.setVisible(editing)
        self.editor.setVisible(editing)

    def arrows_of(self, move: str, mover: bool, strength: float) -> tuple[Arrow, ...]:
        """Return what points at `move` of the side `mover`, as programs write it, on the board."""
        raise NotImplementedError

    def offers(self, fen: str, moves: Iterable[str]) -> dict[str, str]:
        """Return `moves` of the position `fen`, as programs write them, with how people do."""
        return {move: move for move in moves}

    def refusal(self, fen: str, text: str) -> str:
        """Return why `text` names no legal move of the position `fen`, in a sentence."""
        raise NotImplementedError

    def spoken(self, notation: str) -> str:
        """Return a move, as people write it, in the words that are read out."""
        raise NotImplementedError

    def turn_board(self) -> None:
        """Turn the board by a quarter, where that is done."""

    def mirror_board(self) -> None:
        """Mirror the board, where that is done."""

    def phase(self, fen: str, side: bool) -> str:
        """Return in words what `side` may do in the position `fen`, "" where that goes unsaid."""
        return ""

    def table_of(self, fen: str) -> str:
        """Return the name of the table that `fen` belongs to, whether it is there or not."""
        raise NotImplementedError

    def random(self, fen: str, stones: dict[bool, int], rng: random.Random) -> str:
        """Return a random position: like `fen`, or with so many `stones`, as the game has it."""
        raise NotImplementedError


class GameViews:
    """The views of all games; the one of the workspace's game is shown."""

    def __init__(self, views: Sequence[GameView], workspace: Workspace) -> None:
        self._views = {view.kind: view for view in views}
        self._workspace = workspace

    def __iter__(self) -> Iterator[GameView]:
        return iter(self._views.values())

    def __getitem__(self, kind: str) -> GameView:
        return self._views[kind]

    @property
    def current(self) -> GameView:
        """The view that is shown."""
        return self._views[self._workspace.kind]

    @property
    def board(self) -> BoardWidget:
        """The board that is shown."""
        return self.current.board

    def orientation_of(self, fen: str) -> Orientation:
        """Return how the board of a position's game lies."""
        return self._views[game_of(fen)].board.orientation
