"""What the board of each game says in its own way: places, pieces, words, and choices."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget


class GameBoard(QWidget):
    """What `BoardWidget`, which works the same for all games, asks of the game's own board.

    Squares are numbers, pieces symbols of one letter, moves texts; which ones is the game's
    affair. Places are in device-independent pixels of this widget.
    """

    # The symbols of the game's pieces, in the groups in which people count them.
    symbols: tuple[str, ...] = ()
    places: range  # the numbers of its squares

    # --- places, pieces and words ------------------------------------------------------------

    @property
    def frame(self) -> QRectF:
        """Where the board lies in this widget, without what stands around it."""
        raise NotImplementedError

    @property
    def square_side(self) -> float:
        """The side of a square, or the room of a point, in pixels."""
        raise NotImplementedError

    def square_at(self, point: QPointF) -> int | None:
        """Return the square under `point` of this widget, or None."""
        raise NotImplementedError

    def square_rect(self, square: int) -> QRectF:
        """Return the rectangle in which `square` is drawn."""
        raise NotImplementedError

    def step(self, square: int, right: int, down: int) -> int:
        """Return the next square in that direction on the screen, `square` itself at the edge."""
        raise NotImplementedError

    def symbol_name(self, symbol: str) -> str:
        """Return the piece `symbol` in words."""
        raise NotImplementedError

    def symbol_typed(self, letter: str) -> str | None:
        """Return the piece that the key `letter` places, None if it places none."""
        raise NotImplementedError

    def draw_symbol(
        self, symbol: str, painter: QPainter, rect: QRectF, opacity: float = 1.0
    ) -> None:
        """Draw the piece `symbol` into `rect`."""
        raise NotImplementedError

    def symbol_ground(self, symbol: str, *, chosen: bool) -> str:
        """Return the colour on which the palette shows `symbol`."""
        raise NotImplementedError

    def words(self) -> str:
        """Return what is shown, for those who listen to the board."""
        raise NotImplementedError

    def place_words(self, place: int) -> str:
        """Return a square and what stands there, such as `e4, white knight`."""
        raise NotImplementedError

    def cursor_words(self, place: int) -> str:
        """Return what `place_words` does, with what may be done there by the square cursor."""
        raise NotImplementedError

    @property
    def position(self) -> str:
        """The position as it was handed in, as the game writes it."""
        raise NotImplementedError

    def play_text(self, move: str) -> None:
        """Finish the offered move that was chosen by its text."""
        raise NotImplementedError

    def choose(self, origin: int, target: int, moves: tuple[str, ...], *, dragged: bool) -> None:
        """Finish the one of `moves` that was meant, or let it be chosen first."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Find the places of the squares anew."""
        raise NotImplementedError

    def slide_back(self, square: int) -> None:
        """Let the piece of `square` glide home from under the mouse."""
        raise NotImplementedError

    # --- a move that waits for a choice ------------------------------------------------------

    @property
    def choosing(self) -> bool:
        """Whether a move waits for a further choice (a promotion, a stone to take)."""
        return False

    def call_choice_off(self) -> None:
        """Take the move back that waits for a choice."""

    def choice_pressed(self, square: int | None, button: Qt.MouseButton) -> bool:
        """Let a press choose; False if the hand shall deal with it."""
        return False

    def wants_choice_key(self, event: QKeyEvent) -> bool:
        """Tell whether the choice takes this key before any shortcut of the window does."""
        return False

    def press_choice_key(self, event: QKeyEvent) -> bool:
        """Let a key choose; False if it chooses nothing."""
        return False

    def may_choose_here(self) -> bool:
        """Tell whether a press where the mouse is would choose."""
        return self.choosing
