"""The protocols of boards and rules, the only interface of a game to the rest of the program.

The verbs are those of `chess.Board`, which satisfies `Board` unchanged.
"""

from collections.abc import Iterable
from typing import Any, Protocol, Self

from millmate.errors import InputError
from millmate.games.morris.variants import Variant
from millmate.games.outcome import Outcome
from millmate.games.positions import Problem
from millmate.games.value import Terms

# A move of some game, opaque except to its rules and board.
Move = Any


class MoveError(InputError):
    """A text names no legal move."""


class Board(Protocol):
    """A position with its history; `turn` is True for the side that moves first."""

    turn: bool
    move_stack: list[Move]

    @property
    def halfmove_clock(self) -> int:
        """The plies since the last move that `is_zeroing`."""

    def is_zeroing(self, move: Move) -> bool:
        """Return whether a legal move resets the clock: in morris a placement or a removal."""

    @property
    def legal_moves(self) -> Iterable[Move]:
        """The legal moves, in a fixed order."""

    def is_legal(self, move: Move) -> bool:
        """Return whether `move` is legal here."""

    def push(self, move: Move) -> None:
        """Play `move`, which must be legal."""

    def pop(self) -> Move:
        """Undo the last move and return it."""

    def copy(self) -> Self:
        """Return an independent copy, including the history."""

    def fen(self) -> str:
        """Return the position as one line of text."""

    def ply(self) -> int:
        """Return the number of plies since the game's first move, from the move counter."""


class Judge(Protocol):
    """Ends games: the rules, or a tournament's referee."""

    def outcome(self, board: Board) -> Outcome | None:
        """Return how the game has ended by itself, None while it continues."""

    def claim(self, board: Board) -> Outcome | None:
        """Return the draw that the side to move can claim, or None."""


class Rules(Judge, Protocol):
    """The rules of a game: notation, legal moves, and when it ends."""

    name: str  # the key in the catalogue: `chess`, `morris`, `morris:twelve,quiet=100`
    kind: str  # `chess` or `morris`, whatever the variant
    terms: Terms
    start_fen: str
    places: tuple[str, ...]  # the names of the board's squares or points
    limit: int | None  # the moves of each side that make a draw claimable; None: none do

    @property
    def variant(self) -> Variant | None:
        """The variant of morris; None for a game without variants."""

    def limited(self, limit: int | None) -> "Rules":
        """Return these rules with another `limit`; chess has but one."""

    def board(self, fen: str | None = None) -> Board:
        """Return the position `fen`, by default the start; raises `InputError` if it is invalid."""

    def read(self, text: str) -> Board:
        """Return the position in `text`, playable or not; raises `InputError` if it is invalid."""

    def problems(self, board: Board) -> list[Problem]:
        """Return all problems of `board`, the gravest first; [] if it can be played."""

    def out_of_time(self, board: Board, side: bool) -> Outcome:
        """Return how the game ends on `board` when the time of `side` is over."""

    def notation(self, board: Board, move: Move) -> str:
        """Return `move` as people write it (SAN in chess); `move` is legal on `board`."""

    def text(self, move: Move) -> str:
        """Return `move` as programs write it (UCI in chess)."""

    def parse_move(self, board: Board, text: str) -> Move:
        """Return the legal move `text`; raises `InputError` if it is invalid."""


def perft(board: Board, depth: int) -> int:
    """Return the number of legal move sequences of `depth` plies from `board`."""
    if depth <= 0:
        return 1
    moves = list(board.legal_moves)
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes
