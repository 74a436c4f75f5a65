"""Tournaments in the window, from the plan to the last game."""

import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from tests.consent import allow
from tests.gui.tournament.places import MINUTE, guest
from tests.gui.windows import visit
from tests.tournaments import MORRIS, THREE, TWO, engine, games, plan_of, played, with_players

from millmate import paths
from millmate.cluster import LOCAL
from millmate.gui.tournament.tournament_controller import TournamentController
from millmate.play.tournament import plan_file
from millmate.play.tournament.journal import NAME
from millmate.play.tournament.plan import Adjudication
from millmate.play.tournament.report import report
from millmate.play.tournament.saved_tournament import PLAN_NAME

FEW = replace(plan_of(TWO), name="A few games")


def kept_in(name: str) -> Path:
    return paths.tournaments_dir() / name


def test_the_board_opens_first_and_both_pages_are_one_key_away(qtbot):
    with visit(qtbot) as v:
        pages = v.window.pages
        v.window.activateWindow()
        v.wait(v.window.isActiveWindow)
        assert pages.page is v.window.splitter
        assert v.window.tournaments.page is None  # made when it is asked for
        QTest.keyClick(v.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
        assert pages.page is v.window.tournaments.place
        QTest.keyClick(v.window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
        assert pages.page is v.window.splitter


def test_the_boards_keys_are_free_while_tournaments_are_shown(qtbot):
    with guest(qtbot) as v:
        flip = v.window.commands["flip"]
        assert not flip.shortcuts()
        assert v.window.commands["quit"].shortcuts()
        v.do("flip")  # chosen in the menu, it brings the board
        assert v.window.pages.page is v.window.splitter
        assert [keys.toString() for keys in flip.shortcuts()] == ["F"]


@pytest.mark.parametrize("text", [THREE, MORRIS], ids=["chess", "morris"])
def test_a_tournament_from_the_form_has_the_games_of_the_command_line(qtbot, tmp_path, text):
    plan = replace(plan_of(text), games=1)
    with guest(qtbot) as v:
        v.play(plan)
        assert v.page.view.controls.words.text() == "All 6 games played."
        assert v.listed[0].endswith("3 players, all 6 games")
        assert not v.page.view.controls.start.isVisible()
        qtbot.waitUntil(lambda: v.page.view.results_view.standings.isVisible())
    played(plan, tmp_path, workers=1)
    assert games(kept_in("three")) == games(tmp_path)
    assert plan_file.load(kept_in("three") / PLAN_NAME) == plan


def test_a_finished_game_is_opened_on_the_main_board(qtbot):
    with guest(qtbot) as v:
        v.play(FEW)
        result = v.page.run.results[1]
        v.page.view.results_view.game_opened.emit(result, 3)
        assert v.window.pages.page is v.window.splitter
        assert [ply.text for ply in v.game.line.plies] == list(result.moves)
        assert v.game.line.cursor == 3


def test_a_tournament_that_fails_says_what_is_kept_and_how_to_go_on():
    from millmate.gui.tournament.page import kept_words

    assert kept_words(0) == ""
    assert kept_words(1).startswith("1 finished game is kept")
    assert kept_words(1200) == "1,200 finished games are kept; Continue plays the rest."


def test_pause_stop_and_going_on(qtbot):
    plan = replace(FEW, games=8, adjudication=Adjudication(max_moves=500))
    with guest(qtbot) as v:
        v.propose(plan)
        v.page.form.start.click()
        controls = v.page.view.controls
        v.wait_for_games(1)
        controls.pause.click()
        assert controls.pause.text() == "Resume"
        v.wait(lambda: v.page.run.last.paused and not v.page.run.last.running, MINUTE)
        assert "paused" in controls.words.text()
        done = len(v.page.run.results)
        controls.where.workers.setValue(2)
        controls.pause.click()
        v.wait_for_games(done + 1)
        assert v.page.run.last.workers == 2
        controls.stop.click()
        v.wait_for_end()
        assert controls.words.text().startswith("Stopped; ")
        assert 0 < len(games(kept_in("a-few-games"))) < 8
        controls.start.click()
        v.wait_for_end()
        assert len(games(kept_in("a-few-games"))) == 8
        assert controls.words.text() == "All 8 games played."


def test_past_tournaments_are_listed_loaded_and_cloned(qtbot):
    played(FEW, kept_in("a-few-games"))
    (kept_in("broken")).mkdir()
    (kept_in("broken") / NAME).write_text("nothing")
    with guest(qtbot) as v:
        v.wait(lambda: len(v.listed) == 2)
        assert "A few games: Chess, 2 players, all 4 games" in v.listed
        assert any(line.startswith("broken: cannot be read") for line in v.listed)
        v.page.shelf.setCurrentIndex(
            v.page.shelf.model_.index(v.page.shelf.model_.row_of(kept_in("a-few-games")))
        )
        v.wait(lambda: v.page.view.isVisible())
        assert v.page.view.name.text() == "A few games"
        assert len(v.page.view.results) == 4
        v.page.view.report.click()
        v.wait(lambda: QApplication.clipboard().text() == report(FEW, v.page.view.results))
        v.page.view.clone.click()
        assert v.page.form.isVisible()
        assert v.page.form.meeting.name.text() == "A few games (2)"
        assert replace(v.page.form.plan, name=FEW.name) == FEW
        assert v.page.form.place.path.placeholderText() == str(kept_in("a-few-games-2"))
        v.page.load(kept_in("broken"))
        v.wait(lambda: "holds no tournament" in v.complaint)


def test_a_plan_is_opened_from_a_file_and_saved_to_one(qtbot, tmp_path):
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    with guest(qtbot) as v:
        v.page.open(path)
        v.wait(lambda: v.page.form.meeting.name.text() == "Three")
        assert v.page.form.plan == plan_of(THREE)
        v.page.form.write(tmp_path / "again.toml")
        assert plan_file.load(tmp_path / "again.toml") == plan_of(THREE)
        path.write_text(THREE.replace("seed", "sead"))
        v.page.open(path)
        v.wait(lambda: "sead: there is no such key" in v.complaint)
        v.page.open(tmp_path / "nowhere.toml")
        v.wait(lambda: "nowhere.toml: No such file" in v.complaint)
        v.window.activateWindow()
        v.wait(v.window.isActiveWindow)
        QTest.keyClick(v.window, Qt.Key.Key_Escape)
        assert not v.complaint


def test_a_file_of_a_tournament_that_was_begun_opens_its_games(qtbot, tmp_path):
    played(FEW, tmp_path / "place")
    with guest(qtbot) as v:
        v.page.open(tmp_path / "place" / PLAN_NAME)
        v.wait(lambda: v.page.view.isVisible())
        assert len(v.page.view.results) == 4
        remembered = v.window.store.current
    with guest(qtbot, tournaments=remembered.tournaments) as v:
        v.wait(lambda: v.listed == ["A few games: Chess, 2 players, all 4 games"])


def test_the_window_is_closed_once_that_is_confirmed_and_the_tournament_goes_on_later(
    qtbot, monkeypatch
):
    answers = iter([False, True])
    monkeypatch.setattr(TournamentController, "may_stop", lambda self: next(answers))
    plan = replace(FEW, games=40)
    with guest(qtbot) as v:
        v.propose(plan)
        v.page.form.start.click()
        v.wait_for_games(1)
        assert not v.window.close()
        assert v.page.run.running
        assert v.window.close()
    done = len(games(kept_in("a-few-games")))
    assert 0 < done < 40
    with guest(qtbot) as v:
        v.wait(lambda: bool(v.listed))
        assert v.listed == [f"A few games: Chess, 2 players, {done} of 40 games"]
        v.page.load(kept_in("a-few-games"))
        v.wait(lambda: v.page.view.isVisible())
        assert v.page.view.controls.start.text() == "Continue"
        v.page.view.controls.start.click()
        v.wait_for_games(done + 1)
        v.page.stop()
        v.wait_for_end()


def test_another_tournament_can_be_looked_at_while_one_is_played(qtbot):
    played(FEW, kept_in("old"))
    with guest(qtbot) as v:
        v.propose(replace(FEW, name="New", games=40))
        v.page.form.start.click()
        v.page.load(kept_in("old"))
        v.wait(lambda: v.page.view.directory == kept_in("old"))
        v.wait_for_games(1)
        assert len(v.page.view.results) == 4
        assert not v.page.view.controls.start.isEnabled() or v.page.view.controls.start.isHidden()
        v.page.new()
        assert not v.page.form.start.isEnabled()
        v.window.status.tournament.click()
        v.page.load(kept_in("new"))
        assert v.page.view.directory == kept_in("new")
        assert v.page.view.controls.stop.isVisible()
        v.page.view.controls.stop.click()
        v.wait_for_end()


def test_what_the_directory_holds_is_never_overwritten(qtbot, tmp_path):
    played(plan_of(THREE), tmp_path / "taken")
    before = (tmp_path / "taken" / NAME).read_bytes()
    with guest(qtbot) as v:
        v.propose(FEW)
        place = v.page.form.place
        QTest.keyClicks(place.path, str(tmp_path / "taken"))
        v.page.form.start.click()
        assert not v.page.run.running
        assert "holds another tournament" in place.fault.text()
        assert (tmp_path / "taken" / NAME).read_bytes() == before
        place.path.clear()
        v.page.form.start.click()
        v.wait_for_end()
        journal = kept_in("a-few-games") / NAME
        journal.write_bytes(journal.read_bytes().replace(b'"seconds"', b'"Seconds"', 1))
        edited = journal.read_bytes()
        v.page.go_on()
        v.wait_for_end()
        assert "edited or damaged" in v.complaint
        assert journal.read_bytes() == edited


def test_openings_that_cannot_be_played_are_told_in_the_form(qtbot):
    text = TWO.replace("[adjudication]", '[openings]\npositions = ["8/8/8/8"]\n[adjudication]')
    with guest(qtbot) as v:
        v.propose(plan_of(text))
        v.page.form.start.click()
        v.wait(lambda: v.page.form.isVisible() and not v.page.run.running, MINUTE)
        assert "Positions, number 1: not a FEN" in v.page.form.openings.fault.text()
        assert not v.listed  # nothing was begun


def test_an_engine_that_dies_in_every_game_is_named_once(qtbot):
    plan = with_players(TWO, Random="random", Dying=engine("crashes_at_go"))
    allow(plan)
    with guest(qtbot) as v:
        v.play(plan)
        assert v.complaint.startswith("Dying failed in every game; in game 1: ")
        assert len(v.page.run.results) == 4


def test_a_scheduler_is_named_and_one_that_does_not_answer_is_told(qtbot):
    with guest(qtbot) as v:
        v.propose(FEW)
        form, where = v.page.form, v.page.form.where
        assert where.scheduler is None
        where.place.setCurrentIndex(where.place.findData(LOCAL))
        assert where.scheduler == LOCAL
        where.place.setCurrentIndex(where.place.findData("address"))
        assert where.count is None  # as many as the cluster can
        form.start.click()
        assert form.summary.text().startswith("Give the address of the Dask scheduler")
        where.address.setText("tcp://127.0.0.1:9")
        form.start.click()
        v.wait_for_end()
        assert v.complaint.startswith("No Dask scheduler answers at tcp://127.0.0.1:9")
        assert v.page.view.controls.where.scheduler == "tcp://127.0.0.1:9"
        v.page.view.controls.where.place.setCurrentIndex(0)
        assert v.page.view.controls.where.count
        v.page.go_on()
        v.wait_for_end()
        assert len(v.page.run.results) == 4


def test_all_can_be_reached_by_keyboard_and_has_a_name(qtbot):
    with guest(qtbot) as v:
        v.page.propose(plan_of(MORRIS))
        nameless = []
        for widget in v.page.findChildren(QWidget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(v.page):
                text = getattr(widget, "text", str)
                inner = isinstance(widget.parent(), QAbstractScrollArea) or widget.focusProxy()
                if not (widget.accessibleName() or text() or inner or _buddy(v.page, widget)):
                    nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
        assert not nameless


def _buddy(page: QWidget, widget: QWidget) -> bool:
    from PySide6.QtWidgets import QLabel

    return any(label.buddy() is widget for label in page.findChildren(QLabel))


def test_the_tab_key_goes_through_the_form_from_top_to_bottom(qtbot):
    with guest(qtbot) as v:
        v.page.new()
        v.window.activateWindow()
        v.wait(v.window.isActiveWindow)
        form = v.page.form
        form.meeting.name.setFocus()
        seen = []
        for _ in range(80):
            seen.append(QApplication.focusWidget())
            if seen[-1] is form.start:
                break
            QTest.keyClick(seen[-1], Qt.Key.Key_Tab)
        wanted = [
            form.meeting.name, form.meeting.game, form.players.list, form.players.add,
            form.players.choice.kind, form.limits.by_nodes, form.openings.source,
            form.ends.tables, form.place.browse, form.where.workers, form.save, form.start,
        ]  # fmt: skip
        places = [seen.index(widget) for widget in wanted]
        assert places == sorted(places)


def test_numba_stays_out_and_the_window_stays_awake_while_a_tournament_runs(tmp_path):
    """In a process of its own, for other tests load Numba into this one."""
    (tmp_path / "three.toml").write_text(THREE.replace("games = 2", "games = 1"))
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent("""
            import sys, time
            from pathlib import Path
            def main():
                from PySide6.QtCore import QTimer
                from millmate.gui.app import make_application
                app = make_application()
                from millmate.gui.window.main_window import MainWindow
                window = MainWindow(pace=0.0)
                window.show()
                ticks = []
                timer = QTimer()
                timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
                def show():
                    window.tournaments.show()
                    page = window.tournaments.page
                    page.ended.connect(lambda sentence: QTimer.singleShot(500, app.quit))
                    page.open(Path(sys.argv[1]))
                    QTimer.singleShot(1000, start)
                def start():
                    page = window.tournaments.page
                    assert page.form.meeting.name.text() == "Three"
                    page.form.start.click()
                    timer.start(5)
                QTimer.singleShot(1500, show)
                app.exec()
                page = window.tournaments.page
                words = page.view.controls.words.text()
                window.close()
                print(words, "|", "numba" in sys.modules, "|", len(ticks))
            if __name__ == "__main__":
                main()
        """)
    )
    done = subprocess.run(
        [sys.executable, program, tmp_path / "three.toml"],
        capture_output=True, text=True, timeout=120, env=dict(os.environ),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    words, numba, ticks = (part.strip() for part in done.stdout.split("|"))
    assert words == "All 6 games played."
    assert numba == "False"
    assert int(ticks) > 20, "the window stood still while games were played"


def test_a_new_tournament_is_there_as_soon_as_the_page_is(qtbot):
    with visit(qtbot) as v:
        v.do("new_tournament")
        assert v.window.pages.page is v.window.tournaments.place
        page = v.window.tournaments.page
        assert page is not None
        v.wait(lambda: page.isVisible() and page.stack.currentWidget() is page.form)
        page.propose(FEW)
        v.do("show_board")
        v.do("new_tournament")
        assert page.isVisible()
        assert page.form.meeting.name.text() == "A few games"
