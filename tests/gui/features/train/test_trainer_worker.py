"""The thread that draws positions for drills."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from millmate.gui.features.train.drill_controller import TrainerWorker
from millmate.gui.kit import tasks
from millmate.play.trainer.drill import DrillResult, DrillSpec, End
from millmate.play.trainer.journal import TrainingJournal
from millmate.play.trainer.trainer import Survey


def result(hour: int) -> DrillResult:
    """Return the result of a drill that ended in this hour."""
    ended = datetime(2026, 3, 4, hour, tzinfo=UTC)
    return DrillResult(DrillSpec("KQvK"), "8/8/8/3k4/8/8/8/KQ6 w - - 0 1", ended, End.WON, ())


def test_an_answer_that_comes_after_closing_starts_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    coach = TrainerWorker(tmp_path, tmp_path)
    coach.surveyed.connect(lambda survey: coach.find_topic("KQvK"))
    coach.survey()
    coach.close()
    tasks.join_all()
    qtbot.wait(50)  # the answer arrives now
    assert not tasks._running


@pytest.fixture
def coach(tmp_path: Path) -> Iterator[TrainerWorker]:
    coach = TrainerWorker(tmp_path, tmp_path / "training")
    yield coach
    coach.close()
    tasks.join_all()


def test_a_result_that_cannot_be_kept_is_kept_once_it_can(
    qtbot: QtBot, tmp_path: Path, coach: TrainerWorker
) -> None:
    place = tmp_path / "training"
    place.write_text("a file is in the way")
    told: list[str] = []
    coach.failed.connect(told.append)
    surveys: list[Survey] = []
    coach.surveyed.connect(surveys.append)
    coach.save(result(1))
    qtbot.waitUntil(lambda: bool(told))
    assert str(place) in told[0]
    coach.save(result(2))
    qtbot.waitUntil(lambda: len(told) == 2)
    coach.survey()
    qtbot.waitUntil(lambda: bool(surveys))
    assert "statistics and repetitions wait" in surveys[0].trouble
    place.unlink()
    coach.save(result(3))
    qtbot.waitUntil(lambda: len(surveys) == 2)
    assert not surveys[1].trouble
    assert list(TrainingJournal(place).read().results) == [result(n) for n in (1, 2, 3)]
