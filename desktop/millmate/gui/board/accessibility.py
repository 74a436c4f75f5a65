"""The squares of a board as assistive technology finds them: each has a name, a place and a press.

A board is a list of squares there. Where the square cursor is, there is the focus: it is told of
by events, while the keyboard stays with the board. A press does what the keyboard's press does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget

if TYPE_CHECKING:
    from millmate.gui.board.widget import BoardWidget

_ACTIONS = QAccessibleActionInterface


class Square(QWidget):
    """Stands for a square of `board`; it draws and catches nothing."""

    def __init__(self, board: BoardWidget, number: int) -> None:
        super().__init__(board)
        self.board = board
        self.number = number
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def accessible(self) -> QAccessibleInterface:
        """Return what assistive technology finds."""
        return _SquareInterface(self)


class Squares:
    """Keeps what stands for the squares of a board."""

    def __init__(self, board: BoardWidget, squares: Iterable[int]) -> None:
        self._all = {number: Square(board, number) for number in squares}

    def place(self, rect_of: Callable[[int], QRectF]) -> None:
        """Put each where its square lies."""
        for number, square in self._all.items():
            square.setGeometry(rect_of(number).toAlignedRect())

    def name(self, name_of: Callable[[int], str]) -> None:
        """Call each by what its square is called and what stands there."""
        for number in self._all:
            self.rename(number, name_of(number))

    def rename(self, number: int, name: str) -> None:
        """Call one square `name`; a change is told of, and read out where the focus is."""
        square = self._all[number]
        if name != square.accessibleName():
            square.setAccessibleName(name)

    def focus(self, number: int) -> None:
        """Tell that the focus is on a square now."""
        tell_focus(self._all[number])

    def __getitem__(self, number: int) -> Square:
        """Return what stands for a square."""
        return self._all[number]


class BoardInterface(QAccessibleWidget):
    """A board: a list of squares, described by the position that is shown."""

    def __init__(self, board: BoardWidget, squares: Squares) -> None:
        super().__init__(board, QAccessible.Role.List)
        self._board = board
        self._squares = squares

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name or the description, which changes without an event.

        Else all that stands on the board would be read out after every move.
        """
        if kind == QAccessible.Text.Description:
            return self._board.words()
        return super().text(kind)

    def focusChild(self) -> QAccessibleInterface:
        """Return the square that the square cursor is on, or the board."""
        cursor = self._board.cursor_square() if self._board.hasFocus() else None
        if cursor is None:
            return super().focusChild()
        return QAccessible.queryAccessibleInterface(self._squares[cursor])


class _SquareInterface(QAccessibleWidget):
    def __init__(self, square: Square) -> None:
        super().__init__(square, QAccessible.Role.ListItem)
        self._square = square

    def state(self) -> QAccessible.State:
        board, number = self._square.board, self._square.number
        state = super().state()
        state.focusable = state.selectable = True
        state.focused = board.hasFocus() and board.cursor_square() == number
        state.selected = board.selected_square() == number
        return state

    def actionNames(self) -> list[str]:
        return [_ACTIONS.pressAction(), _ACTIONS.setFocusAction()]

    def doAction(self, action: str) -> None:
        if action == _ACTIONS.pressAction():
            self._square.board.press_square(self._square.number)
        elif action == _ACTIONS.setFocusAction():
            self._square.board.point_at(self._square.number)


def tell_focus(widget: QWidget) -> None:
    """Tell that the focus is on `widget` now, for those who listen."""
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Focus))
