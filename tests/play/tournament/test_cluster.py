"""Tournaments on a Dask cluster: the same games, whatever becomes of its workers."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.tournaments import (
    THREE,
    TWO,
    games,
    plan_of,
    played,
    with_players,
    worker_processes,
)

from millmate import cluster
from millmate.play.tournament.events import GameBegan, GameFinished, GameMoved, TournamentEvent
from millmate.play.tournament.tournament import Tournament


@pytest.mark.thorough
def test_it_stops_and_goes_on_elsewhere(workers: Any, tmp_path: Path) -> None:
    began: list[int] = []

    def tell(event: TournamentEvent) -> None:
        began.extend([event.spec.number] if isinstance(event, GameBegan) else [])
        if isinstance(event, GameFinished):
            tournament.stop()

    tournament = Tournament(
        plan_of(THREE), tmp_path, scheduler=workers.scheduler_address, on_event=tell
    )
    assert not tournament.run()
    assert 1 <= len(games(tmp_path)) < 12
    assert max(began) <= 5  # no more than the workers can play
    told, _ = played(plan_of(THREE), tmp_path)
    finished = sum(isinstance(event, GameFinished) for event in told)
    assert len(games(tmp_path)) == 12 > finished
    played(plan_of(THREE), tmp_path / "here")
    assert games(tmp_path) == games(tmp_path / "here")


def test_no_cluster_is_one_clear_error_and_nothing_is_lost(tmp_path: Path) -> None:
    with pytest.raises(cluster.ClusterError, match="no Dask scheduler answers at"):
        Tournament(plan_of(THREE), tmp_path, scheduler="tcp://127.0.0.1:9").run()
    assert games(tmp_path) == []


def test_a_cluster_of_this_machine_loses_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    before = worker_processes()
    killed: list[psutil.Process] = []
    moved: dict[int, list[str]] = {}

    def tell(event: TournamentEvent) -> None:
        if isinstance(event, GameMoved):
            moved.setdefault(event.number, [])[event.ply - 1 :] = [event.text]
            if not killed:  # in the middle of a game
                killed.append(next(each for each in worker_processes() if each not in before))
                killed[0].kill()

    there = Tournament(
        plan_of(THREE), tmp_path / "there", workers=2, scheduler=cluster.LOCAL, on_event=tell
    )
    assert there.run()
    assert killed
    assert set(worker_processes()) <= set(before)
    played(plan_of(THREE), tmp_path / "here")
    assert games(tmp_path / "there") == games(tmp_path / "here")
    for result in there.results.values():
        assert moved[result.number] == list(result.moves)


@pytest.mark.thorough
def test_a_cluster_of_this_machine_stops_in_the_middle_of_games(tmp_path: Path) -> None:
    before = worker_processes()

    def tell(event: TournamentEvent) -> None:
        if isinstance(event, GameMoved):
            tournament.stop()

    tournament = Tournament(
        with_players(TWO, Quick="random", Slow="memo:seconds=300"),
        tmp_path,
        workers=1,
        scheduler=cluster.LOCAL,
        on_event=tell,
    )
    assert not tournament.run()
    assert games(tmp_path) == []
    assert set(worker_processes()) <= set(before)


def test_dask_is_not_imported_unless_it_is_chosen() -> None:
    program = (
        "import sys, millmate.cli.main, millmate.cli.tournament\n"
        "from millmate.play.tournament.tournament import Tournament\n"
        "print([name for name in ('dask', 'distributed') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.thorough
def test_ctrl_c_at_the_terminal_is_the_tournaments_alone(tmp_path: Path) -> None:
    """A terminal sends it to workers too: they have nothing to say to it."""
    (tmp_path / "plan.toml").write_text(THREE.replace("nodes = 40", "seconds = 0.02"))
    words = [sys.executable, "-m", "millmate", "tournament", str(tmp_path / "plan.toml")]
    journal = tmp_path / "out" / "journal.jsonl"
    with subprocess.Popen(
        [*words, "--out", str(journal.parent), "--scheduler", "local", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        until = time.monotonic() + 120
        while time.monotonic() < until and not (
            journal.exists() and journal.read_bytes().count(b"\n") > 1
        ):
            time.sleep(0.1)
        family = psutil.Process(process.pid).children(recursive=True)
        os.killpg(process.pid, signal.SIGINT)
        told, complaints = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "Traceback" not in complaints
    assert complaints.startswith("millmate tournament: stopped; ")
    assert "Three: round-robin, " in told
    assert not psutil.wait_procs(family, timeout=60)[1]
