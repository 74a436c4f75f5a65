"""What all generations of searches have in common: a depth, and scores of ended games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from millmate.games.board import Board
from millmate.search.budget import NodeBudget, never
from millmate.search.result import MATE, SearchResult


class Generation(ABC):
    """A search that looks `depth` plies ahead and finds all equally best moves.

    A depth of less than 1 is a `ValueError`.
    """

    # Whether it learns from shallower searches, and so always deepens.
    deepens = False

    def __init__(self, depth: int) -> None:
        if depth < 1:
            raise ValueError(f"a search of depth {depth} sees nothing: give 1 or more")
        self.depth = depth

    def search(self, board: Board, stopped: Callable[[], bool] = never) -> SearchResult:
        """Return the score of `board` and every move that reaches it.

        `board` comes back as it was, history included.

        Raises:
            Interrupted: `stopped` turned true.
        """
        return self.search_depth(board, self.depth, NodeBudget(stopped))

    @abstractmethod
    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search `board` to `depth` under `budget`, which counts the nodes."""

    def completed_by(self, result: SearchResult) -> SearchResult:
        """Return `result`, of the last finished depth, with what the interrupted one adds to it.

        That is nothing, unless it began with the best moves.
        """
        return result


def score_of_end(sign: int, ply: int) -> int:
    """Return what an ended game is worth to the side to move, `ply` plies from the root.

    `sign` is 1 if that side has won, -1 if it has lost, 0 for a draw: the sooner, the more.
    """
    return sign * (MATE - ply)
