import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.gui.style.scales import Scale, round_step, short

COUNTS = st.integers(1, 10**11)


@given(most=COUNTS, share=st.floats(0, 1), logarithmic=st.booleans())
def test_more_positions_stand_higher_and_none_at_the_axis(most, share, logarithmic):
    scale = Scale(most, logarithmic)
    count = round(most * share)
    assert scale.height(0) == 0
    assert 0 <= scale.height(count) <= scale.height(most) == pytest.approx(1)
    assert not count or scale.height(count) > 0


def test_on_a_logarithmic_axis_one_position_is_seen_and_tenfold_is_as_far_everywhere():
    scale = Scale(10**6, True)
    assert scale.height(1) > 0.02
    steps = [scale.height(10 * n) - scale.height(n) for n in (1, 10, 1000, 10**5)]
    assert steps == pytest.approx([steps[0]] * 4)


@given(most=COUNTS, room=st.integers(1, 20), logarithmic=st.booleans())
def test_ticks_are_round_few_and_on_the_axis(most, room, logarithmic):
    ticks = Scale(most, logarithmic).ticks(room)
    assert ticks == sorted(set(ticks))
    assert len(ticks) <= max(2, room)
    assert all(0 < tick <= most for tick in ticks)
    if logarithmic:
        assert all(set(str(tick)) <= {"0", "1"} for tick in ticks)


def test_without_positions_there_are_no_ticks():
    assert Scale(0, True).ticks(5) == Scale(0, False).ticks(5) == []
    assert Scale(0, True).height(0) == 0


@given(st.floats(0.01, 10**9))
def test_steps_are_one_two_or_five_times_a_power_of_ten(least):
    step = round_step(least)
    assert step >= least
    assert str(step).rstrip("0") in ("1", "2", "5")
    assert step <= max(1, 2.5 * least + 1e-6)


def test_counts_in_few_characters():
    counts = (1, 200, 1000, 50_000, 1_500_000, 10**9)
    assert [short(n) for n in counts] == ["1", "200", "1k", "50k", "1.5M", "1G"]
