"""Studies checked in a process of their own: the same is found, and it can be stopped."""

from pathlib import Path

import pytest
from tests.play.study.conftest import Checks

from millmate.games.outcome import Outcome, Termination
from millmate.play.study.check import Verdict
from millmate.play.study.study_process import Batch, Order, check_apart
from millmate.records.pgn import from_pgn
from millmate.records.record import GameRecord

STUDIES = Path(__file__).parents[2] / "data" / "studies.pgn"
SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"


def position(fen: str, game: str = "chess") -> GameRecord:
    return GameRecord(game, fen, "?", "?", (), Outcome(Termination.ABANDONED), "")


def test_the_process_finds_what_is_there(study_tables: Path, checked: Checks) -> None:
    stages: list[Batch] = []
    order = Order(study_tables, (STUDIES, STUDIES.with_name("none.pgn")))
    found = check_apart(order, stages.append, lambda: False)
    alone = checked(STUDIES)
    assert [each.findings for each in found.studies] == [each.findings for each in alone]
    assert [each.verdict for each in found.studies] == [each.verdict for each in alone]
    (missing,) = found.unread
    assert str(missing).count("none.pgn") == 1
    assert "No such file" in missing
    assert (stages[-1].done, stages[-1].total) == (5, 5)


@pytest.mark.usefixtures("jobs_here")
def test_a_game_or_a_position_of_the_board(study_tables: Path) -> None:
    (record, *_) = from_pgn(STUDIES.read_text(encoding="utf-8"))
    for each in (record, position(SAAVEDRA)):
        found = check_apart(Order(study_tables, record=each), lambda stage: None, lambda: False)
        assert [study.verdict for study in found.studies] == [Verdict.SOUND]


@pytest.mark.usefixtures("jobs_here")
def test_what_is_no_study_is_said(study_tables: Path) -> None:
    for record, words in (
        (position("8/8/8/8/8/8/8/K7 w - - 0 1"), "king"),
        (position("W.W...B./B......./........ w 6 6 0 4", "morris"), "studies must be chess"),
    ):
        found = check_apart(Order(study_tables, record=record), lambda stage: None, lambda: False)
        assert not found.studies
        assert words in found.unread[0]


@pytest.mark.usefixtures("jobs_here")
def test_missing_tables_are_named(study_tables: Path) -> None:
    order = Order(study_tables, record=position("8/8/8/8/8/k7/8/KBN5 w - - 0 1"))
    found = check_apart(order, lambda stage: None, lambda: False)
    assert set(map(str, found.missing)) == {"KBNvK"}


def test_a_stopped_process_leaves_what_it_has_told(study_tables: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.epd"
    many.write_text("8/8/1KP5/3r4/8/8/8/k7 w - - bm c7;\n" * 20_000)
    stages: list[Batch] = []
    found = check_apart(Order(study_tables, (many,)), stages.append, lambda: len(stages) > 1)
    assert 0 < len(found.studies) < 20_000
    assert found.total == 20_000
