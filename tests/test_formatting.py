"""Numbers as text, with their units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate import formatting


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [
        (1, "move", "1 move"),
        (0, "move", "0 moves"),
        (12, "move", "12 moves"),
        (1, "ply", "1 ply"),
        (23, "ply", "23 plies"),
        (2, "day", "2 days"),
        (1_352_913, "position", "1,352,913 positions"),
    ],
)
def test_plural(count: int, noun: str, text: str) -> None:
    assert formatting.plural(count, noun) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"),
        (512, "512 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (9_949, "9.9 kB"),
        (9_950, "10 kB"),
        (999_499, "999 kB"),
        (999_500, "1.0 MB"),
        (35_000_000, "35 MB"),
        (1_200_000_000, "1.2 GB"),
        (5e15, "5000 TB"),
    ],
)
def test_size(count: float, text: str) -> None:
    assert formatting.size(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "under a second"),
        (0.94, "under a second"),
        (1, "1 second"),
        (8.4, "8 seconds"),
        (89, "89 seconds"),
        (90, "2 minutes"),
        (240, "4 minutes"),
        (5399, "90 minutes"),
        (9000, "2.5 hours"),
    ],
)
def test_duration(seconds: float, text: str) -> None:
    assert formatting.duration(seconds) == text


@given(st.integers(0, 10**16))
def test_a_size_is_short(count: int) -> None:
    assert len(formatting.size(count)) <= 8


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(12.4, 0, "+12"), (-3, 0, "−3"), (-0.2, 0, "0"), (0.004, 2, "0.00"), (-0.5, 1, "−0.5")],
)
def test_a_number_has_its_sign_but_zero_has_none(value, digits, text):
    assert formatting.signed(value, digits) == text


def test_no_number_has_no_sign():
    assert formatting.signed(None) == ""
