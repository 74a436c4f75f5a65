"""Morris positions being set up: the model without Qt, and its editor."""

from functools import partial
from typing import ClassVar, cast

from PySide6.QtWidgets import QGridLayout, QSpinBox

from millmate.games.catalogue import Position, parse, rules_of
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import points_in
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.symmetry import Symmetry, board_image, swapped
from millmate.games.morris.variants import STANDARD, Variant
from millmate.gui.boards.editor.panel import EditorPanel
from millmate.gui.boards.editor.position_model import PositionModel
from millmate.gui.boards.geometry import BLACK_TRAY, WHITE_TRAY
from millmate.gui.boards.morris_scene import SYMBOLS
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import SpinBox
from millmate.language import mark, tr

START = MorrisBoard().fen()

_TRAY_SIDES = {WHITE_TRAY: True, BLACK_TRAY: False}
_COLOURS = {symbol: colour for colour, symbol in SYMBOLS.items()}


def _reflected(board: MorrisBoard, *, upside_down: bool) -> MorrisBoard:
    """Return the position with top and bottom exchanged, or left and right."""
    lines, last = board.lines, board.lines.size - 1
    numbers = {spot: number for number, spot in enumerate(lines.spots)}
    symmetry: Symmetry = tuple(
        numbers[(column, last - row) if upside_down else (last - column, row)]
        for column, row in lines.spots
    )
    return board_image(symmetry, board)


def _without_stones(board: MorrisBoard) -> MorrisBoard:
    """Return the empty board with empty hands."""
    empty = MorrisBoard(board.variant)
    empty.hand[:] = 0, 0
    return empty


class MorrisModel(PositionModel[MorrisBoard]):
    """A morris position being set up.

    A stone placed when its side has all its stones comes out of that side's hand. While stones are
    in hand, their numbers determine whose turn it is. Every change resets the count of quiet plies.
    """

    arrangements: ClassVar = {
        "clear": _without_stones,
        "start": lambda board: MorrisBoard(board.variant),
        "flip": partial(_reflected, upside_down=True),
        "mirror": partial(_reflected, upside_down=False),
        "swap": swapped,
    }

    def __init__(self, fen: str = START, variant: Variant = STANDARD):
        self._board = MorrisBoard(variant)
        super().__init__(fen)

    @property
    def variant(self) -> Variant:
        return self._board.variant

    def choose_variant(self, variant: Variant) -> None:
        """Take the position for one of another variant, the start for its start.

        On a board with other points, the start is set up.
        """
        before = self._board.variant
        if variant.key != before.key:
            at_start = self.fen == MorrisBoard(before).fen()
            anew = at_start or variant.lines.names != before.lines.names
            fen = MorrisBoard(variant).fen() if anew else self.fen
            self.step_to(board_from_text(fen, variant))

    def read(self, position: Position | str) -> tuple[MorrisBoard, list[str]]:
        """Return a position; nothing is ever dropped.

        A text is one of the variant last used on the board that it is written for: whoever types
        three rings has typed a position of two on the way.
        """
        if isinstance(position, str):
            earlier = (rules_of(board) for board in reversed(self._past))
            position = parse(position, self.rules, *earlier)
        rules = self.rules if position.game.variant is None else position.game
        return cast(MorrisBoard, rules.read(position.text)), []

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
        return self._board.hand[colour]

    def put(self, board: MorrisBoard, symbol: str, square: int, *, added: bool) -> None:
        """Put a stone on a point, or into its own side's tray."""
        colour, most = _COLOURS[symbol], self.variant.stones
        if square in _TRAY_SIDES:
            board.hand[colour] = (
                min(board.hand[colour] + 1, most) if added else board.hand[colour] + 1
            )
            return
        board.stones[not colour] &= ~(1 << square)
        board.stones[colour] |= 1 << square
        if added and board.total(colour) > most and board.hand[colour]:
            board.hand[colour] -= 1

    def remove(self, board: MorrisBoard, square: int) -> str | None:
        """Remove the stone on a point, or one of a tray, and return it."""
        side = _TRAY_SIDES.get(square)
        if side is not None:
            had = board.hand[side] > 0
            board.hand[side] -= had
            return SYMBOLS[side] if had else None
        for colour in (True, False):
            if square in points_in(board.stones[colour]):
                board.stones[colour] &= ~(1 << square)
                return SYMBOLS[colour]
        return None

    def settle(self, board: MorrisBoard) -> None:
        """Let stones in hand determine the side to move."""
        board.quiet = 0
        ahead = board.hand[False] - board.hand[True]
        if any(board.hand) and ahead in (0, 1):
            board.turn = ahead == 0

    def set_hand(self, colour: bool, stones: int) -> None:
        board = self.board
        board.hand[colour] = stones
        self.change(board)

    def set_turn(self, white: bool) -> None:
        """Let White or Black move, with any stones in hand."""
        board = self.board
        board.turn, board.quiet = white, 0
        self.step_to(board)

    def same(self, board: MorrisBoard) -> bool:
        return super().same(board) and board.variant.key == self.variant.key


_STONES = {True: mark("White's stones in hand"), False: mark("Black's stones in hand")}


class MorrisEditor(EditorPanel):
    """The controls of a morris position."""

    pieces = mark("stones")

    model: MorrisModel

    def add_rows(self, grid: QGridLayout, foot: QGridLayout) -> None:
        """Add the numbers of stones in hand."""
        self.hands = {side: self._hand_box(side) for side in _STONES}
        foot.addWidget(bind_text(Label(), text=mark("In hand")), 0, 0)
        foot.addWidget(self.hands[True], 0, 1)
        foot.addWidget(self.hands[False], 0, 2)

    def show_model(self) -> None:
        super().show_model()
        for side, box in self.hands.items():
            box.blockSignals(True)
            box.setMaximum(self.model.variant.stones)
            box.setValue(self.model.hand(side))
            box.blockSignals(False)

    def _hand_box(self, side: bool) -> QSpinBox:
        box = bind_text(
            SpinBox(),
            name=_STONES[side],
            tip=mark("Stones still to be placed; you can drag them from the tray onto the board"),
        )
        box.setRange(0, STANDARD.stones)
        box.valueChanged.connect(lambda stones: self.model.set_hand(side, stones))
        return box
