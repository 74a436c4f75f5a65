"""The window's interface to each game: its board, its editor and its texts."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import chess
from PySide6.QtCore import Qt

from millmate.errors import InputError, MillMateError
from millmate.games.board import Rules
from millmate.games.catalogue import Position, parse
from millmate.games.chess.material import Material
from millmate.games.chess.positions import board_from_fen, random_position
from millmate.games.chess.rules import why_illegal
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import random_position as random_stones
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import STANDARD, Variant
from millmate.gui.boards import morris_words
from millmate.gui.boards.chess_board import CHESS, describe_san
from millmate.gui.boards.editor.chess_editor import ChessEditor, ChessModel
from millmate.gui.boards.editor.morris_editor import MorrisEditor, MorrisModel
from millmate.gui.boards.editor.panel import EditorPanel
from millmate.gui.boards.morris_board import MORRIS
from millmate.gui.boards.morris_scene import SYMBOLS
from millmate.gui.boards.player_strip import Balance
from millmate.gui.boards.state import Arrow
from millmate.gui.boards.theme import piece_name
from millmate.gui.boards.widget import BoardWidget
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import on_retranslate
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.workspace import Workspace
from millmate.language import count
from millmate.pictures.diagrams import Orientation
from millmate.settings import Settings
from millmate.tablebase.names import table_of

_MOST_MEN = 7  # of an ending that is called by its name


class GameView(ABC):
    """The view of one game; the window calls it wherever the games differ.

    `kind` is the game's name in `games.catalogue`, `prompt` says below the board what can be done,
    where that needs words.
    """

    kind: str
    board: BoardWidget
    prompt: Label | None = None
    editor: EditorPanel

    def __init__(self, game: GameController) -> None:
        self.game = game

    @property
    def rules(self) -> Rules:
        """The rules for a new game: those of the one shown, or of the position being set up."""
        return self.game.rules if self._shows_game else self.editor.model.rules

    @property
    def _shows_game(self) -> bool:
        of_kind = self.game.rules.kind == self.kind
        return of_kind and self.game.started and not self.editor.active

    @staticmethod
    @abstractmethod
    def position(text: str) -> str:
        """Return the position in `text` in the game's notation, playable or not.

        Raises:
            InputError: `text` is not a position.
        """

    @abstractmethod
    def restore_state(self, settings: Settings) -> None:
        """Restore the settings of this game only."""

    @abstractmethod
    def save_state(self, settings: Settings) -> Settings:
        """Return `settings` with the values to restore next time."""

    def fresh(self, position: Position) -> str:
        """Return the position of a new tab next to `position`: the start of the game."""
        return self.editor.model.rules.start_fen

    def table_of(self, position: Position) -> str:
        """Return the name of a position's table, "" if there can be none."""
        try:
            return table_of(position.read())
        except InputError:
            return ""

    def ending(self, position: Position) -> str:
        """Return the code of an ending, "" if there are too many men for one."""
        return self.table_of(position)

    def last_start(self) -> str:
        """Return the next start position: the one being set up, or the start of the game."""
        return self.game.line.start_fen if self._shows_game else self.editor.model.fen

    def show_game(self) -> None:
        """Show the position of the game on the board and enable its moves."""
        self.show_position()
        self.show_turn()

    def show_position(self) -> None:
        """Show the position of the game on the board with its last move."""
        line, mover = self.game.line, not self.game.shown_board().turn
        self.board.set_position(line.position, last=line.shown_move or "", mover=mover)

    def show_turn(self) -> None:
        self.board.set_destinations(self.game.destinations(), self.game.shown_board().turn)

    def set_editing(self, editing: bool) -> None:
        """Show or hide the editor."""
        if editing and not self.editor.active:
            self.editor.start()
        elif not editing and self.editor.active:
            self.editor.end()
        self.editor.setVisible(editing)

    def arrows_of(self, move: str, mover: bool, strength: float) -> tuple[Arrow, ...]:
        """Return the arrows for `move`, in engine notation, of the side `mover`."""
        return self.board.game.arrows(move, mover, strength, self.board.state.lines)

    def offers(self, position: Position, moves: Iterable[str]) -> dict[str, str]:
        """Return `moves` of a position from engine notation to displayed form."""
        return {move: move for move in moves}

    @abstractmethod
    def refusal(self, position: Position, text: str) -> str:
        """Return why `text` is not a legal move of a position, as a sentence."""

    @abstractmethod
    def spoken(self, notation: str) -> str:
        """Return a displayed move as spoken text."""

    def men(self, position: Position) -> dict[int, str]:
        """Return the symbols of the men on the board of a position by their places."""
        part = self.board.game
        men = part.read(position).pieces
        return {place: symbol for place, symbol in men.items() if place not in part.trays}

    @abstractmethod
    def side_of(self, symbol: str) -> bool:
        """Return the colour of a man."""

    def phase(self, position: Position, side: bool) -> str:
        """Return the options of `side` in a position as text, or "" if self-evident."""
        return ""

    @abstractmethod
    def balance(self, position: Position, side: bool) -> Balance:
        """Return the lead of `side` in material."""

    @abstractmethod
    def random(self, like: Position, stones: dict[bool, int], rng: random.Random) -> str:
        """Return a random position similar to `like`, or with these numbers of `stones`."""


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
        return self.current.table_of(self._workspace.position)

    def ending(self, position: Position) -> str:
        """Return the code of an ending, "" if there are too many men for one."""
        return self._views[position.game.kind].ending(position)

    def orientation_of(self, position: Position) -> Orientation:
        return self._views[position.game.kind].board.orientation


