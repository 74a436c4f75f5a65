"""Incremental minimax: the same tree, with less work at each position.

Minimax adds the board up at every leaf, though the last move changed one man or two, and asks the
rules for every way in which games end, though most cannot have come about. Here the evaluation
follows the moves (`game.RunningEvaluation`) and the end is looked for where it can be
(`game.SearchGame.end`). The values are those of minimax, and so is the number of nodes.

Source: Claude E. Shannon, "Programming a Computer for Playing Chess" (1950), who updates the lists
of attacks only where a move changes them.
"""

from millmate.games.board import Board, Move
from millmate.search.game import SearchGame
from millmate.search.generation import Generation, score_of_end
from millmate.search.position import Position
from millmate.search.result import SearchResult
from millmate.search.watch import Watch

_Line = tuple[Move, ...]


class IncrementalMinimax(Generation):
    """Minimax that carries what it knows along."""

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(depth)
        self._game = game

    def look(self, board: Board, depth: int, watch: Watch) -> SearchResult:
        """Search every line; see `Generation.look`."""
        walk = _Walk(Position(self._game, board), watch)
        found = {move: walk.after(move, depth - 1, ply=1) for move in list(board.legal_moves)}
        score = max((score for score, _ in found.values()), default=0)
        best = tuple(move for move, (value, _) in found.items() if value == score)
        line = (best[0], *found[best[0]][1]) if best else ()
        return SearchResult(score, best, watch.nodes, line, depth)


class _Walk:
    """One walk through the tree of moves."""

    def __init__(self, position: Position, watch: Watch) -> None:
        self.position = position
        self.watch = watch

    def after(self, move: Move, depth: int, ply: int) -> tuple[int, _Line]:
        """Return what `move` is worth to the side that plays it, and the best line after it."""
        self.watch.visit()
        self.position.push(move)
        score, line = self.score(depth, ply)
        self.position.pop()
        return -score, line

    def score(self, depth: int, ply: int) -> tuple[int, _Line]:
        """Return what the position, `ply` plies from the root, is worth to the side to move."""
        position = self.position
        end = position.end()
        if end is not None:
            return score_of_end(end, ply), ()
        if depth == 0:
            return position.value(), ()
        best: int | None = None
        line: _Line = ()
        for move in list(position.board.legal_moves):
            score, replies = self.after(move, depth - 1, ply + 1)
            if best is None or score > best:
                best, line = score, (move, *replies)
        assert best is not None
        return best, line
