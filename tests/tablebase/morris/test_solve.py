"""Solving in memory: the known figures, whatever the number of threads; stopping."""

from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_figures import counted, known
from tests.solved_morris import Solved
from tests.tiers import first, only

from millmate.tablebase.morris import index
from millmate.tablebase.morris.layout import Codes
from millmate.tablebase.morris.names import Pair, Placing, Subspace, pairs
from millmate.tablebase.morris.solve import no_marks, solve_pair
from millmate.tablebase.morris.solver import solve
from millmate.tablebase.morris.turns import Workers, exchange
from millmate.tablebase.progress import BuildStopped, never

# 5-5 is the smallest in which it matters that a move back out of a mill was a capture.
SMALL = [Pair(3, 3), Pair(4, 3), Pair(4, 4), Pair(5, 3), Pair(5, 4), Pair(5, 5)]
# The last stone leads into pairs with the larger side in the rows, be it White's or Black's; to
# take a stone ends the game, or does not; the last but one leads into other tables of the phase.
PLACING = [
    *(Placing(17, 3, 2), Placing(17, 3, 3), Placing(17, 3, 4)),
    *(Placing(17, 4, 2), Placing(17, 4, 3), Placing(16, 2, 3), Placing(16, 3, 3)),
    *(Placing(15, 3, 2), Placing(16, 3, 4), Placing(17, 4, 4), Placing(17, 5, 3)),
]
LARGER = [Placing(17, 5, 5), Placing(16, 5, 4), Placing(15, 4, 4)]
SIX = [pair for pair in pairs() if pair.primary <= 6 and pair not in SMALL]


@pytest.mark.parametrize(
    "table",
    [
        *only(SMALL, *SMALL[:3]),
        *first(len(PLACING) - 4, PLACING),
        *(pytest.param(each, marks=pytest.mark.slow) for each in (*SIX, *LARGER)),
    ],
    ids=str,
)
def test_a_table_has_the_known_figures(solved: Solved, table: Subspace) -> None:
    assert counted(table, solved.table(table)) == known(table)


@pytest.mark.parametrize("table", [Pair(4, 3), Placing(17, 3, 3), Placing(16, 3, 3)], ids=str)
def test_threads_find_the_same(solved: Solved, table: Subspace) -> None:
    found = solve(table, solved, never, 3, lambda plies, positions: None)
    assert (found == solved.table(table)).all()


def test_marks_have_a_bit_for_each_place_and_one_for_each_word() -> None:
    bits, some, total = no_marks(3, 64 * 64 + 1)
    assert (bits.shape, some.shape, total.shape) == ((3, 65), (3, 2), (3,))


def test_what_is_found_is_told_ply_after_ply(solved: Solved) -> None:
    told: list[tuple[int, int]] = []
    codes = solve_pair(Pair(5, 3), solved.read, lambda *found: told.append(found))
    counts = np.bincount(codes.reshape(-1), minlength=256).tolist()
    assert [plies for plies, _ in told] == [*range(len(told))]
    assert [number for _, number in told] == counts[1 : len(told) + 1]
    assert not any(counts[len(told) + 1 :])


@pytest.mark.parametrize(
    ("table", "looks"),
    [*((Pair(4, 4), looks) for looks in (0, 3, 100)), (Placing(16, 3, 3), 0)],
)
def test_it_stops_when_it_is_told_to(solved: Solved, table: Subspace, looks: int) -> None:
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(len(asked) >= looks)
        return asked[-1]

    with pytest.raises(BuildStopped):
        solve(table, solved, stopped, 1, lambda plies, positions: None)
    assert len(asked) < looks + 100  # no more than it takes all threads to see it


# The other side in the rows -----------------------------------------------------------------------


def exchanged(primary: int, other: int, codes: Codes) -> Codes:
    """Return the codes with the side of `primary` stones in the rows."""
    rows = len(index.classes(primary))
    out = np.zeros((1, rows, comb(24 - primary, other)), np.uint8)
    with ThreadPoolExecutor(1) as pool:
        exchange(primary, other, codes, out, Workers(pool, rows, lambda: False))
    return out


@pytest.fixture(scope="module")
def three_in_rows(solved: Solved) -> Codes:
    """The codes of four stones to move against three, with the three in the rows."""
    return exchanged(3, 4, solved.table(Pair(4, 3))[:1])


@given(st.lists(st.integers(0, 23), min_size=7, max_size=7, unique=True))
def test_exchanging_the_sides_every_position_keeps_its_code(
    solved: Solved, three_in_rows: Codes, points: list[int]
) -> None:
    four, three = (sum(1 << point for point in part) for part in (points[:4], points[4:]))
    kept = solved.table(Pair(4, 3))[0][index.locate(four, three)]
    assert three_in_rows[0][index.locate(three, four)] == kept


def test_exchanging_the_sides_twice_changes_nothing(solved: Solved, three_in_rows: Codes) -> None:
    assert (exchanged(4, 3, three_in_rows) == solved.table(Pair(4, 3))[:1]).all()
    once = exchanged(3, 3, solved.table(Pair(3, 3)))
    assert (exchanged(3, 3, once) == solved.table(Pair(3, 3))).all()
