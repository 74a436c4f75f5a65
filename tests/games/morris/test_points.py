"""The boards as drawn: points, mills, neighbours and names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import naive_morris

from millmate.games.morris.points import (
    NINE_POINTS,
    PLAIN,
    POINTS,
    TWO_RINGS,
    WITH_DIAGONALS,
    Lines,
    PointError,
    point,
    points_in,
)
from millmate.games.morris.variants import SIX, STANDARD, THREE, TWELVE, Variant

boards = pytest.mark.parametrize("rules", [STANDARD, TWELVE, SIX, THREE], ids=lambda it: it.name)
masks = st.integers(0, 2**24 - 1)


def test_the_points_run_clockwise_from_the_top_left_corner_ring_by_ring() -> None:
    assert " ".join(POINTS) == (
        "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4"
    )
    assert [point(name) for name in POINTS] == list(range(24))
    assert point(" D6 ") == 9


def test_small_boards_have_names_of_their_own() -> None:
    assert " ".join(TWO_RINGS.names) == "a5 c5 e5 e3 e1 c1 a1 a3 b4 c4 d4 d3 d2 c2 b2 b3"
    assert " ".join(NINE_POINTS.names) == "a3 b3 c3 c2 c1 b1 a1 a2 b2"


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        *((PLAIN, name) for name in ("d4", "a2", "h8", "", "d66")),
        *((TWO_RINGS, name) for name in ("c3", "d6", "a4")),
        *((NINE_POINTS, name) for name in ("d1", "a4")),
    ],
)
def test_what_is_no_point_is_named(lines: Lines, name: str) -> None:
    with pytest.raises(PointError, match=f"'{name}' is not a point"):
        lines.point(name)


def test_there_are_sixteen_mills_and_twenty_with_diagonals() -> None:
    assert len(PLAIN.mills) == len(set(PLAIN.mills)) == 16
    assert len(set(WITH_DIAGONALS.mills)) == 20
    assert len(set(TWO_RINGS.mills)) == len(set(NINE_POINTS.mills)) == 8
    assert all(mask.bit_count() == 3 for mask in WITH_DIAGONALS.mills)


@boards
def test_points_lie_where_they_are_called(rules: Variant) -> None:
    lines = rules.lines
    named = {naive_morris.name(place, rules) for place in naive_morris.places(rules)}
    assert named == set(lines.names)
    assert sum(part.points for part in lines.parts) == lines.points == len(named)
    assert lines.every.bit_length() == lines.points
    for name, (column, row) in zip(lines.names, lines.spots, strict=True):
        assert name == "abcdefg"[column] + str(lines.size - row)


@boards
def test_mills_are_the_lines_of_the_drawing(rules: Variant) -> None:
    drawn = {
        rules.lines.mask_of(*(naive_morris.name(place, rules) for place in line))
        for line in naive_morris.lines(rules)
    }
    assert set(rules.lines.mills) == drawn


@boards
def test_neighbours_are_next_to_each_other_on_a_line(rules: Variant) -> None:
    lines, drawn = rules.lines, set(rules.lines.segments)
    for first in range(lines.points):
        for second in range(lines.points):
            places = naive_morris.place(first, rules), naive_morris.place(second, rules)
            near = naive_morris.joined(*places, rules)
            assert (lines.neighbours[first] >> second & 1) == near
            assert ((first, second) in drawn) == (near and first < second)


@boards
def test_the_rest_of_each_mill_through_a_point(rules: Variant) -> None:
    lines = rules.lines
    for number in range(lines.points):
        through = {mask for mask in lines.mills if mask >> number & 1}
        assert {rest | 1 << number for rest in lines.mills_at[number]} == through
    assert all(len(rests) == 2 for rests in PLAIN.mills_at)


@boards
@given(stones=masks)
def test_quick_answers_are_the_obvious_ones(rules: Variant, stones: int) -> None:
    lines = rules.lines
    stones &= lines.every
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
