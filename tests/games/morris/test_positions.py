"""Positions of morris as text: read leniently, written strictly, refused by name."""

import random

import pytest
from hypothesis import given
from tests.morris_strategies import morris_games, variants

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import mask_of
from millmate.games.morris.positions import (
    board_from_text,
    playable_board,
    problems,
    random_position,
)
from millmate.games.morris.sanmill import to_sanmill
from millmate.games.morris.variants import LASKER, SIX, THREE, Variant
from millmate.games.positions import PositionError

START = "......../......../........ w 9 9 0 1"


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        (START, START),
        ("......../......../........", START),
        ("********/--------/____.... b", "......../......../........ b 9 9 0 1"),
        ("wwb...../......../........", "WWB...../......../........ w 0 0 0 1"),
        (" W......./B......./........  b  7 8 ", "W......./B......./........ b 7 8 0 1"),
        ("W......./B......./........ W 8 8 3 0", "W......./B......./........ w 8 8 3 1"),
        # What Sanmill writes is read in its order.
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 0", START),
        # White first, as newer versions write: d5 and c5 are white, the outer d7 black.
        (
            "O******O/********/@******* b p p 2 7 1 8 0 0 0 0 0 0 0 0 2",
            ".B....../......../WW...... b 7 8 0 2",
        ),
        # Black first, as older ones do.
        ("O******O/********/@******* b p p 1 8 2 7 0 0 2", ".B....../......../WW...... b 7 8 0 2"),
        ("********/O*O*O***/@*@*@*** w", ".B.B.B../.W.W.W../........ w 0 0 0 1"),
        # The newest versions say how they number points.
        (
            "********/@***O***/******** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 3 2 ids:nodes",
            "......../.B...W../........ w 8 8 3 2",
        ),
        (
            "********/@***O***/******** w p p 1 8 1 8 0 0 -1 -1 -1 -1 0 3 2 c:w-0-|b-0- ids:nodes",
            "......../.B...W../........ w 8 8 3 2",
        ),
    ],
)
def test_positions_are_read_leniently_and_written_strictly(text: str, fen: str) -> None:
    assert board_from_text(text).fen() == fen


@pytest.mark.parametrize(
    ("side", "ply", "turn", "number"),
    [("w", 41, "w", 21), ("b", 40, "b", 21), ("-", 40, "w", 21), ("-", 41, "b", 21)],
)
def test_without_a_side_the_ply_says_who_is_to_move(
    side: str, ply: int, turn: str, number: int
) -> None:
    stones = "WWW...../B.B.B.../........"
    text = f"MFEN/1.0 mill24-state-v1 {stones} {side} m m 0,0 - 3 {ply} -"
    assert board_from_text(text).fen() == f"{stones} {turn} 0 0 3 {number}"


def test_positions_are_written_as_sanmill_writes_them() -> None:
    # From the tests of Sanmill: a start, two of placing, one of flying.
    for text in (
        "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        "********/**@O@*@O/O******* w p p 3 6 3 6 0 0 -1 -1 -1 -1 0 0 4 ids:nodes",
        "****OO*O/O@O*@OO@/@@**@*O* b p p 8 1 6 2 0 0 -1 -1 -1 -1 0 0 8 ids:nodes",
        "OOO****@/@**@**@*/******** b m s 3 0 4 0 0 0 -1 -1 -1 -1 0 10 25 ids:nodes",
    ):
        assert to_sanmill(board_from_text(text)) == text


def test_sanmill_s_positions_by_chance_are_read_as_they_were_written() -> None:
    rng = random.Random(3)
    for _ in range(700):
        placed = rng.randrange(3, 10)
        hand = 9 - placed
        stones = (placed, placed) if hand else (rng.randint(3, 9), rng.randint(3, 9))
        board = random_position(
            *stones, rng, turn=hand > 0 or rng.random() < 0.5, hand=(hand, hand)
        )
        board.quiet, board.number = rng.randrange(100), rng.randrange(1, 200)
        assert board_from_text(to_sanmill(board)).fen() == board.fen()


