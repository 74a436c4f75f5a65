"""Axes: where values lie, and which ticks stand there."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from millmate.gui.kit.plot import Axis, DotPlot, round_step, short

COUNTS = st.integers(1, 10**11)


def axis(most: int, logarithmic: bool) -> Axis:
    return Axis(0, most, 0.0, 1.0, logarithmic)


@given(most=COUNTS, share=st.floats(0, 1), logarithmic=st.booleans())
def test_more_positions_stand_higher_and_none_at_the_axis(most, share, logarithmic):
    heights = axis(most, logarithmic)
    count = round(most * share)
    assert heights.place(0) == 0
    assert 0 <= heights.place(count) <= heights.place(most) == pytest.approx(1)
    assert not count or heights.place(count) > 0


def test_on_a_logarithmic_axis_one_position_is_seen_and_tenfold_is_as_far_everywhere():
    heights = axis(10**6, True)
    assert heights.place(1) > 0.02
    steps = [heights.place(10 * n) - heights.place(n) for n in (1, 10, 1000, 10**5)]
    assert steps == pytest.approx([steps[0]] * 4)


@given(most=COUNTS, room=st.integers(1, 20))
def test_logarithmic_ticks_are_few_powers_of_ten(most, room):
    ticks = axis(most, logarithmic=True).ticks(1 / room)
    assert ticks == sorted(set(ticks))
    assert len(ticks) <= room + 1
    assert all(set(str(tick)) <= {"0", "1"} and 0 < tick <= most for tick in ticks)


@given(st.floats(-3000, 3000), st.floats(1, 4000), st.floats(20, 200))
def test_linear_ticks_are_round_and_not_too_close(low, span, room):
    shown = Axis(low, low + span, 0.0, 500.0)
    ticks = shown.ticks(room)
    assert all(low - 1e-9 <= tick <= low + span + 1e-9 for tick in ticks)
    places = [shown.place(tick) for tick in ticks]
    assert all(b - a >= room - 1e-6 for a, b in pairwise(places))


def test_without_positions_there_are_no_ticks():
    for logarithmic in (True, False):
        assert axis(0, logarithmic).ticks(0.2) == []
        assert axis(0, logarithmic).place(0) == 0


@given(st.floats(0.01, 10**9))
def test_steps_are_one_two_or_five_times_a_power_of_ten(least):
    step = round_step(least)
    assert step >= least
    assert str(step).rstrip("0") in ("1", "2", "5")
    assert step <= max(1, 2.5 * least + 1e-6)


def test_counts_in_few_characters():
    counts = (1, 200, 1000, 50_000, 1_500_000, 10**9)
    assert [short(n) for n in counts] == ["1", "200", "1k", "50k", "1.5M", "1G"]


def test_results_in_order_are_gone_through_with_the_keys(qtbot: QtBot) -> None:
    plot = DotPlot("Scores", lambda row: row, lambda row: f"{row} points")
    qtbot.addWidget(plot)
    plot.resize(400, 200)
    assert (plot.words(), plot.place_at(QPointF(9, 9))) == ("", None)
    plot.show_rows(range(100))
    assert plot.rows == tuple(range(60, 100)), "the latest ones"
    assert plot.words() == "99 points"
    for _ in range(2):
        QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.words() == "98 points"
    assert plot.place_at(plot.place(3)) == 3
    assert plot.place(3).y() > plot.place(4).y(), "more is higher"
    for _ in range(9):
        QTest.keyClick(plot, Qt.Key.Key_Right)
    assert plot.pointed_at == 39
