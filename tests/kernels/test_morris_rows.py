"""The kernels' board of morris; rows, columns, steps, keys: what a turn makes of a position."""

from collections.abc import Iterable
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import ALL_POINTS, PLAIN, points_in
from millmate.games.morris.symmetry import SYMMETRIES, mask_image
from millmate.kernels import morris_geometry, morris_labels
from millmate.kernels.morris_keys import CODES, DRAWN, KEYS, NO_MOVE, WINS
from millmate.kernels.morris_labels import SAME, make_sweep, sweep_step
from millmate.kernels.morris_rows import (
    NOWHERE,
    After,
    Steps,
    every_label,
    find,
    in_mill,
    label_of,
    rank,
    removable,
)
from millmate.tablebase.morris import index, spaces

masks = st.integers(0, ALL_POINTS)


# The board ----------------------------------------------------------------------------------------


def test_points_mills_and_symmetries_are_those_of_the_game() -> None:
    board = index.THREE_RINGS
    assert board.neighbours.tolist() == list(PLAIN.neighbours)
    assert board.mills.tolist() == list(PLAIN.mills)
    assert [set(rest) for rest in board.mills_at.tolist()] == [*map(set, PLAIN.mills_at)]
    every = [tuple(symmetry) for symmetry in morris_geometry.SYMMETRIES.tolist()]
    assert len(every) == 16
    assert set(every) == set(SYMMETRIES)
    assert every[0] == tuple(range(24))


@pytest.mark.parametrize("number", range(16))
def test_each_symmetry_is_undone_by_its_inverse(number: int) -> None:
    there, back = (
        morris_geometry.SYMMETRIES[number],
        morris_geometry.SYMMETRIES[morris_geometry.INVERSE[number]],
    )
    assert back[there].tolist() == list(range(24))


@given(st.lists(masks, min_size=1, max_size=20), st.integers(0, 15))
def test_images_of_masks_are_those_of_their_points(some: list[int], number: int) -> None:
    symmetry = tuple(morris_geometry.SYMMETRIES[number].tolist())
    images = index.THREE_RINGS.image(np.array(some, np.uint32), number)
    assert images.tolist() == [mask_image(symmetry, mask) for mask in some]


# Columns ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("labels", "stones"), [(21, 3), (20, 4), (15, 9), (24, 3), (8, 0)])
def test_columns_are_ranked_in_ascending_order(labels: int, stones: int) -> None:
    columns = spaces.columns(labels, stones)
    assert len(columns.masks) == comb(labels, stones)
    assert every_label(columns) == 2**labels - 1
    assert [rank(int(mask), columns) for mask in columns.masks] == list(range(len(columns.masks)))
    assert columns.masks.tolist() == sorted(
        sum(1 << label for label in some) for some in combinations(range(labels), stones)
    )


@pytest.mark.parametrize(("labels", "stones"), [(9, 3), (12, 5), (7, 0), (6, 5)])
def test_a_stone_placed_leads_from_where_its_label_is_vacant(labels: int, stones: int) -> None:
    here, there = spaces.columns(labels, stones).masks, spaces.columns(labels, stones + 1).masks
    vacant, filled = spaces.vacant(labels, stones), spaces.filled(labels, stones + 1)
    assert vacant.shape == filled.shape == (labels, comb(labels - 1, stones))
    for label in range(labels):
        assert not (here[vacant[label]] >> label & 1).any()
        assert (there[filled[label]] == here[vacant[label]] | 1 << label).all()


@pytest.mark.parametrize(("labels", "stones"), [(9, 3), (12, 5), (7, 1), (6, 5)])
def test_a_stone_that_moves_leads_between_columns(labels: int, stones: int) -> None:
    masks, slides = spaces.columns(labels, stones).masks, spaces.slides(labels, stones)
    assert slides.lower.shape == (comb(labels, 2), comb(labels - 2, stones - 1))
    pairs = [(i, j) for j in range(labels) for i in range(j)]
    for pair, (i, j) in enumerate(pairs):
        lower, upper = masks[slides.lower[pair]], masks[slides.upper[pair]]
        assert ((lower >> i & 1) & ~(lower >> j & 1)).all()
        assert (lower ^ upper == 1 << i | 1 << j).all()


@given(st.lists(st.integers(0, 23), min_size=6, max_size=14, unique=True), st.integers(3, 5))
def test_a_position_is_found_where_it_is_kept(points: list[int], primary: int) -> None:
    own, other = (mask_of(part) for part in (points[:primary], points[primary:]))
    row, column = index.locate(own, other)
    kept = index.position(primary, len(points) - primary, row, column)
    assert kept in {(mask_image(s, own), mask_image(s, other)) for s in SYMMETRIES}
    assert index.locate(*kept)[0] == row


