"""The laws between the generations: each finds what minimax finds, with less work."""

from itertools import pairwise

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.counting import counted
from tests.morris_strategies import morris_games, variants
from tests.search.searched import (
    CHESS_GAME,
    FLYING,
    GENERATIONS,
    MIDDLE_GAME,
    MORRIS_GAME,
    MOVING,
    PLACING,
    ROOK_ENDING,
    generations,
    of,
    replayed,
)
from tests.strategies import endings, games
from tests.tiers import examples, first

from millmate.games.board import Board
from millmate.games.chess.rules import CHESS
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS
from millmate.search.generation import MATE, Generation, SearchResult
from millmate.search.limits import Interrupted, NodeBudget
from millmate.search.minimax import Minimax

kinds = pytest.mark.parametrize("kind", GENERATIONS, ids=lambda kind: kind.__name__)


def agree(board: Board, depth: int) -> None:
    """Check every generation's value, best moves and line against those of minimax."""
    expected = Minimax(of(board), depth).search(board)
    for generation in generations(board, depth):
        found = generation.search(board)
        assert (found.score, found.best) == (expected.score, expected.best), generation
        check_line(board, found, depth)


def check_line(board: Board, found: SearchResult, depth: int) -> None:
    """Check that a principal variation is one: legal, from a best move, and worth the score."""
    if not found.best:
        assert found.line == ()
        return
    game, after = of(board), board.copy()
    assert found.line[0] == found.best[0]
    assert len(found.line) <= depth
    for ply, move in enumerate(found.line, start=1):
        assert after.is_legal(move)
        after.push(move)
        end = game.end(after)
        if end is not None:
            assert ply == len(found.line)
            assert end * (MATE - ply) * (-1) ** ply == found.score
            return
    assert len(found.line) == depth
    assert game.evaluate(after) * (-1) ** depth == found.score


@examples(12)
@given(games(), st.integers(1, 2))
def test_in_chess_all_find_what_minimax_finds(board: chess.Board, depth: int) -> None:
    agree(board, depth)


@examples(10)
@given(endings(), st.integers(90, 99), st.integers(1, 3))
def test_with_the_fifty_moves_within_sight_too(board: chess.Board, clock: int, depth: int) -> None:
    if sum(1 for _ in board.legal_moves) > 25:
        depth = min(depth, 2)
    board.halfmove_clock = clock
    agree(board, depth)


@examples(17)
@given(morris_games(variants), st.integers(1, 3))
def test_in_morris_all_find_what_minimax_finds(board: MorrisBoard, depth: int) -> None:
    if len(board.legal_moves) > 18:
        depth = min(depth, 2)
    agree(board, depth)


@pytest.mark.parametrize("depth", first(3, [1, 2, 3, 4]))
@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", ""),  # stalemate: nothing to find
        ("8/8/8/8/8/5k2/4p3/4K3 b - - 0 1", ""),  # one to avoid
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", ""),
        ("k7/8/1K6/8/8/8/8/7R w - - 96 90", ""),  # mate on the board before the fifty moves
        ("8/8/8/8/3k4/8/1n6/KBN5 w - - 97 90", ""),
        ("7k/8/8/8/8/8/q7/2K5 w - - 0 1", "c1d1 h8g8 d1c1 g8h8"),  # once more each
        ("7k/8/8/8/8/8/q7/2K5 w - - 0 1", "c1d1 h8g8 d1c1 g8h8 c1d1 h8g8 d1c1"),
        ("8/8/8/2k5/3pP3/8/8/3K4 b - e3 0 1", ""),
        ("r3k3/p7/8/8/8/8/7P/4K2R w Kq - 0 1", ""),
    ],
)
def test_in_endings_of_chess_all_agree_at_every_depth(fen: str, moves: str, depth: int) -> None:
    agree(replayed(CHESS, fen, moves), min(depth, 3) if "r3k3" in fen else depth)


@pytest.mark.parametrize("depth", first(3, [1, 2, 3, 4]))
@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        (MOVING, ""),
        ("WB.W..B./.WWB.B../B.BWW... w 0 0 97 99", ""),
        ("WW.....W/.B.B..B./.B....W. w 0 0 0 30", "a4-a1 f4-f2 a1-a4 f2-f4"),
        ("WW.....W/.B.B..B./.B....W. b 0 0 90 30", ""),
        ("B.BW..WB/..W...../..W..B.. w 1 1 0 8", ""),
    ],
)
def test_in_morris_all_agree_at_every_depth(fen: str, moves: str, depth: int) -> None:
    agree(replayed(MORRIS, fen, moves), depth)


def test_early_in_the_placing_phase_where_symmetries_abound() -> None:
    for moves in ("", "d6", "a7 g1", "d6 d2 f4"):
        agree(replayed(MORRIS, None, moves), 3 if not moves else 2)


class TestRepetition:
    """A draw by repetition hangs on the game's history, and no table may forget it."""

    shuffle = "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1"
    fen = "7k/8/8/8/8/8/qq6/7K w - - 0 1"

    @pytest.mark.parametrize("depth", first(2, [1, 2, 3]))
    def test_the_third_time_is_seen_by_all(self, depth: int) -> None:
        board = replayed(CHESS, self.fen, self.shuffle)
        agree(board, depth)
        repeat = chess.Move.from_uci("g8h8")
        for generation in generations(board, depth):
            assert repeat not in generation.search(board).best

    @kinds
    def test_a_table_kept_from_another_history_does_not_mislead(
        self, kind: type[Generation]
    ) -> None:
        generation = kind(CHESS_GAME, 2)
        for moves in ("", self.shuffle, "", "h1g1 h8g8 g1h1"):
            board = replayed(CHESS, self.fen, moves)
            expected = Minimax(CHESS_GAME, 2).search(board)
            found = generation.search(board)
            assert (found.score, found.best) == (expected.score, expected.best)

    def test_deep_enough_to_repeat_within_the_search(self) -> None:
        """Eight plies from the start of a shuffle; only kings and pawns that block each other."""
        board = CHESS.board("8/8/8/p1p1p1p1/P1P1P1Pk/6p1/6P1/7K w - - 0 1")
        agree(board, 6)


