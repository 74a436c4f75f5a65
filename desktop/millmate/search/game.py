"""What the searches ask of a game to update their knowledge from move to move.

The first generation needs only the rules and the evaluation. The others ask for what changes with
a move, so that a position's evaluation and hash need not be computed from scratch.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from millmate.games.board import Board, Move, Rules

# A man on a square, a stone on a point, so many stones in hand: a game numbers them as it likes.
Feature = int
# One of the ways to turn, mirror or exchange a position that leave its value as it is.
Image = int


class Changes(NamedTuple):
    """What a move takes from a position and what it brings."""

    removed: tuple[Feature, ...]
    added: tuple[Feature, ...]


class Slot(NamedTuple):
    """Where a table keeps a position, and which image of it stands for all."""

    key: int
    image: Image


class IncrementalEvaluation(Protocol):
    """The evaluation of one board, kept up to date move by move."""

    def push(self, board: Board, move: Move) -> None:
        """Take in `move`, which `board` has yet to play."""

    def pop(self) -> None:
        """Take the last move back."""

    def value(self, board: Board) -> int:
        """Return what `evaluate(board)` returns; `board` has played the same moves."""


class SearchGame(Protocol):
    """A game as the searches know it."""

    # By feature, 64 bits as the side to move sees it; for White to move and for Black.
    keys: dict[bool, tuple[int, ...]]

    @property
    def rules(self) -> Rules:
        """The game's rules."""

    def evaluate(self, board: Board) -> int:
        """Return what `board` is worth to the side to move, worked out from scratch."""

    def incremental_evaluation(self, board: Board) -> IncrementalEvaluation:
        """Return the evaluation of `board`, to be kept up to date."""

    def end(self, board: Board) -> int | None:
        """Return 1, 0 or -1 if the side to move has won, drawn or lost; None if play goes on.

        A draw that may be claimed is one.
        """

    def reversible_plies(self, board: Board) -> int:
        """Return the plies since the last move that cannot be undone."""

    def claimed_after(self, board: Board) -> int:
        """Return the reversible plies after which a draw can be claimed."""

    def features(self, board: Board) -> tuple[Feature, ...]:
        """Return what the position consists of, apart from `state`."""

    def changes(self, board: Board, move: Move) -> Changes:
        """Return what `move`, not yet played, changes in `features`."""

    def state(self, board: Board) -> int:
        """Return the hash of what is no feature, castling rights and the like, to its mover."""

    def transposition_distance(self, board: Board) -> int:
        """Return after how many plies different lines from `board` first share a place."""

    def slot(self, board: Board, key: int) -> Slot:
        """Return the place that `board` shares with its images; `key` is its own hash."""

    def transform_moves(self, moves: tuple[Move, ...], image: Image, to: Image) -> tuple[Move, ...]:
        """Return what `moves` are called in the image `to` that are so called in `image`."""

    def mover_image(self, board: Board) -> Image:
        """Return the image that stands for the position itself, seen from the side to move."""

    def split_moves(self, board: Board) -> tuple[list[Move], list[Move]]:
        """Return the legal moves: those that take something, most promising first, and others."""


def ordered(game: SearchGame, board: Board) -> list[Move]:
    """Return the legal moves, those first that take something."""
    takings, others = game.split_moves(board)
    return takings + others
