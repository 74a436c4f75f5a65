"""What is chosen often and lately counts; what was chosen long ago fades."""

from datetime import date, timedelta

import pytest

from millmate.gui.shell.search.search_controller import Usage

TODAY = date(2026, 11, 23)


def test_choices_count_and_fade() -> None:
    usage = Usage()
    usage.note("a", TODAY)
    usage.note("a", TODAY)
    assert usage.count("a", TODAY) == 2
    assert usage.count("a", TODAY + timedelta(days=14)) == pytest.approx(1)
    assert usage.count("b", TODAY) == 0


def test_a_recent_choice_outweighs_older_ones() -> None:
    usage = Usage()
    for _ in range(3):
        usage.note("old", TODAY - timedelta(days=60))
    usage.note("new", TODAY)
    assert usage.most_used(TODAY) == ["new", "old"]


def test_what_is_saved_is_read_again() -> None:
    usage = Usage()
    usage.note("a", TODAY)
    usage.note("b", TODAY - timedelta(days=7))
    again = Usage.read(usage.saved(TODAY))
    assert again.count("a", TODAY) == pytest.approx(1, abs=0.01)
    assert again.count("b", TODAY) == pytest.approx(usage.count("b", TODAY), abs=0.01)


def test_what_faded_away_is_not_saved_nor_more_than_is_useful() -> None:
    usage = Usage()
    usage.note("faded", TODAY - timedelta(days=365))
    for number in range(300):
        usage.note(str(number), TODAY)
    assert len(usage.saved(TODAY)) == 200
    assert "faded" not in usage.saved(TODAY)


@pytest.mark.parametrize(
    "text", ["", "x", "1", "1 yesterday", "nan 2026-11-23", "inf 2026-11-23", "-1 2026-11-23"]
)
def test_damaged_counts_are_left_out(text: str) -> None:
    assert Usage.read({"a": text}).saved(TODAY) == {}


def test_a_clock_that_was_set_back_does_no_harm() -> None:
    usage = Usage()
    usage.note("a", TODAY + timedelta(days=100))
    assert usage.count("a", TODAY) == 1
