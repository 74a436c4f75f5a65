"""Alpha-beta: minimax that skips moves as soon as they are proved irrelevant.

`alpha` is the score that the side to move is already sure of, `beta` the score that its opponent
is sure of: a position that scores `beta` or more will not be reached, and how much more does not
matter. With good moves first, this searches about twice as deep in the same time.

`AlphaBetaMemo` stores its results. After a cutoff the score of a position is only a lower or an
upper bound; it can be used on a later visit if the window there lies beyond it. The best move is
stored too, and tried first when a transposition or a deeper search reaches the position again.

Sources: Donald E. Knuth and Ronald W. Moore, "An Analysis of Alpha-Beta Pruning" (1975); the
fail-soft form is John P. Fishburn's (1983); bounds as in Dennis M. Breuker's thesis "Memory versus
Search in Games" (1998).
"""

from collections.abc import Iterable

from millmate.games.board import Board, Move
from millmate.search.game import SearchGame, ordered
from millmate.search.generation import MATE, Generation, SearchResult, score_of_end
from millmate.search.limits import NodeBudget
from millmate.search.minimax import Line
from millmate.search.position import HashedPosition, Position
from millmate.search.transposition import Bound, Entry, TranspositionTable


class AlphaBeta(Generation):
    """Alpha-beta that finds all best moves."""

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search within the window only; see `Generation.search_depth`."""
        search = AlphaBetaNegamax(Position(self._game, board), budget)
        return search.root(ordered(self._game, board), depth)


class AlphaBetaMemo(Generation):
    """Alpha-beta with a transposition table for each root; finds all best moves."""

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(game, depth)
        self._root: int | None = None
        self._table = TranspositionTable(game)

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search what the table does not answer; see `AlphaBeta.search_depth`."""
        position = HashedPosition(self._game, board)
        if self._root != position.exact:
            self._root, self._table = position.exact, TranspositionTable(self._game)
        return TableNegamax(position, self._table, budget).root(ordered(self._game, board), depth)


class AlphaBetaNegamax:
    """One alpha-beta search from a position."""

    def __init__(self, position: Position, budget: NodeBudget) -> None:
        self.position = position
        self.budget = budget
        # By root move, for those searched so far.
        self.found: dict[Move, tuple[int, Line]] = {}

    def root(self, moves: list[Move], depth: int) -> SearchResult:
        """Return the score and all moves that reach it; `moves` are tried in this order.

        The window starts one below the best score, so that equal moves are recognized; worse moves
        only have to be proved worse.
        """
        best = -MATE
        for move in moves:
            self.found[move] = self.after(move, depth - 1, best - 1, MATE, ply=1)
            best = max(best, self.found[move][0])
        equal = self.best_of(self.position.board.legal_moves)
        score = best if equal else 0
        line = self.line_of(equal)
        return SearchResult(score, equal, self.budget.nodes, line, depth, self.budget.hits)

    def best_of(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Return the best of those `moves` that have been searched, in their order."""
        scores = {move: self.found[move][0] for move in moves if move in self.found}
        best = max(scores.values(), default=0)
        return tuple(move for move, score in scores.items() if score == best)

    def line_of(self, best: tuple[Move, ...]) -> Line:
        """Return the line starting with the first of the `best` moves, or an empty line."""
        return (best[0], *self.found[best[0]][1]) if best else ()

    def after(self, move: Move, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, Line]:
        """Return the score of `move` for the side that plays it, and the best line after it."""
        self.budget.visit()
        leaf = depth == 0
        self.position.push(move, leaf)
        score, line = self.score(depth, -beta, -alpha, ply)
        self.position.pop(leaf)
        return -score, line

    def score(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, Line]:
        """Return the score of the position for the side to move.

        Between `alpha` and `beta` it is exact; `alpha` or less is an upper bound of the true
        score, `beta` or more a lower bound.
        """
        end = self.position.end()
        if end is not None:
            return score_of_end(end, ply), ()
        if depth == 0:
            return self.position.value(), ()
        return self.inner(depth, alpha, beta, ply)

    def inner(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, Line]:
        """Return the score and line of a position that is neither an end nor a leaf."""
        return self.best(None, depth, alpha, beta, ply)

    def best(
        self, first: Move | None, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, Line]:
        """Return the score and line of the best move, or of one that causes a cutoff."""
        best, line = -MATE, ()
        for move in self.ordered(first, depth, ply):
            score, replies = self.after(move, depth - 1, max(alpha, best), beta, ply + 1)
            if score > best:
                best, line = score, (move, *replies)
                if best >= beta:
                    self.on_cutoff(move, depth, ply)
                    break
        return best, line

    def ordered(self, first: Move | None, depth: int, ply: int) -> list[Move]:
        """Return the moves in the order to try them: `first`, the best one known, comes first."""
        moves = ordered(self.position.game, self.position.board)
        put_first(first, moves)
        return moves

    def on_cutoff(self, move: Move, depth: int, ply: int) -> None:
        """Learn that `move` caused a cutoff; plain alpha-beta does not use this."""


class TableNegamax(AlphaBetaNegamax):
    """An alpha-beta search that stores its results and looks them up."""

    position: HashedPosition

    def __init__(
        self, position: HashedPosition, table: TranspositionTable, budget: NodeBudget
    ) -> None:
        super().__init__(position, budget)
        self.table = table

    def inner(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, Line]:
        """Return the score and line of a position, from the table if possible."""
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
    """Return whether a stored result settles the score for this window."""
    match known.bound:
        case Bound.EXACT:
            return True
        case Bound.LOWER:
            return known.score >= beta
        case Bound.UPPER:
            return known.score <= alpha


def put_first(move: Move | None, moves: list[Move]) -> None:
    """Put `move` first if it is one of `moves`; after a hash collision it may not be."""
    if move is not None and move in moves:
        moves.remove(move)
        moves.insert(0, move)
