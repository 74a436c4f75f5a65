"""A ply of the search for the sets S_n: what a position is told by the one a move leads to."""

from math import comb

import numpy as np
import pytest

from millmate.games.morris.points import ALL_POINTS, points_in
from millmate.kernels.morris_layers import Listed, advance_primary, list_marks
from millmate.kernels.morris_turns import SAVED
from millmate.tablebase.morris import index, spaces
from millmate.tablebase.morris.solve import no_marks

FOUR, THREE = 4, 3
LOST, WON = 3, 2  # codes: the opponent has lost in two plies, or won in one


def a_move() -> tuple[tuple[int, int], tuple[int, int]]:
    """Return row and column of a position and of the one that a move leads to, both without
    symmetries of their own.
    """
    steps, plain = spaces.steps_of(FOUR, 0), index.orbit(FOUR) == 16
    for row in np.flatnonzero(plain).tolist():
        leaving, arriving = int(steps.leaving[row, 0]), int(steps.arriving[row, 0])
        if plain[steps.row[row, 0]] and not steps.mill[row, 0]:
            mask = int(index.classes(FOUR)[row])
            after = mask ^ 1 << leaving ^ 1 << arriving
            other = sum(1 << point for point in points_in(ALL_POINTS & ~(mask | after))[-THREE:])
            return index.locate(mask, other), index.locate(after, other)
    raise AssertionError("there is such a move")


def listed(place: tuple[int, int]) -> Listed:
    """Return one position of four stones against three."""
    begin = np.zeros(len(index.classes(FOUR)) + 1, np.int64)
    begin[place[0] + 1 :] = 1
    return Listed(np.array([place[1]], np.uint16), begin)


@pytest.mark.parametrize(
    ("told", "before", "after", "decided"),
    [
        (WON, (0, 1), (3, 0), True),  # its last move loses, too
        (WON, (0, 2), (0, 1), False),  # another may save it
        (WON, (9, 1), (9, 0), False),  # a capture loses later
        (WON, (3, 1), (3, 0), True),  # a capture loses as soon
        (WON, (0, SAVED + 1), (0, SAVED), False),  # a capture draws
        (WON, (8, 0), (8, 0), False),  # a capture wins
        (LOST, (0, 5), (4, 0), True),
        (LOST, (9, 5), (4, 0), True),
        (LOST, (0, SAVED + 1), (4, 0), True),
        (LOST, (8, 0), (4, 0), True),  # sooner than the capture
        (LOST, (4, 0), (4, 0), False),  # it is known already
        (LOST, (2, 0), (2, 0), False),
    ],
)
def test_a_position_is_told_what_its_move_leads_to(
    told: int, before: tuple[int, int], after: tuple[int, int], decided: bool
) -> None:
    place, led_to = a_move()
    shape = len(index.classes(FOUR)), comb(24 - FOUR, THREE)
    codes, open_ = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    codes[place], open_[place] = before
    marks = no_marks(*shape)
    columns, moves = spaces.columns(24 - FOUR, THREE), spaces.steps_of(FOUR, 0)
    row, column = place
    advance_primary(told, columns, moves, listed(led_to), codes, open_, marks, row, row + 1)
    assert (codes[place], open_[place]) == after
    assert marks.total[row] == decided
    found = Listed(np.zeros(1, np.uint16), np.zeros(shape[0] + 1, np.int64))
    list_marks(marks, found, row, row + 1)
    assert not decided or found.columns[0] == column
    assert not marks.total.any()
    assert not marks.bits.any()
    assert not marks.some.any()
