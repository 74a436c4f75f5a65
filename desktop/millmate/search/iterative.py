"""Iterative deepening: alpha-beta to one ply, two plies, three, each guided by the one before.

A shallow search is cheap, and its results make the next one cheaper: the table, kept from move to
move of a game, contains the best move of most positions, root moves are tried in the order of
their scores, and moves that caused cutoffs are tried early wherever they are legal. The search
can also be stopped at any time: the result is that of the last finished depth, or any better
moves already found by the next depth, which starts with the best move.

Source: David J. Slate and Lawrence R. Atkin, "CHESS 4.5: The Northwestern University Chess Program"
(1977), for deepening and killers; Jonathan Schaeffer, "The History Heuristic" (1983).
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from millmate.games.board import Board, Move
from millmate.search.alphabeta import TableNegamax, put_first
from millmate.search.game import SearchGame, ordered
from millmate.search.generation import Generation, SearchResult
from millmate.search.limits import NodeBudget, never
from millmate.search.position import HashedPosition
from millmate.search.transposition import TranspositionTable


class IterativeDeepening(Generation):
    """Alpha-beta with a table, where each depth learns from the one before."""

    deepens = True

    def __init__(self, game: SearchGame, depth: int = 1) -> None:
        super().__init__(game, depth)
        self._table = TranspositionTable(game)
        self._begin(None)

    def search(self, board: Board, stopped: Callable[[], bool] = never) -> SearchResult:
        """Search all depths up to `depth`; see `Generation.search`."""
        budget = NodeBudget(stopped)
        for depth in range(1, self.depth + 1):
            result = self.search_depth(board, depth, budget)
        return result

    def search_depth(self, board: Board, depth: int, budget: NodeBudget) -> SearchResult:
        position = HashedPosition(self._game, board)
        if self._root != position.exact or depth == 1:
            self._begin(position.exact)
        tree = self._tree = _OrderedNegamax(position, self._table, budget, self._history)
        moves = sorted(ordered(self._game, board), key=lambda move: -self._scores[move])
        result = tree.root(moves, depth)
        self._scores.update((move, score) for move, (score, _) in tree.found.items())
        return result

    def completed_by(self, result: SearchResult) -> SearchResult:
        """Return `result` with the best moves that the interrupted depth has searched.

        The depth starts with the best move so far, so a move that beats it is better. Score and
        depth stay: it is unknown how much better.
        """
        best = self._tree.best_of(self._tree.found)
        return replace(result, best=best, line=self._tree.line_of(best)) if best else result

    def _begin(self, root: int | None) -> None:
        """Forget the scores of moves, but keep the table."""
        self._root = root
        self._scores: dict[Move, int] = defaultdict(int)
        self._history: dict[Move, int] = defaultdict(int)


class _OrderedNegamax(TableNegamax):
    """A search that first tries moves that caused cutoffs elsewhere: killers and history."""

    def __init__(
        self,
        position: HashedPosition,
        table: TranspositionTable,
        budget: NodeBudget,
        history: dict[Move, int],
    ) -> None:
        super().__init__(position, table, budget)
        self.history = history
        self.killers: dict[int, Move] = {}

    def ordered(self, first: Move | None, depth: int, ply: int) -> list[Move]:
        """Return the moves: the best known, captures, the killer, then by history."""
        takings, others = self.position.game.split_moves(self.position.board)
        if depth > 1:  # just above the leaves, sorting takes longer than it saves
            others.sort(key=lambda move: -self.history.get(move, 0))
        put_first(self.killers.get(ply), others)
        moves = takings + others
        put_first(first, moves)
        return moves

    def on_cutoff(self, move: Move, depth: int, ply: int) -> None:
        """Remember that `move` caused a cutoff; deeper searches count more."""
        self.killers[ply] = move
        self.history[move] += depth * depth
