"""The sequential test: it errs no more often than it may, and its likelihoods are the greatest."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.play.sprt import decision, expected, log_ratio

counts = st.lists(st.integers(0, 200), min_size=5, max_size=5)


def test_the_bounds_are_walds() -> None:
    state = decision([0] * 5, 0, 10, 0.05, 0.05)
    assert (state.lower, state.upper) == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert state.decided is None  # without games


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11)])
def test_the_curve_is_elos(elo: float, score: float) -> None:
    assert expected(elo) == pytest.approx(score)


@given(counts)
def test_the_same_claim_twice_is_as_likely(found: list[int]) -> None:
    assert log_ratio(found, 0.52, 0.52) == 0


@given(counts, st.floats(0.2, 0.45), st.floats(0.55, 0.8))
def test_claims_exchanged_change_the_sign(found: list[int], low: float, high: float) -> None:
    assert log_ratio(found, low, high) == pytest.approx(-log_ratio(found, high, low))
    assert log_ratio(found[::-1], 1 - high, 1 - low) == pytest.approx(
        -log_ratio(found, low, high), abs=1e-6
    )


def test_near_the_middle_it_is_what_a_normal_distribution_says() -> None:
    found = [100, 300, 500, 350, 130]
    total = sum(found)
    scores = (0.0, 0.25, 0.5, 0.75, 1.0)
    mean = sum(n * s for n, s in zip(found, scores, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(found, scores, strict=True)) / total
    low, high = expected(0), expected(5)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_ratio(found, low, high) == pytest.approx(normal, rel=0.02)


def test_where_a_win_or_nothing_is_possible_it_is_the_binomial_ratio() -> None:
    found, low, high = [40, 0, 0, 0, 60], 0.5, 0.6
    exact = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert log_ratio(found, low, high) == pytest.approx(exact, abs=0.02)


@pytest.mark.parametrize(("truth", "right"), [(0, False), (60, True)])
def test_it_errs_rarely(truth: float, right: bool) -> None:
    rng = random.Random(3)
    wrong = 0
    for _ in range(8):
        found = [0] * 5
        state = decision(found, 0, 60, 0.05, 0.05)
        while state.decided is None:
            points = sum(rng.random() < expected(truth) for _ in range(2))
            found[2 * points] += 1
            state = decision(found, 0, 60, 0.05, 0.05)
        wrong += state.decided is not right
    assert wrong <= 1
