"""Where memory runs out it is said so, nobody is blamed for it, and what was done is kept."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import psutil
import pytest
from tests import fault_injection
from tests.consent import allow
from tests.reliability.finding import checksums
from tests.tournaments import TWO, engine, games, plan_of, played, with_players

from millmate import machine
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.play.tournament.events import GameFinished, GameMoved, GameRepeated, TournamentEvent
from millmate.play.tournament.tournament import Tournament
from millmate.tablebase.build_process import build_in_process
from millmate.tablebase.progress import BuildProgress

CGROUPS = Path("/sys/fs/cgroup/memory")  # where tests may make groups: the first version's

# Builds with hardly any memory left for the solving of the second table.
STARVED = """
import resource, sys
from pathlib import Path
import psutil
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase.build import build

def progress(now):
    if now.material == "KBNNvK":
        size = psutil.Process().memory_info().vms + 100_000_000
        resource.setrlimit(resource.RLIMIT_AS, (size, size))

try:
    build([Material.parse("KBNNvK")], Path(sys.argv[1]), progress, threads=1)
except MillMateError as error:
    print(error)
"""


@pytest.fixture
def starving(tmp_path: Path) -> Iterator[Path]:
    """Give a group of processes for which there is no memory but what they have."""
    group = CGROUPS / f"millmate-test-{os.getpid()}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text("4096")
    except OSError:
        pytest.skip("groups of processes with a limit cannot be made here")
    try:
        yield group
    finally:
        for number in (group / "cgroup.procs").read_text().split():
            with suppress(OSError):
                (CGROUPS / "cgroup.procs").write_text(number)
        group.rmdir()


def starve_workers(group: Path) -> list[psutil.Process]:
    """Leave the worker processes of this one no memory but what they have, and return them."""
    children = psutil.Process().children(recursive=True)
    workers = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
    for child in workers:
        (group / "cgroup.procs").write_text(str(child.pid))
    return workers


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is kept on Linux")
def test_a_build_that_is_given_no_memory_says_so_and_is_gone_on_with(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARVED, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("memory ran out while building tables; progress is kept"), ran
    assert "Traceback" not in ran.stderr
    assert set(checksums(tmp_path)) == {"KBvK", "KNvK", "KNNvK", "KBNvK"}
    assert fault_injection.parts(tmp_path) == []


@pytest.mark.slow
def test_a_builder_ended_for_want_of_memory_is_told_as_that(tmp_path: Path, starving: Path) -> None:
    before, starved = machine.oom_kills(), threading.Event()

    def progress(now: BuildProgress) -> None:
        if now.finished and not starved.is_set():
            starved.set()
            starve_workers(starving)

    wanted = [Material.parse("KQRvK"), Material.parse("KQvKR")]
    with pytest.raises(MillMateError, match="memory ran out while building tables"):
        build_in_process(wanted, tmp_path, progress)
    assert machine.oom_kills() > before
    told: list[BuildProgress] = []
    assert all(info.verified for info in build_in_process(wanted, tmp_path, told.append))
    assert told[0].tables < 4


@pytest.mark.slow
def test_a_game_whose_worker_found_no_memory_is_played_again(
    tmp_path: Path, starving: Path
) -> None:
    plan = plan_of(TWO)
    told: list[TournamentEvent] = []
    starved = threading.Event()

    def tell(event: TournamentEvent) -> None:
        told.append(event)
        if isinstance(event, GameMoved) and not starved.is_set():
            starved.set()
            for child in starve_workers(starving):
                with suppress(psutil.Error):
                    child.wait(60)

    assert Tournament(plan, tmp_path / "out", workers=1, on_event=tell).run()
    (why,) = {event.trouble for event in told if isinstance(event, GameRepeated)}
    assert why == "its worker process died, memory had run out"
    assert not any(event.result.trouble for event in told if isinstance(event, GameFinished))
    played(plan, tmp_path / "right", workers=1)
    assert games(tmp_path / "out") == games(tmp_path / "right")


@pytest.mark.thorough
def test_who_is_ended_for_want_of_memory_twice_does_not_lose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine kills its worker here; what the system counts says that it was the memory."""
    kills = count()
    monkeypatch.setattr(machine, "oom_kills", lambda: next(kills))
    plan = with_players(TWO, Bad=engine("kills_its_parent"), Good="random")
    allow(plan)
    with pytest.raises(MillMateError, match="memory ran out twice in game"):
        Tournament(plan, tmp_path, workers=1).run()
    assert games(tmp_path) == []
