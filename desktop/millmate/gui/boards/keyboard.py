"""The keyboard on the board: Enter starts a square cursor, Escape ends it.

While the cursor is off, arrow keys belong to the window and step through the game.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from millmate.gui.boards.game_board import GameBoard
from millmate.gui.boards.interaction import Interaction
from millmate.gui.boards.state import BoardState

FOCUS_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PRESS = (*_ENTER, Qt.Key.Key_Space)
_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def wants(view: GameBoard, event: QKeyEvent) -> bool:
    """Return whether this key belongs to the board rather than to a shortcut of the window."""
    state, key = view.state, event.key()
    if key == Qt.Key.Key_Escape:
        return view.choosing or _may_escape(state)
    if state.cursor is not None and (key in ARROWS or key in PRESS):
        return True
    if view.choosing:
        return view.wants_choice_key(event)
    if state.editing and _edited_square(state) is not None:
        return key in _DELETE or view.symbol_typed(letter(event)) is not None
    return False


def press(view: GameBoard, interaction: Interaction, event: QKeyEvent) -> bool:
    """Handle a key; return whether it meant anything to the board."""
    state, key = view.state, event.key()
    if view.choosing and view.press_choice_key(event):
        return True
    if key == Qt.Key.Key_Escape:
        return _step_back(view, interaction)
    if state.editing and _edit(view, event):
        return True
    if state.cursor is None:
        if key in _ENTER and state.interactive:
            view.move_cursor(view.cursor_home)
            return True
        return False
    if key in ARROWS:
        view.move_cursor(view.board_geometry.step(state.cursor, *ARROWS[Qt.Key(key)]))
        return True
    if key in PRESS:
        view.note_press(state.cursor)
        interaction.activate(state.cursor)
        return True
    return False


def _may_escape(state: BoardState) -> bool:
    parts = (state.cursor, state.selected, state.carried, state.stamp)
    return any(part is not None for part in parts)


def _step_back(view: GameBoard, interaction: Interaction) -> bool:
    """Cancel one thing: a choice, a drag or selection, the stamp, or the cursor."""
    if view.choosing:
        view.cancel_choice()
    elif not interaction.cancel():
        if view.state.cursor is None:
            return False
        view.move_cursor(None)
    return True


def _edit(view: GameBoard, event: QKeyEvent) -> bool:
    """Erase with Delete, and place a piece by its letter."""
    square = _edited_square(view.state)
    if square is None:
        return False
    if event.key() in _DELETE:
        if square in view.state.pieces:
            view.erase_requested.emit(square, False)
        return True
    symbol = view.symbol_typed(letter(event))
    if symbol is None:
        return False
    view.place_requested.emit(symbol, square, False)
    return True


def _edited_square(state: BoardState) -> int | None:
    return state.cursor if state.cursor is not None else state.hovered


def letter(event: QKeyEvent) -> str:
    """Return the typed letter, or "" for other keys and with Ctrl or Alt."""
    held = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
    text = event.text()
    return text if len(text) == 1 and not held and text.isalpha() else ""
