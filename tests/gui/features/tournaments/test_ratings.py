"""The ratings as they went: enough of them, as in the table in the end, drawn, and gone through."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.features.tournaments.played import plan, results

from millmate.gui.features.tournaments.ratings import (
    RatingsPlot,
    Sample,
    elo_range,
    missing_counts,
    sample_of,
    samples,
    spread,
    wanted_counts,
)
from millmate.gui.kit import theme
from millmate.play.tournament.standings import standings

NAMES = ("Anna", "Björn", "Chloé")
EARLY = Sample(1, (900.0, -900.0, None), (800.0, 800.0, None))
LATE = Sample(40, (50.0, -30.0, -20.0), (40.0, 30.0, 60.0))


@pytest.fixture
def plot(qtbot):
    plot = RatingsPlot()
    qtbot.addWidget(plot)
    plot.resize(700, 300)
    plot.start(NAMES)
    for sample in (EARLY, Sample(20, (60.0, -40.0, -20.0), (90.0, 80.0, 70.0)), LATE):
        plot.add(sample)
    plot.show()
    return plot


def test_the_best_stand_first(plot):
    assert plot.course.ranking == [0, 2, 1]
    assert plot.words() == "After 40 games: Anna +50 ± 40; Chloé −20 ± 60; Björn −30 ± 30"


def test_up_and_down_go_through_the_ranking_and_left_through_the_games(plot, qtbot):
    plot.setFocus()
    with qtbot.waitSignals([plot.chosen, plot.chosen]):
        QTest.keyClick(plot, Qt.Key.Key_Down)
        QTest.keyClick(plot, Qt.Key.Key_Down)
    assert plot.marked == 2
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.words() == "After 20 games: Chloé −20 ± 70"
    QTest.keyClick(plot, Qt.Key.Key_Home)
    assert plot.words() == "After 1 game: Chloé has not played"
    QTest.keyClick(plot, Qt.Key.Key_End)
    assert plot.words() == "After 40 games: Chloé −20 ± 60"


def test_a_click_on_a_line_marks_it(plot, qtbot):
    spot = QPointF(plot.scene.games.place(40) - 2, plot.scene.elo.place(50.0))
    with qtbot.waitSignal(plot.chosen) as chosen:
        QTest.mouseClick(plot, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert chosen.args == [0]


@pytest.mark.parametrize("dark", [False, True])
def test_lines_are_drawn_in_both_palettes(plot, dark):
    theme.apply(QApplication.instance(), dark)
    try:
        image = plot.grab().toImage()
        ratio, scene = image.devicePixelRatio(), plot.scene
        x, y = scene.bar_x(0), scene.elo.place(50.0)
        seen = image.pixelColor(round(x * ratio), round(y * ratio)).name()
        assert seen == scene.colour(0).name()
        assert seen != theme.colours().window
    finally:
        theme.apply(QApplication.instance(), False)


def test_without_games_it_says_how_it_fills(plot):
    plot.start(NAMES)
    plot.grab()
    assert "as soon as games are finished" in plot.words()
    assert plot.course.ranking == []
    QTest.keyClick(plot, Qt.Key.Key_Down)
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.marked is None


def test_all_that_is_drawn_can_be_copied(plot):
    plot.copy_csv()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0] == "Games,Anna,Anna ±,Björn,Björn ±,Chloé,Chloé ±"
    assert lines[1] == "1,900.0,800.0,-900.0,800.0,,"
    assert lines[-1].startswith("40,50.0,40.0,")
    plot.copy_picture()
    assert not QApplication.clipboard().image().isNull()


def test_the_first_games_do_not_decide_the_axis():
    low, high = elo_range([EARLY, LATE])
    assert -200 < low < -80
    assert 90 < high < 200


def test_bars_that_know_nothing_do_not_decide_it_either():
    low, high = elo_range([Sample(2, (100.0, -100.0), (5000.0, 5000.0))])
    assert high - low < 1200


@given(
    st.dictionaries(st.integers(0, 30), st.floats(-500, 900), min_size=1, max_size=12),
    st.floats(8, 20),
)
def test_labels_never_cover_each_other_and_stay_in_order(wanted, height):
    places = spread(wanted, height, 0.0, 400.0)
    assert places.keys() == wanted.keys()
    order = sorted(wanted, key=lambda number: (wanted[number], number))
    lie = [places[number] for number in order]
    assert all(lower - upper >= height - 1e-6 for upper, lower in pairwise(lie))
    assert lie[0] >= height / 2 - 1e-6
    assert lie[-1] <= 400 - height / 2 + 1e-6


# --- the history -------------------------------------------------------------------------

POINTS = (1.0, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0, 1.0, None, 1.0, 0.0, 0.5)


@given(st.integers(0, 5000), st.integers(2, 200))
def test_there_are_few_points_and_the_last_is_now(total, players):
    counts = wanted_counts(total, players)
    assert counts == sorted(set(counts))
    assert len(counts) <= 121
    assert len(counts) * players <= 1200 + players
    assert (counts[-1] == total) if total else not counts


@given(st.integers(1, 3000), st.integers(0, 500))
def test_what_was_reckoned_for_fewer_games_is_of_use_for_more(total, more):
    known = set(wanted_counts(total, 6))
    regular = set(wanted_counts(total + more, 6)) - {total + more}
    assert all(count in known or count > total for count in regular)
    assert not set(missing_counts(total + more, 6, known)) & known


def test_after_all_games_the_ratings_are_those_of_the_table():
    asked = plan(games=2)
    played = results(asked, POINTS)
    assert not list(samples(asked, list(played.values()), [1, 2, 3], lambda: True))
    (sample,) = samples(asked, list(played.values()), [len(played)], lambda: False)
    table = sample_of(standings(asked, played), len(played))
    assert sample.games == table.games
    for one, other in ((sample.values, table.values), (sample.errors, table.errors)):
        assert [round(each, 6) for each in one] == [round(each, 6) for each in other]


def test_who_has_not_played_has_no_rating():
    asked = plan(games=1)
    played = list(results(asked, (1.0,)).values())
    (sample,) = samples(asked, played, [1], lambda: False)
    absent = ({0, 1, 2} - {played[0].white.participant, played[0].black.participant}).pop()
    assert [value is None for value in sample.values] == [n == absent for n in range(3)]
