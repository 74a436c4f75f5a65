"""Memo: minimax that looks at no position twice.

Different orders of the same moves lead to the same position. Its value is the same if it is looked
at equally deep and no earlier position counts (`position.HashedPosition.spot`); so is that of
its mirror images. The values are those of minimax, with fewer nodes.

Source: Donald Michie, "'Memo' Functions and Machine Learning" (1968); the table is Greenblatt's.
"""

from millmate.games.board import Board, Move
from millmate.search.game import SearchGame
from millmate.search.generation import Generation, score_of_end
from millmate.search.position import HashedPosition
from millmate.search.result import SearchResult
from millmate.search.table import Bound, Found, Table
from millmate.search.watch import Watch

_Line = tuple[Move, ...]


class MemoMinimax(Generation):
    """Minimax that remembers what it has found out."""

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(depth)
        self._game = game

    def look(self, board: Board, depth: int, watch: Watch) -> SearchResult:
        """Search every line that is not known yet; see `Generation.look`."""
        table = Table(self._game)
        walk = _Walk(HashedPosition(self._game, board), table, watch)
        walk.remembers = depth > self._game.reunion(board)
        found = {move: walk.after(move, depth - 1, ply=1) for move in list(board.legal_moves)}
        score = max((score for score, _ in found.values()), default=0)
        best = tuple(move for move, (value, _) in found.items() if value == score)
        line = (best[0], *found[best[0]][1]) if best else ()
        return SearchResult(score, best, watch.nodes, line, depth, watch.hits)


class _Walk:
    """One walk through the tree of moves."""

    def __init__(self, position: HashedPosition, table: Table, watch: Watch) -> None:
        self.position = position
        self.table = table
        self.watch = watch
        self.remembers = True  # less deep, what comes up twice are leaves

    def after(self, move: Move, depth: int, ply: int) -> tuple[int, _Line]:
        """Return what `move` is worth to the side that plays it, and the best line after it."""
        self.watch.visit()
        leaf = depth == 0
        self.position.push(move, leaf)
        score, line = self.score(depth, ply)
        self.position.pop(leaf)
        return -score, line

    def score(self, depth: int, ply: int) -> tuple[int, _Line]:
        """Return what the position, `ply` plies from the root, is worth to the side to move.

        An end is looked for first: a position that comes up for the third time is drawn, and was
        not before. Leaves are sooner worked out than looked up.
        """
        position = self.position
        end = position.end()
        if end is not None:
            return score_of_end(end, ply), ()
        if depth == 0:
            return position.value(), ()
        if not self.remembers:
            return self.best(depth, ply)
        spot = position.spot(depth)
        known = self.table.get(spot, ply)
        if known is not None and known.depth == depth:
            self.watch.hits += 1
            return known.score, known.line
        score, line = self.best(depth, ply)
        self.table.put(spot, ply, Found(depth, Bound.EXACT, score, line))
        return score, line

    def best(self, depth: int, ply: int) -> tuple[int, _Line]:
        """Return the score and line of the best move."""
        best: int | None = None
        line: _Line = ()
        for move in list(self.position.board.legal_moves):
            score, replies = self.after(move, depth - 1, ply + 1)
            if best is None or score > best:
                best, line = score, (move, *replies)
        assert best is not None
        return best, line
