"""A mouse that knows points and trays, and a board with a game behind it."""

from PySide6.QtCore import QPoint
from tests.gui.mouse import Mouse

from millmate.games.morris.points import point
from millmate.games.morris.rules import MORRIS
from millmate.gui.morris.geometry import TRAYS
from millmate.gui.morris.view import MorrisView

TRAY_NAMES = {"white": True, "black": False}


class MorrisMouse(Mouse):
    """Presses on points by their names, and on the trays `white` and `black`."""

    board: MorrisView

    def point(self, square: str) -> QPoint:
        geometry = self.board.board_geometry
        if square == "off":
            return QPoint(-40, 60)
        if square in TRAY_NAMES:
            white = TRAY_NAMES[square]
            left = max(self.board.state.hands.get(TRAYS[white], 0) - 1, 0)
            return geometry.well_of(white, left).toPoint()
        return geometry.centre_of(point(square)).toPoint()

    def turn(self, text: str) -> None:
        """Make the turn `text` with clicks alone."""
        step, *taken = text.split("x")
        for name in (*step.split("-"), *taken):
            self.click(name)


class MorrisGame:
    """A board widget with a game of morris behind it, as the window would have."""

    def __init__(self, view: MorrisView, text: str | None = None):
        self.view, self.board, self.mouse = view, MORRIS.board(text), MorrisMouse(view)
        view.move_chosen.connect(self.play)
        view.refused.connect(lambda origin, place: self.refused.append((origin, place)))
        self.played: list[str] = []
        self.refused: list[tuple[int | None, int]] = []
        self.show()

    def show(self) -> None:
        last = str(self.board.move_stack[-1]) if self.board.move_stack else ""
        self.view.set_position(self.board.fen(), last=last, mover=not self.board.turn)
        self.view.set_destinations(map(str, self.board.legal_moves), self.board.turn)

    def play(self, text: str) -> None:
        self.played.append(text)
        self.board.push(MORRIS.parse_move(self.board, text))
        self.show()