_VALUES = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}


class ChessGameView(GameView):
    """The chessboard and its editor."""

    kind = "chess"
    spoken = staticmethod(describe_san)
    editor: ChessEditor

    def __init__(self, game: GameController, fen: str) -> None:
        super().__init__(game)
        self.board = BoardWidget(CHESS)
        self.editor = ChessEditor(ChessModel(fen), self.board)

    @staticmethod
    def position(text: str) -> str:
        return board_from_fen(text).fen()

    def restore_state(self, settings: Settings) -> None:
        """Do nothing: nothing is kept but the start."""

    def save_state(self, settings: Settings) -> Settings:
        return settings.changed(start_fen=self.last_start())

    def fresh(self, position: Position) -> str:
        """Return the position of a new tab: next to an ending, an ending."""
        return Settings().start_fen if self.ending(position) else super().fresh(position)

    def ending(self, position: Position) -> str:
        code = self.table_of(position)
        return code if len(code.replace("v", "")) <= _MOST_MEN else ""

    def offers(self, position: Position, moves: Iterable[str]) -> dict[str, str]:
        board = board_from_fen(position.text)
        return {move: board.san(chess.Move.from_uci(move)) for move in moves}

    def refusal(self, position: Position, text: str) -> str:
        return why_illegal(board_from_fen(position.text), text)

    def side_of(self, symbol: str) -> bool:
        return symbol.isupper()

    def balance(self, position: Position, side: bool) -> Balance:
        """Return the men that `side` has more than the other side, and its lead in points."""
        men, more = position.text.partition(" ")[0], {}
        for white, value in _VALUES.items():
            own, other = (white, white.lower()) if side else (white.lower(), white)
            more[own] = men.count(own) - men.count(other), value
        lead = sum(number * value for number, value in more.values())
        letters = "".join(letter * number for letter, (number, _) in more.items())
        words = [piece_name(letter) for letter in letters]
        signs = "".join(chess.UNICODE_PIECE_SYMBOLS[letter] for letter in letters)
        points = [f"+{lead}"] if lead > 0 else []
        if lead > 0:
            words.append(count(lead, "{n} point ahead", "{n} points ahead"))
        return Balance(" ".join(filter(None, (signs, *points))), ", ".join(words))

    def random(self, like: Position, stones: dict[bool, int], rng: random.Random) -> str:
        board = board_from_fen(like.text)
        return random_position(Material.of(board), rng, board.turn).fen()


