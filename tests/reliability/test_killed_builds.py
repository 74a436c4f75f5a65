"""Tables that are finished stay, half a table is never seen, and a build goes on after any kill.

The laws, after each kill: every table that has its name is sound and the same as in an undisturbed
build; what was told as built is there; and in the end nothing else lies in the directory.
"""

import random
import shutil
import sys
from pathlib import Path

import pytest
from tests import fault_injection
from tests.reliability.finding import checksums
from tests.tiers import thorough

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")

slow = pytest.mark.slow


def command(directory: Path, *what: str) -> list[str]:
    return fault_injection.millmate("build", "--tables", directory, "--threads", "2", *what)


def names(directory: Path) -> set[str]:
    return {path.name for path in directory.iterdir()}


def whole(directory: Path) -> set[str]:
    """Return the tables in a directory in which nothing else may be left."""
    assert fault_injection.parts(directory) == []
    found = names(directory) - {".locks"}
    return {Path(name).stem.replace("morris-", "morris:") for name in found}


def check(ran: fault_injection.Ran, directory: Path, right: dict[str, str]) -> None:
    """Check that all existing tables are correct, and that every reported table exists."""
    found = checksums(directory) if directory.is_dir() else {}
    assert found.items() <= right.items(), ran
    assert {line.split()[0] for line in ran.lines if " built: " in line} <= set(found), ran
    assert "Traceback" not in ran.complaint, ran


def undisturbed(directory: Path, *what: str) -> dict[str, str]:
    ran = fault_injection.run(command(directory, *what), directory.with_suffix(".log"))
    assert ran.status == 0, ran
    return checksums(directory)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("what", "kills", "patience"),
    [
        pytest.param(("KBNvK", "KQvK", "KRvK"), 1, 0.1, id="1"),
        pytest.param(("morris:4-3", "morris:3-3"), 1, 0.1, id="morris, 1", marks=thorough),
        pytest.param(("--all", "4"), 100, 1.0, marks=slow, id="all of four men, 100"),
        pytest.param(("morris:4-3", "morris:3-3"), 100, 1.0, marks=slow, id="morris, 100"),
    ],
)
def test_killed_at_a_moment_by_chance(
    tmp_path: Path,
    tables: Path,
    morris_tables: Path,
    what: tuple[str, ...],
    kills: int,
    patience: float,
) -> None:
    """Kill builds one after the other; when all is built, begin in another directory."""
    rng = random.Random(1)
    if kills == 1:
        right = checksums(tables) if "KBNvK" in what else checksums(morris_tables)
        right = {name: right[name] for name in right if "v" in name or name in what}
    else:
        right = undisturbed(tmp_path / "right", *what)
    killed, place, log = 0, tmp_path / "0", tmp_path / "log"
    while killed < kills:
        ran = fault_injection.run_when_working(
            command(place, *what), log, place, rng.uniform(0, patience)
        )
        check(ran, place, right)
        killed += ran.killed
        if not ran.killed:
            assert ran.status == 0, ran
            assert whole(place) == set(right)
            shutil.rmtree(place)
    assert undisturbed(place, *what) == right
    assert whole(place) == set(right)


@slow
@fault_injection.needs_strace
@pytest.mark.parametrize("what", ["KPvK", "morris:3-3"])
def test_killed_at_each_call_that_changes_a_file(tmp_path: Path, what: str) -> None:
    """Kill before each such call that is made while one table is built, written and named."""
    before, place, log = tmp_path / "before", tmp_path / "tables", tmp_path / "log"
    right = undisturbed(before, what)
    (table,) = before.glob(f"{what.replace(':', '-')}.*")
    if table.is_dir():
        shutil.rmtree(table)
    else:
        table.unlink()
    shutil.copytree(before, place)
    calls = fault_injection.calls_on(place, command(place, what), log)
    assert len(calls) > 20
    killed = 0
    for call in calls:
        shutil.rmtree(place)
        shutil.copytree(before, place)
        ran = fault_injection.struck(call, "signal=KILL", command(place, what), log)
        killed += ran.killed
        check(ran, place, right)
        assert undisturbed(place, what) == right, call
        assert names(place) == names(before) | {table.name}, call
    assert killed > 0.8 * len(calls), "threads share the calls, but not so unevenly"
