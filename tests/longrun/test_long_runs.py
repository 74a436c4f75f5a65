"""Nothing grows in the long run: not memory, not threads, not open files, not what Qt holds.

The short forms see that nothing grows from one round to the next; the long ones (`-m slow`) take
eight hours of the games' own clock, a hundred rounds at the window and a thousand games of a
tournament, some minutes each.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tiers import thorough

PROGRAMS = Path(__file__).parent
_PATTERNS = 20  # megabytes that the memory of morris patterns may come to hold, by and by


def run(program: str, amount: float, tables: Path, record_property) -> dict:
    """Run a program of this folder and return what it found; it is printed at the end, too."""
    command = [sys.executable, str(PROGRAMS / program), str(amount), str(tables)]
    environment = os.environ | {"QT_LOGGING_RULES": "*=false"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=3600, env=environment
    )
    assert done.returncode == 0, done.stderr[-3000:]
    *table, found = done.stdout.splitlines()
    record_property("report", "\n".join(table))
    return json.loads(found)


def grew(rows: list[dict], name: str) -> float:
    """Return how much a figure has grown in the second half."""
    return rows[-1][name] - rows[len(rows) // 2][name]


@pytest.mark.parametrize(
    "hours", [pytest.param(0.1, marks=thorough), pytest.param(8, marks=pytest.mark.slow)]
)
def test_hours_of_play_leave_nothing_behind(hours, tables, record_property):
    found = run("eight_hours.py", hours, tables, record_property)
    rows = found["held"]
    assert found["games"] >= 6
    assert {row["threads"] for row in rows} == {rows[0]["threads"]}
    # A file may be open for a moment; what is left behind stays open.
    assert min(row["files"] for row in rows[len(rows) // 2 :]) <= rows[0]["files"]
    assert {row["children"] for row in rows} == {0}
    assert grew(rows, "memory") < _PATTERNS


@pytest.mark.parametrize(
    "rounds", [pytest.param(4, marks=thorough), pytest.param(120, marks=pytest.mark.slow)]
)
def test_a_long_stay_at_the_window_leaves_nothing_behind(rounds, tables, record_property):
    rows = run("window.py", rounds, tables, record_property)["held"]
    # In a few rounds something may be seen for the first time at the last.
    late = {"widgets": 100, "bindings": 20} if rounds < 10 else {}
    for name in ("widgets", "bindings", "files", "threads", "children"):
        assert grew(rows, name) <= late.get(name, 0), name
    assert grew(rows, "below") <= 4 + 2 * late.get(
        "widgets", 0
    )  # a game or two that are still being left
    assert grew(rows, "memory") < 8


@pytest.mark.thorough
@pytest.mark.parametrize("games", [48, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_large_tournament_does_not_slow_the_window(games, tables, record_property):
    found = run("tournament.py", games, tables, record_property)
    rows = found["rows"]
    assert found["ended"]
    assert rows[-1]["games"] >= 0.95 * games
    assert grew(rows, "widgets") == 0
    assert grew(rows, "memory") < 5 + games / 100
    if games >= 1000:  # in few games, waiting counts more than they do
        first, last = (sum(row["calls"] for row in part) / 3 for part in (rows[1:4], rows[-4:-1]))
        assert last < 3 * first
