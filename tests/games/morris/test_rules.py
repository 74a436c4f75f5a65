"""How games of morris end, and how their turns are written and refused."""

import random

import pytest

from millmate.games.board import MoveError
from millmate.games.catalogue import GAMES, GameError, game
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.variants import (
    EACH_MILL,
    SIX,
    STANDARD,
    THREE,
    TWELVE,
    VARIANTS,
    Variant,
    VariantError,
    variant,
)
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination


def test_the_games_are_found_by_name() -> None:
    assert list(GAMES) == ["chess", "morris"]
    assert game("Morris") is game("morris:standard") is MORRIS
    assert game("morris:twelve").start_fen == "......../......../........ w 12 12 0 1"
    assert game("morris:twelve").name == "morris:twelve"
    for bad in ("go", "chess:twelve", ""):
        with pytest.raises(GameError, match="chess or morris"):
            game(bad)
    with pytest.raises(VariantError, match=r"'thirteen'.*lasker"):
        game("morris:thirteen")


def test_variants_are_found_by_name_and_title() -> None:
    for name, known in VARIANTS.items():
        assert variant(name) is variant(known.title.upper()) is known


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("WW....../......../BBB..... w 0 0 0 30", Outcome(Termination.FEW_STONES, BLACK)),
        ("WWWW..../......../BB...... b 0 0 0 30", Outcome(Termination.FEW_STONES, WHITE)),
        ("WBB....B/......../BWW..... w 0 0 0 30", None),  # three stones fly over any wall
        ("WBW....B/BWB....B/W....... w 0 0 0 30", None),
        ("WB.....B/WB.....B/WB.....B w 0 0 0 30", None),
        ("WBWBWBWB/.B.B.B.B/........ w 0 0 150 99", Outcome(Termination.NO_MOVES, BLACK)),
        ("W.WB..B./.B....../W....... w 0 0 149 99", None),
        ("W.WB..B./.B....../W....... w 0 0 150 99", Outcome(Termination.SEVENTYFIVE_QUIET_MOVES)),
        ("WW....../......../BBB..... w 1 1 0 8", None),  # the third is in hand
    ],
)
def test_how_the_game_ends_by_itself(fen: str, outcome: Outcome | None) -> None:
    assert MORRIS.outcome(MORRIS.board(fen)) == outcome


@pytest.mark.parametrize(
    ("limit", "quiet", "claim", "ends"),
    [
        (None, 9999, False, False),
        (30, 59, False, False),
        (30, 60, True, False),
        (30, 89, True, False),
        (30, 90, True, True),
        (100, 199, False, False),
        (100, 200, True, False),
    ],
)
def test_the_limit_of_quiet_moves_is_a_rule_of_the_game(
    limit: int | None, quiet: int, claim: bool, ends: bool
) -> None:
    rules = MorrisRules(STANDARD.limited(limit))
    assert rules.name.startswith("morris")  # whatever the limit
    board = rules.board(f"W.WB..B./.B....../W....... w 0 0 {quiet} 99")
    drawn = Outcome(Termination.MANY_QUIET_MOVES)
    assert (rules.claim(board), rules.outcome(board)) == (
        drawn if claim else None,
        drawn if ends else None,
    )


def test_games_that_differ_in_the_limit_alone_share_their_tables() -> None:
    assert STANDARD.limited(None) == STANDARD
    assert STANDARD.limited(50) is STANDARD
    assert TWELVE.limited(None) != STANDARD


def test_a_mill_wins_in_three_men_s_morris() -> None:
    rules = MorrisRules(THREE)
    assert rules.start_fen == "......../. w 3 3 0 1"
    board = rules.board("W...B..B/W w 1 1 0 3")
    board.push(rules.parse_move(board, "b1"))
    assert rules.outcome(board) is None
    board = rules.board("W.W.W..B/B b 0 1 0 2")
    board.push(rules.parse_move(board, "C2"))
    assert rules.outcome(board) == Outcome(Termination.MILL, BLACK)
    assert board.legal_moves == []
    with pytest.raises(MoveError, match="Black has closed a mill and has won"):
        rules.parse_move(board, "a1")


def test_a_full_board_is_a_draw_with_twelve_stones() -> None:
    board = MorrisBoard(TWELVE)
    board.hand[:] = 0, 0
    board.stones[:] = 0xAAAAAA, 0x555555
    assert MorrisRules(TWELVE).outcome(board) == Outcome(Termination.FULL_BOARD)
    board.stones[True] ^= 1 << 4
    board.stones[False] |= 1 << 4
    board.stones[False] ^= 1 << 1
    assert MorrisRules(TWELVE).outcome(board) is None


def test_the_same_stones_with_the_other_side_to_move_are_another_position() -> None:
    """White flies around in three moves, Black out and back in two: now it is Black's turn."""
    board = MORRIS.board("W...B.../.W..B.../......BW w 0 0 0 30")
    before = board.copy()
    for text in ("a7-d7", "g1-g4", "d7-g7", "g4-g1", "g7-a7"):
        board.push(MORRIS.parse_move(board, text))
    assert board.stones == before.stones
    assert board.turn != before.turn
    assert not board.is_repetition(2)


