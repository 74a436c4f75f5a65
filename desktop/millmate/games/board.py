"""What every game's board and rules offer; the rest of the program knows no more than this.

The verbs are those of `chess.Board`, which satisfies `Board` as it is.
"""

from collections.abc import Iterable
from typing import Any, Protocol, Self

from millmate.games.outcome import Outcome

# A move of some game: opaque to everyone but that game's rules and board.
Move = Any


class Board(Protocol):
    """A position with its history; `turn` is True for the side that moves first."""

    turn: bool
    move_stack: list[Move]

    @property
    def legal_moves(self) -> Iterable[Move]:
        """The legal moves, in a fixed order."""

    def is_legal(self, move: Move) -> bool:
        """Tell whether `move` is legal here."""

    def push(self, move: Move) -> None:
        """Play `move`, which must be legal."""

    def pop(self) -> Move:
        """Take the last move back and return it."""

    def copy(self) -> Self:
        """Return an independent copy, history included."""

    def fen(self) -> str:
        """Return the position as one line of text."""

    def ply(self) -> int:
        """Return the number of plies since the game's first move, from the move counter."""


class Rules(Protocol):
    """A game: how its positions and moves are written and when it ends."""

    name: str
    start_fen: str

    def board(self, fen: str | None = None) -> Board:
        """Return the position `fen`, or the game's start; raises `InputError` on a bad one."""

    def outcome(self, board: Board) -> Outcome | None:
        """Return how the game has ended by itself, or None while it goes on."""

    def claim(self, board: Board) -> Outcome | None:
        """Return the draw that the side to move may claim, or None."""

    def notation(self, board: Board, move: Move) -> str:
        """Return `move` as people write it (SAN in chess); `move` is legal on `board`."""

    def text(self, move: Move) -> str:
        """Return `move` as programs write it (UCI in chess)."""

    def parse_move(self, board: Board, text: str) -> Move:
        """Return the legal move that `text` names; raises `InputError` when there is none."""
