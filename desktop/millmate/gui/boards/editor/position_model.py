"""A position of any game being set up, with undo and redo, without Qt."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from millmate.games.board import Board, Rules
from millmate.games.catalogue import Position, rules_of
from millmate.games.lenient_parser import parse_leniently
from millmate.games.positions import Problem

_LONGEST_HISTORY = 1000  # steps of undo


B = TypeVar("B", bound=Board)  # the game's board
History = tuple[Board, tuple[Board, ...], tuple[Board, ...]]  # now, what can be undone, redone


class PositionModel(ABC, Generic[B]):
    """A position being set up, which may be impossible: see `problems`.

    Every method that changes the position is one step of `undo`. Squares and symbols are those of
    the game's board widget.
    """

    def __init__(self, fen: str):
        self._past: list[B] = []
        self._future: list[B] = []
        self._board = self.read(fen)[0]
        self._listeners: list[Callable[[], None]] = []

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change, undo and redo included."""
        self._listeners.append(listener)

    @abstractmethod
    def read(self, position: Position | str) -> tuple[B, list[str]]:
        """Return a position, and a remark for each part that was dropped.

        A text that does not name its game is one by the present rules, if it fits the board.

        Raises:     InputError: A text is not a position.
        """

    def text(self, board: B) -> str:
        """Return `board` as one line of text, even if it cannot be played."""
        return board.fen()

    @property
    def rules(self) -> Rules:
        """The rules of the game that the position is for."""
        return rules_of(self._board)

    @property
    def problems(self) -> Sequence[Problem]:
        """The reasons why the position cannot be played."""
        return self.rules.problems(self._board)

    def marked(self) -> set[int]:
        """Return the squares or points to mark because of the `problems`."""
        return {place for problem in self.problems for place in problem.places}

    @property
    def turn(self) -> bool:
        return self._board.turn

    @property
    @abstractmethod
    def title(self) -> str:
        """Return the name of the position in lists."""

    def fault_in(self, text: str) -> str | None:
        """Return the fault of `text`, if known."""
        return None

    @abstractmethod
    def put(self, board: B, symbol: str, square: int, *, added: bool) -> None:
        """Put a piece on a square of `board`: one that is `added`, or moved."""

    @abstractmethod
    def remove(self, board: B, square: int) -> str | None:
        """Remove the piece on a square of `board`, and return it."""

    @abstractmethod
    def settle(self, board: B) -> None:
        """Fit the rest of the position to the pieces of `board`, which have changed."""

    # The changes of a whole position: `clear` removes all pieces, `start` sets up a game, `flip`
    # swaps top and bottom, `mirror` left and right, `swap` the colours with the side to move.
    arrangements: ClassVar[Mapping[str, Callable[[Any], Any]]]

    def arrange(self, name: str) -> None:
        """Change the whole position by one of `arrangements`."""
        self.step_to(self.arrangements[name](self._board))

    @property
    def board(self) -> B:
        """A copy of the position, without its history."""
        return self._board.copy()

    def place(self, symbol: str, square: int, merge: bool = False) -> None:
        """Put a piece on `square`; with `merge`, within the previous step."""
        board = self.board
        self.put(board, symbol, square, added=True)
        self.change(board, merge=merge)

    def move(self, origin: int, target: int) -> None:
        """Move the piece on `origin`, replacing any on `target`."""
        board = self.board
        symbol = self.remove(board, origin)
        if symbol is not None:
            self.put(board, symbol, target, added=False)
        self.change(board)

    def erase(self, square: int, merge: bool = False) -> None:
        """Remove the piece on `square`; with `merge`, within the previous step."""
        board = self.board
        self.remove(board, square)
        self.change(board, merge=merge)

    def set_turn(self, white: bool) -> None:
        board = self.board
        board.turn = white
        self.change(board)

    def change(self, board: B, *, merge: bool = False) -> None:
        """Step to `board` after a change of it."""
        self.settle(board)
        self.step_to(board, merge=merge)

    @property
    def fen(self) -> str:
        """The text of the position, even if it cannot be played."""
        return self.text(self._board)

    @property
    def position(self) -> Position:
        """The position and its game."""
        return Position(self.rules, self.fen)

    def set_fen(self, position: Position | str) -> list[str]:
        """Set up a position, playable or not, and return `read`'s remarks.

        Raises:
            InputError: A text is not a position; nothing changes.
        """
        board, left_out = self.read(position)
        self.step_to(board)
        return left_out

    def set_leniently(self, text: str) -> str:
        """Set up the position found in `text`, and return the corrections and assumptions.

        Raises:
            InputError: `text` has no position; nothing changes.
        """
        found = parse_leniently(text)
        self.set_fen(found.meant)
        return " ".join(found.remarks)

    def load(self, position: Position | str) -> None:
        """Start with a position and an empty history.

        Raises:
            InputError: A text is not a position; nothing changes.
        """
        self._board, self._past, self._future = self.read(position)[0], [], []
        self._notify()

    @property
    def history(self) -> History:
        """The position with all steps of undo and redo."""
        return self._board, tuple(self._past), tuple(self._future)

    def restore(self, history: History) -> None:
        """Show a position again with its steps of undo and redo."""
        now, past, future = cast(tuple[B, tuple[B, ...], tuple[B, ...]], history)
        self._board, self._past, self._future = now, list(past), list(future)
        self._notify()

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> None:
        if self._past:
            self._future.append(self._board)
            self._board = self._past.pop()
            self._notify()

    def redo(self) -> None:
        if self._future:
            self._past.append(self._board)
            self._board = self._future.pop()
            self._notify()

    def same(self, board: B) -> bool:
        """Return whether `board` is the position being set up."""
        return self.text(board) == self.fen

    def step_to(self, board: B, *, merge: bool = False) -> None:
        """Replace the position by `board`, as one step unless nothing changed."""
        if self.same(board):
            return
        if not (merge and self._past):
            self._past.append(self._board)
            del self._past[:-_LONGEST_HISTORY]
        self._future = []
        self._board = board
        self._notify()

    def _notify(self) -> None:
        for listener in tuple(self._listeners):
            listener()
