"""Scores, their error bars, and what they mean in Elo."""

import math

import pytest

from millmate.play.elo import PairedTally, Tally, elo, format_elo


def test_a_tally_counts() -> None:
    tally = Tally()
    for points in (1, 0.5, 0.5, 0, 1):
        tally = tally.plus(points)
    assert tally == Tally(2, 2, 1)
    assert (tally.games, tally.score) == (5, 0.6)


@pytest.mark.parametrize(
    ("score", "difference"), [(0.5, 0), (10 / 11, 400), (0.75, 190.85), (0.25, -190.85)]
)
def test_ten_to_one_is_four_hundred_points(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.01)


def test_who_won_all_or_nothing_is_infinitely_far_away() -> None:
    assert elo(1) == math.inf
    assert elo(0) == -math.inf
    assert format_elo(Tally(won=100)).startswith("+∞ (")


@pytest.mark.parametrize(
    ("tally", "error"),
    [
        (Tally(50, 0, 50), 1.96 * 0.05),
        (Tally(200, 0, 200), 1.96 * 0.025),  # four times the games, half the error
        (Tally(25, 50, 25), 1.96 * math.sqrt(0.125 / 100)),  # draws make it smaller
        (Tally(0, 100, 0), 0.03),
        (Tally(100, 0, 0), 0.03),
    ],
)
def test_the_error_shrinks_with_games_and_draws(tally: Tally, error: float) -> None:
    assert tally.error == pytest.approx(error)


def test_about_55_points_at_a_hundred_games() -> None:
    """As the rule of thumb has it, with a third or so drawn."""
    tally = Tally(33, 34, 33)
    assert 50 < elo(tally.score + tally.error) < 60


def test_a_win_is_one_beyond_doubt() -> None:
    assert Tally(65, 0, 35).wins
    assert not Tally(55, 0, 45).wins
    assert not Tally().wins


def paired(*points: float) -> PairedTally:
    """Return the tally of games one after the other."""
    tally = PairedTally()
    for each in points:
        tally = tally.plus(each)
    return tally


class TestPairs:
    """Two games from each opening: what the opening decides tells nothing of the players."""

    def test_openings_that_decide_do_not_blur_the_score(self) -> None:
        """The same score of games drawn, and of games that White wins throughout."""
        decided, drawn = paired(*[1, 0] * 48, 1, 1, 1, 0.5), paired(*[0.5] * 96, 1, 1, 1, 0.5)
        assert decided.score == drawn.score
        assert decided.error == pytest.approx(drawn.error)
        assert decided.error < Tally(decided.won, decided.drawn, decided.lost).error / 3

    def test_games_that_have_nothing_to_do_with_each_other_are_as_sure_as_ever(self) -> None:
        tally = paired(*[1, 1, 0, 0, 1, 0, 0, 1] * 25)
        assert tally.error == pytest.approx(Tally(100, 0, 100).error, rel=0.02)

    def test_all_won_is_not_beyond_all_doubt(self) -> None:
        assert paired(*[1] * 100).error == Tally(100).error == 0.03
        assert paired(1, 1).error == 1
        assert not paired(1).wins
        assert paired(*[1] * 100).wins