def test_a_win_counts_before_a_draw() -> None:
    blocked = MORRIS.board("WBWBWBWB/.B.B.B.B/........ w 0 0 100 99")
    assert MORRIS.claim(blocked) is None
    assert MORRIS.outcome(blocked) == Outcome(Termination.NO_MOVES, BLACK)


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (None, "d6", "d6"),
        (None, " D6 ", "d6"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "a7-a4", "a7-a4"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "a7a4", "a7-a4"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "a7 – a4", "a7-a4"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "G4-G7XF2", "g4-g7xf2"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "g4-g7:f2", "g4-g7xf2"),
    ],
)
def test_turns_are_read_leniently_and_written_strictly(
    fen: str | None, text: str, move: str
) -> None:
    board = MORRIS.board(fen)
    assert MORRIS.notation(board, MORRIS.parse_move(board, text)) == move


@pytest.mark.parametrize(
    ("fen", "text", "why"),
    [
        (None, "", "write d6 to place"),
        (None, "Nf3", "write d6 to place"),
        (None, "d4", "the middle of the board"),
        (None, "a2", "'a2' is not a point"),
        (None, "d6xa1", "it closes no mill, so it takes no stone: d6"),
        (None, "d6-d7", "White still has 9 in hand"),
        ("W......./B......./........ w 8 8 0 2", "a7", "a7 is occupied"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "g7", "no stones in hand"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "g1-g4", "there is no stone on g1"),
        ("WW.W..../.B.BB.../......B. w 0 0 7 20", "f4-g4", "an opposing stone on f4"),
        ("WWWW..../.B.BB.../......B. w 0 0 7 20", "a7-g1", "not joined; White flies with three"),
        ("WWWW..../.B.BB.../......B. w 0 0 7 20", "a7-d7", "d7 is occupied"),
        ("WW.WW.../.B.BB.../......B. w 0 0 7 20", "g4-g7", "takes one stone, as in g4-g7xd6"),
        ("WW.WW.../.B.BB.../......B. w 0 0 7 20", "g4-g7xd6xf4", "takes one stone"),
        ("WW.WW.../.BBB..../B.B..... w 0 0 7 20", "g4-g7xa7", "no opposing stone on a7"),
        ("WW.WW.../BBBB..../B....... w 0 0 7 20", "g4-g7xd6", "d6 is in a mill"),
    ],
)
def test_what_is_no_legal_turn_is_refused_with_the_rule(
    fen: str | None, text: str, why: str
) -> None:
    with pytest.raises(MoveError) as error:
        MORRIS.parse_move(MORRIS.board(fen), text)
    assert repr(text) in str(error.value)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("variant", "fen", "text", "why"),
    [
        (SIX, None, "c3", "'c3' is not a point: the middle of the board has none"),
        (SIX, None, "d6", "'d6' is not a point: the points are a1, a3, a5"),
        (SIX, "W..WW.../BB.B.... w 0 0 7 20", "e1-e5", "e1 and e5 are not joined"),
        (
            SIX,
            "W.W.WW../BB.B.... w 0 0 7 20",
            "e1-e3xa5",
            "it closes no mill, so it takes no stone",
        ),
        (SIX, "WW.W..../BB.B.... w 0 0 7 20", "e3-e5", "takes one stone, as in e3-e5xb4"),
        (THREE, "WW.WB.BB/. w 0 0 7 20", "c2-c3xb1", "no stones are taken: c2-c3"),
        (THREE, "W...B..B/W w 1 1 0 3", "c3xa2", "no stones are taken: c3"),
        (THREE, None, "d6", "'d6' is not a point: the points are a1, a2, a3"),
    ],
)
def test_small_boards_refuse_with_their_own_names(
    variant: Variant, fen: str | None, text: str, why: str
) -> None:
    rules = MorrisRules(variant)
    with pytest.raises(MoveError) as error:
        rules.parse_move(rules.board(fen), text)
    assert why in str(error.value)


def test_a_double_mill_that_takes_two_says_so() -> None:
    rules = MorrisRules(EACH_MILL)
    board = rules.board("W.WB..../.W.B..../.W..B... w 5 5 0 5")
    with pytest.raises(MoveError, match="two stones, as in d7xg4xf4"):
        rules.parse_move(board, "d7xg4")
    assert str(rules.parse_move(board, "d7xe3xg4")) == "d7xg4xe3"


@pytest.mark.parametrize("name", VARIANTS)
def test_games_by_chance_end(name: str) -> None:
    rules, rng = MorrisRules(variant(name)), random.Random(name)
    for _ in range(5):
        board = rules.board()
        while not rules.outcome(board):
            board.push(rng.choice(board.legal_moves))
        assert rules.outcome(board)
