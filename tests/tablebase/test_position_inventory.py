"""Solved positions are listed with what they take and hold, and removed."""

from pathlib import Path

import pytest

from millmate.errors import InputError
from millmate.tablebase import reach_file
from millmate.tablebase.position_inventory import remove, solved_positions
from millmate.tablebase.progress import BuildStopped
from millmate.tablebase.solve_request import SolveRequest, solve
from millmate.tablebase.table_build import hold_lock

BLOCKED = "8/8/4k3/p7/P7/4K3/8/8 w - - 0 1"
OTHER = "8/8/4k3/1p6/1P6/4K3/8/8 w - - 0 1"


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Return a directory with one position solved for White, and one begun."""
    solve(SolveRequest(BLOCKED, (True,), 0), tmp_path, threads=1)
    with pytest.raises(BuildStopped):
        solve(SolveRequest(OTHER, (False,), 1, captures=1), tmp_path, stopped=lambda: True)
    return tmp_path


def test_positions_are_listed_with_what_they_hold(directory: Path) -> None:
    first, second = solved_positions(directory)
    assert (first.fen, first.for_white, first.complete) == (BLOCKED, True, True)
    assert (first.tables, first.exact, first.material) == (first.built, False, "KPvKP")
    assert first.bytes > 1000
    assert (second.for_white, second.bounds.pieces, second.bounds.captures) == (False, 1, 1)
    assert (second.built, second.complete) == (0, False)
    (second.folder / reach_file.FILE).write_text("{}")
    assert "position.json is damaged" in list(solved_positions(directory))[1].fault
    assert list(solved_positions(directory, lambda: True)) == []


def test_positions_are_removed_unless_they_are_being_solved(directory: Path) -> None:
    first, second = solved_positions(directory)
    with hold_lock(second.folder, "KPvKP"), pytest.raises(InputError, match="stop that first"):
        remove([second])
    remove([first, second])
    remove([first])  # which is gone
    assert list(solved_positions(directory)) == []
    assert list((directory / reach_file.FOLDER).iterdir()) == []
