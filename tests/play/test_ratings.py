"""Ratings of many: what they say of two is what Elo's curve says, and strength comes back out."""

import math
import random
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from millmate.play.elo import CERTAIN, Tally, elo
from millmate.play.ratings import Meeting, normal, rate
from millmate.play.sprt import expected

results = st.sampled_from([0.0, 0.5, 1.0])


def meetings(*points: float) -> list[Meeting]:
    return [Meeting(0, 1, each, number) for number, each in enumerate(points)]


@given(st.lists(results, min_size=2, max_size=60).filter(lambda p: 0 < sum(p) < len(p)))
def test_of_two_players_the_difference_is_elos(points: list[float]) -> None:
    ratings = rate(2, meetings(*points))
    assert ratings.firm
    assert ratings.values[0] - ratings.values[1] == pytest.approx(
        elo(sum(points) / len(points)), abs=1e-6
    )
    assert sum(ratings.values) == pytest.approx(0, abs=1e-9)


def test_the_error_of_two_players_is_that_of_their_score() -> None:
    points = [1.0] * 40 + [0.5] * 30 + [0.0] * 30
    tally = Tally(40, 30, 30)
    slope = 400 / math.log(10) / (tally.score * (1 - tally.score))
    ratings = rate(2, meetings(*points))
    # Each of two ratings is half of the difference off; the spread is a sample's.
    wanted = tally.error * slope / 2 * math.sqrt(100 / 99)
    assert ratings.error(0) == pytest.approx(wanted, rel=1e-6)
    assert ratings.error(1) == pytest.approx(wanted, rel=1e-6)


def test_games_in_pairs_that_balance_each_other_are_surer() -> None:
    """An opening that White wins says nothing: the pair is drawn, and draws have no spread."""
    points = [1.0, 0.0] * 30 + [1.0, 0.5] * 5
    alone = rate(2, [Meeting(0, 1, each, number) for number, each in enumerate(points)])
    paired = rate(2, [Meeting(0, 1, each, number // 2) for number, each in enumerate(points)])
    assert paired.values == alone.values
    assert paired.error(0) < alone.error(0) / 3


def test_one_draw_makes_nobody_sure_of_his_rating() -> None:
    many = [Meeting(0, 1, points, n) for n, points in enumerate([1.0, 0.5, 0.0, 1.0] * 10)]
    ratings = rate(3, [*many, Meeting(0, 2, 0.5, "once")])
    assert ratings.firm
    assert ratings.error(2) > 150
    assert 0.45 < ratings.superiority(0, 2) < 0.55


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), results), max_size=40))
@example(
    [(0, 1, 0.0)] * 3
    + [(0, 1, 0.5), (0, 2, 0.5)]
    + [(0, 3, 0.0)] * 2
    + [(1, 0, 0.0)] * 2
    + [(3, 0, 0.0)]
)
def test_whatever_the_results_ratings_are_finite_and_monotone(
    games: list[tuple[int, int, float]],
) -> None:
    played = [Meeting(a, b, p, n) for n, (a, b, p) in enumerate(games) if a != b]
    ratings = rate(4, played)
    assert all(math.isfinite(value) for value in ratings.values)
    assert all(math.isfinite(ratings.error(player)) for player in range(4))
    for one, other in combinations(range(4), 2):
        chance = ratings.superiority(one, other)
        assert chance + ratings.superiority(other, one) == pytest.approx(1)
        assert (chance > 0.5) == (ratings.values[one] > ratings.values[other]) or chance == (
            pytest.approx(0.5)
        )


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), results), max_size=40))
def test_colours_and_order_do_not_matter(games: list[tuple[int, int, float]]) -> None:
    played = [Meeting(a, b, p, n) for n, (a, b, p) in enumerate(games) if a != b]
    turned = [Meeting(m.other, m.one, 1 - m.points, m.group) for m in reversed(played)]
    assert rate(4, turned).values == pytest.approx(rate(4, played).values, abs=1e-5)


def test_strength_comes_back_out_and_bars_hold_it_nineteen_times_in_twenty() -> None:
    truth = np.array([150.0, 40.0, -30.0, -160.0])
    rng = random.Random(7)
    inside = 0
    for _ in range(60):
        played = []
        for one, other in combinations(range(4), 2):
            chance = expected(truth[one] - truth[other])
            played += [
                Meeting(one, other, float(rng.random() < chance), (one, other, n))
                for n in range(50)
            ]
        ratings = rate(4, played)
        assert ratings.firm
        inside += sum(
            abs(value - true) < ratings.error(player)
            for player, (value, true) in enumerate(zip(ratings.values, truth, strict=True))
        )
    assert 0.90 <= inside / 240 <= 0.99


@pytest.mark.parametrize(
    "games",
    [
        [],
        [Meeting(0, 1, 1.0, 0)] * 5,
        [Meeting(0, 1, 0.5, 0), Meeting(2, 3, 0.5, 1)],
        [Meeting(0, 1, 0.5, 0), Meeting(1, 2, 0.5, 1), Meeting(2, 3, 1.0, 2)],
    ],
)
def test_it_is_told_when_results_do_not_decide_the_ratings(games: list[Meeting]) -> None:
    ratings = rate(4, games)
    assert not ratings.firm
    assert all(ratings.error(player) > 200 for player in range(4))


def test_without_games_a_rating_is_as_sure_as_half_a_game_makes_it() -> None:
    information = 0.5 / 4  # of a result that is as likely as not: a quarter
    error = CERTAIN * 400 / math.log(10) / math.sqrt(information)
    assert rate(2, []).error(0) == pytest.approx(error)


def test_a_chain_of_points_decides_them() -> None:
    chain = [Meeting(a, b, 1.0, a) for a, b in pairwise([0, 1, 2, 3, 0])]
    assert rate(4, chain).firm
    assert rate(4, chain).values == pytest.approx((0, 0, 0, 0), abs=1e-6)


@pytest.mark.parametrize(("deviations", "share"), [(0, 0.5), (1.96, 0.975), (-1.96, 0.025)])
def test_the_normal_distribution(deviations: float, share: float) -> None:
    assert normal(deviations) == pytest.approx(share, abs=1e-4)
