"""The thread that draws positions for drills."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from millmate.gui import tasks
from millmate.gui.trainer.coach import Coach


def test_an_answer_that_comes_after_closing_starts_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    coach = Coach(tmp_path, tmp_path)
    coach.surveyed.connect(lambda survey: coach.tell("KQvK"))
    coach.survey()
    coach.close()
    tasks.join_all()
    qtbot.wait(50)  # the answer arrives now
    assert not tasks._running
