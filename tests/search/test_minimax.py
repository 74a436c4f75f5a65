"""Minimax: the value of every line, all best moves, and nothing left behind on the board."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive_search
from tests.strategies import games

from millmate.games.board import perft
from millmate.games.chess.rules import CHESS
from millmate.search.budget import Interrupted
from millmate.search.generation import MATE
from millmate.search.minimax import Minimax
from millmate.search.simplified_evaluation import evaluate


def found(board: chess.Board, depth: int) -> tuple[int, set[str]]:
    """Return the score and the best moves in SAN."""
    result = Minimax(CHESS, evaluate, depth).search(board)
    return result.score, {board.san(move) for move in result.best}


@settings(max_examples=60)
@given(games(), st.integers(1, 2))
def test_it_equals_the_textbook(board: chess.Board, depth: int) -> None:
    if not any(board.legal_moves):
        return
    result = Minimax(CHESS, evaluate, depth).search(board)
    score, moves = naive_search.best_moves(board, depth)
    assert result.score == score
    assert set(result.best) == moves


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",  # a promotion
        "8/8/8/8/8/5k2/4p3/4K3 b - - 0 1",  # a stalemate to avoid
        "8/8/8/8/3k4/8/8/KBN5 w - - 98 90",  # the fifty-move rule within sight
    ],
)
def test_it_equals_the_textbook_three_plies_deep(fen: str) -> None:
    board = chess.Board(fen)
    result = Minimax(CHESS, evaluate, 3).search(board)
    assert (result.score, set(result.best)) == naive_search.best_moves(board, 3)


def test_it_mates_in_one_in_every_way_there_is() -> None:
    board = chess.Board("7k/5K2/8/8/8/8/8/Q5Q1 w - - 0 1")
    mates = {san for san in map(board.san, board.legal_moves) if san.endswith("#")}
    assert len(mates) == 7
    assert found(board, 1) == (MATE - 1, mates)


def test_the_shorter_mate_is_better() -> None:
    board = chess.Board("7k/5K2/8/8/8/8/8/Q7 w - - 0 1")
    assert found(board, 3) == found(board, 1)


def test_it_sees_a_mate_in_two() -> None:
    """Two rooks: the one cuts the king off, the other mates on the edge."""
    board = chess.Board("8/6k1/R7/1R6/8/8/8/K7 w - - 0 1")
    score, _ = found(board, 3)
    assert score == MATE - 3


def test_the_loser_puts_the_mate_off() -> None:
    board = chess.Board("8/8/8/k1K5/8/8/3Q4/8 b - - 0 1")  # Ka4 loses to Qb4 at once
    assert found(board, 4) == (4 - MATE, {"Ka6"})


@pytest.mark.parametrize(
    "fen",
    [
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",  # stalemate
        "7k/8/8/8/8/8/8/KB6 w - - 0 1",  # bare material
        "7k/8/8/8/8/8/Q7/K7 w - - 99 80",  # every move is the hundredth quiet one
    ],
)
def test_draws_are_worth_nothing(fen: str) -> None:
    assert found(chess.Board(fen), 1)[0] == 0


def test_a_third_repetition_is_a_draw_by_the_game_s_history() -> None:
    board = chess.Board("7k/8/8/8/8/8/qq6/7K w - - 0 1")
    for move in ["h1g1", "h8g8", "g1h1", "g8h8"] * 2:
        board.push_uci(move)
    board.pop()
    result = Minimax(CHESS, evaluate, 1).search(board)  # Kh8 again would be the third time
    repeat = chess.Move.from_uci("g8h8")
    assert repeat not in result.best
    board.push(repeat)
    assert naive_search.score_for_white(board, 0, 1) == 0


def test_it_takes_the_piece_that_hangs() -> None:
    assert found(chess.Board("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), 2)[1] == {"exd5"}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_visits_every_position(depth: int) -> None:
    board = chess.Board()
    every = sum(perft(board, ply) for ply in range(1, depth + 1))
    assert Minimax(CHESS, evaluate, depth).search(board).nodes == every


@settings(max_examples=20)
@given(games())
def test_the_board_comes_back_as_it_was(board: chess.Board) -> None:
    before, history = board.fen(), list(board.move_stack)
    Minimax(CHESS, evaluate, 1).search(board)
    assert board.fen() == before
    assert board.move_stack == history


def test_it_stops_when_told() -> None:
    asked = iter([False] * 5)
    with pytest.raises(Interrupted):
        Minimax(CHESS, evaluate, 4).search(chess.Board(), lambda: next(asked, True))


def test_without_moves_there_is_no_best_one() -> None:
    assert (
        Minimax(CHESS, evaluate, 1).search(chess.Board("7k/5Q2/8/8/8/8/8/K7 b - - 0 1")).best == ()
    )


def test_a_search_that_sees_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="depth 0"):
        Minimax(CHESS, evaluate, 0)
