"""A ply of the search for the sets S_n: what a position is told by the one a move leads to."""

import numpy as np
import pytest

from millmate.games.morris.points import ALL_POINTS, points_in
from millmate.kernels.morris_initial import SAVED
from millmate.kernels.morris_layers import Marks, advance_primary
from millmate.tablebase.morris import index, spaces

FOUR, THREE = 4, 3
LOST, WON = 3, 2  # codes: the opponent has lost in two plies, or won in one


def a_move() -> tuple[tuple[int, int], tuple[int, int]]:
    """Return row and column of a position and of the one that a move leads to, both without
    symmetries of their own.
    """
    steps, plain = spaces.moves(FOUR), index.orbit(FOUR) == 16
    for row in np.flatnonzero(plain).tolist():
        leaving, arriving = int(steps.leaving[row, 0]), int(steps.arriving[row, 0])
        if plain[steps.row[row, 0]] and not steps.mill[row, 0]:
            mask = int(index.classes(FOUR)[row])
            after = mask ^ 1 << leaving ^ 1 << arriving
            other = sum(1 << point for point in points_in(ALL_POINTS & ~(mask | after))[-THREE:])
            return index.locate(mask, other), index.locate(after, other)
    raise AssertionError("there is such a move")


def marks(place: tuple[int, int] | None) -> Marks:
    """Return marks of four stones against three, one or none."""
    rows, words = index.rows(FOUR), -(-index.row_length(FOUR, THREE) // 64)
    made = Marks(
        np.zeros((rows, words), np.uint64), np.zeros((rows, 1), np.uint64), np.zeros(rows, np.int64)
    )
    if place:
        row, (word, bit) = place[0], divmod(place[1], 64)
        made.bits[row, word] = np.uint64(1) << np.uint64(bit)
        made.some[row, 0] = np.uint64(1) << np.uint64(word)
        made.total[row] = 1
    return made


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
    shape = index.rows(FOUR), index.row_length(FOUR, THREE)
    codes, open_ = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    codes[place], open_[place] = before
    found = marks(None)
    columns = spaces.columns(24 - FOUR, THREE)
    row, column = place
    advance_primary(
        told, columns, spaces.moves(FOUR), marks(led_to), codes, open_, found, row, row + 1
    )
    assert (codes[place], open_[place]) == after
    assert bool(found.bits[row, column // 64] >> np.uint64(column % 64) & np.uint64(1)) == decided
    assert found.total[row] == decided
