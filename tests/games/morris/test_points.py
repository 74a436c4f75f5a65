"""The board as drawn: 24 points, 16 mills, and what the corners add."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive_morris

from millmate.games.morris.points import (
    PLAIN,
    POINTS,
    WITH_DIAGONALS,
    Lines,
    PointError,
    mask_of,
    point,
    points_in,
)

geometries = pytest.mark.parametrize("lines", [PLAIN, WITH_DIAGONALS], ids=["plain", "diagonals"])
masks = st.integers(0, 2**24 - 1)


def test_the_points_run_clockwise_from_the_top_left_corner_ring_by_ring() -> None:
    assert " ".join(POINTS) == (
        "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4"
    )
    assert [point(name) for name in POINTS] == list(range(24))
    assert point(" D6 ") == 9


@pytest.mark.parametrize("name", ["d4", "a2", "h8", "", "d66"])
def test_what_is_no_point_is_named(name: str) -> None:
    with pytest.raises(PointError, match=f"'{name}' is no point"):
        point(name)


def test_there_are_sixteen_mills_and_twenty_with_diagonals() -> None:
    assert len(PLAIN.mills) == len(set(PLAIN.mills)) == 16
    assert len(set(WITH_DIAGONALS.mills)) == 20
    assert all(mask.bit_count() == 3 for mask in WITH_DIAGONALS.mills)


@geometries
def test_mills_are_the_lines_of_the_drawing(lines: Lines) -> None:
    drawn = {
        mask_of(*map(naive_morris.name, line))
        for line in naive_morris.lines(lines is WITH_DIAGONALS)
    }
    assert set(lines.mills) == drawn


@geometries
def test_neighbours_are_next_to_each_other_on_a_line(lines: Lines) -> None:
    for first in range(24):
        for second in range(24):
            near = naive_morris.joined(
                naive_morris.place(first), naive_morris.place(second), lines is WITH_DIAGONALS
            )
            assert (lines.neighbours[first] >> second & 1) == near


@geometries
def test_the_rest_of_each_mill_through_a_point(lines: Lines) -> None:
    for number in range(24):
        through = {mask for mask in lines.mills if mask >> number & 1}
        assert {rest | 1 << number for rest in lines.mills_at[number]} == through
    assert all(len(rests) == 2 for rests in PLAIN.mills_at)


@geometries
@given(stones=masks)
def test_quick_answers_are_the_obvious_ones(lines: Lines, stones: int) -> None:
    in_mills = reach = 0
    for mill in lines.mills:
        in_mills |= mill if mill & stones == mill else 0
    for number in points_in(stones):
        reach |= lines.neighbours[number]
    assert lines.in_mills(stones) == in_mills
    assert lines.reach(stones) == reach


@given(masks)
def test_points_are_listed_in_order(mask: int) -> None:
    assert points_in(mask) == tuple(n for n in range(24) if mask >> n & 1)
