"""The table while games come in: right in the end, and never reckoned more often than need be."""

import time

import pytest
from tests.gui.tournament.results.played import over, plan, results, specs

from millmate.gui.tournament.results.reckoner import Reckoner
from millmate.play.tournament.plan import Format, Sprt
from millmate.play.tournament.standings import standings

POINTS = (1.0, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0, 0.5)


@pytest.fixture
def reckoner(qtbot):
    reckoner = Reckoner()
    reckoner.tables, reckoner.samples = [], []
    reckoner.reckoned.connect(reckoner.tables.append)
    reckoner.sampled.connect(reckoner.samples.append)
    yield reckoner
    qtbot.waitUntil(lambda: not reckoner.busy, timeout=10_000)


def settle(qtbot, reckoner: Reckoner) -> None:
    qtbot.waitUntil(lambda: not reckoner.busy, timeout=10_000)


def shape(table):
    return [(line.name, line.points, line.elo, line.error) for line in table.lines]


def test_games_that_were_played_before_are_reckoned_at_once(qtbot, reckoner):
    asked = plan(games=2)
    played = results(asked, POINTS)
    reckoner.begin(asked, played)
    settle(qtbot, reckoner)
    assert shape(reckoner.tables[-1].table) == shape(standings(asked, played))
    assert {sample.games for sample in reckoner.samples} == set(range(1, 13))


def test_a_tournament_of_no_games_has_a_table_of_its_participants(qtbot, reckoner):
    reckoner.begin(plan(), {})
    settle(qtbot, reckoner)
    assert len(reckoner.tables[-1].table.lines) == 3
    assert not reckoner.tables[-1].remarks


def test_many_games_are_one_table(qtbot, reckoner):
    asked = plan(games=2)
    began = time.monotonic()
    reckoner.begin(asked, {})
    for spec, points in zip(specs(asked), POINTS, strict=True):
        reckoner.add(over(spec, points))
        qtbot.wait(10)
    settle(qtbot, reckoner)
    assert len(reckoner.tables) <= 2 + 2 * (time.monotonic() - began)
    assert shape(reckoner.tables[-1].table) == shape(standings(asked, reckoner.results))


def test_nothing_is_told_of_the_tournament_before(qtbot, reckoner):
    first, second = plan(games=2), plan(("Dora", "Emil"), games=2)
    reckoner.begin(first, results(first, POINTS))
    qtbot.wait(5)  # it is being reckoned, perhaps
    reckoner.begin(second, results(second, (1.0,)))
    reckoner.tables.clear()
    settle(qtbot, reckoner)
    assert {line.name for told in reckoner.tables for line in told.table.lines} == {"Dora", "Emil"}
    assert set(reckoner.results) == {1}


def test_remarks_say_what_the_table_does_not(qtbot, reckoner):
    asked = plan(("Dora", "Emil"), format=Format.PAIRS, games=4, sprt=Sprt())
    reckoner.begin(asked, results(asked, (1.0, 0.0, None)))
    settle(qtbot, reckoner)
    said = " ".join(reckoner.tables[-1].remarks)
    assert "SPRT of 0 against 10 Elo: nothing is decided" in said
    assert "won or lost all" in said
    assert "1 without a result" in said