@kinds
@pytest.mark.parametrize(
    ("fen", "depth", "score", "moves"),
    [
        ("7k/8/6K1/8/8/R7/8/1R6 w - - 0 1", 3, MATE - 1, 2),
        ("8/6k1/R7/1R6/8/8/8/K7 w - - 0 1", 3, MATE - 3, None),
        ("8/8/8/k1K5/8/8/3Q4/8 b - - 0 1", 4, 4 - MATE, 1),  # Ka4 would lose to Qb4 at once
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", 1, 0, 0),  # stalemate: nothing to play
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", 1, 0, None),  # bare material
        ("7k/8/8/8/8/8/Q7/K7 w - - 99 80", 1, 0, None),  # every move is the hundredth quiet one
    ],
)
def test_mates_are_counted_to_the_ply_and_draws_are_worth_nothing(
    kind: type[Generation], fen: str, depth: int, score: int, moves: int | None
) -> None:
    """However deep is looked and wherever a table met the position before."""
    board = CHESS.board(fen)
    result = kind(CHESS_GAME, depth).search(board)
    assert result.score == score
    assert moves is None or len(result.best) == moves


@kinds
def test_a_morris_game_that_is_lost_is_a_mate_too(kind: type[Generation]) -> None:
    """One stone more, and Black has two: not a matter of weights."""
    board = MORRIS.board("WW.W..../......../B.B.B... w 0 0 0 30")
    result = kind(MORRIS_GAME, 2).search(board)
    assert result.score == MATE - 1
    assert {str(move) for move in result.best} == {"g4-g7xc5", "g4-g7xe5", "g4-g7xe3"}


SEARCHED = (
    (CHESS, ROOK_ENDING, 3),
    (CHESS, "4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1", 4),
    (CHESS, MIDDLE_GAME, 2),
    (MORRIS, None, 3),
    (MORRIS, PLACING, 3),
    (MORRIS, MOVING, 4),
    (MORRIS, FLYING, 2),
)


@pytest.fixture(scope="module")
def nodes() -> dict[str, list[int]]:
    """Return by generation the nodes of each position."""
    counts: dict[str, list[int]] = {}
    for rules, fen, depth in SEARCHED:
        board = rules.board(fen)
        for generation in generations(board, depth):
            found = generation.search(board).nodes
            counts.setdefault(type(generation).__name__, []).append(found)
    return counts


class TestNodes:
    """What cleverness saves, on positions that stay the same."""

    def test_each_generation_visits_fewer_than_the_one_before(
        self, nodes: dict[str, list[int]]
    ) -> None:
        by_game = [
            {name: sum(each[part]) for name, each in nodes.items()}
            for part in (slice(0, 3), slice(3, None))
        ]
        for sums in by_game:
            assert sums["IncrementalMinimax"] == sums["Minimax"]
            assert sums["MemoMinimax"] < sums["IncrementalMinimax"]
            assert sums["AlphaBeta"] < sums["MemoMinimax"]
            assert sums["AlphaBetaMemo"] < sums["AlphaBeta"]
            assert sums["IterativeDeepening"] < sums["AlphaBetaMemo"]

    def test_a_table_never_costs_a_node(self, nodes: dict[str, list[int]]) -> None:
        pairs = (("MemoMinimax", "IncrementalMinimax"), ("AlphaBetaMemo", "AlphaBeta"))
        for memo, without in pairs:
            assert all(a <= b for a, b in zip(nodes[memo], nodes[without], strict=True))

    def test_symmetries_spare_most_of_the_placing_phase(self, nodes: dict[str, list[int]]) -> None:
        """Of 24 first moves four are different."""
        start = 3
        assert nodes["MemoMinimax"][start] * 5 < nodes["IncrementalMinimax"][start]


class TestStopping:
    """All stop soon after they are told, and have nothing to say of what they did not finish."""

    @kinds
    @pytest.mark.parametrize("board", first(1, [CHESS.board(MIDDLE_GAME), MORRIS.board(PLACING)]))
    def test_they_ask_again_after_little_work(self, kind: type[Generation], board: Board) -> None:
        """Ten thousand calls of functions are some milliseconds."""
        asked: list[int] = []

        def stopped() -> bool:
            asked.append(work.calls)
            return len(asked) > 10

        with counted() as work, pytest.raises(Interrupted):
            kind(of(board), 12).search_depth(board, 12, NodeBudget(stopped))
        assert max(after - before for before, after in pairwise(asked)) < 10_000

    @kinds
    def test_the_board_comes_back_as_it_was(self, kind: type[Generation]) -> None:
        board = replayed(CHESS, None, "e2e4 e7e5 g1f3")
        before, history = board.fen(), list(board.move_stack)
        asked = iter([False] * 30)
        with pytest.raises(Interrupted):
            kind(CHESS_GAME, 9).search(board, lambda: next(asked, True))
        kind(CHESS_GAME, 1).search(board)
        assert board.fen() == before
        assert board.move_stack == history

    @kinds
    def test_a_search_that_sees_nothing_is_refused(self, kind: type[Generation]) -> None:
        with pytest.raises(ValueError, match="depth 0"):
            kind(CHESS_GAME, 0)
