"""The list of tournaments on the disk says of each what it is, or why it cannot be read."""

import os
import sys
from pathlib import Path

import pytest
from tests.tournaments import TWO, plan_of

from millmate import limits
from millmate.gui.tournament.tournament_list import look, survey
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.journal import NAME, Journal


@pytest.fixture
def place(tmp_path: Path) -> Path:
    plan = plan_of(TWO)
    plan_file.write(plan, tmp_path / saved_tournament.PLAN_NAME)
    Journal.create(tmp_path, plan, [])
    return tmp_path


def test_a_tournament_is_counted_without_reading_its_games(place: Path) -> None:
    with (place / NAME).open("ab") as journal:
        journal.write(b"one\ntwo\n")
    kept = look(place)
    assert (kept.done, kept.fault) == (2, "")


def test_a_journal_beyond_all_measure_is_told_of_and_not_read(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LARGEST_JOURNAL", 10)
    (kept,) = survey([place], lambda told: None, lambda: False)
    assert kept.fault == "cannot be read: it is too large: 10 bytes at most are read"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_in_place_of_a_journal_is_not_waited_for(place: Path) -> None:
    (place / NAME).unlink()
    os.mkfifo(place / NAME)
    assert look(place).fault == "cannot be read: it is no ordinary file"
    assert saved_tournament.digest_in(place) == ""
