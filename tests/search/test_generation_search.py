"""Limits: depth, nodes and seconds are kept, and only what was finished is told."""

import itertools
import time
from collections.abc import Callable

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.counting import counted
from tests.search.searched import (
    CHESS_GAME,
    GENERATIONS,
    MIDDLE_GAME,
    MORRIS_GAME,
    MOVING,
    PLACING,
    ROOK_ENDING,
    of,
)
from tests.tiers import examples, first

from millmate.games.board import Board
from millmate.games.chess.rules import CHESS
from millmate.games.morris.rules import MORRIS
from millmate.search.alphabeta import AlphaBeta, AlphaBetaMemo
from millmate.search.generation import MATE, Generation, SearchResult
from millmate.search.generation_search import GenerationSearch, score_of
from millmate.search.iterative import IterativeDeepening
from millmate.search.limits import Interrupted, NodeBudget, Score, SearchInfo, SearchLimits, never
from millmate.search.minimax import MemoMinimax

kinds = pytest.mark.parametrize("kind", GENERATIONS[1:], ids=lambda kind: kind.__name__)
MIDDLE = CHESS.board(MIDDLE_GAME)
A_SECOND = 1_000_000  # calls, about


def searched(
    generation: Generation,
    board: chess.Board = MIDDLE,
    stopped: Callable[[], bool] = never,
    clock: Callable[[], float] = time.thread_time,
    **limits: float,
) -> tuple[SearchResult, list[SearchInfo]]:
    """Return what was found, and what was told on the way."""
    told: list[SearchInfo] = []
    search = GenerationSearch(generation, SearchLimits(**limits), clock)  # type: ignore[arg-type]
    return search.search(board, stopped, told.append), told


def test_a_depth_alone_is_searched_at_once() -> None:
    result, told = searched(AlphaBeta(CHESS_GAME), depth=2)
    assert [info.depth for info in told] == [2]
    assert result == AlphaBeta(CHESS_GAME, 2).search(MIDDLE)


def test_iterative_deepening_tells_of_every_depth() -> None:
    result, told = searched(IterativeDeepening(CHESS_GAME), depth=3)
    assert [info.depth for info in told] == [1, 2, 3]
    last = told[-1]
    assert (last.nodes, last.moves, last.line) == (result.nodes, result.line, 1)
    assert last.score == Score(centipawns=result.score)
    assert all(a.seconds <= b.seconds for a, b in itertools.pairwise(told))


