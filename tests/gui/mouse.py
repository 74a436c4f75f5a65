"""A mouse that knows squares, points and trays, and a board with a game behind it."""

import re
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from millmate.games.catalogue import GAMES, Position
from millmate.gui.boards.chess_board import CHESS
from millmate.gui.boards.geometry import TRAYS
from millmate.gui.boards.widget import BoardWidget

_TRAY_SIDES = {"white": True, "black": False}


class Mouse:
    """Presses, moves and releases on the squares of a board, by their names."""

    def __init__(self, board: BoardWidget):
        self.board = board

    def point(self, square: str) -> QPoint:
        """Return the middle of `square`, or of the next stone in the tray `white` or `black`.

        `off` is a place beside the board.
        """
        if square == "off":
            return QPoint(-40, 60)
        geometry: Any = self.board.board_geometry
        if square in _TRAY_SIDES:
            white = _TRAY_SIDES[square]
            left = max(self.board.state.hands.get(TRAYS[white], 0), 1)
            well: QPoint = geometry.wells_of(white, left)[-1].toPoint()
            return well
        names = list(self.board.game.names(self.board.state))
        middle: QPoint = geometry.centre_of(names.index(square)).toPoint()
        return middle

    def press(self, square: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mousePress(self.board, button, pos=self.point(square))

    def move(self, square: str) -> None:
        QTest.mouseMove(self.board, self.point(square))

    def release(self, square: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mouseRelease(self.board, button, pos=self.point(square))

    def click(self, square: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        self.press(square, button)
        self.release(square, button)

    def right_click(self, square: str) -> None:
        self.click(square, Qt.MouseButton.RightButton)

    def drag(self, *way: str) -> None:
        """Press on the first square, pass over the others, and let go on the last."""
        self.press(way[0])
        for square in way[1:]:
            self.move(square)
        self.release(way[-1])

    def play(self, move: str) -> None:
        """Make a move, in engine notation, with clicks alone."""
        for square in re.findall("[a-h][1-8]", move):
            self.click(square)

    def carry(self, widget: QWidget, square: str) -> None:
        """Drag from the middle of another widget to `square`."""
        start, end = widget.rect().center(), self.board.mapToGlobal(self.point(square))
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(widget, start + QPoint(8, 8))
        QTest.mouseMove(widget, widget.mapFromGlobal(end))
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=widget.mapFromGlobal(end))


class BoardGame:
    """A board widget with a game behind it, as the window would have."""

    def __init__(self, view: BoardWidget, fen: str | None = None):
        self.view, self.mouse = view, Mouse(view)
        self.rules = GAMES["chess" if view.game is CHESS else "morris"]
        self.board = self.rules.board(fen)
        self.played: list[str] = []
        self.refused: list[tuple[int | None, int]] = []
        view.move_chosen.connect(self.play)
        view.refused.connect(lambda origin, place: self.refused.append((origin, place)))
        self.show()

    def show(self) -> None:
        last = str(self.board.move_stack[-1]) if self.board.move_stack else ""
        self.view.set_position(Position.of(self.board), last=last, mover=not self.board.turn)
        moves = map(str, self.board.legal_moves)
        self.view.set_destinations(moves, self.board.turn)

    def play(self, move: str) -> None:
        self.played.append(move)
        self.board.push(self.rules.parse_move(self.board, move))
        self.show()
