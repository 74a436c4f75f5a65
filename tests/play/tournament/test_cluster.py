"""Tournaments on a Dask cluster: the same games, whatever becomes of its workers."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.tournaments import THREE, games, plan_of, played

from millmate import cluster
from millmate.play.tournament.events import GameBegan, GameFinished, TournamentEvent
from millmate.play.tournament.tournament import Tournament


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two worker processes, and what restarts them."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as local:
        yield local


def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(
    workers: Any, tmp_path: Path
) -> None:
    killed: list[int] = []

    def tell(event: TournamentEvent) -> None:
        if isinstance(event, GameFinished) and event.result.number >= 3 and not killed:
            killed.append(next(iter(workers.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    there = Tournament(
        plan_of(THREE),
        tmp_path / "there",
        scheduler=workers.scheduler_address,
        on_event=tell,
    )
    assert there.run()
    assert killed
    played(plan_of(THREE), tmp_path / "here")
    assert games(tmp_path / "there") == games(tmp_path / "here")


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


def test_no_cluster_is_one_clear_error_and_nothing_is_lost(tmp_path: Path) -> None:
    with pytest.raises(cluster.ClusterError, match="no Dask scheduler answers at"):
        Tournament(plan_of(THREE), tmp_path, scheduler="tcp://127.0.0.1:9").run()
    assert games(tmp_path) == []