class MorrisGameView(GameView):
    """The morris board with its prompt, and its editor."""

    kind = "morris"
    spoken = staticmethod(morris_words.describe_move)
    editor: MorrisEditor

    def __init__(self, game: GameController, fen: str, variant: Variant = STANDARD) -> None:
        super().__init__(game)
        self.board = BoardWidget(MORRIS)
        self.editor = MorrisEditor(MorrisModel(fen, variant), self.board)
        self.prompt = self.line = Label()
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setWordWrap(True)
        self.board.refused.connect(self._refuse)
        self.board.picked_up.connect(self._prompt)
        self.board.choosing_changed.connect(self._prompt)
        self.editor.changed.connect(self._prompt)
        on_retranslate(self.line, self._retranslate)

    @staticmethod
    def position(text: str) -> str:
        return parse(text).read().fen()

    def restore_state(self, settings: Settings) -> None:
        """Turn the board as it was last time."""
        seen = Orientation(self.board.flipped, settings.morris_turns, settings.morris_mirrored)
        self.board.set_orientation(seen)

    def save_state(self, settings: Settings) -> Settings:
        seen = self.board.orientation
        return settings.changed(
            morris_start=self.last_start(),
            morris_rules=cast(MorrisRules, self.rules).variant.key,
            morris_turns=seen.turns,
            morris_mirrored=seen.mirrored,
        )

    def show_turn(self) -> None:
        """Let the moves be chosen that can be made now, and say so."""
        super().show_turn()
        self._prompt()

    def refusal(self, position: Position, text: str) -> str:
        try:
            position.game.parse_move(position.board(), text)
        except MillMateError as error:
            text, _, reason = str(error).partition(": ")  # the typed text is visible already
            return capital(reason or text)
        return ""

    def phase(self, position: Position, side: bool) -> str:
        """Return `placing, 4 in hand`, `moving` or `flying`."""
        return morris_words.describe_phase(cast(MorrisBoard, position.read()), side)

    def side_of(self, symbol: str) -> bool:
        return symbol == SYMBOLS[True]

    def balance(self, position: Position, side: bool) -> Balance:
        """Return how many stones `side` has taken."""
        board = cast(MorrisBoard, position.read())
        taken = max(board.variant.stones - board.total(not side), 0)
        words = count(taken, "{n} stone taken", "{n} stones taken") if taken else ""
        return Balance(words, words)

    def random(self, like: Position, stones: dict[bool, int], rng: random.Random) -> str:
        board = cast(MorrisBoard, like.read())
        white, black = stones[True], stones[False]
        return random_stones(white, black, rng, board.turn, variant=board.variant).fen()

    def _shown(self) -> MorrisBoard:
        return cast(MorrisBoard, self.game.shown_board())

    def _retranslate(self) -> None:
        if self._shows_game:
            self._prompt()

    def _prompt(self) -> None:
        """Show the possible actions; while setting up, the editor does."""
        if self.board.editing or self.game.hindrance:
            self._show_prompt("")
        elif self.board.choosing:
            self._show_prompt(morris_words.removal_prompt(self._shown()))
        else:
            self._show_prompt(morris_words.move_prompt(self._shown()))

    def _refuse(self, origin: int | None, place: int) -> None:
        hindrance = self.game.hindrance
        if hindrance:
            self._show_prompt(hindrance, fault=True)
        elif self.board.choosing:
            self._show_prompt(morris_words.refused_removal(self._shown(), place), fault=True)
        else:
            self._show_prompt(morris_words.refused(self._shown(), origin, place), fault=True)

    def _show_prompt(self, text: str, fault: bool = False) -> None:
        self.line.setText(text)
        theme.mark_fault(self.line, fault)
        choice = self.board.choosing and not fault
        font = self.line.font()
        font.setBold(choice)
        self.line.setFont(font)
        self.board.set_note(text)
        if fault:
            self.board.announce(text)
