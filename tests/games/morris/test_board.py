"""Turns of morris: placing, moving, flying, mills and what they take."""

import pytest
from hypothesis import given
from tests import naive_morris, naive_three
from tests.morris_strategies import morris_games, variants

from millmate.games.board import perft
from millmate.games.morris.board import MorrisBoard, MorrisMove, Phase
from millmate.games.morris.points import mask_of, point, points_in
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import (
    EACH_MILL,
    LASKER,
    NO_FLYING,
    SIX,
    STANDARD,
    THREE,
    TWELVE,
    Variant,
)
from millmate.games.outcome import Termination


def placed(
    white: str, black: str, turn: str = "w", hands: str = "0 0", variant: Variant = STANDARD
) -> MorrisBoard:
    """Return the position with stones on the points named."""
    board = MorrisBoard(variant)
    board.stones[:] = (variant.lines.mask_of(*stones.split()) for stones in (black, white))
    board.turn = turn == "w"
    in_white, in_black = hands.split()
    board.hand[:] = int(in_black), int(in_white)
    return board


def moves(board: MorrisBoard, start: str = "") -> set[str]:
    texts = map(board.text, board.legal_moves)
    return {text for text in texts if text.startswith(start)}


@pytest.mark.parametrize(
    ("depth", "leaves"),
    [
        *enumerate([1, 24, 552, 12_144, 255_024]),
        pytest.param(5, 5_140_800, marks=pytest.mark.slow),
    ],
)
def test_perft(depth: int, leaves: int) -> None:
    assert perft(MorrisBoard(), depth) == leaves


@pytest.mark.parametrize(
    ("variant", "leaves"),
    [
        (SIX, [1, 16, 240, 3360]),
        (THREE, [1, 9, 72, 504, 3024, 15_120]),
        pytest.param(SIX, [1, 16, 240, 3360, 43_680, 531_648], marks=pytest.mark.slow),
        pytest.param(THREE, [1, 9, 72, 504, 3024, 15_120, 54_720], marks=pytest.mark.slow),
    ],
)
def test_perft_of_small_boards(variant: Variant, leaves: list[int]) -> None:
    # From a referee of their own; of three men's morris the first six plies are tic-tac-toe's.
    assert [perft(MorrisBoard(variant), depth) for depth in range(len(leaves))] == leaves


def test_three_men_s_morris_is_won_by_the_centre_in_nine_plies() -> None:
    """Solve it naively, and compare every position with the board's moves."""
    values, reached = naive_three.solved(), naive_three.reached()
    assert len(reached) == 3870
    assert values[naive_three.START] == 9
    first = [values[state] for state in naive_three.after(naive_three.START)]
    assert first == [None, 7] * 2 + [8] + [7, None] * 2

    def state(board: MorrisBoard) -> naive_three.State:
        own, other = (
            frozenset(
                (x, y)
                for x, y in naive_three.SPOTS
                if stones >> board.lines.point(f"{'abc'[x]}{y + 1}") & 1
            )
            for stones in (board.stones[board.turn], board.stones[not board.turn])
        )
        return own, other, 6 - sum(board.hand)

    rules = MorrisRules(THREE)
    seen, new = set(), [rules.board()]
    while new:
        board = new.pop()
        here = state(board)
        if here in seen:
            continue
        seen.add(here)
        following = []
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            after.quiet = 0  # no draw by long play
            following.append(after)
        naive = naive_three.after(here)
        assert len(following) == len(naive)
        assert set(map(state, following)) == set(naive)
        outcome = rules.outcome(board)
        assert (outcome is not None) == naive_three.has_line(here[1])
        if outcome:  # nobody is ever blocked
            assert (outcome.termination, outcome.winner) == (Termination.MILL, not board.turn)
        new += following
    assert seen == reached


