"""What a position of morris is worth, and that minimax plays by it."""

import pytest
from hypothesis import given
from tests.morris_strategies import morris_games, variants

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.symmetry import SYMMETRIES, board_image, swapped
from millmate.games.morris.variants import VARIANTS
from millmate.search.minimax import Minimax
from millmate.search.morris_evaluation import IN_MILL, ROOM, STONE, evaluate
from millmate.search.result import MATE


def test_the_start_is_even() -> None:
    assert evaluate(MORRIS.board()) == 0


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("W......./......../........ b 8 9 0 1", -2 * ROOM),
        ("WWW.W.../......../B.B.B... w 0 0 0 9", STONE + 3 * IN_MILL + (5 - 5) * ROOM),
        ("WWW.W.../......../B.B.B... b 0 0 0 9", -STONE - 3 * IN_MILL),
    ],
)
def test_stones_mills_and_room_count(fen: str, score: int) -> None:
    assert evaluate(MORRIS.board(fen)) == score


@given(morris_games(variants))
def test_it_is_fair_to_both_and_the_same_for_all_images(board: MorrisBoard) -> None:
    assert evaluate(swapped(board)) == evaluate(board)
    assert {evaluate(board_image(symmetry, board)) for symmetry in SYMMETRIES} == {evaluate(board)}


def best(fen: str, depth: int) -> tuple[int, set[str]]:
    result = Minimax(MORRIS, evaluate, depth).search(MORRIS.board(fen))
    return result.score, {str(move) for move in result.best}


def test_minimax_closes_the_mill_that_wins() -> None:
    score, moves = best("WW.W..../......../B.B.B... w 0 0 0 30", 1)
    assert score == MATE - 1
    assert moves == {"g4-g7xc5", "g4-g7xe5", "g4-g7xe3"}


def test_minimax_blocks_the_mill_that_it_sees() -> None:
    """Black threatens g7; nothing else keeps all stones."""
    _, moves = best("BB....../....W.../W....... w 7 7 0 3", 2)
    assert moves == {"g7"}


def test_a_short_search_visits_a_fixed_number_of_positions() -> None:
    assert Minimax(MORRIS, evaluate, 3).search(MORRIS.board()).nodes == 24 + 552 + 12_144


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_are_searched_too(name: str) -> None:
    rules = MorrisRules(VARIANTS[name])
    assert Minimax(rules, evaluate, 1).search(rules.board()).best
