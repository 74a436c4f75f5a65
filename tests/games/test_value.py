"""Values of positions and moves: their order, the other side's view, and their words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.value import (
    CHESS_TERMS,
    MORRIS_TERMS,
    Form,
    MoveValue,
    Result,
    Value,
    rank_of,
    words,
)

WINS = st.builds(Value, st.just(1), st.none() | st.integers(0, 200).map(lambda n: 2 * n + 1))
LOSSES = st.builds(Value, st.just(-1), st.none() | st.integers(0, 200).map(lambda n: 2 * n))
VALUES = WINS | LOSSES | st.just(Value(0))


@given(VALUES, st.booleans())
def test_two_plies_earlier_the_side_is_the_same(value: Value, exact: bool) -> None:
    value = Value(value.wdl, value.plies, exact)
    earlier = value.before().before()
    assert (earlier.wdl, earlier.exact) == (value.wdl, exact)
    assert earlier.plies == (None if value.plies is None else value.plies + 2)


@given(VALUES, VALUES)
def test_a_better_result_comes_first_then_a_quick_win_and_a_slow_loss(a: Value, b: Value) -> None:
    first, second = MoveValue("a", a).rank, MoveValue("b", b).rank
    if a.wdl != b.wdl:
        assert (first < second) == (a.wdl > b.wdl)
    elif a.plies is not None and b.plies is not None and a.plies != b.plies:
        assert (first < second) == ((a.plies < b.plies) == (a.wdl > 0))


def test_results_from_best_to_worst() -> None:
    assert sorted(Result, key=lambda result: result.rank) == list(Result)
    assert [result.wdl for result in Result] == [1, None, 0, None, None, -1]


@pytest.mark.parametrize(
    ("value", "move", "sentence", "headline"),
    [
        (Value(0), "draw", "draw with best play", "draw"),
        (Value(1, 1), "checkmate", "White mates in 1 move (1 ply)", "White wins, mate in 1"),
        (
            *(Value(1, 23), "mate in 12", "White mates in 12 moves (23 plies)"),
            "White wins, mate in 12",
        ),
        (
            *(Value(-1, 40), "loses in 20", "Black mates in 20 moves (40 plies)"),
            "Black wins, mate in 20",
        ),
        (Value.between(0, 1), "at least a draw", *2 * ("White at least draws",)),
        (Value.between(-1, 0), "at most a draw", *2 * ("Black at least draws",)),
        (Value.between(-1, 1), *3 * ("unknown",)),
        (Value(-1, 0), "loses in 0", *2 * ("checkmate, Black has won",)),
        (
            *(Value(1, 23, False), "mate in at most 12", "White mates in at most 12 moves"),
            "White wins, mate in at most 12",
        ),
        (
            *(Value(-1, 24, False), "loses in at most 12", "Black mates in at most 12 moves"),
            "Black wins, mate in at most 12",
        ),
        (Value(-1, 254, False), "loses", *2 * ("Black wins, in 127 moves or more",)),
    ],
)
def test_chess_in_words(value: Value, move: str, sentence: str, headline: str) -> None:
    assert words(value, CHESS_TERMS, form=Form.MOVE) == move
    assert words(value, CHESS_TERMS) == sentence
    assert words(value, CHESS_TERMS, form=Form.HEADLINE) == headline


@pytest.mark.parametrize(
    ("value", "move", "sentence", "headline"),
    [
        (
            *(Value(1, 23), "wins in 12", "White wins in 12 moves (23 plies)"),
            "White wins in 12 moves",
        ),
        (Value(1, 1), "wins at once", "White wins in 1 move (1 ply)", "White wins in 1 move"),
        (Value(-1, 2), "loses in 1", "Black wins in 1 move (2 plies)", "Black wins in 1 move"),
        (Value(0), "draw", "draw with best play", "draw"),
        (Value(1), "wins", "White wins with best play", "White wins"),
        (Value(-1), "loses", "Black wins with best play", "Black wins"),
        (Value(-1, 0), "loses in 0", "Black has won", "Black has won"),
    ],
)
def test_morris_in_words(value: Value, move: str, sentence: str, headline: str) -> None:
    assert words(value, MORRIS_TERMS, form=Form.MOVE) == move
    assert words(value, MORRIS_TERMS) == sentence
    assert words(value, MORRIS_TERMS, form=Form.HEADLINE) == headline


def test_a_bound_that_the_rule_draws_names_no_distance() -> None:
    said = "White wins, but not under the fifty-move rule"
    for value, terms in ((Value(1, 151, exact=False), CHESS_TERMS), (Value(1), MORRIS_TERMS)):
        assert words(replace(value, ruled=Result.DRAW, in_time=False), terms) == said


RULED = st.builds(
    Value,
    *(st.sampled_from([1, -1]), st.integers(1, 200), st.just(True)),
    *(st.sampled_from(Result), st.booleans(), st.none() | st.integers(1, 100), st.integers(0, 99)),
)


@given(RULED, RULED)
def test_under_the_rule_its_result_comes_first(a: Value, b: Value) -> None:
    if a.final is not b.final:
        assert (rank_of(a) < rank_of(b)) == (a.final.rank < b.final.rank)
    assert a.before().final is a.timeless.before().final


def test_a_winner_that_is_late_heads_for_the_next_zeroing_move_and_a_loser_delays_it() -> None:
    late = [Value(1, 131, True, Result.WIN, False, zeroing, 1) for zeroing in (3, 9, None)]
    assert sorted(late[1:] + late[:1], key=rank_of) == late
    lost = [Value(-1, 130, True, Result.DRAW, False, zeroing, 1) for zeroing in (None, 9, 3)]
    assert sorted(lost[1:] + lost[:1], key=rank_of) == lost
