"""A tournament goes on after any kill with exactly the games of an undisturbed one.

The laws, after each kill: the journal begins with all that was in it before, line by line; whoever
reads it finds no fault; no process stays behind; and in the end games and standings are those of an
undisturbed run. A few kills are tried in `tests/play/tournament/test_tournament.py` as well.
"""

import random
import shutil
import sys
from pathlib import Path

import psutil
import pytest
from tests import fault_injection
from tests.tournaments import THREE, games

from millmate.play.tournament.journal import NAME, Journal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9"),
]


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(THREE)
    return path


def command(plan: Path, out: Path) -> list[str]:
    return fault_injection.millmate("tournament", plan, "--out", out, "--workers", "2")


def kept(out: Path) -> bytes:
    """Return the whole lines of the journal, which are sound."""
    path = out / NAME
    if not path.exists():
        return b""
    journal = Journal.read(out)
    assert journal is not None
    content = path.read_bytes()
    return content[: content.rfind(b"\n") + 1]


def check_end(out: Path, right: Path) -> None:
    assert games(out) == games(right)
    assert (out / "standings.csv").read_bytes() == (right / "standings.csv").read_bytes()
    assert {path.name for path in out.rglob("*")} == {path.name for path in right.rglob("*")}


def test_killed_a_hundred_times_at_a_moment_by_chance(plan: Path, tmp_path: Path) -> None:
    rng = random.Random(2)
    right, out, log = tmp_path / "right", tmp_path / "out", tmp_path / "log"
    assert fault_injection.run(command(plan, right), log).status == 0
    killed = 0
    while killed < 100:
        before = kept(out)
        ran = fault_injection.run_when_working(command(plan, out), log, out, rng.uniform(0, 6))
        assert "Traceback" not in ran.complaint, ran
        assert kept(out).startswith(before), ran
        killed += ran.killed
        if not ran.killed:
            assert ran.status == 0, ran
            assert fault_injection.run(command(plan, out), log).status == 0
            check_end(out, right)
            shutil.rmtree(out)
    assert fault_injection.run(command(plan, out), log).status == 0
    left = [p for p in psutil.process_iter(["cmdline"]) if str(out) in str(p.info["cmdline"])]
    assert left == []


@fault_injection.needs_strace
def test_killed_at_each_call_that_changes_a_file(plan: Path, tmp_path: Path) -> None:
    right, out, log = tmp_path / "right", tmp_path / "out", tmp_path / "log"
    assert fault_injection.run(command(plan, right), log).status == 0
    calls = fault_injection.calls_on(out, command(plan, out), log)
    assert len(calls) > 40
    for call in fault_injection.spread(calls, 60):
        shutil.rmtree(out, ignore_errors=True)
        ran = fault_injection.struck(call, "signal=KILL", command(plan, out), log)
        assert ran.killed, (call, ran)
        before = kept(out)
        assert fault_injection.run(command(plan, out), log).status == 0, call
        assert kept(out).startswith(before)
        check_end(out, right)
