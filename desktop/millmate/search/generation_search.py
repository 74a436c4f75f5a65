"""Run any generation within limits: depth by depth, using the last finished one."""

import math
import time
from collections.abc import Callable
from dataclasses import replace

from millmate.games.board import Board
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
