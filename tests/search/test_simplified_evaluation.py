"""The simplified evaluation: fair to both colours, and its endings are endings."""

import chess
import pytest
from hypothesis import given
from tests.strategies import games

from millmate.search.simplified_evaluation import evaluate, is_ending


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        # King e1 and e8 are worth the same; the rest is piece and square, read off the tables.
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 100 - 20),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 100 + 50),
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", 320 + 20),
        ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 330 - 20),
        ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", 500 + 5),
        ("4k3/8/8/8/Q7/8/8/4K3 w - - 0 1", 900),
        ("4k3/8/8/8/3P4/8/8/4K3 b - - 0 1", -100 - 20),
        ("4k3/8/8/q7/8/8/8/4K3 b - - 0 1", 900),
        ("7k/8/8/8/4K3/8/8/8 w - - 0 1", 40 + 50),  # in an ending the king comes out
        ("3qkr2/8/8/8/8/8/8/3QKR2 w - - 0 1", 0),
    ],
)
def test_worth_of_piece_and_square(fen: str, score: int) -> None:
    assert evaluate(chess.Board(fen)) == score


def test_a_king_hides_while_queens_have_company() -> None:
    assert evaluate(chess.Board("3qkr2/8/8/8/8/8/8/3Q1RK1 w - - 0 1")) == 30


@given(games())
def test_colours_mirror_each_other(board: chess.Board) -> None:
    assert evaluate(board.mirror()) == evaluate(board)


@given(games())
def test_what_is_good_for_one_is_bad_for_the_other(board: chess.Board) -> None:
    other = board.copy(stack=False)
    other.turn = not board.turn
    assert evaluate(other) == -evaluate(board)


@pytest.mark.parametrize(
    ("fen", "ending"),
    [
        (chess.STARTING_FEN, False),
        ("4k3/pppp4/8/8/8/8/4PPPP/R3K2R w - - 0 1", True),
        ("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", True),
        ("2bqk3/8/8/8/8/8/8/3QKN2 w - - 0 1", True),
        ("2bqkb2/8/8/8/8/8/8/3QK3 w - - 0 1", False),
        ("3qk2r/8/8/8/8/8/8/4K3 w - - 0 1", False),
    ],
)
def test_what_an_ending_is(fen: str, ending: bool) -> None:
    assert is_ending(chess.Board(fen)) == ending
