"""The shape of the mouse pointer over the board."""

from PySide6.QtCore import Qt

from millmate.gui.board.state import BoardState, may_lift, targets

_Shape = Qt.CursorShape


def pointer_shape(state: BoardState, *, choosing: bool = False) -> Qt.CursorShape:
    """Return the shape that says what a press would do where the mouse is.

    `choosing`: a move waits for a choice, and the mouse is where one can be made.
    """
    if state.carried is not None:
        return _Shape.ClosedHandCursor
    if choosing or state.hovered in targets(state):
        return _Shape.PointingHandCursor
    if state.editing and state.stamp is not None:
        return _Shape.CrossCursor
    return _Shape.OpenHandCursor if may_lift(state, state.hovered) else _Shape.ArrowCursor
