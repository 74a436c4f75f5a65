"""Alpha-beta with memo: what was found out about a position, if only a bound, is kept.

Where alpha-beta left a position early, its score is a bound: at least so much, or at most. It
answers a later visit if the window there lies beyond it. The best move of a position is kept as
well, and tried first when another order of moves or a deeper search leads there again.

Source: Richard D. Greenblatt, Donald E. Eastlake, Stephen D. Crocker, "The Greenblatt Chess
Program" (1967); bounds as in Dennis M. Breuker's thesis "Memory versus Search in Games" (1998).
"""

from collections.abc import Iterable

from millmate.games.board import Board, Move
from millmate.search.game import SearchGame, ordered
from millmate.search.generation import Generation, score_of_end
from millmate.search.position import HashedPosition
from millmate.search.result import MATE, SearchResult
from millmate.search.table import Bound, Found, Table
from millmate.search.watch import Watch

_Line = tuple[Move, ...]


class AlphaBetaMemo(Generation):
    """Alpha-beta with a transposition table, one for each root; finds all equally best moves."""

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(depth)
        self._game = game
        self._root: int | None = None
        self._table = Table(game)

    def look(self, board: Board, depth: int, watch: Watch) -> SearchResult:
        """Search what matters and is not known yet; see `AlphaBeta.look`."""
        position = HashedPosition(self._game, board)
        if self._root != position.exact:
            self._root, self._table = position.exact, Table(self._game)
        walk = Walk(position, self._table, watch)
        return walk.root(ordered(self._game, board), depth)


class Walk:
    """One walk through the tree of moves."""

    def __init__(self, position: HashedPosition, table: Table, watch: Watch) -> None:
        self.position = position
        self.table = table
        self.watch = watch
        # Of the root's moves, as far as they are through.
        self.found: dict[Move, tuple[int, _Line]] = {}

    def root(self, moves: list[Move], depth: int) -> SearchResult:
        """Return the score, and all moves that reach it; `moves` are tried in their order."""
        best = -MATE
        for move in moves:
            self.found[move] = self.after(move, depth - 1, best - 1, MATE, ply=1)
            best = max(best, self.found[move][0])
        equal = self.best_of(self.position.board.legal_moves)
        score = best if equal else 0
        line = self.line_of(equal)
        return SearchResult(score, equal, self.watch.nodes, line, depth, self.watch.hits)

    def best_of(self, moves: Iterable[Move]) -> tuple[Move, ...]:
        """Return the equally best of those `moves` that are through, in their order."""
        scores = {move: self.found[move][0] for move in moves if move in self.found}
        best = max(scores.values(), default=0)
        return tuple(move for move, score in scores.items() if score == best)

    def line_of(self, best: tuple[Move, ...]) -> _Line:
        """Return the line that begins with the first of the `best` moves, if there is any."""
        return (best[0], *self.found[best[0]][1]) if best else ()

    def after(self, move: Move, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, _Line]:
        """Return what `move` is worth to the side that plays it, and the best line after it."""
        self.watch.visit()
        leaf = depth == 0
        self.position.push(move, leaf)
        score, line = self.score(depth, -beta, -alpha, ply)
        self.position.pop(leaf)
        return -score, line

    def score(self, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, _Line]:
        """Return what the position is worth to the side to move; see `alphabeta`."""
        position = self.position
        end = position.end()
        if end is not None:
            return score_of_end(end, ply), ()
        if depth == 0:
            return position.value(), ()
        spot = position.spot(depth)
        known = self.table.get(spot, ply)
        if known is not None and known.depth == depth and _answers(known, alpha, beta):
            self.watch.hits += 1
            return known.score, known.line
        first = known.line[0] if known is not None and known.line else None
        best, line = self.best(first, depth, alpha, beta, ply)
        bound = Bound.LOWER if best >= beta else Bound.UPPER if best <= alpha else Bound.EXACT
        self.table.put(spot, ply, Found(depth, bound, best, line))
        return best, line

    def best(
        self, first: Move | None, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, _Line]:
        """Return the score and line of the best move, or of one that is too good."""
        best, line = -MATE, ()
        for move in self.ordered(first, depth, ply):
            score, replies = self.after(move, depth - 1, max(alpha, best), beta, ply + 1)
            if score > best:
                best, line = score, (move, *replies)
                if best >= beta:
                    self.note(move, depth, ply)
                    break
        return best, line

    def ordered(self, first: Move | None, depth: int, ply: int) -> list[Move]:
        """Return the moves in the order to try them: the one known as best `first`."""
        moves = ordered(self.position.game, self.position.board)
        put_first(first, moves)
        return moves

    def note(self, move: Move, depth: int, ply: int) -> None:
        """Be told that `move` refuted the one before; here, that is not remembered."""


def put_first(move: Move | None, moves: list[Move]) -> None:
    """Put `move` first, if it is one of `moves`: where hashes coincide, it might not be."""
    if move is not None and move in moves:
        moves.remove(move)
        moves.insert(0, move)


def _answers(known: Found, alpha: int, beta: int) -> bool:
    """Tell whether what is known settles the value as far as the window asks."""
    match known.bound:
        case Bound.EXACT:
            return True
        case Bound.LOWER:
            return known.score >= beta
        case Bound.UPPER:
            return known.score <= alpha
