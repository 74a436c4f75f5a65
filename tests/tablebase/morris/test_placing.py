"""Solving the placing phase in memory: the known figures, and its first and last stones."""

import pytest
from tests.morris_figures import counted, known
from tests.solved_morris import Solved

from millmate.tablebase.morris.names import Placing
from millmate.tablebase.morris.placing import solve_placing
from millmate.tablebase.progress import BuildStopped

# The last stone leads into pairs with the larger side in the rows, be it White's or Black's; to
# take a stone ends the game, or does not; the last but one leads into other tables of the phase.
TABLES = [
    *(Placing(17, 3, 2), Placing(17, 3, 3), Placing(17, 3, 4)),
    *(Placing(17, 4, 2), Placing(17, 4, 3), Placing(17, 4, 4), Placing(17, 5, 3)),
    *(Placing(16, 2, 3), Placing(16, 3, 3), Placing(16, 3, 4), Placing(15, 3, 2)),
]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_table_has_the_known_figures(solved: Solved, table: Placing) -> None:
    assert counted(table, solved(table)) == known(table)


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", [Placing(17, 5, 5), Placing(16, 5, 4), Placing(15, 4, 4)], ids=str
)
def test_a_larger_table_has_the_known_figures(solved: Solved, table: Placing) -> None:
    assert counted(table, solved(table)) == known(table)


def test_threads_find_the_same(solved: Solved) -> None:
    for table in (Placing(17, 3, 3), Placing(16, 3, 3)):
        found = solve_placing(*table, solved.after(table), threads=3)
        assert (found == solved(table)[0]).all()


def test_it_stops_when_it_is_told_to(solved: Solved) -> None:
    table = Placing(16, 3, 3)
    with pytest.raises(BuildStopped):
        solve_placing(*table, solved.after(table), stopped=lambda: True)
