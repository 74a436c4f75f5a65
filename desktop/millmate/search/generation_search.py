"""Iterative deepening: alpha-beta to one ply, two plies, three, each guided by the one before.

A shallow search is cheap, and its results make the next one cheaper: the table, kept from move to
move of a game, contains the best move of most positions, root moves are tried in the order of
their scores, and moves that caused cutoffs are tried early wherever they are legal. The search
can also be stopped at any time: the result is that of the last finished depth, or any better
moves already found by the next depth, which starts with the best move.

Source: David J. Slate and Lawrence R. Atkin, "CHESS 4.5: The Northwestern University Chess Program"
(1977), for deepening and killers; Jonathan Schaeffer, "The History Heuristic" (1983).

`GenerationSearch` runs any generation within limits: depth by depth, using the last finished one.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from millmate.games.board import Board, Move
from millmate.search.alphabeta import TableNegamax, put_first
from millmate.search.game import SearchGame, ordered
from millmate.search.generation import MATE, MATES, Generation, SearchResult
from millmate.search.limits import (
    DEEPEST,
    Interrupted,
    NodeBudget,
    OnInfo,
    Score,
    SearchInfo,
    SearchLimits,
    ignore,
    never,
)
from millmate.search.minimax import TranspositionTable
from millmate.search.position import HashedPosition


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


class GenerationSearch:
    """Searches with a generation, as deep as `limits` allow.

    With only a depth limit, a generation that gains nothing by deepening searches that depth at
    once. With seconds or nodes, depths are searched in turn; the result is that of the last
    finished one, unless the generation can improve it (`Generation.completed_by`). The first ply
    is always searched, whatever the limits: some move must be found. A search ends early when it
    finds a mate: a deeper search could not find a shorter one.

    Runs one search at a time. `clock` returns the time in seconds.
    """

    def __init__(
        self,
        generation: Generation,
        limits: SearchLimits,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self._generation = generation
        self._clock = clock

    def limit_time(self, seconds: float) -> None:
        """Limit the following searches to `seconds` instead of the previous time limit."""
        self.limits = replace(self.limits, seconds=seconds)

    def search(
        self, board: Board, stopped: Callable[[], bool] = never, on_info: OnInfo = ignore
    ) -> SearchResult:
        """Return the result of the deepest finished search of `board`; `on_info` gets each result.

        When `stopped` returns True, the search ends within 10 ms.

        Raises:
            Interrupted: `stopped` returned True before the first depth was finished.
        """
        began = self._clock()
        deadline = began + (math.inf if self.limits.seconds is None else self.limits.seconds)
        most = math.inf if self.limits.nodes is None else self.limits.nodes
        budget = NodeBudget(stopped, clock=self._clock)
        result = None
        for depth in self._depths():
            try:
                result = self._generation.search_depth(board, depth, budget)
            except Interrupted:
                if result is None:
                    raise
                return self._generation.completed_by(result)
            on_info(info_of(result, self._clock() - began))
            if abs(result.score) > MATES or not result.best:
                break
            budget.limit(deadline, most)
        assert result is not None
        return result

    def _depths(self) -> range:
        depth = self.limits.depth or DEEPEST
        bounded = self.limits.seconds is not None or self.limits.nodes is not None
        in_turn = bounded or self._generation.deepens
        return range(1, depth + 1) if in_turn else range(depth, depth + 1)


def info_of(result: SearchResult, seconds: float) -> SearchInfo:
    """Return the `SearchInfo` of a finished search that took `seconds`."""
    return SearchInfo(
        line=1,
        depth=result.depth,
        selective_depth=result.depth,
        score=score_of(result.score),
        nodes=result.nodes,
        seconds=seconds,
        table_full=0,
        table_hits=result.table_hits,
        moves=result.line,
    )


def score_of(score: int) -> Score:
    """Return a generation's score in the form used by all searches."""
    if abs(score) <= MATES:
        return Score(centipawns=score)
    moves = (MATE - abs(score) + 1) // 2
    return Score(mate=moves if score > 0 else -moves)
