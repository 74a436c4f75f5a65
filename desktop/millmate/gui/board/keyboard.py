"""The keyboard on the board: a square cursor that starts with Enter and ends with Escape.

Arrow keys belong to the window (they step through the game) until the cursor is on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from millmate.gui.board.edits import Erase, Place
from millmate.gui.board.geometry import step
from millmate.gui.board.pieces import SYMBOLS
from millmate.gui.board.state import BoardState

if TYPE_CHECKING:
    from millmate.gui.board.view import BoardView

FOCUS_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PRESS = (*_ENTER, Qt.Key.Key_Space)
_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def wants(state: BoardState, event: QKeyEvent) -> bool:
    """Tell whether the board takes this key before any shortcut of the window does."""
    key = event.key()
    if key == Qt.Key.Key_Escape:
        return _may_escape(state)
    pointing = state.cursor is not None or state.promotion is not None
    if pointing and (key in _ARROWS or key in _PRESS):
        return True
    if state.promotion is not None:
        return _letter(event).lower() in {move[4:] for move in state.promotion.moves}
    if state.editing and _edited_square(state) is not None:
        return key in _DELETE or (_letter(event) in SYMBOLS and _letter(event) != "")
    return False


def press(view: BoardView, event: QKeyEvent) -> bool:
    """Do what the key asks; False if it asks nothing of the board."""
    state, key = view.state, event.key()
    if state.promotion is not None and _choose(view, event):
        return True
    if key == Qt.Key.Key_Escape:
        return _step_back(view)
    if state.editing and _edit(view, event):
        return True
    if state.cursor is None:
        if key in _ENTER and state.interactive:
            view.move_cursor(view.cursor_home)
            return True
        return False
    if key in _ARROWS:
        view.move_cursor(step(state.cursor, *_ARROWS[Qt.Key(key)], view.flipped))
        return True
    if key in _PRESS:
        view.hand.activate(state.cursor)
        return True
    return False


def _may_escape(state: BoardState) -> bool:
    parts = (state.cursor, state.promotion, state.selected, state.carried, state.stamp)
    return any(part is not None for part in parts)


def _step_back(view: BoardView) -> bool:
    """Undo one thing: the chooser, what is in the hand, the stamp, the cursor."""
    if view.state.promotion is not None:
        view.choose_promotion(None)
    elif not view.hand.cancel():
        if view.state.cursor is None:
            return False
        view.move_cursor(None)
    return True


def _choose(view: BoardView, event: QKeyEvent) -> bool:
    chooser = view.state.promotion
    assert chooser is not None
    letters = [move[4:] for move in chooser.moves]
    if _letter(event).lower() in letters:
        view.choose_promotion(letters.index(_letter(event).lower()))
    elif event.key() in _PRESS:
        view.choose_promotion(chooser.focus)
    elif event.key() in _ARROWS:
        _, down = _ARROWS[Qt.Key(event.key())]
        rank_top = (chooser.target >> 3 == 7) != view.flipped
        focus = chooser.focus + (down if rank_top else -down)
        focus = min(max(focus, 0), len(letters) - 1)
        view.change(promotion=replace(chooser, focus=focus))
    else:
        return False
    return True


def _edit(view: BoardView, event: QKeyEvent) -> bool:
    """Delete erases, and a piece's letter (large: white, small: black) places it."""
    square = _edited_square(view.state)
    if square is None:
        return False
    if event.key() in _DELETE:
        if square in view.state.pieces:
            view.edit_requested.emit(Erase(square))
        return True
    letter = _letter(event)
    if letter and letter in SYMBOLS:
        view.edit_requested.emit(Place(letter, square))
        return True
    return False


def _edited_square(state: BoardState) -> int | None:
    return state.cursor if state.cursor is not None else state.hovered


def _letter(event: QKeyEvent) -> str:
    """Return the letter typed, "" with Ctrl, Alt or anything that is no letter."""
    held = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
    text = event.text()
    return text if len(text) == 1 and not held and text.isalpha() else ""