def mask_of(points: Iterable[int]) -> int:
    return sum(1 << point for point in points)


# Rows ---------------------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 23), min_size=3, max_size=6))
def test_a_row_is_found_with_a_symmetry_that_leads_there(points: set[int]) -> None:
    mask = mask_of(points)
    classes = index.classes(len(points))
    row, symmetry = find(mask, classes, spaces.board())
    assert mask_image(kernel_symmetry(symmetry), mask) == classes[row]
    assert classes[row] == min(mask_image(s, mask) for s in SYMMETRIES)


def kernel_symmetry(number: int) -> tuple[int, ...]:
    return tuple(morris_geometry.SYMMETRIES[number].tolist())


@given(masks, st.integers(0, 23))
def test_mills_and_stones_to_take_are_as_the_rules_have_them(mask: int, point: int) -> None:
    board = MorrisBoard()
    board.stones[:] = 0, mask
    assert removable(mask, index.THREE_RINGS.mills) == board.removable(True)
    assert in_mill(mask, point, spaces.board()) == (board.closes_mill(None, point) > 0)


# Steps --------------------------------------------------------------------------------------------


def on_the_board(kind: str, mask: int) -> set[tuple[int, int]]:
    """Return from where to where stones go by the rules, the other side's stones aside."""
    free = points_in(ALL_POINTS & ~mask)
    if kind == "placements":
        return {(NOWHERE, point) for point in free}
    if kind == "losses":
        board = MorrisBoard()
        board.stones[:] = 0, mask
        return {(point, NOWHERE) for point in points_in(board.removable(True))}
    flying = mask.bit_count() == 3
    return {
        (origin, target)
        for origin in points_in(mask)
        for target in free
        if flying or PLAIN.neighbours[origin] >> target & 1
    }


KINDS = {"moves": 0, "losses": -1, "placements": 1}  # and the stones that they add
kinds = pytest.mark.parametrize("kind", KINDS)
stones = st.integers(3, 6)


def steps_of(kind: str, number: int) -> Steps:
    return spaces.steps_of(number, KINDS[kind], flying=number == 3)


@kinds
@given(stones, st.data())
def test_the_steps_from_a_row_are_those_of_the_rules(
    kind: str, number: int, data: st.DataObject
) -> None:
    steps = steps_of(kind, number)
    row = data.draw(st.integers(0, len(index.classes(number)) - 1))
    taken = range(int(steps.number[row]))
    found = [(int(steps.leaving[row, step]), int(steps.arriving[row, step])) for step in taken]
    assert len(set(found)) == len(found)
    assert set(found) == on_the_board(kind, int(index.classes(number)[row]))


@kinds
@given(stones, st.data())
def test_a_step_leads_to_the_class_of_what_it_makes_of_the_stones(
    kind: str, number: int, data: st.DataObject
) -> None:
    steps, row, step = some_step(kind, number, data)
    after = changed(steps, row, step, int(index.classes(number)[row]))
    classes = index.classes(number + KINDS[kind])
    assert classes[steps.row[row, step]] == min(mask_image(s, after) for s in SYMMETRIES)
    taken_there = mask_image(kernel_symmetry(int(steps.symmetry[row, step])), after)
    assert taken_there == classes[steps.row[row, step]]
    arriving = int(steps.arriving[row, step])
    closed = [mill for mill in PLAIN.mills if after & mill == mill and mill >> arriving & 1]
    assert steps.mill[row, step] == (arriving != NOWHERE and bool(closed))


def some_step(kind: str, number: int, data: st.DataObject) -> tuple[Steps, int, int]:
    """Return the steps of a kind, a row that has some and one of its steps."""
    steps = steps_of(kind, number)
    row = int(data.draw(st.sampled_from(np.flatnonzero(steps.number).tolist())))
    return steps, row, data.draw(st.integers(0, int(steps.number[row]) - 1))


def changed(steps: Steps, row: int, step: int, mask: int) -> int:
    for point in (int(steps.leaving[row, step]), int(steps.arriving[row, step])):
        mask ^= 1 << point if point != NOWHERE else 0
    return mask


