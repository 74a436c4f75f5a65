"""The common base of all generations of searches: depth, results, scores of ended games."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from millmate.games.board import Board, Move
from millmate.search.game import SearchGame
from millmate.search.limits import NodeBudget, never

# The score of a mate on the board; a mate in `n` plies scores MATE - n for the winner.
MATE = 1_000_000
# Scores of undecided positions are far below this.
MATES = MATE - 1_000


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    `score` is in hundredths of a pawn for the side to move, or within 1,000 of ±`MATE` for a
    forced mate; `best` contains every move that reaches it, in the board's order; `nodes` is the
    number of positions visited, without the root. `line` is the principal variation, `depth` the
    search depth in plies, `table_hits` the number of positions found in the search's own table.
    """

    score: int
    best: tuple[Move, ...]
    nodes: int
    line: tuple[Move, ...] = ()
    depth: int = 0
    table_hits: int = 0


class Generation(ABC):
    """A search that looks `depth` plies ahead and finds all best moves.

    A depth of less than 1 raises `ValueError`.
    """

    # Whether it learns from shallower searches, so that it always deepens iteratively.
    deepens = False

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        if depth < 1:
            raise ValueError(f"a search of depth {depth} sees nothing: give 1 or more")
        self.depth = depth
        self._game = game

    def search(self, board: Board, stopped: Callable[[], bool] = never) -> SearchResult:
        """Return the score of `board` and every move that reaches it.

        `board` is not changed, nor is its history.

        Raises:
            Interrupted: `stopped` returned True.
        """
        return self.search_depth(board, self.depth, NodeBudget(stopped))

    @abstractmethod
    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search `board` to `depth` within `budget`, which counts the nodes."""

    def completed_by(self, result: SearchResult) -> SearchResult:
        """Return `result`, of the last finished depth, updated from the interrupted one.

        It can only be updated if the interrupted depth searched the best moves first.
        """
        return result


def score_of_end(sign: int, ply: int) -> int:
    """Return the score of an ended game for the side to move, `ply` plies from the root.

    `sign` is 1 if that side has won, -1 if it has lost, 0 for a draw; quick mates score higher.
    """
    return sign * (MATE - ply)