@pytest.mark.parametrize(
    ("white", "black", "hands", "variant", "start", "turns"),
    [
        # Stones move along lines once all are placed, and so do three where nobody flies.
        ("a7 b6 c5 g1", "d6 g7 g4 e3", "0 0", STANDARD, "",
         "a7-d7 a7-a4 b6-b4 c5-d5 c5-c4 g1-d1"),
        ("a7 b6 c5", "d6 g7 g4 e3", "0 0", NO_FLYING, "a7", "a7-d7 a7-a4"),
        ("a7 d7", "b6 d6 f6", "0 0", STANDARD, "", ""),
        # A mill takes a stone that stands in none, or any if all stand in mills, if there is one.
        ("a7 d7 g4 b2", "b6 d6 f6 e3", "0 0", STANDARD, "g4-g7", "g4-g7xe3"),
        ("a7 d7 g4 b2", "b6 d6 f6", "0 0", STANDARD, "g4-g7", "g4-g7xb6 g4-g7xd6 g4-g7xf6"),
        ("a7 d7", "", "7 9", STANDARD, "g7", "g7"),
        # Two mills closed at once take one stone, in the variant two; the second stone taken may
        # have lost its mill to the first.
        ("a7 g7 d6 d5 b2", "g4 g1 e3 f2 c3", "1 1", STANDARD, "d7",
         "d7xg4 d7xg1 d7xe3 d7xf2 d7xc3"),
        ("a7 g7 d6 d5 b2", "g4 g1 e3 f2", "1 1", EACH_MILL, "d7",
         "d7xg4xg1 d7xg4xf2 d7xg4xe3 d7xg1xf2 d7xg1xe3 d7xf2xe3"),
        ("a7 g7 d6 d5 b2", "g4 f4 e4", "1 1", EACH_MILL, "d7", "d7xg4xf4 d7xg4xe4 d7xf4xe4"),
        # Diagonals join the corners.
        ("a7 b6 d5 d1", "d7 g7 g4 e3", "0 0", TWELVE, "d5-c5",
         "d5-c5xd7 d5-c5xg7 d5-c5xg4 d5-c5xe3"),
        ("a7 b6 d5 d1", "d7 g7 g4 e3", "0 0", TWELVE, "b6", "b6-d6 b6-b4 b6-c5"),
        # Two rings: the lines between them make no mills, and nobody flies.
        ("c5 a1 b4", "a5 e5 d3", "0 0", SIX, "", "c5-c4 a1-c1 a1-a3 b4-c4 b4-b3"),
        ("a5 c5 e1", "b4 c4 e3 d4", "0 0", SIX, "e1", "e1-c1"),
        ("a5 c5 d4", "b4 c4 e3", "3 3", SIX, "e5", "e5xb4 e5xc4 e5xe3"),
        # Three men's: along the lines, those through the centre too; a mill takes nothing.
        ("b3 a2 c1", "a3 b2 c2", "0 0", THREE, "", "b3-c3 a2-a1 c1-b1"),
        ("a1 a3 c3", "c1 a2 b3", "0 0", THREE, "", "a1-b1 a1-b2 a3-b2 c3-b2 c3-c2"),
        ("a1 b2", "a3 c1", "1 1", THREE, "c3", "c3"),
        ("a1 a3 c2", "b1 b2 b3", "0 0", THREE, "", ""),
    ],
)  # fmt: skip
def test_turns_are_those_of_the_rules(
    white: str, black: str, hands: str, variant: Variant, start: str, turns: str
) -> None:
    board = placed(white, black, hands=hands, variant=variant)
    assert moves(board, start) == set(turns.split())


def test_the_start() -> None:
    board = MorrisBoard()
    assert board.turn
    assert board.phase(True) is board.phase(False) is Phase.PLACING
    assert board.total(True) == board.total(False) == 9
    assert [str(move) for move in board.legal_moves[:3]] == ["a7", "d7", "g7"]


def test_a_side_with_three_stones_flies_wherever_the_board_is_free() -> None:
    board = placed("a7 b6 c5", "d6 g7 g4 e3")
    assert board.phase(True) is Phase.FLYING
    assert board.phase(False) is Phase.MOVING
    assert len(moves(board)) == 3 * 17
    assert "a7-g1" in moves(board)


def test_three_stones_on_the_board_and_some_in_hand_place() -> None:
    assert placed("a7 b6 c5", "d6 g7", hands="6 7").phase(True) is Phase.PLACING


