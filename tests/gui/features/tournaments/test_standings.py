"""The table while games come in: right in the end, and never reckoned more often than need be."""

import pytest
from tests.gui.features.tournaments.played import over, plan, results, specs, store

from millmate.gui.features.tournaments import standings as panel
from millmate.gui.features.tournaments.standings import StandingsWorker
from millmate.play.tournament.events import GameFinished
from millmate.play.tournament.plan import Format, Sprt
from millmate.play.tournament.standings import standings

POINTS = (1.0, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0, 0.5)


@pytest.fixture
def worker(qtbot):
    worker = StandingsWorker()
    worker.tables, worker.samples = [], []
    worker.computed.connect(worker.tables.append)
    worker.sampled.connect(worker.samples.append)
    yield worker
    qtbot.waitUntil(lambda: not worker.busy)


def settle(qtbot, worker: StandingsWorker) -> None:
    qtbot.waitUntil(lambda: not worker.busy)


def shape(table):
    return [(line.name, line.points, line.elo, line.error) for line in table.lines]


def test_games_that_were_played_before_are_reckoned_at_once(qtbot, worker):
    asked = plan(games=2)
    played = results(asked, POINTS)
    worker.start(store(asked, played))
    settle(qtbot, worker)
    assert shape(worker.tables[-1].table) == shape(standings(asked, played))
    assert {sample.games for sample in worker.samples} == set(range(1, 13))


def test_a_tournament_of_no_games_has_a_table_of_its_participants(qtbot, worker):
    worker.start(store(plan(), {}))
    settle(qtbot, worker)
    assert len(worker.tables[-1].table.lines) == 3
    assert not worker.tables[-1].remarks


def test_games_that_come_while_a_table_rests_are_one_table(qtbot, worker, monkeypatch):
    asked = plan(games=2)
    monkeypatch.setattr(panel, "_REST", 1e6)
    games = store(asked)
    games.changed.connect(worker.update_game)
    worker.start(games)
    qtbot.waitUntil(lambda: len(worker.tables) == 1)
    for spec, points in zip(specs(asked), POINTS, strict=True):
        games.note(GameFinished(over(spec, points)))
        qtbot.wait(10)
    assert len(worker.tables) == 1
    qtbot.waitUntil(lambda: not worker._task.running)
    worker._table_at = 0.0  # as if the rest were over
    worker._plan_next()
    settle(qtbot, worker)
    assert len(worker.tables) == 2
    assert shape(worker.tables[-1].table) == shape(standings(asked, games.finished))


def test_nothing_is_told_of_the_tournament_before(qtbot, worker):
    first, second = plan(games=2), plan(("Dora", "Emil"), games=2)
    worker.start(store(first, results(first, POINTS)))
    qtbot.wait(5)  # it is being reckoned, perhaps
    worker.start(store(second, results(second, (1.0,))))
    worker.tables.clear()
    settle(qtbot, worker)
    assert {line.name for told in worker.tables for line in told.table.lines} == {"Dora", "Emil"}


def test_remarks_say_what_the_table_does_not(qtbot, worker):
    asked = plan(("Dora", "Emil"), format=Format.PAIRS, games=4, sprt=Sprt())
    worker.start(store(asked, results(asked, (1.0, 0.0, None))))
    settle(qtbot, worker)
    said = " ".join(worker.tables[-1].remarks)
    assert "SPRT of 0 against 10 Elo: nothing is decided" in said
    assert "Too few results so far" in said
    assert "1 without a result" in said
