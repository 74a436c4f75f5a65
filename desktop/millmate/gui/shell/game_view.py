"""The interface between the window and a game: its board, its editor and its texts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from millmate.errors import InputError
from millmate.games.board import Rules
from millmate.games.catalogue import game_of, kind_of
from millmate.gui.boards.editor.panel import EditorPanel
from millmate.gui.boards.player_strip import Balance
from millmate.gui.boards.state import Arrow
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.probe.answers import table_of
from millmate.gui.shell.workspace import Workspace
from millmate.pictures.diagrams import Orientation
from millmate.settings import Settings

_MOST_MEN = 7  # of an ending that is called by its name


class GameView(QObject):
    """The view of one game; the window calls it wherever the games differ.

    `kind` is the game's name in `games.catalogue`, `page` the widget with the board and everything
    that belongs to it.
    """

    kind: str
    turns = False  # whether the board can be rotated by 90° and mirrored
    board: BoardWidget
    page: QWidget
    editor: EditorPanel

    def __init__(self, game: GameController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game

    @property
    def rules(self) -> Rules:
        """The rules for a new game: those of the one shown, or of the position being set up."""
        return self.game.rules if self._shows_game else self.editor.model.rules

    @property
    def _shows_game(self) -> bool:
        of_kind = self.game.rules.name.partition(":")[0] == self.kind
        return of_kind and self.game.started and not self.editor.active

    @staticmethod
    def position(text: str) -> str:
        """Return the position in `text` in the game's notation, playable or not.

        Raises:
            InputError: `text` is not a position.
        """
        raise NotImplementedError

    def restore_state(self, settings: Settings) -> None:
        """Restore the settings of this game only."""

    def save_state(self, settings: Settings) -> Settings:
        """Return `settings` with the values to restore next time."""
        raise NotImplementedError

    def last_start(self) -> str:
        """Return the next start position: the one being set up, or the start of the game."""
        return self.game.line.start_fen if self._shows_game else self.editor.model.fen

    def show_game(self) -> None:
        """Show the position of the game on the board and enable its moves."""
        self.show_position()
        self.show_turn()

    def show_position(self) -> None:
        """Show the position of the game on the board with its last move."""
        raise NotImplementedError

    def show_turn(self) -> None:
        """Enable the moves that can be made now."""
        raise NotImplementedError

    def set_editing(self, editing: bool) -> None:
        """Show or hide the editor and its palette."""
        if editing and not self.editor.active:
            self.editor.start()
        elif not editing and self.editor.active:
            self.editor.end()
        self.editor.palette_strip.setVisible(editing)
        self.editor.setVisible(editing)

    def arrows_of(self, move: str, mover: bool, strength: float) -> tuple[Arrow, ...]:
        """Return the arrows for `move`, in engine notation, of the side `mover`."""
        raise NotImplementedError

    def offers(self, fen: str, moves: Iterable[str]) -> dict[str, str]:
        """Return `moves` of the position `fen` from engine notation to displayed form."""
        return {move: move for move in moves}

    def refusal(self, fen: str, text: str) -> str:
        """Return why `text` is not a legal move of the position `fen`, as a sentence."""
        raise NotImplementedError

    def spoken(self, notation: str) -> str:
        """Return a displayed move as spoken text."""
        raise NotImplementedError

    def men(self, fen: str) -> dict[int, str]:
        """Return the symbols of the men on the board of `fen` by their places."""
        raise NotImplementedError

    def side_of(self, symbol: str) -> bool:
        """Return the colour of a man."""
        raise NotImplementedError

    def phase(self, fen: str, side: bool) -> str:
        """Return the options of `side` in the position `fen` as text, or "" if self-evident."""
        return ""

    def balance(self, fen: str, side: bool) -> Balance:
        """Return what `side` has more than the other side in the position `fen`."""
        raise NotImplementedError

    def random(self, fen: str, stones: dict[bool, int], rng: random.Random) -> str:
        """Return a random position similar to `fen`, or with so many `stones`."""
        raise NotImplementedError


class GameViews:
    """The views of all games; shows the one of the workspace's game."""

    def __init__(self, views: Sequence[GameView], workspace: Workspace) -> None:
        self._views = {view.kind: view for view in views}
        self._workspace = workspace

    def __iter__(self) -> Iterator[GameView]:
        return iter(self._views.values())

    def __getitem__(self, kind: str) -> GameView:
        return self._views[kind]

    @property
    def current(self) -> GameView:
        return self._views[self._workspace.kind]

    @property
    def board(self) -> BoardWidget:
        return self.current.board

    @property
    def table(self) -> str:
        """The name of the table of the position on the board, "" if there can be none."""
        return self.table_of(self._workspace.fen)

    def table_of(self, fen: str) -> str:
        """Return the name of a position's table, in morris by the board's rules, "" if none."""
        rules = self._workspace.rules.name
        try:
            return table_of(fen, rules if kind_of(rules) == game_of(fen) else "")
        except InputError:
            return ""

    def ending(self, fen: str) -> str:
        """Return the code of the ending on the board, "" if there are too many men for one."""
        code = self.table_of(fen)
        few = self._workspace.kind == "morris" or len(code.replace("v", "")) <= _MOST_MEN
        return code if few else ""

    def orientation_of(self, fen: str) -> Orientation:
        return self._views[game_of(fen)].board.orientation
