"""The window rests on no screen, whatever its own machine is busy with."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.gui import tour


@pytest.mark.slow
def test_the_longest_rest_on_each_screen_while_a_table_and_a_tournament_are_at_work(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """In a process of its own; nothing is asserted on time, the gaps are in the run's report."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.tour", tmp_path, "20"],
        capture_output=True, text=True, timeout=600, env=dict(os.environ), cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["at_work"], "both were to last longer than the tour"
    assert len(found["gaps"]) > 20
    assert found["early"] == [], "these are loaded once the window is shown, or a screen is opened"
    assert not found["numba"], "the compiler belongs to the processes that build and search"
    record_property("report", tour.report(found["gaps"]))


ROOT = Path(__file__).resolve().parents[2]
