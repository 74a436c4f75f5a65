"""A mouse that knows squares."""

import chess
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from millmate.gui.board import BoardView


class Mouse:
    """Presses, moves and releases on the squares of a board, by their names."""

    def __init__(self, board: BoardView):
        self.board = board

    def point(self, square: str) -> QPoint:
        """Return the middle of `square`; `off` is a place beside the board."""
        if square == "off":
            return QPoint(-40, 60)
        return self.board.board_geometry.centre_of(chess.parse_square(square)).toPoint()

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

    def carry(self, widget: QWidget, square: str) -> None:
        """Drag from the middle of another widget to `square`."""
        start, end = widget.rect().center(), self.board.mapToGlobal(self.point(square))
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(widget, start + QPoint(8, 8))
        QTest.mouseMove(widget, widget.mapFromGlobal(end))
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=widget.mapFromGlobal(end))
