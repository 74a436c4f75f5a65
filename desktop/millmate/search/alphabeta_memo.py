"""Alpha-beta with memo: what is found out about a position, even if only a bound, is kept.

Where alpha-beta left a position early, its score is a bound: at least so much, or at most. It
answers a later visit if the window there lies beyond it. The best move of a position is kept as
well, and tried first when another order of moves or a deeper search leads there again.

Source: Richard D. Greenblatt, Donald E. Eastlake, Stephen D. Crocker, "The Greenblatt Chess
Program" (1967); bounds as in Dennis M. Breuker's thesis "Memory versus Search in Games" (1998).
"""

from millmate.games.board import Board
from millmate.search.alphabeta import AlphaBetaNegamax
from millmate.search.budget import NodeBudget
from millmate.search.game import SearchGame, ordered
from millmate.search.generation import Generation
from millmate.search.minimax import Line
from millmate.search.position import HashedPosition
from millmate.search.result import SearchResult
from millmate.search.transposition import Bound, Entry, TranspositionTable


class AlphaBetaMemo(Generation):
    """Alpha-beta with a transposition table, one for each root; finds all equally best moves."""

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(depth)
        self._game = game
        self._root: int | None = None
        self._table = TranspositionTable(game)

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search what matters and is not known yet; see `AlphaBeta.search_depth`."""
        position = HashedPosition(self._game, board)
        if self._root != position.exact:
            self._root, self._table = position.exact, TranspositionTable(self._game)
        return TableNegamax(position, self._table, budget).root(ordered(self._game, board), depth)


class TableNegamax(AlphaBetaNegamax):
    """One alpha-beta search that stores and looks up what it finds."""

    position: HashedPosition

    def __init__(
        self, position: HashedPosition, table: TranspositionTable, budget: NodeBudget
    ) -> None:
        super().__init__(position, budget)
        self.table = table

    def inner(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, Line]:
        """Return the score and line of a position, from the table if it answers."""
        slot = self.position.slot(depth)
        known = self.table.get(slot, ply)
        if known is not None and known.depth == depth and _answers(known, alpha, beta):
            self.budget.hits += 1
            return known.score, known.line
        first = known.line[0] if known is not None and known.line else None
        best, line = self.best(first, depth, alpha, beta, ply)
        bound = Bound.LOWER if best >= beta else Bound.UPPER if best <= alpha else Bound.EXACT
        self.table.put(slot, ply, Entry(depth, bound, best, line))
        return best, line


def _answers(known: Entry, alpha: int, beta: int) -> bool:
    """Tell whether what is known settles the value as far as the window asks."""
    match known.bound:
        case Bound.EXACT:
            return True
        case Bound.LOWER:
            return known.score >= beta
        case Bound.UPPER:
            return known.score <= alpha