def test_table_hits_are_told() -> None:
    board = CHESS.board("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
    _, told = searched(MemoMinimax(CHESS_GAME), board, depth=3)
    assert told[-1].table_hits == 0  # three plies: what is there twice is a leaf
    _, told = searched(IterativeDeepening(CHESS_GAME), board, depth=4)
    assert told[-1].table_hits > 0


@kinds
@pytest.mark.parametrize("nodes", [1, 100, 1000])
def test_nodes_are_never_exceeded_but_for_the_first_ply(kind: type[Generation], nodes: int) -> None:
    visited = []

    class Counting(kind):  # type: ignore[misc, valid-type]
        def search_depth(self, board: chess.Board, depth: int, budget: NodeBudget) -> SearchResult:
            try:
                return super().search_depth(board, depth, budget)
            finally:
                visited.append(budget.nodes)

    result, _ = searched(Counting(CHESS_GAME), nodes=nodes)
    first_ply = len(list(MIDDLE.legal_moves))
    assert max(visited) == max(nodes, first_ply)
    assert result.nodes <= max(visited)


@kinds
@pytest.mark.parametrize(
    ("game", "fen"), first(1, [(CHESS_GAME, MIDDLE_GAME), (MORRIS_GAME, PLACING)])
)
def test_seconds_are_kept_to_ten_milliseconds(
    kind: type[Generation], game: object, fen: str
) -> None:
    """By a clock that goes with the work: a million calls of functions are a second."""
    board = (CHESS if game is CHESS_GAME else MORRIS).board(fen)
    with counted() as work:
        searched(
            kind(game),
            board,  # type: ignore[arg-type]
            clock=lambda: work.calls / A_SECOND,
            seconds=0.1,
        )
    assert 0.1 < work.calls / A_SECOND < 0.110


@kinds
@examples(5)
@given(nodes=st.integers(40, 3000))
def test_an_unfinished_depth_changes_nothing(kind: type[Generation], nodes: int) -> None:
    """What a search cut short reports is what one of that depth reports that had all the time."""
    cut, told = searched(kind(CHESS_GAME), nodes=nodes)
    whole = kind(CHESS_GAME, cut.depth).search(MIDDLE)
    assert cut.score == whole.score
    assert told[-1].depth == cut.depth
    if kind is not IterativeDeepening:
        assert cut.best == whole.best
        assert told[-1].moves == cut.line


def nodes_of(generation: Generation, board: Board, depth: int) -> int:
    """Return how many positions a search of exactly `depth` visits."""
    budget = NodeBudget()
    generation.search_depth(board, depth, budget)
    return budget.nodes


@pytest.mark.parametrize("board", [CHESS.board(ROOK_ENDING), MORRIS.board(MOVING)])
def test_what_a_table_knows_of_a_depth_makes_the_next_one_cheaper(board: Board) -> None:
    search = AlphaBetaMemo(of(board))
    for depth in (1, 2, 3):
        search.search_depth(board, depth, NodeBudget())
    assert nodes_of(search, board, 4) < nodes_of(AlphaBetaMemo(of(board)), board, 4)


@pytest.mark.parametrize("board", [CHESS.board(ROOK_ENDING), MORRIS.board(MOVING)])
def test_iterative_deepening_remembers_from_move_to_move(board: Board) -> None:
    search = IterativeDeepening(of(board), 4)
    line = search.search(board).line
    after = board.copy()
    for move in line[:2]:
        after.push(move)
    known, anew = search.search(after), IterativeDeepening(of(board), 4).search(after)
    assert (known.score, known.best) == (anew.score, anew.best)
    assert known.nodes < anew.nodes


def deeper(move: chess.Move, depth: int) -> int:
    """Return what `move` in the middle game is worth, `depth` plies ahead."""
    board = MIDDLE.copy()
    board.push(move)
    return -IterativeDeepening(CHESS_GAME, depth - 1).search(board).score


@pytest.mark.thorough
def test_of_a_depth_broken_off_iterative_deepening_plays_what_has_come_out_ahead() -> None:
    changed = 0
    for nodes in range(250, 3000, 250):
        cut, told = searched(IterativeDeepening(CHESS_GAME), nodes=nodes)
        finished = IterativeDeepening(CHESS_GAME, cut.depth).search(MIDDLE)
        assert cut.line[0] == cut.best[0]
        assert told[-1].moves[0] in finished.best
        if not set(cut.best) & set(finished.best):
            changed += 1
            ahead = {deeper(move, cut.depth + 1) for move in cut.best}
            assert len(ahead) == 1
            assert ahead.pop() > min(deeper(move, cut.depth + 1) for move in finished.best)
    assert changed


def test_stopped_before_the_first_ply_is_done_there_is_nothing_to_tell() -> None:
    asked = iter([False])
    with pytest.raises(Interrupted):
        searched(IterativeDeepening(CHESS_GAME), stopped=lambda: next(asked, True), depth=5)


@kinds
def test_without_time_there_is_a_move_all_the_same(kind: type[Generation]) -> None:
    result, _ = searched(kind(CHESS_GAME), seconds=0.0)
    assert result.depth == 1
    assert result.best


def test_a_mate_ends_the_search() -> None:
    board = CHESS.board("8/6k1/R7/1R6/8/8/8/K7 w - - 0 1")
    result, told = searched(IterativeDeepening(CHESS_GAME), board, depth=50)
    assert result.score == MATE - 3
    assert told[-1].depth == 3
    assert told[-1].score == Score(mate=2)


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (-25, Score(centipawns=-25)),
        (0, Score(centipawns=0)),
        (MATE - 1, Score(mate=1)),
        (MATE - 2, Score(mate=1)),
        (MATE - 3, Score(mate=2)),
        (2 - MATE, Score(mate=-1)),
        (4 - MATE, Score(mate=-2)),
    ],
)
def test_scores_are_told_as_all_searches_do(score: int, told: Score) -> None:
    assert score_of(score) == told
