"""Solving pairs in memory: the known figures, whatever the number of threads; stopping."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_figures import counted, known
from tests.solved_morris import Solved

from millmate.tablebase.morris import index
from millmate.tablebase.morris.layout import Codes
from millmate.tablebase.morris.names import Pair, pairs
from millmate.tablebase.morris.solve import Workers, exchange, solve_pair
from millmate.tablebase.progress import BuildStopped

# 5-5 is the smallest in which it matters that a move back out of a mill was a capture.
SMALL = [Pair(3, 3), Pair(4, 3), Pair(4, 4), Pair(5, 3), Pair(5, 4), Pair(5, 5)]
SIX = [pair for pair in pairs() if pair.primary <= 6 and pair not in SMALL]


@pytest.mark.parametrize("pair", SMALL, ids=str)
def test_a_pair_has_the_known_figures(solved: Solved, pair: Pair) -> None:
    assert counted(pair, solved(pair)) == known(pair)


@pytest.mark.slow
@pytest.mark.parametrize("pair", SIX, ids=str)
def test_every_pair_of_up_to_six_stones_has_the_known_figures(solved: Solved, pair: Pair) -> None:
    assert counted(pair, solved(pair)) == known(pair)


def test_threads_find_the_same(solved: Solved) -> None:
    assert (solve_pair(4, 3, solved.pair, threads=3) == solved(Pair(4, 3))).all()


def test_what_is_found_is_told_ply_after_ply(solved: Solved) -> None:
    told: list[tuple[int, int]] = []
    codes = solve_pair(5, 3, solved.pair, lambda *found: told.append(found))
    counts = np.bincount(codes.reshape(-1), minlength=256).tolist()
    assert [plies for plies, _ in told] == [*range(len(told))]
    assert [number for _, number in told] == counts[1 : len(told) + 1]
    assert not any(counts[len(told) + 1 :])


@pytest.mark.parametrize("looks", [0, 3, 100])
def test_it_stops_when_it_is_told_to(solved: Solved, looks: int) -> None:
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(len(asked) >= looks)
        return asked[-1]

    with pytest.raises(BuildStopped):
        solve_pair(4, 4, solved.pair, stopped=stopped)
    assert len(asked) < looks + 100  # no more than it takes all threads to see it


# The other side in the rows -----------------------------------------------------------------------


def exchanged(primary: int, other: int, codes: Codes) -> Codes:
    """Return the codes with the side of `primary` stones in the rows."""
    rows = index.rows(primary)
    out = np.zeros((1, rows, index.row_length(primary, other)), np.uint8)
    with ThreadPoolExecutor(1) as pool:
        exchange(primary, other, codes, out, Workers(pool, rows, lambda: False))
    return out


@pytest.fixture(scope="module")
def three_in_rows(solved: Solved) -> Codes:
    """The codes of four stones to move against three, with the three in the rows."""
    return exchanged(3, 4, solved(Pair(4, 3))[:1])


@given(st.lists(st.integers(0, 23), min_size=7, max_size=7, unique=True))
def test_exchanging_the_sides_every_position_keeps_its_code(
    solved: Solved, three_in_rows: Codes, points: list[int]
) -> None:
    four, three = (sum(1 << point for point in part) for part in (points[:4], points[4:]))
    kept = solved(Pair(4, 3))[0][index.locate(four, three)]
    assert three_in_rows[0][index.locate(three, four)] == kept


def test_exchanging_the_sides_twice_changes_nothing(solved: Solved, three_in_rows: Codes) -> None:
    assert (exchanged(4, 3, three_in_rows) == solved(Pair(4, 3))[:1]).all()
    once = exchanged(3, 3, solved(Pair(3, 3)))
    assert (exchanged(3, 3, once) == solved(Pair(3, 3))).all()
