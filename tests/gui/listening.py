"""What those hear who listen to the window: what assistive technology finds of its widgets."""

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


def found(widget: QWidget) -> QAccessibleInterface:
    """Return what stands for `widget`."""
    return QAccessible.queryAccessibleInterface(widget)


def squares(board: QWidget) -> dict[str, QAccessibleInterface]:
    """Return the squares of a board by their names."""
    interface = found(board)
    children = (interface.child(number) for number in range(interface.childCount()))
    return {child.text(NAME): child for child in children}


def cursor_name(board: QWidget) -> str:
    """Return what the square is called that the square cursor is on."""
    return next(
        child.accessibleName()
        for child in board.children()
        if getattr(child, "number", None) == board.state.cursor
    )
