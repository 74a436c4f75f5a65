"""Values and figures of tables: those of a solver that knows no symmetries, and published ones.

With a directory of tables, all or some of them, all figures are checked: `millmate build morris:all
--tables DIR`, then `MILLMATE_MORRIS=DIR pytest -m slow`.
"""

import os
from pathlib import Path

import numpy as np
import pytest
from tests import naive_morris_tables
from tests.morris_figures import FIGURES, TABLES, told
from tests.tiers import first

from millmate.tablebase import targets
from millmate.tablebase.morris import index, store
from millmate.tablebase.morris.counts import count_positions
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Pair, Placing, pairs, placings
from millmate.tablebase.morris.store import MorrisInfo, MorrisTable, SideCounts


def assert_known(info: MorrisInfo) -> None:
    known = FIGURES[info.material]
    assert known == {
        side: {name: figure for name, figure in of_side.items() if name in known[side]}
        for side, of_side in told(info.counts).items()
    }
    assert info.verified
    assert info.longest == {
        side: max(0, counts.longest(True)[0]) for side, counts in info.counts.items()
    }


def test_figures_are_the_known_ones(morris_tables: Path) -> None:
    infos = targets.survey(morris_tables)[0]
    assert len(infos) >= 8
    for info in infos:
        assert_known(info)


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES)
def test_every_table_has_the_known_figures(name: str) -> None:
    path = store.table_path(Path(os.environ.get("MILLMATE_MORRIS", "/nowhere")), TABLES[name])
    if not path.is_dir():
        pytest.skip(f"MILLMATE_MORRIS names no directory with {name}")
    assert_known(MorrisTable(path).info)


def test_the_figures_of_every_subspace_are_known_and_hold_together() -> None:
    assert set(TABLES.values()) == {*pairs(), *placings()}
    for sides in FIGURES.values():
        positions = {side["wins"] + side["draws"] + side["losses"] for side in sides.values()}
        assert len(positions) == 1  # the same positions, either side to move


@pytest.mark.thorough  # three men's morris is solved as plainly in default tests, whole
@pytest.mark.parametrize("pair", [Pair(3, 3), Pair(4, 3)])
def test_every_value_is_that_of_the_naive_solver(morris_tables: Path, pair: Pair) -> None:
    values = MorrisTable(store.table_path(morris_tables, pair)).values()
    assert (values == naive_morris_tables.table(*pair.stones)).all()


@pytest.mark.parametrize("stones", first(4, range(1, 6)))
def test_classes_of_placements_are_those_found_one_by_one(stones: int) -> None:
    assert index.classes(stones).tolist() == naive_morris_tables.classes(stones)


def test_plies_are_those_of_all_wins_and_losses(morris_tables: Path) -> None:
    for pair in (Pair(3, 3), Pair(4, 3), Pair(4, 4), Pair(5, 3)):
        for counts in MorrisTable(store.table_path(morris_tables, pair)).info.counts.values():
            assert sum(counts.plies) == counts.wins + counts.losses


@pytest.mark.thorough
@pytest.mark.parametrize(("own", "other", "side"), [(3, 3, 0), (4, 3, 0), (3, 4, 1)])
def test_figures_are_those_of_the_naive_solver(
    morris_tables: Path, own: int, other: int, side: int
) -> None:
    pair = Pair(max(own, other), min(own, other))
    counts = MorrisTable(store.table_path(morris_tables, pair)).info.counts
    told = counts[("primary", "other")[side]]
    every, distinct = naive_morris_tables.counts(own, other)
    assert told.raw_draws == every[0]
    assert (told.raw_wins, told.raw_losses) == (sum(every[2::2]), sum(every[1::2]))
    assert told.draws == distinct[0]
    assert list(told.plies) == distinct[1 : len(told.plies) + 1]
    assert not any(distinct[len(told.plies) + 1 :])


def test_results_of_the_placing_phase_have_no_plies() -> None:
    """Of all positions with a white stone only, the four up to symmetry and all 24 are counted."""
    layout = Layout(Placing(1, 1, 0))
    codes = np.array([[[0], [1], [2], [2]]], np.uint8)
    counts = count_positions(layout, codes)["other"]
    assert (counts.wins, counts.draws, counts.losses, counts.plies) == (2, 1, 1, ())
    assert counts.raw_wins + counts.raw_draws + counts.raw_losses == 24
    assert counts.longest(True) == (-1, 0)


def test_threads_count_alike(morris_tables: Path) -> None:
    table = MorrisTable(store.table_path(morris_tables, Pair(5, 3)))
    values = table.values()
    assert count_positions(table.layout, values, 1) == count_positions(table.layout, values, 3)
    assert isinstance(table.info.counts["other"], SideCounts)
