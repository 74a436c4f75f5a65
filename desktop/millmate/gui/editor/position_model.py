"""A position being set up, of any game, with its history of changes; knows no Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

_LONGEST_HISTORY = 1000  # steps that can be undone


class Problem(Protocol):
    """Why a position cannot be played, in a sentence."""

    @property
    def message(self) -> str:
        """The sentence."""


B = TypeVar("B")  # the game's board


class PositionModel(Generic[B]):
    """A position under construction: it may be impossible, and then says why in `problems`.

    Every method that changes the position is one step of `undo`; one that changes nothing is none.
    Squares are numbers and pieces symbols as on the game's board widget.
    """

    def __init__(self, fen: str):
        self._board = self.read(fen)[0]
        self._past: list[B] = []
        self._future: list[B] = []
        self._listeners: list[Callable[[], None]] = []

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, undo and redo included."""
        self._listeners.append(listener)

    # --- what every game does in its own way -------------------------------------------------

    def read(self, text: str) -> tuple[B, list[str]]:
        """Return the position that `text` writes, and what was left out of it, in words.

        Raises:
            InputError: `text` is no position.
        """
        raise NotImplementedError

    def text(self, board: B) -> str:
        """Return `board` as one line of text, also while it cannot be played."""
        raise NotImplementedError

    @property
    def problems(self) -> Sequence[Problem]:
        """Everything that keeps the position from being played; [] if nothing does."""
        raise NotImplementedError

    def marked(self) -> set[int]:
        """Return the squares that `problems` name."""
        raise NotImplementedError

    @property
    def turn(self) -> bool:
        """True if White is to move."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """What stands there, in a word or two."""
        raise NotImplementedError

    def fault_in(self, text: str) -> str | None:
        """Return what keeps `text` from being a position, without the text itself, if known."""
        return None

    def place(self, symbol: str, square: int, *, merge: bool = False) -> None:
        """Put a piece on `square`; with `merge`, as part of the step before."""
        raise NotImplementedError

    def move(self, origin: int, target: int) -> None:
        """Take the piece on `origin` to `target`, in place of what stands there."""
        raise NotImplementedError

    def erase(self, square: int, *, merge: bool = False) -> None:
        """Take the piece on `square` off; with `merge`, as part of the step before."""
        raise NotImplementedError

    def clear(self) -> None:
        """Take all pieces off; White is to move."""
        raise NotImplementedError

    def start_position(self) -> None:
        """Set up the start of a game."""
        raise NotImplementedError

    def flip_vertical(self) -> None:
        """Exchange top and bottom; colours stay."""
        raise NotImplementedError

    def mirror_horizontal(self) -> None:
        """Exchange left and right."""
        raise NotImplementedError

    def swap_colours(self) -> None:
        """Give each side what the other has, the turn too."""
        raise NotImplementedError

    def set_turn(self, white: bool) -> None:
        """Let White or Black move."""
        raise NotImplementedError

    # --- texts -------------------------------------------------------------------------------

    @property
    def fen(self) -> str:
        """The position as text, also while it cannot be played."""
        return self.text(self._board)

    def set_fen(self, text: str) -> list[str]:
        """Take the position that `text` writes, playable or not.

        Returns what was left out of it, in words.

        Raises:
            InputError: `text` is no position; the one there was stays as it was.
        """
        board, left_out = self.read(text)
        self.step_to(board)
        return left_out

    def load(self, fen: str) -> None:
        """Begin anew with `fen`, with nothing to undo.

        Raises:
            InputError: `fen` is no position; the one there was stays as it was.
        """
        self._board, self._past, self._future = self.read(fen)[0], [], []
        self._tell()

    # --- history -----------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step that was taken back."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        if self._past:
            self._future.append(self._board)
            self._board = self._past.pop()
            self._tell()

    def redo(self) -> None:
        """Take the step again that was taken back last, if there is one."""
        if self._future:
            self._past.append(self._board)
            self._board = self._future.pop()
            self._tell()

    def step_to(self, board: B, *, merge: bool = False) -> None:
        """Put `board` in place of the position, as one step of `undo` if anything differs."""
        if self.text(board) == self.fen:
            return
        if not (merge and self._past):
            self._past.append(self._board)
            del self._past[:-_LONGEST_HISTORY]
        self._future = []
        self._board = board
        self._tell()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()
