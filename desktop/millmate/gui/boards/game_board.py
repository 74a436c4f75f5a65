"""The base of all boards: what is shown, the signals, and the methods each game implements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from millmate.gui.boards.geometry import BoardGeometry
from millmate.gui.boards.scene import Item
from millmate.gui.boards.state import ERASER, BoardState, changed_squares


class GameBoard(QWidget):
    """A board's state and the interface of `BoardWidget`, which works the same for all games.

    Squares are numbers, pieces symbols of one letter, moves texts; each game chooses which.
    Places are in device-independent pixels of this widget.
    """

    # The symbols of the game's pieces, in the usual groups and order.
    symbols: tuple[str, ...] = ()
    places: Iterable[int]  # the numbers of its squares

    move_chosen = Signal(str)  # one of the allowed moves
    refused = Signal(object, object)  # int | None, int: from and to, where no move is allowed
    picked_up = Signal(int)  # a piece was selected
    man_pressed = Signal(int)  # the place of a man of either side, unless a move goes there
    choosing_changed = Signal()
    # While editing; the last argument tells whether the edit continues a stroke.
    place_requested = Signal(str, int, bool)  # a piece on a square
    erase_requested = Signal(int, bool)  # the piece of a square
    move_requested = Signal(int, int)  # the piece of a square to another, replacing what is there
    square_hovered = Signal(object)  # int | None
    stamp_changed = Signal(object)  # str | None: by set_stamp or by Escape
    flipped_changed = Signal(bool)
    laid_out = Signal()  # the board may have moved within this widget
    offered_changed = Signal()
    announced = Signal(str)  # text read out by screen readers

    def __init__(
        self, state: BoardState, geometry: BoardGeometry, home: int, parent: QWidget | None = None
    ):
        """Start with `state`; the square cursor starts on `home`."""
        super().__init__(parent)
        self.state = state
        self.board_geometry = geometry
        self.position = ""  # as text, as last shown
        self.cursor_home = home  # where the square cursor was last, and starts again

    def change(self, **values: Any) -> None:
        """Replace fields of the state, and repaint the squares that this changes."""
        values = {name: it for name, it in values.items() if it != getattr(self.state, name)}
        if not values:
            return
        before, self.state = self.state, replace(self.state, **values)
        squares = changed_squares(before, self.state, values.keys())
        if squares is None:
            self.update()
            return
        for square in squares:
            self.update(self.board_geometry.rect_of(square).toAlignedRect())

    def has_piece(self, symbol: str, square: int) -> bool:
        """Return whether placing `symbol` on `square` would change nothing."""
        return self.state.pieces.get(square) == symbol

    def opposite(self, stamp: str, square: int) -> str:
        """Return what the right button stamps `square` with: the piece in the other colour."""
        return stamp if stamp == ERASER else stamp.swapcase()

    def symbol_typed(self, letter: str) -> str | None:
        """Return the piece that the key `letter` places, or None."""
        known = "".join(self.symbols)
        return next((each for each in (letter, letter.upper()) if each and each in known), None)

    def square_at(self, point: QPointF) -> int | None:
        return self.board_geometry.square_at(point)

    # --- squares and pieces ------------------------------------------------------------------

    @staticmethod
    def symbol_name(symbol: str) -> str:
        """Return the name of a piece, such as `white knight`."""
        raise NotImplementedError

    def man(self, symbol: str, rect: QRectF, opacity: float = 1.0) -> Item:
        """Return a man that fills `rect`, for the palette and for dragging."""
        raise NotImplementedError

    def symbol_ground(self, symbol: str, *, chosen: bool) -> str:
        """Return the colour behind `symbol` in the palette."""
        raise NotImplementedError

    def describe_position(self) -> str:
        """Return a description of the position for screen readers."""
        raise NotImplementedError

    def describe_square(self, square: int) -> str:
        """Return the name of a square and its contents, such as `e4, white knight`."""
        raise NotImplementedError

    def describe_cursor(self, square: int) -> str:
        """Return `describe_square` and what the square cursor can do there."""
        raise NotImplementedError

    # --- what keys and the mouse do ----------------------------------------------------------

    def set_stamp(self, stamp: str | None) -> None:
        """While editing, place this piece (or `ERASER`) with each click; None picks pieces up."""
        raise NotImplementedError

    def move_cursor(self, square: int | None) -> None:
        """Move the square cursor to `square`, or hide it for None."""
        raise NotImplementedError

    def point_at(self, square: int) -> None:
        """Take the keyboard focus and move the square cursor to `square`."""
        raise NotImplementedError

    def press_square(self, square: int) -> None:
        """Do what Enter does with the square cursor on `square`."""
        raise NotImplementedError

    def note_press(self, square: int | None) -> None:
        """Emit `man_pressed` if a press on `square`, about to be handled, chooses a man."""
        raise NotImplementedError

    def finish(self, move: str, *, dragged: bool) -> None:
        """Emit `move`; a piece that was `dragged` stays where it was dropped."""
        raise NotImplementedError

    def choose(self, origin: int, target: int, moves: tuple[str, ...], *, dragged: bool) -> None:
        """Play one of `moves`, after a choice between them if need be."""
        raise NotImplementedError

    def turn(self) -> None:
        """Turn the board by a quarter clockwise, if the game allows it."""

    def mirror(self) -> None:
        """Mirror the board left to right, if the game allows it."""

    def lay_out(self) -> None:
        """Compute where the squares lie."""
        raise NotImplementedError

    def slide_back(self, square: int) -> None:
        """Animate the piece of `square` back from under the mouse."""
        raise NotImplementedError

    # --- a move that waits for a choice ------------------------------------------------------

    @property
    def choosing(self) -> bool:
        """Whether a move waits for a choice (a promotion, a stone to take)."""
        return False

    def cancel_choice(self) -> None:
        """Take back the move that waits for a choice."""

    def press_choice(self, square: int | None, button: Qt.MouseButton) -> bool:
        """Choose with the mouse; return whether the press has been handled."""
        return False

    def wants_choice_key(self, event: QKeyEvent) -> bool:
        """Return whether this key belongs to the choice rather than to a shortcut."""
        return False

    def press_choice_key(self, event: QKeyEvent) -> bool:
        """Choose with a key; return whether it has been handled."""
        return False

    def may_choose_here(self) -> bool:
        """Return whether a press where the mouse is would choose."""
        return self.choosing
