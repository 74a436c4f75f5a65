"""A morris position being set up, without Qt."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from millmate.games.board import Rules
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import points_in
from millmate.games.morris.positions import board_from_text, problems
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.symmetry import Symmetry, board_image, swapped
from millmate.games.morris.variants import STANDARD, Variant
from millmate.games.positions import Problem
from millmate.gui.editor.position_model import PositionModel
from millmate.gui.morris.geometry import BLACK_TRAY, WHITE_TRAY
from millmate.gui.morris.state import SYMBOLS
from millmate.language import tr

START = MorrisBoard().fen()
_EMPTY = "......../......../........ w 0 0 0 1"

_TRAY_SIDES = {WHITE_TRAY: True, BLACK_TRAY: False}
_COLOURS = {symbol: colour for colour, symbol in SYMBOLS.items()}
_FLIP: Symmetry = tuple(8 * ring + (6 - place) % 8 for ring in range(3) for place in range(8))
_MIRROR: Symmetry = tuple(8 * ring + (2 - place) % 8 for ring in range(3) for place in range(8))


class MorrisModel(PositionModel[MorrisBoard]):
    """A morris position being set up.

    A stone placed when its side has all its stones comes out of that side's hand. While stones are
    in hand, their numbers determine whose turn it is. Every change resets the count of quiet plies.
    """

    arrangements: ClassVar = {
        "clear": lambda board: board_from_text(_EMPTY, board.variant),
        "start": lambda board: MorrisBoard(board.variant),
        "flip": partial(board_image, _FLIP),
        "mirror": partial(board_image, _MIRROR),
        "swap": swapped,
    }

    def __init__(self, fen: str = START, variant: Variant = STANDARD):
        self._board = MorrisBoard(variant)
        super().__init__(fen)

    @property
    def variant(self) -> Variant:
        """The rules that the position is for."""
        return self._board.variant

    @property
    def rules(self) -> Rules:
        return MORRIS if self.variant is STANDARD else MorrisRules(self.variant)

    def choose_variant(self, variant: Variant) -> None:
        """Take the position for one of another variant, the start for its start."""
        before = self._board.variant
        if variant is not before:
            at_start = self.fen == MorrisBoard(before).fen()
            fen = MorrisBoard(variant).fen() if at_start else self.fen
            self.step_to(board_from_text(fen, variant))

    def read(self, text: str) -> tuple[MorrisBoard, list[str]]:
        """Return the position in `text`, of the same variant; nothing is ever dropped."""
        return board_from_text(text, self.variant), []

    @property
    def board(self) -> MorrisBoard:
        return self._board.copy()

    @property
    def problems(self) -> list[Problem]:
        """The reasons why the position cannot be played."""
        return problems(self._board)

    @property
    def title(self) -> str:
        """The numbers of stones, such as `5 against 4 stones, 3 and 4 in hand`."""
        board = self._board
        white, black = board.on_board(True), board.on_board(False)
        standing = tr("{white} against {black} stones", white=white, black=black)
        if not (white or black):
            standing = tr("Empty board")
        if not any(board.hand):
            return standing
        hands = {"white": board.hand[True], "black": board.hand[False]}
        return tr("{standing}, {white} and {black} in hand", standing=standing, **hands)

    def hand(self, colour: bool) -> int:
        """Return the number of stones that `colour` has in hand."""
        return self._board.hand[colour]

    # --- changes -----------------------------------------------------------------------------

    def place(self, symbol: str, square: int, merge: bool = False) -> None:
        """Put a stone on a point, or into its own side's tray."""
        board, colour = self.board, _COLOURS[symbol]
        if square in _TRAY_SIDES:
            board.hand[colour] = min(board.hand[colour] + 1, self.variant.stones)
        else:
            board.stones[not colour] &= ~(1 << square)
            board.stones[colour] |= 1 << square
            if board.total(colour) > self.variant.stones and board.hand[colour]:
                board.hand[colour] -= 1
        self._replace(board, merge=merge)

    def move(self, origin: int, target: int) -> None:
        """Move a stone from a point or tray to another."""
        board = self.board
        colour = _taken_from(board, origin)
        if colour is not None and target in _TRAY_SIDES:
            board.hand[colour] += 1
        elif colour is not None:
            board.stones[not colour] &= ~(1 << target)
            board.stones[colour] |= 1 << target
        self._replace(board)

    def erase(self, square: int, merge: bool = False) -> None:
        """Remove the stone on a point, or one of a tray."""
        board = self.board
        _taken_from(board, square)
        self._replace(board, merge=merge)

    def set_hand(self, colour: bool, stones: int) -> None:
        board = self.board
        board.hand[colour] = stones
        self._replace(board)

    def set_turn(self, white: bool) -> None:
        """Let White or Black move."""
        board = self.board
        board.turn, board.quiet = white, 0
        self.step_to(board)

    def same(self, board: MorrisBoard) -> bool:
        return super().same(board) and board.variant is self.variant

    def _replace(self, board: MorrisBoard, *, merge: bool = False) -> None:
        """Step to `board`; stones in hand determine the side to move."""
        board.quiet = 0
        ahead = board.hand[False] - board.hand[True]
        if any(board.hand) and ahead in (0, 1):
            board.turn = ahead == 0
        self.step_to(board, merge=merge)


def _taken_from(board: MorrisBoard, place: int) -> bool | None:
    """Remove a stone from `place` and return its colour, or None."""
    side = _TRAY_SIDES.get(place)
    if side is not None:
        had = board.hand[side] > 0
        board.hand[side] -= had
        return side if had else None
    for colour in (True, False):
        if place in points_in(board.stones[colour]):
            board.stones[colour] &= ~(1 << place)
            return colour
    return None
