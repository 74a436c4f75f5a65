"""The squares of a board for assistive technology: each has a name, a place and an action.

The board is a list of squares. The square cursor has the accessible focus, which events announce,
while the keyboard focus stays with the board.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from millmate.gui.boards.board import Board

_ACTIONS = QAccessibleActionInterface


class Square(QWidget):
    """Represents a square of `board`; it is invisible and takes no events."""

    def __init__(self, board: Board, number: int) -> None:
        super().__init__(board)
        self.board = board
        self.number = number
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setUpdatesEnabled(False)  # else each of them is painted with the board

    def accessible(self) -> QAccessibleInterface:
        return _SquareInterface(self)


class BoardInterface(QAccessibleWidget):
    """A list of squares, described by the position."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, QAccessible.Role.List)
        self._board = board

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name, or the description, which changes without an event.

        With an event, the whole board would be read out after every move.
        """
        if kind == QAccessible.Text.Description:
            return self._board.describe_position()
        return super().text(kind)

    def focusChild(self) -> QAccessibleInterface:
        """Return the square under the cursor, or the board."""
        cursor = self._board.state.cursor if self._board.hasFocus() else None
        if cursor is None:
            return super().focusChild()
        return QAccessible.queryAccessibleInterface(self._board.squares[cursor])


class _SquareInterface(QAccessibleWidget):
    def __init__(self, square: Square) -> None:
        super().__init__(square, QAccessible.Role.ListItem)
        self._square = square

    def state(self) -> QAccessible.State:
        board, number = self._square.board, self._square.number
        state = super().state()
        state.focusable = state.selectable = True
        state.focused = board.hasFocus() and board.state.cursor == number
        state.selected = board.state.selected == number
        return state

    def actionNames(self) -> list[str]:
        return [_ACTIONS.pressAction(), _ACTIONS.setFocusAction()]

    def doAction(self, action: str) -> None:
        if action == _ACTIONS.pressAction():
            self._square.board.square_pressed.emit(self._square.number)
        elif action == _ACTIONS.setFocusAction():
            self._square.board.point_at(self._square.number)