def test_a_mill_takes_a_stone_that_stands_in_none() -> None:
    board = placed("a7 d7 g4 b2", "b6 d6 f6 e3")
    assert moves(board, "g4-g7") == {"g4-g7xe3"}
    board.push(MorrisMove(point("g4"), point("g7"), (point("e3"),)))
    assert points_in(board.stones[False]) == (8, 9, 10)
    assert board.mills == [mask_of("a7", "d7", "g7"), mask_of("b6", "d6", "f6")]


def test_a_stone_that_leaves_a_mill_does_not_close_it() -> None:
    board = placed("a7 d7 g7 b2", "b6 d6 f6 e3")
    assert board.closes_mill(point("g7"), point("g4")) == 0
    assert board.closes_mill(point("a7"), point("a4")) == 0


def test_lasker_morris_places_or_moves() -> None:
    board = placed("a7", "g1", hands="9 9", variant=LASKER)
    assert len(moves(board)) == 22 + 2
    assert board.phase(True) is Phase.PLACING
    assert board.legal_moves[0].origin is None, "placements come first"


def test_a_turn_with_its_removal_is_one_ply() -> None:
    board = placed("a7 d7", "b6 d6", hands="7 7")
    board.push(next(move for move in board.legal_moves if str(move) == "g7xb6"))
    assert board.ply() == 1
    assert board.turn is False
    assert board.hand == [7, 6]
    assert board.fen() == "WWW...../.B....../........ b 6 7 0 1"


def test_quiet_plies_count_from_the_last_mill_or_placement() -> None:
    board = board_from_text("WW.W..../.B.BB.../......B. w 0 0 7 20")
    for text, quiet in (("a7-a4", 8), ("d6-b6", 9), ("a4-a7", 10), ("b6-d6", 11), ("g4-g7xf2", 0)):
        board.push(next(move for move in board.legal_moves if str(move) == text))
        assert board.quiet == quiet
    assert board.number == 22


@given(morris_games(variants))
def test_moves_are_those_of_the_naive_reference(board: MorrisBoard) -> None:
    texts = [board.text(move) for move in board.legal_moves]
    assert len(texts) == len(set(texts))
    assert set(texts) == naive_morris.legal_moves(board)
    assert board.has_moves() == bool(texts)


@given(morris_games(variants))
def test_moves_come_by_origin_target_and_what_they_take(board: MorrisBoard) -> None:
    order = [
        (-1 if move.origin is None else move.origin, move.target, move.removed)
        for move in board.legal_moves
    ]
    assert order == sorted(order)


@given(morris_games(variants))
def test_a_copy_goes_its_own_way(board: MorrisBoard) -> None:
    copied, before = board.copy(), board.fen()
    while copied.move_stack:
        copied.pop()
    for move in board.legal_moves[:1]:
        copied.push(copied.legal_moves[0]) if copied.legal_moves else None
        assert board.fen() == before
        assert board.is_legal(move)


@given(morris_games(variants))
def test_stones_never_stand_on_one_point_and_none_appear(board: MorrisBoard) -> None:
    while True:
        assert not board.stones[0] & board.stones[1]
        assert max(board.total(True), board.total(False)) <= board.variant.stones
        if not board.move_stack:
            break
        board.pop()


def test_boards_are_equal_with_the_same_position_counters_and_variant() -> None:
    board = MorrisBoard()
    moved, later = board.copy(), board.copy()
    moved.push(moved.legal_moves[0])
    later.number = 2
    assert board == board.copy() == MorrisBoard()
    for other in (moved, later, MorrisBoard(LASKER), board.fen()):
        assert board != other


def test_the_drawing_shows_stones_phase_and_hands() -> None:
    drawn = str(placed("a7 d6", "g1", turn="b", hands="7 8"))
    first, *_, last = drawn.splitlines()
    assert first == "7 W-----------.-----------."
    assert last == "Black is placing; in hand: White 7, Black 8"
    assert "\\" in str(MorrisBoard(TWELVE))
    assert str(placed("a5 b3", "e1", variant=SIX)).splitlines()[::4][:2] == [
        "5 W-------.-------.",
        "3 .---W       .---.",
    ]
    assert str(placed("b2", "", variant=THREE)).splitlines()[2] == "2 .---W---."
