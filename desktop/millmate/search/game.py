"""The interface between games and the searches that update their state from move to move.

The first generation needs only the rules and the evaluation. The others need the changes made by
a move, so that a position's evaluation and hash need not be computed from scratch.
"""

from typing import NamedTuple, Protocol

from millmate.games.board import Board, Move, Rules

# A man on a square, a stone on a point, a number of stones in hand: each game numbers its own.
Feature = int
# A way to rotate, mirror or exchange a position that does not change its value.
Image = int


class Changes(NamedTuple):
    """The features that a move removes and those that it adds."""

    removed: tuple[Feature, ...]
    added: tuple[Feature, ...]


class Slot(NamedTuple):
    """The key of a position in a table, and the image that represents all its images."""

    key: int
    image: Image


class IncrementalEvaluation(Protocol):
    """The evaluation of one board, kept up to date move by move."""

    def push(self, board: Board, move: Move) -> None:
        """Update for `move`, which `board` has not yet played."""

    def pop(self) -> None:
        """Take back the last move."""

    def value(self, board: Board) -> int:
        """Return the same as `evaluate(board)`; `board` has played the same moves."""


class SearchGame(Protocol):
    """A game as the searches use it."""

    # By feature, 64 bits as seen by the side to move; for White to move and for Black.
    keys: dict[bool, tuple[int, ...]]

    @property
    def rules(self) -> Rules:
        """The game's rules."""

    def evaluate(self, board: Board) -> int:
        """Return the evaluation of `board` for the side to move, computed from scratch."""

    def incremental_evaluation(self, board: Board) -> IncrementalEvaluation:
        """Return an evaluation of `board` that is updated move by move."""

    def end(self, board: Board) -> int | None:
        """Return 1, 0 or -1 if the side to move has won, drawn or lost; None during the game.

        A draw that can be claimed counts as a draw.
        """

    def reversible_plies(self, board: Board) -> int:
        """Return the number of plies since the last irreversible move."""

    def claimed_after(self, board: Board) -> int:
        """Return the number of reversible plies after which a draw can be claimed."""

    def features(self, board: Board) -> tuple[Feature, ...]:
        """Return the features of the position, apart from `state`."""

    def changes(self, board: Board, move: Move) -> Changes:
        """Return the changes of `features` by `move`, which is not yet played."""

    def state(self, board: Board) -> int:
        """Return the hash of state outside `features`, like castling rights, for the mover."""

    def transposition_distance(self, board: Board) -> int:
        """Return after how many plies different lines from `board` can first transpose."""

    def slot(self, board: Board, key: int) -> Slot:
        """Return the slot that `board` shares with its images; `key` is its own hash."""

    def transform_moves(self, moves: tuple[Move, ...], image: Image, to: Image) -> tuple[Move, ...]:
        """Return `moves` of the image `image` as moves of the image `to`."""

    def mover_image(self, board: Board) -> Image:
        """Return the image of the position itself, as seen by the side to move."""

    def split_moves(self, board: Board) -> tuple[list[Move], list[Move]]:
        """Return the legal moves: captures and the like, most promising first, and others."""


def ordered(game: SearchGame, board: Board) -> list[Move]:
    """Return the legal moves, captures and the like first."""
    takings, others = game.split_moves(board)
    return takings + others
