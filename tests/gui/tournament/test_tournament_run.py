"""A tournament in its thread: what the window is told of it."""

from pathlib import Path

from tests.tournaments import THREE, TWO, games, plan_of, played

from millmate.gui import tasks
from millmate.gui.tournament.controls import Controls
from millmate.gui.tournament.tournament_run import TournamentRun
from millmate.play.tournament import tournament
from millmate.play.tournament.events import OpeningsDrawn
from millmate.play.tournament.journal import NAME

MINUTE = 60_000


def heard(run: TournamentRun) -> dict[str, list[object]]:
    """Return lists that fill with what the signals of `run` carry."""
    told: dict[str, list[object]] = {}
    for name in ("began", "moved", "finished", "repeated", "progressed", "rested"):
        told[name] = []
        getattr(run, name).connect(told[name].append)
    return told


def wait_for_end(qtbot, run: TournamentRun) -> bool:
    with qtbot.waitSignal(run.ended, timeout=MINUTE) as ended:
        pass
    tasks.join_all()  # the thread ends a moment later
    return ended.args[0]


def test_all_that_happens_is_told_and_the_journal_is_that_of_the_command_line(qtbot, tmp_path):
    plan = plan_of(THREE)
    run = TournamentRun()
    told = heard(run)
    run.start(plan, tmp_path / "window", workers=2)
    assert run.running
    assert wait_for_end(qtbot, run)
    assert not run.running
    numbers = list(range(1, 13))
    assert sorted(spec.number for spec in told["began"]) == numbers
    assert sorted(result.number for result in told["finished"]) == numbers
    assert sorted(run.results) == numbers
    assert {move.number for move in told["moved"]} == set(numbers)
    assert told["progressed"][-1].done == 12
    assert not run.live
    played(plan, tmp_path / "line", workers=1)
    assert games(tmp_path / "window") == games(tmp_path / "line")


def test_openings_are_counted_while_they_are_drawn(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(tournament, "_INTERVAL", 0)
    run, controls = TournamentRun(), Controls()
    qtbot.addWidget(controls)
    told, said = [], []
    run.drawn.connect(told.append)
    run.drawn.connect(controls.show_openings)
    run.drawn.connect(lambda _: said.append(controls.words.text()))
    run.start(plan_of(THREE), tmp_path, workers=1)
    assert wait_for_end(qtbot, run)
    assert told == [OpeningsDrawn(1, 2), OpeningsDrawn(2, 2)]
    assert said == ["Drawing openings: 1 of 2", "Drawing openings: 2 of 2"]


def test_the_moves_of_a_game_that_runs_are_known_from_its_beginning(qtbot, tmp_path):
    run = TournamentRun()
    seen = []

    def look() -> None:
        for number, game in run.live.items():
            seen.append(number)
            assert [move.ply for move in game.moves] == list(range(1, len(game.moves) + 1))

    run.settled.connect(look)
    run.start(plan_of(TWO.replace("max_moves = 10", "max_moves = 150")), tmp_path, workers=1)
    assert wait_for_end(qtbot, run)
    assert seen


def test_pause_lets_no_game_begin_until_it_goes_on(qtbot, tmp_path):
    run = TournamentRun()
    told = heard(run)
    plan = plan_of(THREE)
    run.started.connect(run.pause)
    run.start(plan, tmp_path, workers=2)
    qtbot.waitUntil(lambda: bool(told["progressed"]), timeout=MINUTE)
    assert told["progressed"][-1].paused
    qtbot.wait(200)
    assert not told["began"]
    run.set_workers(1)
    run.resume()
    assert wait_for_end(qtbot, run)
    assert told["rested"] == [True, False]
    assert told["progressed"][-1].workers == 1
    assert len(run.results) == 12


def test_what_was_stopped_goes_on_with_the_games_that_are_missing(qtbot, tmp_path):
    plan = plan_of(THREE)
    run = TournamentRun()
    run.finished.connect(lambda result: run.stop())
    run.start(plan, tmp_path, workers=1)
    assert not wait_for_end(qtbot, run)
    kept = len(run.results)
    assert 0 < kept < 12
    again = TournamentRun()
    told = heard(again)
    again.start(plan, tmp_path, workers=1)
    qtbot.waitUntil(lambda: bool(told["progressed"]), timeout=MINUTE)
    assert len(again.results) >= kept
    assert wait_for_end(qtbot, again)
    assert len(told["finished"]) == 12 - kept
    assert len(again.results) == 12


def test_what_cannot_be_played_is_told_in_a_sentence_and_nothing_is_changed(qtbot, tmp_path):
    played(plan_of(TWO), tmp_path)
    before = (tmp_path / NAME).read_bytes()

    def fault(plan, directory: Path) -> str:
        run = TournamentRun()
        with qtbot.waitSignal(run.failed, timeout=MINUTE) as failed:
            run.start(plan, directory)
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
