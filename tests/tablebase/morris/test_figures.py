"""The figures of tables: those of a solver that knows no symmetries, and published ones."""

from pathlib import Path

import numpy as np
import pytest
from tests import naive_morris_tables

from millmate.tablebase.morris import store
from millmate.tablebase.morris.figures import figures
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Pair, Placing
from millmate.tablebase.morris.store import MorrisTable, SideCounts

# Positions up to symmetry, wins, draws and losses for the side to move among them, all wins, draws
# and losses, plies and number of the longest wins and losses: from a C++ solver of the whole game,
# which agrees with Malom's tables (std_3_3_0_0 to std_3_4_0_0) and eigenraum's RESULTS.md.
PUBLISHED = {
    ("morris:3-3", "primary"): (169626, 140621, 269, 28736, 2232160, 4112, 455648, 25, 27, 26, 70),
    ("morris:4-3", "primary"): (
        760398, 75397, 681906, 3095, 1201560, 10863360, 48720, 1, 75397, 32, 33
    ),
    ("morris:4-3", "other"): (
        760398, 102281, 658117, 0, 1629336, 10484304, 0, 33, 304, -1, 0
    ),
    ("morris:5-3", "primary"): (
        2580390, 580660, 1999730, 0, 9271288, 31915088, 0, 3, 15451, -1, 0
    ),
    ("morris:5-3", "other"): (
        2580390, 6301, 2564412, 9677, 100512, 40933248, 152616, 31, 1392, 2, 9677
    ),
    ("morris:4-4", "primary"): (3225597, 159, 3225409, 29, 2456, 51480175, 339, 9, 12, 8, 4),
}  # fmt: skip


@pytest.mark.parametrize(("name", "side"), PUBLISHED)
def test_figures_are_the_published_ones(morris_tables: Path, name: str, side: str) -> None:
    info = {info.material: info for info in store.survey(morris_tables)[0]}[name]
    counts = info.counts[side]
    raw = counts.raw_wins, counts.raw_draws, counts.raw_losses
    longest = *counts.longest(True), *counts.longest(False)
    assert PUBLISHED[name, side] == (
        counts.positions, counts.wins, counts.draws, counts.losses, *raw, *longest
    )  # fmt: skip
    assert info.longest[side] == max(0, longest[0])
    assert sum(counts.plies) == counts.wins + counts.losses


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
    counts = figures(layout, codes)["other"]
    assert (counts.wins, counts.draws, counts.losses, counts.plies) == (2, 1, 1, ())
    assert counts.raw_wins + counts.raw_draws + counts.raw_losses == 24
    assert counts.longest(True) == (-1, 0)


def test_threads_count_alike(morris_tables: Path) -> None:
    table = MorrisTable(store.table_path(morris_tables, Pair(5, 3)))
    values = table.values()
    assert figures(table.layout, values, 1) == figures(table.layout, values, 3)
    assert isinstance(table.info.counts["other"], SideCounts)
