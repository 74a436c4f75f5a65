"""The plot of the ratings: what it is drawn from, where things lie, the way through it by keys."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from millmate.gui.style import theme
from millmate.gui.tournament.results.plot_scene import elo_range, spread
from millmate.gui.tournament.results.rating_history import Sample
from millmate.gui.tournament.results.ratings_plot import RatingsPlot

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
