"""Memo: minimax that looks at no position twice.

Different orders of the same moves lead to the same position. Its value is the same if it is
searched equally deep and no earlier position counts (`position.HashedPosition.slot`); so is that
of its mirror images. The values are those of minimax, with fewer nodes.

Source: Donald Michie, "'Memo' Functions and Machine Learning" (1968); the table is Greenblatt's.
"""

from millmate.games.board import Board
from millmate.search.budget import NodeBudget
from millmate.search.game import SearchGame
from millmate.search.generation import Generation
from millmate.search.minimax import Line, Negamax
from millmate.search.position import HashedPosition
from millmate.search.result import SearchResult
from millmate.search.transposition import Bound, Entry, TranspositionTable


class MemoMinimax(Generation):
    """Minimax with a transposition table."""

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(depth)
        self._game = game

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search every line that is not known yet; see `Generation.search_depth`."""
        search = _MemoNegamax(HashedPosition(self._game, board), budget)
        search.remembers = depth > self._game.transposition_distance(board)
        return search.root(depth)


class _MemoNegamax(Negamax):
    """Negamax that stores every value it finds."""

    position: HashedPosition

    def __init__(self, position: HashedPosition, budget: NodeBudget) -> None:
        super().__init__(position, budget)
        self.table = TranspositionTable(position.game)
        self.remembers = True  # in a shallower search, the positions that come up twice are leaves

    def best(self, depth: int, ply: int) -> tuple[int, Line]:
        """Return the score and line of the best move, looked up if they are known.

        The end of the game and leaves come before: a position that comes up for the third time is
        drawn, and was not before; a leaf is sooner evaluated than looked up.
        """
        if not self.remembers:
            return super().best(depth, ply)
        slot = self.position.slot(depth)
        known = self.table.get(slot, ply)
        if known is not None and known.depth == depth:
            self.budget.hits += 1
            return known.score, known.line
        score, line = super().best(depth, ply)
        self.table.put(slot, ply, Entry(depth, Bound.EXACT, score, line))
        return score, line
