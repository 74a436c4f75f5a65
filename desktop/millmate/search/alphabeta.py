"""Alpha-beta: minimax that leaves a line as soon as it is known to be too good to be allowed.

`alpha` is what the side to move has elsewhere, `beta` what its opponent has: a position worth
`beta` or more will not be reached, and how much more does not matter. With good moves first, this
searches about twice as deep in the same time.

`AlphaBetaMemo` keeps what is found out about a position. Where it was left early, its score is a
bound: at least so much, or at most. It answers a later visit if the window there lies beyond it.
The best move is kept as well, and tried first when another order of moves or a deeper search leads
there again.

Sources: Donald E. Knuth and Ronald W. Moore, "An Analysis of Alpha-Beta Pruning" (1975); the
fail-soft form is John P. Fishburn's (1983); bounds as in Dennis M. Breuker's thesis "Memory versus
Search in Games" (1998).
"""

from collections.abc import Iterable

from millmate.games.board import Board, Move
from millmate.search.budget import NodeBudget
from millmate.search.game import SearchGame, ordered
from millmate.search.generation import MATE, Generation, SearchResult, score_of_end
from millmate.search.minimax import Line
from millmate.search.position import HashedPosition, Position
from millmate.search.transposition import Bound, Entry, TranspositionTable


class AlphaBeta(Generation):
    """Alpha-beta that finds all equally best moves."""

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search what matters; see `Generation.search_depth`."""
        search = AlphaBetaNegamax(Position(self._game, board), budget)
        return search.root(ordered(self._game, board), depth)


class AlphaBetaMemo(Generation):
    """Alpha-beta with a transposition table, one for each root; finds all equally best moves."""

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(game, depth)
        self._root: int | None = None
        self._table = TranspositionTable(game)

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search what matters and is not known yet; see `AlphaBeta.search_depth`."""
        position = HashedPosition(self._game, board)
        if self._root != position.exact:
            self._root, self._table = position.exact, TranspositionTable(self._game)
        return TableNegamax(position, self._table, budget).root(ordered(self._game, board), depth)


class AlphaBetaNegamax:
    """One alpha-beta search from a position."""

    def __init__(self, position: Position, budget: NodeBudget) -> None:
        self.position = position
        self.budget = budget
        # By root move, as far as they have been searched.
        self.found: dict[Move, tuple[int, Line]] = {}

    def root(self, moves: list[Move], depth: int) -> SearchResult:
        """Return the score, and all moves that reach it; `moves` are tried in their order.

        The window begins one below the best score: a move that equals it is recognized, and one
        that falls short need only be shown to fall short.
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
        """Return the equally best of those `moves` that have been searched, in their order."""
        scores = {move: self.found[move][0] for move in moves if move in self.found}
        best = max(scores.values(), default=0)
        return tuple(move for move, score in scores.items() if score == best)

    def line_of(self, best: tuple[Move, ...]) -> Line:
        """Return the line that begins with the first of the `best` moves, if there is any."""
        return (best[0], *self.found[best[0]][1]) if best else ()

    def after(self, move: Move, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, Line]:
        """Return what `move` is worth to the side that plays it, and the best line after it."""
        self.budget.visit()
        leaf = depth == 0
        self.position.push(move, leaf)
        score, line = self.score(depth, -beta, -alpha, ply)
        self.position.pop(leaf)
        return -score, line

    def score(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, Line]:
        """Return what the position is worth to the side to move.

        Between `alpha` and `beta` that is the true value; a score of `alpha` or less is at least
        the true value, one of `beta` or more at most.
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
        """Return the score and line of the best move, or of one that refutes the move before."""
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
        """Return the moves in the order to try them: the one known as best `first`."""
        moves = ordered(self.position.game, self.position.board)
        put_first(first, moves)
        return moves

    def on_cutoff(self, move: Move, depth: int, ply: int) -> None:
        """Learn that `move` caused a cutoff; plain alpha-beta learns nothing."""


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


def put_first(move: Move | None, moves: list[Move]) -> None:
    """Put `move` first, if it is one of `moves`: where hashes coincide, it might not be."""
    if move is not None and move in moves:
        moves.remove(move)
        moves.insert(0, move)
