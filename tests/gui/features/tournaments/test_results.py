"""A tournament in its thread: what the window is told of it."""

from pathlib import Path

import pytest
from tests.gui.features.tournaments.played import MATE, over, plan, specs, store, told
from tests.tournaments import THREE, TWO, games, plan_of, played

from millmate.gui.features.tournaments.results import GameRow, Results, TournamentRun
from millmate.gui.features.tournaments.view import Controls
from millmate.gui.kit import tasks
from millmate.play.tournament import tournament
from millmate.play.tournament.events import (
    GameBegan,
    GameFinished,
    GameMoved,
    OpeningsDrawn,
    Progress,
)
from millmate.play.tournament.journal import NAME


def heard(run: TournamentRun, kind: type) -> list:
    """Return a list that fills with the events of `run` of one kind."""
    events: list = []
    run.happened.connect(lambda event: events.append(event) if type(event) is kind else None)
    return events


def wait_for_end(qtbot, run: TournamentRun) -> bool:
    with qtbot.waitSignal(run.ended) as ended:
        pass
    tasks.join_all()  # the thread ends a moment later
    return ended.args[0]


@pytest.mark.thorough
def test_all_that_happens_is_told_and_the_journal_is_that_of_the_command_line(
    qtbot, tmp_path, games_here
):
    plan = plan_of(THREE)
    run = TournamentRun()
    began, moved, finished, progress = (
        heard(run, kind) for kind in (GameBegan, GameMoved, GameFinished, Progress)
    )

    def look(event: object) -> None:
        """The last move of each game is known, also by whoever looks at it later."""
        if isinstance(event, GameMoved) and event.number in run.results.live:
            assert run.results.live[event.number].last is event

    run.happened.connect(look)
    run.start(Results(plan, tmp_path / "window"), workers=2)
    assert run.running
    assert wait_for_end(qtbot, run)
    assert not run.running
    numbers = list(range(1, 13))
    assert sorted(event.spec.number for event in began) == numbers
    assert sorted(event.result.number for event in finished) == numbers
    assert sorted(run.results.finished) == numbers
    assert {move.number for move in moved} == set(numbers)
    assert progress[-1].done == 12
    assert not run.results.live
    played(plan, tmp_path / "line", workers=1)
    assert games(tmp_path / "window") == games(tmp_path / "line")


def test_a_game_is_live_until_it_finishes_or_is_abandoned():
    asked = plan()
    results, changed = store(asked), []
    results.changed.connect(changed.append)
    first, second = specs(asked)[:2]
    for spec in (first, second):
        results.note(GameBegan(spec))
    (move,) = told(first, MATE[:1])
    results.note(move)
    assert results.row(1) == GameRow(first, move)
    results.note(GameFinished(over(first)))
    results.note(GameMoved(1, 2, False, "e7e5", "e5", ""))  # too late
    assert results.row(1) == GameRow(results.finished[1])
    results.note(Progress(1, 6, (), 1, False, 1.0, None))
    assert not results.live
    assert results.row(2) is None
    assert changed == [1, 2, 1, 1, 2]


def test_games_of_the_journal_come_before_those_of_this_run():
    asked = plan()
    first, second = specs(asked)[:2]
    results, filled = store(asked, {2: over(second)}), []
    results.filled.connect(lambda: filled.append(list(results.finished)))
    for _ in range(2):
        results.add_earlier({1: over(first)})
    assert filled == [[1, 2]]


@pytest.mark.thorough
def test_openings_are_counted_while_they_are_drawn(qtbot, tmp_path, monkeypatch, games_here):
    monkeypatch.setattr(tournament, "_INTERVAL", 0)
    run = TournamentRun()
    drawn = heard(run, OpeningsDrawn)
    run.start(Results(plan_of(THREE), tmp_path), workers=1)
    assert wait_for_end(qtbot, run)
    assert drawn == [OpeningsDrawn(1, 2), OpeningsDrawn(2, 2)]
    controls = Controls()
    qtbot.addWidget(controls)
    controls.show_openings(drawn[0])
    assert controls.words.text() == "Drawing openings: 1 of 2"


def test_pause_lets_no_game_begin_until_it_goes_on(qtbot, tmp_path, games_here):
    run, rested = TournamentRun(), []
    run.rested.connect(rested.append)
    began, progress = heard(run, GameBegan), heard(run, Progress)
    run.start(Results(plan_of(THREE), tmp_path), workers=2)
    run.pause()
    qtbot.waitUntil(lambda: bool(progress))
    assert progress[-1].paused
    qtbot.wait(200)
    assert not began
    run.set_workers(1)
    run.resume()
    assert wait_for_end(qtbot, run)
    assert rested == [True, False]
    assert progress[-1].workers == 1
    assert len(run.results.finished) == 12


def test_what_was_stopped_goes_on_with_the_games_that_are_missing(qtbot, tmp_path):
    plan = plan_of(THREE)
    run = TournamentRun()
    run.happened.connect(lambda event: run.stop() if isinstance(event, GameFinished) else None)
    run.start(Results(plan, tmp_path), workers=1)
    assert not wait_for_end(qtbot, run)
    kept = len(run.results.finished)
    assert 0 < kept < 12
    again = TournamentRun()
    finished, progress = heard(again, GameFinished), heard(again, Progress)
    again.start(Results(plan, tmp_path), workers=1)
    qtbot.waitUntil(lambda: bool(progress))
    assert len(again.results.finished) >= kept
    assert wait_for_end(qtbot, again)
    assert len(finished) == 12 - kept
    assert len(again.results.finished) == 12


def test_what_cannot_be_played_is_told_in_a_sentence_and_nothing_is_changed(
    qtbot, tmp_path, games_here
):
    played(plan_of(TWO), tmp_path)
    before = (tmp_path / NAME).read_bytes()

    def fault(plan, directory: Path) -> str:
        run = TournamentRun()
        with qtbot.waitSignal(run.failed) as failed:
            run.start(Results(plan, directory))
        tasks.join_all()
        assert not run.running
        return failed.args[0]

    assert "holds another tournament" in fault(plan_of(THREE), tmp_path)
    (tmp_path / NAME).write_bytes(before.replace(b'"1-0"', b'"0-1"').replace(b"1/2-1/2", b"1-0"))
    edited = (tmp_path / NAME).read_bytes()
    assert "edited or damaged" in fault(plan_of(TWO), tmp_path)
    assert (tmp_path / NAME).read_bytes() == edited
    (tmp_path / "file").write_text("in the way")
    assert "file" in fault(plan_of(TWO), tmp_path / "file" / "place")
    illegal = TWO.replace("[adjudication]", '[openings]\npositions = ["8/8/8/8"]\n[adjudication]')
    assert "penings.positions, number 1" in fault(plan_of(illegal), tmp_path / "new")
    assert not (tmp_path / "new" / NAME).exists()
