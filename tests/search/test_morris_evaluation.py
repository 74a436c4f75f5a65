"""What a position of morris is worth, and that minimax plays by it."""

import pytest
from hypothesis import given
from tests.morris_strategies import morris_games, variants
from tests.search.searched import GAMES, GENERATIONS, MORRIS_GAME, of

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.symmetry import board_image, swapped, symmetries
from millmate.games.morris.variants import THREE
from millmate.search.generation import MATE, Generation
from millmate.search.iterative import IterativeDeepening
from millmate.search.minimax import Minimax
from millmate.search.morris_game import (
    MorrisEvaluation,
    Weights,
    chances,
    evaluate,
)


@pytest.mark.parametrize(
    ("fen", "own", "other"),
    [
        # stones, in hand, mills, mills that a move closes; of the side to move and the other
        ("W......./......../........ b 8 9 0 1", (0, 9, 0, 0), (1, 8, 0, 0)),
        ("WW....../......../B.B..... w 7 7 0 3", (2, 7, 0, 1), (2, 7, 0, 1)),
        ("WWW.W.../......../B.B.B... w 0 0 0 9", (4, 0, 1, 0), (3, 0, 0, 2)),  # Black flies
        ("WWW.W.../......../B.B.BB.. w 0 0 0 9", (4, 0, 1, 0), (4, 0, 0, 0)),  # and here cannot
        ("WW.W..../......../BB.B...B w 0 0 0 9", (3, 0, 0, 1), (4, 0, 0, 1)),
    ],
)
def test_stones_hands_mills_and_chances_count(
    fen: str, own: tuple[int, ...], other: tuple[int, ...]
) -> None:
    for weights in (Weights(), Weights(1, 1, 4, 2), Weights(1000, 100, 10, 1)):
        worth = [sum(w * n for w, n in zip(weights, side, strict=True)) for side in (own, other)]
        assert MorrisEvaluation(weights)(MORRIS.board(fen)) == 100 * (worth[0] - worth[1])


@pytest.mark.parametrize(
    ("fen", "number"),
    [
        ("WW....../......../........ w 7 9 0 2", 1),
        ("WW.W..../......../........ w 6 9 0 3", 1),  # two stones could come, one mill closes
        ("WW.....W/......../........ w 6 9 0 3", 2),  # g7 and a1
        ("WWB....W/......../........ w 6 9 0 3", 1),
        ("WW....../......../...W.... w 0 9 0 3", 1),  # three stones fly
        ("WW....../......../...W.W.. w 0 9 0 3", 0),  # four walk, and none stands near
        ("WW.W..../.....W../........ w 0 9 0 3", 1),
        ("WWW...../......../........ w 0 9 0 3", 0),  # a mill that stands is none to come
    ],
)
def test_a_chance_is_a_mill_that_one_move_closes(fen: str, number: int) -> None:
    """Positions as bare as these cannot be played, but counted in they can."""
    assert chances(board_from_text(fen), True) == number


@given(morris_games(variants))
def test_it_is_fair_to_both_and_the_same_for_all_images(board: MorrisBoard) -> None:
    assert evaluate(swapped(board)) == evaluate(board)
    images = {evaluate(board_image(symmetry, board)) for symmetry in symmetries(board)}
    assert images == {evaluate(board)}


@given(morris_games(variants))
def test_what_is_kept_up_to_date_is_what_is_counted(board: MorrisBoard) -> None:
    assert of(board).incremental_evaluation(board).value(board) == evaluate(board)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        # two stones and two in hand, b2 beside a3 with c1 to come; the other has one stone more
        ("W...B.../W w 1 2 0 2", 3 * (2 + 1) + 0 - 3 * (1 + 2)),
        ("W......B/W b 1 2 0 2", 3 * (1 + 2) - 3 * (2 + 1) - 1),
        ("W.W.WB.B/B w 0 0 0 9", 1 - 1),  # b3 for White; a2-b2-c2 for Black, from c2's corners
    ],
)
def test_rows_through_the_centre_count(text: str, worth: int) -> None:
    rules = MorrisRules(THREE)
    assert evaluate(board_from_text(text, THREE)) == 100 * worth
    assert rules.variant is THREE


@pytest.mark.parametrize("kind", GENERATIONS)
def test_a_mill_that_wins_is_played(kind: type[Generation]) -> None:
    rules = MorrisRules(THREE)
    found = kind(GAMES[rules.name], 1).search(rules.board("WB.....B/W w 1 1 0 3"))
    assert [rules.text(move) for move in found.best] == ["c1"]
    assert found.score == MATE - 1


def test_the_centre_wins_three_men_s_morris_in_nine_plies() -> None:
    rules = MorrisRules(THREE)
    found = IterativeDeepening(GAMES[rules.name], 9).search(rules.board())
    assert [rules.text(move) for move in found.best] == ["b2"]
    assert found.score == MATE - 9


def test_minimax_blocks_the_mill_that_it_sees() -> None:
    """Black threatens g7; nothing else keeps all stones."""
    board = MORRIS.board("BB....../....W.../W....... w 7 7 0 3")
    assert [str(move) for move in Minimax(MORRIS_GAME, 2).search(board).best] == ["g7"]
