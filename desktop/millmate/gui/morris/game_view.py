"""Nine men's morris in the window."""

from __future__ import annotations

import random
from typing import cast

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from millmate.errors import MillMateError
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import POINTS
from millmate.games.morris.positions import board_from_text, random_position
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import Variant
from millmate.gui.board.arrows import LOSS, Arrow
from millmate.gui.errors.sentences import capital
from millmate.gui.game_view import GameView
from millmate.gui.languages.translator import translator
from millmate.gui.morris import words
from millmate.gui.morris.descriptions import turn_words
from millmate.gui.morris.editor import MorrisEditor
from millmate.gui.morris.model import MorrisModel
from millmate.gui.morris.state import turn_of
from millmate.gui.morris.view import MorrisView
from millmate.gui.play.game import GameController
from millmate.gui.style import theme
from millmate.gui.style.label import Label
from millmate.gui.verdicts import morris_answer
from millmate.settings import Settings


class MorrisGameView(GameView):
    """The morris board with a line beneath it that says what to do, and its editor."""

    kind = "morris"
    turns = True
    board: MorrisView
    editor: MorrisEditor

    def __init__(self, game: GameController, fen: str, parent: QObject | None = None) -> None:
        super().__init__(game, parent)
        self.board = MorrisView()
        self.editor = MorrisEditor(MorrisModel(fen), self.board)
        self.line = Label()
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setWordWrap(True)
        self.line.setMinimumHeight(2 * self.line.fontMetrics().height())
        self.page = QWidget()
        column = QVBoxLayout(self.page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addWidget(self.board, 1)
        column.addWidget(self.line)
        self.board.refused.connect(self._refuse)
        self.board.picked_up.connect(self._prompt)
        self.board.choosing_changed.connect(self._prompt)
        self.editor.changed.connect(self._prompt)
        translator.changed.connect(self._retranslate)

    @staticmethod
    def position(text: str) -> str:
        """Return the position that `text` writes; raises `PositionError`."""
        return board_from_text(text).fen()

    def recall(self, settings: Settings) -> None:
        """See the board as it was seen last."""
        self.board.set_orientation(settings.morris_turns, settings.morris_mirrored)

    def remember(self, settings: Settings) -> Settings:
        """Return `settings` with the position to begin with, and how the board is seen."""
        seen = self.board.orientation
        return settings.changed(
            morris_start=self.last_start(), morris_turns=seen.turns, morris_mirrored=seen.mirrored
        )

    def show_game(self) -> None:
        """Show the game's position, its last turn, and what can be done."""
        board, line = self._shown(), self.game.line
        self.board.set_variant(board.variant.lines, board.variant.stones)
        self.board.set_position(line.fen, last=line.shown_move or "", mover=not board.turn)
        self.board.set_destinations(self.game.destinations(), board.turn)
        self._prompt()

    def arrows_of(self, move: str, mover: bool, strength: float) -> tuple[Arrow, ...]:
        """Return an arrow from point to point, or a ring where a stone is placed or taken."""
        turn = turn_of(move, mover)
        placed = turn.origin >= len(POINTS)
        way = Arrow(None if placed else turn.origin, turn.target, strength)
        return way, *(Arrow(None, point, strength, LOSS, crossed=True) for point in turn.removed)

    def refusal(self, fen: str, text: str) -> str:
        """Return why `text` names no legal turn of the position `fen`."""
        try:
            self.rules.parse_move(self.rules.board(fen), text)
        except MillMateError as error:
            said, _, reason = str(error).partition(": ")  # what was typed is to be seen already
            return capital(reason or said)
        return ""

    def spoken(self, notation: str) -> str:
        """Return a turn in words, such as `d6 to d7, takes a1`."""
        return turn_words(notation)

    def turn_board(self) -> None:
        """Turn the board by a quarter, clockwise."""
        self.board.turn()

    def mirror_board(self) -> None:
        """Mirror the board."""
        self.board.mirror()

    def phase(self, fen: str, side: bool) -> str:
        """Return `placing, 4 in hand`, `moving` or `flying`."""
        return words.phase_words(board_from_text(fen, self._variant), side)

    def table_of(self, fen: str) -> str:
        """Return the name of the table that `fen` belongs to, whether it is there or not."""
        return morris_answer.table_of(fen)

    def random(self, fen: str, stones: dict[bool, int], rng: random.Random) -> str:
        """Return a random position with so many `stones`, none in hand, the same side to move."""
        turn = board_from_text(fen, self._variant).turn
        white, black = stones[True], stones[False]
        return random_position(white, black, rng, turn, variant=self._variant).fen()

    @property
    def _variant(self) -> Variant:
        return cast(MorrisRules, self.rules).variant

    # --- the line beneath the board ----------------------------------------------------------

    def _shown(self) -> MorrisBoard:
        return cast(MorrisBoard, self.game.shown_board())

    @Slot()
    def _retranslate(self) -> None:
        """Say it in the language there is now, if the game is one of morris."""
        if self._shows_game:
            self._prompt()

    @Slot()
    def _prompt(self) -> None:
        """Say what can be done now; while setting up, the editor says it."""
        self.line.setVisible(not self.board.editing)
        if self.board.editing or self.game.hindrance:
            self._say("")
        elif self.board.choosing:
            self._say(words.removal_prompt(self._shown()))
        else:
            self._say(words.prompt(self._shown()))

    @Slot(object, object)
    def _refuse(self, origin: int | None, place: int) -> None:
        """Say why what was tried cannot be done."""
        hindrance = self.game.hindrance
        if hindrance:
            self._say(hindrance, fault=True)
        elif self.board.choosing:
            self._say(words.refused_removal(self._shown(), place), fault=True)
        else:
            self._say(words.refused(self._shown(), origin, place), fault=True)

    def _say(self, text: str, fault: bool = False) -> None:
        self.line.setText(text)
        theme.mark_fault(self.line, fault)
        due = self.board.choosing and not fault
        font = self.line.font()
        font.setBold(due)
        self.line.setFont(font)
        self.board.set_note(text)
        if fault:
            self.board.announce(text)
