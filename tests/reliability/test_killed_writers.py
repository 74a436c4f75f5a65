"""Whatever the window writes is there whole, old or new, whenever the program is killed.

The laws, after each kill and each call that a full disk refuses: what was told as finished is
there, and right; at most the one thing that was being written is there besides; all that is found
is whole; the next run goes on; and what killed programs left half-written is gone then.
"""

import random
import shutil
import sys
from pathlib import Path

import pytest
from tests import fault_injection
from tests.reliability import programs
from tests.reliability.finding import check
from tests.tiers import thorough

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")


@pytest.fixture(autouse=True)
def own_lists(own_directories: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLMATE_CACHE", str(own_directories / "cache"))


# Kills --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "kills"),
    [
        pytest.param(programs.NAMES, 2, id="all-2"),
        pytest.param(programs.NAMES, 5, marks=thorough, id="all-5"),
        *(pytest.param((n,), 100, marks=pytest.mark.slow, id=f"{n}-100") for n in programs.NAMES),
    ],
)
def test_killed_at_a_moment_by_chance(
    tmp_path: Path, own_directories: Path, names: tuple[str, ...], kills: int
) -> None:
    rng = random.Random(8)
    done = dict.fromkeys(names, 0)
    killed = 0
    while killed < kills:
        command = fault_injection.program(10_000, *names)
        ran = fault_injection.run_from_its_first_line(
            command, tmp_path / "log", rng.uniform(0, 0.2)
        )
        assert ran.killed, ran
        killed += 1
        done = check(ran, names, done)
    assert min(done.values()) > kills / 4, "the kills came before anything was done"
    ran = fault_injection.run(fault_injection.program(1, *names), tmp_path / "log")
    assert check(ran, names, done) == {name: number + 1 for name, number in done.items()}
    assert fault_injection.parts(own_directories) == []


@fault_injection.needs_strace
@pytest.mark.parametrize(
    ("names", "blow", "calls"),
    [
        pytest.param(programs.NAMES, "signal=KILL", 5, marks=thorough, id="all-5"),
        pytest.param(programs.NAMES, "error=ENOSPC", 3, marks=thorough, id="full-3"),
        *(
            pytest.param((name,), blow, 100, marks=pytest.mark.slow, id=f"{name} {blow}")
            for name in programs.NAMES
            for blow in ("signal=KILL", "error=ENOSPC", "error=EIO", "error=EDQUOT")
        ),
    ],
)
def test_struck_at_each_call_that_changes_a_file(
    tmp_path: Path, own_directories: Path, names: tuple[str, ...], blow: str, calls: int
) -> None:
    """Kill or refuse each such call of a round, begun where another round is done already."""
    command, log = fault_injection.program(1, *names), tmp_path / "log"
    fault_injection.run(command, log)
    shutil.copytree(own_directories, tmp_path / "before")
    killing = blow == "signal=KILL"
    found = [
        call
        for call in fault_injection.calls_on(own_directories, command, log)
        if killing or not call.name.startswith("unlink")  # which takes no room
    ]
    assert len(found) >= 4
    for call in fault_injection.spread(found, calls):
        shutil.rmtree(own_directories)
        shutil.copytree(tmp_path / "before", own_directories)
        ran = fault_injection.struck(call, blow, command, log)
        assert ran.killed == killing, (call, ran)
        done = check(ran, names, dict.fromkeys(names, 1))
        ran = fault_injection.run(command, log)
        assert ran.status == 0, (call, ran)
        assert check(ran, names, done) == {name: done[name] + 1 for name in names}, call
        assert fault_injection.parts(own_directories) == [], call