@kinds
@given(stones, st.data())
def test_labels_go_where_the_points_go_that_they_stand_for(
    kind: str, number: int, data: st.DataObject
) -> None:
    steps, row, step = some_step(kind, number, data)
    mask = int(index.classes(number)[row])
    there = int(index.classes(number + KINDS[kind])[steps.row[row, step]])
    arriving = int(steps.arriving[row, step])
    free = [p for p in points_in(ALL_POINTS & ~mask) if p != arriving]
    some = data.draw(st.sets(st.sampled_from(free)))
    here = labels(mask_of(some), mask)
    symmetry = kernel_symmetry(int(steps.symmetry[row, step]))

    maps = morris_labels.make_maps(spaces.columns(24 - number, 0), 1)
    morris_labels.tabulate_step(steps, row, step, maps, 0)
    moved = morris_labels.mapped(here, maps, 0)
    assert moved == labels(mask_image(symmetry, mask_of(some)), there)

    # And back again.
    maps = morris_labels.make_maps(spaces.columns(24 - there.bit_count(), 0), 1)
    left = morris_labels.backwards(steps.back[row, step], maps.bits)
    morris_labels.tabulate(maps, 0)
    assert morris_labels.mapped(moved, maps, 0) == here
    leaving = int(steps.leaving[row, step])
    point_left = 0 if leaving == NOWHERE else 1 << symmetry[leaving]
    assert left == labels(point_left, there)


def labels(points: int, taken: int) -> int:
    """Return a mask of free points as one of labels."""
    free = points_in(ALL_POINTS & ~taken)
    return sum(1 << label for label, point in enumerate(free) if points >> point & 1)


@pytest.mark.parametrize("kind", ["moves", "placements"])
@given(data=st.data(), number=st.integers(3, 6), others=st.integers(1, 4))
def test_a_sweep_improves_all_columns_in_which_the_point_is_free(
    kind: str, data: st.DataObject, number: int, others: int
) -> None:
    steps, row, step = some_step(kind, number, data)
    mask = int(index.classes(number)[row])
    columns = spaces.columns(24 - number, others)
    led_to = spaces.columns(24 - number - KINDS[kind], others)
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    codes, best = (rng.integers(0, 256, (1, one.masks.size), np.uint8) for one in (led_to, columns))
    maps, sweep = morris_labels.make_maps(columns, 1), make_sweep(columns)
    morris_labels.tabulate_step(steps, row, step, maps, 0)
    arriving = label_of(int(steps.arriving[row, step]), mask)
    wanted = best[0].copy()
    for column in np.flatnonzero(columns.masks & arriving == 0).tolist():
        there = rank(morris_labels.mapped(int(columns.masks[column]), maps, 0), led_to)
        wanted[column] = max(wanted[column], codes[0, there])
    sweep_step(arriving, columns, sweep, maps, 0, After(codes, led_to), SAME, best[0])
    assert best[0].tolist() == wanted.tolist()


# How free points lie ------------------------------------------------------------------------------


@given(st.sets(st.integers(0, 23), min_size=3, max_size=9))
def test_the_lines_of_a_row_are_those_that_its_stones_leave_free(points: set[int]) -> None:
    mask = mask_of(points)
    free = points_in(ALL_POINTS & ~mask)
    lines = morris_labels.make_lines(spaces.board())
    number = morris_labels.find_lines(mask, spaces.board(), lines)
    mills = {labels(mill, mask) for mill in PLAIN.mills if not mill & mask}
    assert set(lines.mills[:number].tolist()) == mills
    assert number == len(mills)
    for label, point in enumerate(free):
        assert lines.near[label] == labels(PLAIN.neighbours[point] & ~mask, mask)


@given(st.sets(st.integers(0, 23), min_size=3, max_size=9), st.data())
def test_labels_are_spread_over_the_free_points_in_order(
    points: set[int], data: st.DataObject
) -> None:
    mask = mask_of(points)
    maps = morris_labels.make_maps(spaces.columns(24 - len(points), 0), 1)
    morris_labels.spread(mask, spaces.board(), maps)
    others = data.draw(st.integers(0, 2 ** (24 - len(points)) - 1))
    spread = morris_labels.mapped(others, maps, 0)
    assert not spread & mask
    assert labels(spread, mask) == others


# Codes and keys -----------------------------------------------------------------------------------


# What may follow a move, the best for the mover first: the opponent lost at once, ..., in 252
# plies; a draw; the opponent won in 251 plies, ..., in one.
BEST_FIRST = [*range(1, 254, 2), 0, *range(252, 0, -2)]


def test_all_codes_with_keys_are_ordered() -> None:
    keys = [int(KEYS[code]) for code in BEST_FIRST]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)
    assert max(keys) <= WINS
    assert KEYS[0] == DRAWN
    assert NO_MOVE not in keys
    assert not KEYS[254:].any()


def test_a_position_s_code_is_a_ply_more_than_its_best_move_s() -> None:
    assert CODES[KEYS[0]] == 0
    for code in BEST_FIRST:
        if code:
            assert CODES[KEYS[code]] == code + 1
    assert CODES[WINS] == 2  # the opponent has lost on the board: won in one ply
    assert CODES[NO_MOVE] == 1  # lost already
