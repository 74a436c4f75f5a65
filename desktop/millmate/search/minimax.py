"""Minimax: every line to a fixed depth, nothing left out; the first search to read.

Source: Claude E. Shannon, "Programming a Computer for Playing Chess" (1950), his type A; written
as negamax: what is good for one side is as bad for the other.
"""

from collections.abc import Callable

from millmate.games.board import Board, Move, Rules
from millmate.search.generation import Generation, score_of_end
from millmate.search.result import SearchResult
from millmate.search.watch import Watch

_Line = tuple[Move, ...]


class Minimax(Generation):
    """Looks at every line of `depth` plies and finds all equally best moves.

    `evaluate` scores a position in hundredths of a pawn for the side to move. Draws score 0:
    stalemate, bare material, fifty moves and threefold repetition (the game's history counts).
    """

    def __init__(self, rules: Rules, evaluate: Callable[[Board], int], depth: int = 1) -> None:
        super().__init__(depth)
        self._rules = rules
        self._evaluate = evaluate

    def look(self, board: Board, depth: int, watch: Watch) -> SearchResult:
        """Search every line; see `Generation.look`."""
        walk = _Walk(self._rules, self._evaluate, board.copy(), watch)
        found = {move: walk.after(move, depth - 1, ply=1) for move in list(board.legal_moves)}
        score = max((score for score, _ in found.values()), default=0)
        best = tuple(move for move, (value, _) in found.items() if value == score)
        line = (best[0], *found[best[0]][1]) if best else ()
        return SearchResult(score, best, watch.nodes, line, depth)


class _Walk:
    """One walk through the tree of moves."""

    def __init__(
        self, rules: Rules, evaluate: Callable[[Board], int], board: Board, watch: Watch
    ) -> None:
        self.rules = rules
        self.evaluate = evaluate
        self.board = board
        self.watch = watch

    def after(self, move: Move, depth: int, ply: int) -> tuple[int, _Line]:
        """Return what `move` is worth to the side that plays it, and the best line after it."""
        self.watch.visit()
        self.board.push(move)
        score, line = self.score(depth, ply)
        self.board.pop()
        return -score, line

    def score(self, depth: int, ply: int) -> tuple[int, _Line]:
        """Return what the position, `ply` plies from the root, is worth to the side to move."""
        board = self.board
        outcome = self.rules.outcome(board)
        if outcome is not None:
            won = 0 if outcome.winner is None else 1 if outcome.winner == board.turn else -1
            return score_of_end(won, ply), ()
        if self.rules.claim(board) is not None:
            return 0, ()
        if depth == 0:
            return self.evaluate(board), ()
        best: int | None = None
        line: _Line = ()
        for move in list(board.legal_moves):
            score, replies = self.after(move, depth - 1, ply + 1)
            if best is None or score > best:
                best, line = score, (move, *replies)
        assert best is not None
        return best, line
