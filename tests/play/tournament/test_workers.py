"""What both kinds of workers do with a game, in this process: its moves are reported in order."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.tournaments import TWO, plan_of

from millmate import cluster
from millmate.jobs.job import Control
from millmate.play.tournament import dask_worker, worker_pools
from millmate.play.tournament.events import GameMoved
from millmate.play.tournament.game import GameSpec
from millmate.play.tournament.schedule import Opening, Schedule, pairing_system


@pytest.fixture
def spec(tmp_path: Path) -> GameSpec:
    plan = plan_of(TWO)
    pairing = pairing_system(plan).next()
    assert pairing is not None
    return Schedule(plan, (Opening(plan.rules.start_fen),), tmp_path).spec(pairing)


def test_a_process_sends_the_moves_and_marks_whose_player_acts(spec: GameSpec) -> None:
    moves: list[GameMoved] = []
    marks: list[int] = []
    result = worker_pools.play(spec, Control(moves.extend, mark=marks.append))
    assert result is not None
    assert [(move.ply, move.text) for move in moves] == list(enumerate(result.moves, 1))
    assert {True, False} == set(marks)


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    messages: list[Any] = []
    monkeypatch.setattr(cluster, "publish", messages.append)
    return messages


def test_a_cluster_is_sent_the_moves_of_its_own_tournament(
    spec: GameSpec, published: list[Any]
) -> None:
    result = dask_worker.work("mine", spec)
    assert result is not None
    moves = [move for message in published for move in dask_worker.moves_in("mine", message)]
    assert [move.text for move in moves] == list(result.moves)
    assert list(dask_worker.moves_in("another", published[0])) == []
    for strange in (None, ["mine"], ["mine", [[1, 2]]], ["mine", 3]):
        assert list(dask_worker.moves_in("mine", strange)) == []


def test_a_stopped_tournament_is_not_played_on(
    spec: GameSpec, published: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, on_match: Callable[[Any], None], **__: object) -> None:
        on_match(match)
        dask_worker.stop("over")

    match = type("Match", (), {"stop": lambda self: published.append("stopped")})()
    monkeypatch.setattr(dask_worker, "play_game", stop)
    assert dask_worker.work("over", spec) is None
    assert published == ["stopped"]
    assert dask_worker.work("over", spec) is None  # not even begun
    assert published == ["stopped"]
    assert dask_worker._running == {}
