"""What all generations of searches share: a depth, their results, scores of ended games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from millmate.games.board import Board, Move
from millmate.search.budget import NodeBudget, never
from millmate.search.game import SearchGame

# The score of a mate on the board; a mate in `n` plies scores MATE - n for the winner.
MATE = 1_000_000
# No score of a position that has not been won or lost comes near this.
MATES = MATE - 1_000


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    `score` is in hundredths of a pawn for the side to move, or within 1,000 of ±`MATE` for a
    forced mate; `best` holds every move that reaches it, in the board's order; `nodes` counts
    the positions visited, the root excluded. `line` is the principal variation, `depth` how many
    plies were looked ahead, `table_hits` how many positions the search's own table answered.
    """

    score: int
    best: tuple[Move, ...]
    nodes: int
    line: tuple[Move, ...] = ()
    depth: int = 0
    table_hits: int = 0


class Generation(ABC):
    """A search that looks `depth` plies ahead and finds all equally best moves.

    A depth of less than 1 is a `ValueError`.
    """

    # Whether it learns from shallower searches, and so always deepens.
    deepens = False

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        if depth < 1:
            raise ValueError(f"a search of depth {depth} sees nothing: give 1 or more")
        self.depth = depth
        self._game = game

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
