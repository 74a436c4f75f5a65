"""Tournaments in the window, from the plan to the last game, and those on the disk."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.consent import allow
from tests.gui.features.tournaments.places import Guest, guest
from tests.gui.service_sets import serving
from tests.gui.windows import visit
from tests.tiers import first
from tests.tournaments import MORRIS, THREE, TWO, engine, games, plan_of, played, with_players

from millmate import limits, paths
from millmate.cluster import LOCAL
from millmate.gui.features.tournaments.page import kept_words
from millmate.gui.features.tournaments.tournament_controller import TournamentController
from millmate.gui.shell.frame.navigation import Page
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.journal import NAME, Journal
from millmate.play.tournament.plan import Adjudication
from millmate.play.tournament.report import report
from millmate.play.tournament.saved_tournament import PLAN_NAME, look, survey
from millmate.settings import Settings

FEW = replace(plan_of(TWO), name="A few games")


def kept_in(name: str) -> Path:
    return paths.tournaments_dir() / name


@pytest.mark.parametrize(
    "text", first(1, [pytest.param(THREE, id="chess"), pytest.param(MORRIS, id="morris")])
)
def test_a_tournament_from_the_form_has_the_games_of_the_command_line(
    qtbot, tmp_path, games_here, text
):
    plan = replace(plan_of(text), games=1)
    with guest(qtbot) as v:
        v.play(plan)
        assert v.view.controls.words.text() == "All 6 games played."
        assert v.listed[0].endswith("3 players, all 6 games")
        assert not v.view.controls.start.isVisible()
        assert v.view.results_view.standings.isVisible()
        with qtbot.waitSignal(v.page.game_wanted) as opened:
            v.view.results_view.game_opened.emit(v.page.run.results.finished[1], 3)
        assert list(opened.args[0].moves) == list(v.page.run.results.finished[1].moves)
    played(plan, tmp_path, workers=1)
    assert games(kept_in("three")) == games(tmp_path)
    assert plan_file.load(kept_in("three") / PLAN_NAME) == plan


def test_a_tournament_that_fails_says_what_is_kept_and_how_to_go_on():
    assert kept_words(0) == ""
    assert kept_words(1).startswith("1 finished game is kept")
    assert kept_words(1200) == "1,200 finished games are kept; Continue plays the rest."


@pytest.mark.thorough
def test_pause_stop_and_going_on(qtbot):
    with guest(qtbot) as v:
        v.start(replace(FEW, games=8, adjudication=Adjudication(max_moves=500)))
        controls = v.view.controls
        v.wait_for_games(1)
        controls.pause.click()
        assert controls.pause.text() == "Resume"
        v.wait(
            lambda: v.page.run.results.progress.paused and not v.page.run.results.progress.running
        )
        assert "paused" in controls.words.text()
        done = len(v.page.run.results.finished)
        controls.where["workers"].setValue(2)
        controls.pause.click()
        v.wait_for_games(done + 1)
        assert v.page.run.results.progress.workers == 2
        controls.stop.click()
        v.wait_for_end()
        assert controls.words.text().startswith("Stopped; ")
        assert 0 < len(games(kept_in("a-few-games"))) < 8
        controls.start.click()
        v.wait_for_end()
        assert len(games(kept_in("a-few-games"))) == 8
        assert controls.words.text() == "All 8 games played."


def test_past_tournaments_are_listed_loaded_and_cloned(qtbot, games_here):
    played(FEW, kept_in("a-few-games"))
    (kept_in("broken")).mkdir()
    (kept_in("broken") / NAME).write_text("nothing")
    with guest(qtbot) as v:
        v.wait(lambda: len(v.listed) == 2)
        assert "A few games: Chess, 2 players, all 4 games" in v.listed
        assert any(line.startswith("broken: cannot be read") for line in v.listed)
        shelf = v.page.shelf
        shelf.setCurrentIndex(shelf.model_.index(shelf.model_.row_of(kept_in("a-few-games")), 0))
        v.wait(lambda: v.view.isVisible())
        assert v.view.name.text() == "A few games"
        assert len(v.view.results.finished) == 4
        v.view.report.click()
        v.wait(lambda: QApplication.clipboard().text() == report(FEW, v.view.results.finished))
        v.view.clone.click()
        assert v.form.isVisible()
        assert v.form.meeting["name"].text() == "A few games (2)"
        assert replace(v.form.plan, name=FEW.name) == FEW
        assert v.form.place["path"].placeholderText() == str(kept_in("a-few-games-2"))
        v.page.load(kept_in("broken"))
        v.wait(lambda: "holds no tournament" in v.complaint)


def test_a_plan_is_opened_from_a_file_and_saved_to_one(qtbot, tmp_path):
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    with guest(qtbot) as v:
        v.page.open(path)
        v.wait(lambda: v.form.meeting["name"].text() == "Three")
        assert v.form.plan == plan_of(THREE)
        v.form.write(tmp_path / "again.toml")
        assert plan_file.load(tmp_path / "again.toml") == plan_of(THREE)
        path.write_text(THREE.replace("seed", "sead"))
        v.page.open(path)
        v.wait(lambda: "sead: unknown key" in v.complaint)
        v.page.open(tmp_path / "nowhere.toml")
        v.wait(lambda: "nowhere.toml: No such file" in v.complaint)


def test_a_file_of_a_tournament_that_was_begun_opens_its_games(qtbot, tmp_path, games_here):
    played(FEW, tmp_path / "place")
    with guest(qtbot) as v:
        v.page.open(tmp_path / "place" / PLAN_NAME)
        v.wait(lambda: v.view.isVisible())
        assert len(v.view.results.finished) == 4
        elsewhere = v.page.elsewhere
    with guest(qtbot, *elsewhere) as v:
        v.wait(lambda: v.listed == ["A few games: Chess, 2 players, all 4 games"])


@pytest.mark.thorough
def test_the_window_is_closed_once_that_is_confirmed_and_the_tournament_goes_on_later(
    qtbot, monkeypatch
):
    answers = iter([False, True])
    monkeypatch.setattr(TournamentController, "may_close", lambda self: next(answers))
    with visit(qtbot) as window:
        window.do("show_tournaments")
        v = Guest(qtbot, window.window.tournaments.page)
        v.start(replace(FEW, games=40))
        v.wait_for_games(1)
        assert not window.window.close()
        assert v.page.run.running
        assert window.window.close()
    done = len(games(kept_in("a-few-games")))
    assert 0 < done < 40
    with guest(qtbot) as v:
        v.wait(lambda: bool(v.listed))
        assert v.listed == [f"A few games: Chess, 2 players, {done} of 40 games"]
        v.load(kept_in("a-few-games"))
        assert v.view.controls.start.text() == "Continue"
        v.view.controls.start.click()
        v.wait_for_games(done + 1)


@pytest.mark.thorough
def test_another_tournament_can_be_looked_at_while_one_is_played(qtbot):
    played(FEW, kept_in("old"))
    with guest(qtbot) as v:
        v.start(replace(FEW, name="New", games=40))
        v.load(kept_in("old"))
        v.wait_for_games(1)
        assert len(v.view.results.finished) == 4
        assert not v.view.controls.start.isEnabled() or v.view.controls.start.isHidden()
        v.page.new()
        assert not v.form.start.isEnabled()
        v.load(kept_in("new"))
        assert v.view.controls.stop.isVisible()


def test_openings_that_cannot_be_played_are_told_in_the_form(qtbot):
    text = TWO.replace("[adjudication]", '[openings]\npositions = ["8/8/8/8"]\n[adjudication]')
    with guest(qtbot) as v:
        v.start(plan_of(text))
        v.wait(lambda: v.form.isVisible() and not v.page.run.running)
        assert "Positions, number 1: not a FEN" in v.form.openings.fault.text()
        assert not v.listed  # nothing was begun


@pytest.mark.thorough
def test_an_engine_that_dies_in_every_game_is_named_once(qtbot):
    plan = with_players(TWO, Random="random", Dying=engine("crashes_at_go"))
    allow(plan)
    with guest(qtbot) as v:
        v.play(plan)
        assert v.complaint.startswith("Dying failed in every game; in game 1: ")
        assert len(v.page.run.results.finished) == 4


@pytest.mark.thorough
def test_a_scheduler_is_named_and_one_that_does_not_answer_is_told(qtbot, games_here):
    with guest(qtbot) as v:
        v.propose(FEW)
        where = v.form.where
        assert where.scheduler is None
        where["place"].setCurrentIndex(where["place"].findData(LOCAL))
        assert where.scheduler == LOCAL
        where["place"].setCurrentIndex(where["place"].findData("address"))
        assert where.count is None  # as many as the cluster can
        v.form.start.click()
        assert v.form.summary.text().startswith("Give the address of the Dask scheduler")
        where["address"].setText("tcp://127.0.0.1:9")
        v.form.start.click()
        v.wait_for_end()
        assert v.complaint.startswith("No Dask scheduler answers at tcp://127.0.0.1:9")
        assert v.view.controls.where.scheduler == "tcp://127.0.0.1:9"
        v.view.controls.where["place"].setCurrentIndex(0)
        assert v.view.controls.where.count
        v.page.go_on()
        v.wait_for_end()
        assert len(v.page.run.results.finished) == 4


def test_the_tab_key_goes_through_the_form_from_top_to_bottom(qtbot):
    with guest(qtbot) as v:
        v.page.new()
        v.page.activateWindow()
        v.wait(v.page.isActiveWindow)
        form = v.form
        form.limits["by_nodes"].setFocus()
        seen = []
        while len(seen) < 80 and form.start not in seen:
            seen.append(QApplication.focusWidget())
            QTest.keyClick(seen[-1], Qt.Key.Key_Tab)
        wanted = [
            form.limits["by_nodes"], form.players.list, form.players.add, form.players.choice.kind,
            form.meeting["name"], form.meeting["game"], form.openings["source"],
            form.ends["tables"], form.place.browse, form.where["workers"], form.save, form.start,
        ]  # fmt: skip
        places = [seen.index(widget) for widget in wanted]
        assert places == sorted(places)


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
    assert look(place).fault == "cannot be read: it is not a regular file"
    assert saved_tournament.digest_in(place) == ""


# --- the controller ----------------------------------------------------------------------


@pytest.fixture
def made(qtbot, tmp_path):
    with serving(qtbot, tmp_path) as services:
        controller = TournamentController(services)
        qtbot.addWidget(controller.place)
        yield services, controller
        controller.close()


def test_the_page_is_made_when_it_is_first_shown_and_its_layout_is_kept(made):
    services, tournaments = made
    settings, navigation, commands = services.settings, services.navigation, services.commands
    assert not tournaments.made
    assert settings.current.tournament_layout == Settings().tournament_layout
    commands["show_tournaments"].trigger()
    assert navigation.page is Page.TOURNAMENTS
    assert tournaments.making
    assert tournaments.page.form.isVisibleTo(tournaments.place)  # though nothing was waited for
    assert settings.current.tournament_layout == tournaments.page.layout_text()
    navigation.show(Page.BOARD)
    assert navigation.page is Page.BOARD


def test_a_command_waits_for_the_page(made, qtbot):
    services, tournaments = made
    services.commands["new_tournament"].trigger()
    assert tournaments.making
    qtbot.waitUntil(lambda: not tournaments.making)
    qtbot.waitUntil(lambda: tournaments.page.form.isVisibleTo(tournaments.page))
