"""Minimax: every line to a fixed depth, nothing left out; the first search to read."""

from collections.abc import Callable

from millmate.games.board import Board, Rules
from millmate.games.outcome import Outcome
from millmate.search.result import MATE, Interrupted, SearchResult


class Minimax:
    """Looks at every line of `depth` plies and finds all equally best moves.

    `evaluate` scores a position in hundredths of a pawn for the side to move. Draws score 0:
    stalemate, bare material, fifty moves and threefold repetition (the game's history counts).
    """

    def __init__(self, rules: Rules, evaluate: Callable[[Board], int], depth: int) -> None:
        if depth < 1:
            raise ValueError(f"a search of depth {depth} sees nothing: give 1 or more")
        self.depth = depth
        self._rules = rules
        self._evaluate = evaluate

    def search(self, board: Board, stopped: Callable[[], bool] = lambda: False) -> SearchResult:
        """Return the score of `board` and every move that reaches it.

        `board` comes back as it was, history included. `stopped` is asked at every node that
        is not a leaf.

        Raises:
            Interrupted: `stopped` turned true.
        """
        walk = _Walk(self._rules, self._evaluate, stopped)
        board = board.copy()
        scores = {
            move: -walk.score_after(board, move, self.depth - 1, ply=1)
            for move in list(board.legal_moves)
        }
        score = max(scores.values(), default=0)
        best = tuple(move for move, value in scores.items() if value == score)
        return SearchResult(score, best, walk.nodes)


class _Walk:
    """One walk through the tree of moves: what it needs to know and the nodes it has seen."""

    def __init__(
        self, rules: Rules, evaluate: Callable[[Board], int], stopped: Callable[[], bool]
    ) -> None:
        self.rules = rules
        self.evaluate = evaluate
        self.stopped = stopped
        self.nodes = 0

    def score_after(self, board: Board, move: object, depth: int, ply: int) -> int:
        """Return the score of the position after `move`, for the side then to move."""
        board.push(move)
        try:
            self.nodes += 1
            return self.score(board, depth, ply)
        finally:
            board.pop()

    def score(self, board: Board, depth: int, ply: int) -> int:
        """Return the score of `board`, `ply` plies from the root, looking `depth` plies ahead."""
        outcome = self.rules.outcome(board)
        if outcome is not None:
            return _score_of_end(outcome, board.turn, ply)
        if self.rules.claim(board) is not None:
            return 0
        if depth == 0:
            return self.evaluate(board)
        if self.stopped():
            raise Interrupted
        return max(
            -self.score_after(board, move, depth - 1, ply + 1) for move in list(board.legal_moves)
        )


def _score_of_end(outcome: Outcome, turn: bool, ply: int) -> int:
    """Return what an ended game is worth to `turn`: the sooner the mate, the more it weighs."""
    if outcome.winner is None:
        return 0
    return MATE - ply if outcome.winner == turn else ply - MATE