def test_a_stone_that_is_due_to_be_taken_is_told() -> None:
    with pytest.raises(PositionError, match="finish the turn first"):
        board_from_text("********/********/OO**@@*O w p r 3 6 2 7 1 0 -1 -1 -1 -1 0 0 3 ids:nodes")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "not a position"),
        ("hello", "3 rings"),
        ("......../........", "a board of Six men's morris, not of Nine men's morris"),
        ("......../.", "a board of Three men's morris, not of Nine men's morris"),
        ("......../......../......../........", "here are 4"),
        ("********/******** w p p 0 9 0 9 0 0 0", "3 rings of 8"),
        ("......../......./........", "the middle ring has 7 points"),
        ("......../......../.....Q..", "'q' on the inner ring"),
        ("......../......../........ x", "not 'x'"),
        ("......../......../........ w 9", "Black's stones in hand are missing"),
        ("......../......../........ w 9 -1", "'-1' is not a number"),
        ("......../......../........ w 9 9 0 1 2", "6 parts, this has 7"),
        ("." * 300, "about 40 characters"),
        ("O*******/********/********* w", "3 rings of 8"),
        ("O*******/********/?******* w", "'?' is not a Sanmill stone"),
        ("O*******/********/******** x p p 1 8 0 9 0 0 0", "not 'x'"),
        ("O*******/********/******** w p r 1 8 0 9 0 0 0", "no last turn can have closed a mill"),
        ("O*******/********/******** w p p 3 8 0 9 0 0 0", "but 1 and 0 are on the board"),
        ("O*******/********/******** w p p 1 8", "at least 6"),
    ],
)
def test_what_is_no_position_is_named(text: str, fault: str) -> None:
    with pytest.raises(PositionError) as error:
        board_from_text(text)
    assert fault in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("variant", "text", "fault"),
    [
        (SIX, "......../......../........", "a board of Nine men's morris, not of Six men's"),
        (SIX, "........", "2 rings with / between them, here are 1"),
        (SIX, "......../.......", "the inner ring has 7 points instead of 8"),
        (SIX, "", "such as ......../........ w 6 6 0 1"),
        (THREE, ".........", "need a ring, a / and the centre, here are 1"),
        (THREE, "......../..", "the centre has 2 points instead of 1"),
        (THREE, "......../?", "'?' on the centre must be W, B or a dot"),
        (THREE, "......../........ w 6 6", "a board of Six men's morris"),
        (THREE, "********/********/******** w p p 0 9 0 9 0 0 0", "Sanmill has no positions of"),
    ],
)
def test_a_small_board_is_asked_for_by_its_parts(variant: Variant, text: str, fault: str) -> None:
    with pytest.raises(PositionError) as error:
        board_from_text(text, variant)
    assert fault in str(error.value)


@pytest.mark.parametrize(
    ("variant", "text", "problem", "points"),
    [
        (SIX, "WWWWWWW./........ w 0 0", "White has 7 stones", 7),
        (SIX, "WWW...../BB...... w 0 0", "Black needs 3 stones or more", 2),
        (SIX, "WW....../........ w 4 4", "Black lacks 2 of 6 stones", 0),
        (THREE, "WW.B..BB/. w 1 0", "both sides need the same number in hand", 0),
        (THREE, "WWBB..../. w 0 0", "White needs 3 stones or more", 2),
        (THREE, "WWWBB..B/. w 0 0", "White has a mill and has won, so it cannot be to move", 3),
        (THREE, "WWW.BB../B b 0 0", None, 0),
        (THREE, "WW.BWB../B b 0 0", None, 0),
    ],
)
def test_problems_of_small_boards(
    variant: Variant, text: str, problem: str | None, points: int
) -> None:
    found = problems(board_from_text(text, variant))
    assert (problem is None) == (not found)
    if problem:
        assert problem in found[0].message
        assert len(found[0].places) == points


@given(morris_games(variants))
def test_every_position_is_read_as_it_is_written(board: MorrisBoard) -> None:
    assert board_from_text(board.fen(), board.variant) == board
    assert problems(board) == []


@pytest.mark.parametrize(
    ("text", "problem", "points"),
    [
        ("WWWWWWWW/WW....../BBB..... w 0 0", "White has 10 stones", 10),
        ("WWWWWWWW/W......./BBB..... w 1 1", "White has 10 stones", 9),
        ("WWW...../......../BB...... w 0 0", "Black needs 3 stones or more", 2),
        ("W......./......../BBB..... w 0 0", "White needs 3 stones or more", 1),
        ("WWW...../......../BBB..... w 3 2", "not 3 and 2", 0),
        ("WWW...../......../BBB..... b 2 2", "one more in hand than White", 0),
        ("......../......../........ b 9 9", "one more in hand than White", 0),
        ("W......./......../........ w 8 8", "Black lacks 1 of 9 stones", 0),
    ],
)
def test_problems_are_named_with_their_points(text: str, problem: str, points: int) -> None:
    found = problems(board_from_text(text))[0]
    assert problem in found.message
    assert len(found.places) == points
    with pytest.raises(PositionError, match="impossible position"):
        playable_board(text)


def test_a_game_just_lost_and_unequal_hands_in_lasker_morris_are_no_problems() -> None:
    assert problems(board_from_text("WW....../......../BBB..... w 0 0")) == []
    assert problems(board_from_text("WWW...../......../BBB..... w 4 2", LASKER)) == []


def test_two_stones_on_one_point_are_a_problem() -> None:
    board = MorrisBoard()
    board.stones[:] = mask_of("d6", "a1"), mask_of("d6")
    assert problems(board)[0].places == (9,)


def test_positions_by_chance_are_playable_and_as_asked_for() -> None:
    rng = random.Random(4)
    for white, black, turn, hand in ((3, 3, True, (0, 0)), (9, 8, False, (0, 1))):
        board = random_position(white, black, rng, turn, hand)
        assert (board.on_board(True), board.on_board(False)) == (white, black)
        assert (board.turn, board.hand) == (turn, [hand[1], hand[0]])
        assert problems(board) == []
        assert board.has_moves()


def test_positions_that_cannot_be_are_refused() -> None:
    with pytest.raises(PositionError, match="no position of 10 against 3 stones: White has 10"):
        random_position(10, 3, random.Random(1))
