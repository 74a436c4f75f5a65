"""Minimax: search every line to a fixed depth; the first search to read.

`Minimax` evaluates the whole board at every leaf, though the last move changed only one or two men,
and checks all the ways in which a game can end, though most of them are impossible.
`IncrementalMinimax` searches the same tree with less work per position: the evaluation is updated
with the moves (`game.IncrementalEvaluation`), and the end of the game is checked only where it is
possible (`game.SearchGame.end`). `MemoMinimax` searches no position twice. Moves in another order
reach the same position; its value is the same if it is searched to the same depth and no earlier
position counts (`position.HashedPosition.slot`), and mirror images have that value too. All
three find the same values.

Sources: Claude E. Shannon, "Programming a Computer for Playing Chess" (1950): his type A, and his
lists of attacks that are updated only where a move changes them; Donald Michie, "'Memo' Functions
and Machine Learning" (1968). Written as negamax: the score of one side is minus the other's.
"""

from millmate.games.board import Board, Move
from millmate.search.generation import Generation, SearchResult, score_of_end
from millmate.search.limits import NodeBudget
from millmate.search.position import HashedPosition, PlainPosition, Position
from millmate.search.transposition import Bound, Entry, TranspositionTable

Line = tuple[Move, ...]


class Minimax(Generation):
    """Searches every line of `depth` plies and finds all best moves.

    It needs only the rules and the evaluation of a game. Draws score 0: stalemate, insufficient
    material, fifty moves and threefold repetition (including the game's history).
    """

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search every line; see `Generation.search_depth`."""
        return Negamax(PlainPosition(self._game, board), budget).root(depth)


class IncrementalMinimax(Generation):
    """Minimax that updates its evaluation from move to move."""

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search every line; see `Generation.search_depth`."""
        return Negamax(Position(self._game, board), budget).root(depth)


class MemoMinimax(Generation):
    """Minimax with a transposition table."""

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        """Search every line not yet in the table; see `Generation.search_depth`."""
        search = _MemoNegamax(HashedPosition(self._game, board), budget)
        search.remembers = depth > self._game.transposition_distance(board)
        return search.root(depth)


class Negamax:
    """One search of every line from a position."""

    def __init__(self, position: PlainPosition, budget: NodeBudget) -> None:
        self.position = position
        self.budget = budget

    def root(self, depth: int) -> SearchResult:
        """Return the score and every move that reaches it."""
        moves = list(self.position.board.legal_moves)
        found = {move: self.after(move, depth - 1, ply=1) for move in moves}
        score = max((score for score, _ in found.values()), default=0)
        best = tuple(move for move, (value, _) in found.items() if value == score)
        line = (best[0], *found[best[0]][1]) if best else ()
        return SearchResult(score, best, self.budget.nodes, line, depth, self.budget.hits)

    def after(self, move: Move, depth: int, ply: int) -> tuple[int, Line]:
        """Return the score of `move` for the side that plays it, and the best line after it."""
        self.budget.visit()
        leaf = depth == 0
        self.position.push(move, leaf)
        score, line = self.score(depth, ply)
        self.position.pop(leaf)
        return -score, line

    def score(self, depth: int, ply: int) -> tuple[int, Line]:
        """Return the score of the position, `ply` plies from the root, for the side to move."""
        end = self.position.end()
        if end is not None:
            return score_of_end(end, ply), ()
        if depth == 0:
            return self.position.value(), ()
        return self.best(depth, ply)

    def best(self, depth: int, ply: int) -> tuple[int, Line]:
        best: int | None = None
        line: Line = ()
        for move in list(self.position.board.legal_moves):
            score, replies = self.after(move, depth - 1, ply + 1)
            if best is None or score > best:
                best, line = score, (move, *replies)
        assert best is not None
        return best, line


class _MemoNegamax(Negamax):
    """Negamax that stores every value it finds."""

    position: HashedPosition

    def __init__(self, position: HashedPosition, budget: NodeBudget) -> None:
        super().__init__(position, budget)
        self.table = TranspositionTable(position.game)
        self.remembers = True  # in a shallower search, only leaves are reached twice

    def best(self, depth: int, ply: int) -> tuple[int, Line]:
        """Return the score and line of the best move, from the table if possible.

        The end of the game and leaves are handled earlier: a position that occurs for the third
        time is drawn, though it was not before; a leaf is evaluated faster than looked up.
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
