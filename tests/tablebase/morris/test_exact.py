"""The kernels' values, entry by entry, are those of a solver that could not be simpler."""

from pathlib import Path

import pytest
from tests import naive_morris_tables

from millmate.tablebase.morris import index, store
from millmate.tablebase.morris.names import Pair
from millmate.tablebase.morris.store import MorrisTable


@pytest.mark.parametrize("pair", [Pair(3, 3), Pair(4, 3)])
def test_every_value_is_that_of_the_naive_solver(morris_tables: Path, pair: Pair) -> None:
    values = MorrisTable(store.table_path(morris_tables, pair)).values()
    assert (values == naive_morris_tables.table(*pair)).all()


@pytest.mark.parametrize("stones", range(1, 6))
def test_classes_of_placements_are_those_found_one_by_one(stones: int) -> None:
    assert index.classes(stones).tolist() == naive_morris_tables.classes(stones)
