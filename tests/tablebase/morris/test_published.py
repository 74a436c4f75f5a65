"""The figures of every table of morris, as they are known from elsewhere.

Needs a directory of tables, all or some of them: `MILLMATE_MORRIS=DIR pytest -m slow` (after
`millmate build morris:all --tables DIR`).
"""

from pathlib import Path

import pytest
from tests.morris_figures import FIGURES, TABLES, told

from millmate.tablebase.morris import store
from millmate.tablebase.morris.names import pairs, placings
from millmate.tablebase.morris.store import MorrisTable


def test_the_figures_of_every_subspace_are_known() -> None:
    assert set(TABLES.values()) == {*pairs(), *placings()}


def test_known_figures_of_the_moving_phase_hold_together() -> None:
    for sides in FIGURES.values():
        positions = {side["wins"] + side["draws"] + side["losses"] for side in sides.values()}
        assert len(positions) == 1  # the same positions, either side to move


def test_small_tables_on_disk_have_the_known_figures(morris_tables: Path) -> None:
    infos = store.survey(morris_tables)[0]
    assert len(infos) >= 8
    for info in infos:
        assert figures_of(morris_tables, info.material) == FIGURES[info.material], info.material


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES)
def test_every_table_has_the_known_figures(all_morris: Path, name: str) -> None:
    if not store.exists(all_morris, TABLES[name]):
        pytest.skip(f"no {name} in {all_morris}")
    assert figures_of(all_morris, name) == FIGURES[name]


def figures_of(directory: Path, name: str) -> dict[str, dict[str, int]]:
    """Return those figures of a table on disk that are known."""
    info = MorrisTable(store.table_path(directory, TABLES[name])).info
    assert info.verified
    return {
        side: {figure: of_side[figure] for figure in FIGURES[name][side]}
        for side, of_side in told(info.counts).items()
    }
