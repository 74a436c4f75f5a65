"""The view of nine men's morris: its board, a prompt beneath it, and its editor."""

from __future__ import annotations

import random
from typing import cast

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from millmate.errors import MillMateError
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import PLAIN, Lines
from millmate.games.morris.positions import board_from_text, random_position, variant_of
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import STANDARD, Variant
from millmate.gui.boards import morris_words as descriptions
from millmate.gui.boards.editor.morris_editor import MorrisEditor, MorrisModel
from millmate.gui.boards.geometry import TRAYS
from millmate.gui.boards.morris_board import MorrisView
from millmate.gui.boards.morris_scene import SYMBOLS, parse_position, turn_of
from millmate.gui.boards.player_strip import Balance
from millmate.gui.boards.state import LOSS, Arrow
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import translator
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.game_view import GameView
from millmate.gui.shell.play.game import GameController
from millmate.language import count
from millmate.pictures.diagrams import Orientation
from millmate.settings import Settings


def arrows_of(move: str, mover: bool, strength: float, lines: Lines = PLAIN) -> tuple[Arrow, ...]:
    """Return an arrow from point to point, or a ring where a stone is placed or taken."""
    turn = turn_of(move, mover, lines)
    placed = turn.origin in TRAYS.values()
    way = Arrow(None if placed else turn.origin, turn.target, strength)
    return way, *(Arrow(None, point, strength, LOSS, crossed=True) for point in turn.removed)


class MorrisGameView(GameView):
    """The morris board with a prompt beneath it, and its editor."""

    kind = "morris"
    turns = True
    board: MorrisView
    editor: MorrisEditor

    def __init__(
        self,
        game: GameController,
        fen: str,
        variant: Variant = STANDARD,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(game, parent)
        self.board = MorrisView()
        self.editor = MorrisEditor(MorrisModel(fen, variant), self.board)
        self.line = Label()
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setWordWrap(True)
        self.line.setMinimumHeight(2 * self.line.fontMetrics().height())
        self.page = QWidget()
        vbox((self.board, 1), self.line, within=self.page, spacing=theme.GRID // 2)
        self.board.refused.connect(self._refuse)
        self.board.picked_up.connect(self._prompt)
        self.board.choosing_changed.connect(self._prompt)
        self.editor.changed.connect(self._prompt)
        translator.changed.connect(self._retranslate)

    @staticmethod
    def position(text: str) -> str:
        """Return the position in `text`; raises `PositionError`."""
        return board_from_text(text, variant_of(text)).fen()

    def restore_state(self, settings: Settings) -> None:
        """Turn the board as it was last time."""
        seen = Orientation(self.board.flipped, settings.morris_turns, settings.morris_mirrored)
        self.board.set_orientation(seen)

    def save_state(self, settings: Settings) -> Settings:
        """Return `settings` with the start position and the board's orientation."""
        seen = self.board.orientation
        return settings.changed(
            morris_start=self.last_start(),
            morris_rules=self._variant.key,
            morris_turns=seen.turns,
            morris_mirrored=seen.mirrored,
        )

    def show_position(self) -> None:
        board, line = self._shown(), self.game.line
        self.board.set_variant(board.variant.lines, board.variant.stones)
        self.board.set_position(line.fen, last=line.shown_move or "", mover=not board.turn)

    def show_turn(self) -> None:
        """Let the moves be chosen that can be made now, and say so."""
        self.board.set_destinations(self.game.destinations(), self._shown().turn)
        self._prompt()

    def arrows_of(self, move: str, mover: bool, strength: float) -> tuple[Arrow, ...]:
        """Return an arrow from point to point, or a ring where a stone is placed or taken."""
        return arrows_of(move, mover, strength, self.board.state.lines)

    def refusal(self, fen: str, text: str) -> str:
        """Return why `text` is no legal move in the position `fen`."""
        try:
            self.rules.parse_move(self.rules.board(fen), text)
        except MillMateError as error:
            text, _, reason = str(error).partition(": ")  # the typed text is visible already
            return capital(reason or text)
        return ""

    def spoken(self, notation: str) -> str:
        """Return a move in words, such as `d6 to d7, takes a1`."""
        return descriptions.describe_move(notation)

    def phase(self, fen: str, side: bool) -> str:
        """Return `placing, 4 in hand`, `moving` or `flying`."""
        return descriptions.describe_phase(board_from_text(fen, self._variant), side)

    def men(self, fen: str) -> dict[int, str]:
        """Return the stones on points; those in hand are no men of the board."""
        stones, _ = parse_position(fen)
        return {place: symbol for place, symbol in stones.items() if place not in TRAYS.values()}

    def side_of(self, symbol: str) -> bool:
        return symbol == SYMBOLS[True]

    def balance(self, fen: str, side: bool) -> Balance:
        """Return how many stones `side` has taken."""
        board = board_from_text(fen, self._variant)
        taken = max(board.variant.stones - board.total(not side), 0)
        words = count(taken, "{n} stone taken", "{n} stones taken") if taken else ""
        return Balance(words, words)

    def random(self, fen: str, stones: dict[bool, int], rng: random.Random) -> str:
        """Return a random position with these numbers of stones, none in hand."""
        turn = board_from_text(fen, self._variant).turn
        white, black = stones[True], stones[False]
        return random_position(white, black, rng, turn, variant=self._variant).fen()

    @property
    def _variant(self) -> Variant:
        return cast(MorrisRules, self.rules).variant

    # --- the prompt --------------------------------------------------------------------------

    def _shown(self) -> MorrisBoard:
        return cast(MorrisBoard, self.game.shown_board())

    @Slot()
    def _retranslate(self) -> None:
        """Update the prompt if the game is one of morris."""
        if self._shows_game:
            self._prompt()

    @Slot()
    def _prompt(self) -> None:
        """Show what can be done now; while setting up, the editor does."""
        self.line.setVisible(not self.board.editing)
        if self.board.editing or self.game.hindrance:
            self._show_prompt("")
        elif self.board.choosing:
            self._show_prompt(descriptions.removal_prompt(self._shown()))
        else:
            self._show_prompt(descriptions.move_prompt(self._shown()))

    @Slot(object, object)
    def _refuse(self, origin: int | None, place: int) -> None:
        """Show why a move cannot be made."""
        hindrance = self.game.hindrance
        if hindrance:
            self._show_prompt(hindrance, fault=True)
        elif self.board.choosing:
            self._show_prompt(descriptions.refused_removal(self._shown(), place), fault=True)
        else:
            self._show_prompt(descriptions.refused(self._shown(), origin, place), fault=True)

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
