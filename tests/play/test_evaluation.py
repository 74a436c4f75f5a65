"""The formulas of Lichess: what a score is worth, and how accurate a move is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.play.evaluation import accuracy_of_move, expected_share
from millmate.search.limits import Score

shares = st.floats(0, 1)


def test_the_published_values() -> None:
    assert expected_share(Score(0)) == 0.5
    assert expected_share(Score(100)) == pytest.approx(0.5910, abs=1e-4)
    assert expected_share(Score(-300)) == pytest.approx(0.2489, abs=1e-4)
    assert (expected_share(Score(mate=7)), expected_share(Score(mate=-1))) == (1.0, 0.0)
    assert accuracy_of_move(0.6, 0.5) == pytest.approx(63.58, abs=0.01)
    assert accuracy_of_move(1.0, 0.5) == pytest.approx(8.53, abs=0.01)
    assert accuracy_of_move(1.0, 0.0) == 0.0


@given(st.integers(-(10**9), 10**9))
def test_what_is_good_for_one_side_is_bad_for_the_other(centipawns: int) -> None:
    own, other = expected_share(Score(centipawns)), expected_share(Score(-centipawns))
    assert own + other == pytest.approx(1)
    assert 0 <= own <= 1


@given(shares, shares)
def test_a_move_that_gives_nothing_away_is_perfect_and_no_other(
    before: float, after: float
) -> None:
    accuracy = accuracy_of_move(before, after)
    assert 0 <= accuracy <= 100
    assert (accuracy == 100) == (after >= before)
