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


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGURES)
def test_every_table_has_the_known_figures(all_morris: Path, name: str) -> None:
    path = store.table_path(all_morris, TABLES[name])
    if not path.is_dir():
        pytest.skip(f"no {name} in {all_morris}")
    info, known = MorrisTable(path).info, FIGURES[name]
    assert info.verified
    assert known == {
        side: {figure: of_side[figure] for figure in known[side]}
        for side, of_side in told(info.counts).items()
    }
