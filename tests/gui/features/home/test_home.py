"""Home: what a new user sees, what somebody finds who has been here, and what each click does."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from tests.gui.apart import built_here
from tests.gui.features.home.conftest import Guest, at_home
from tests.gui.guide import furnish
from tests.gui.windows import session_of, visit
from tests.tiers import first

from millmate import paths
from millmate.gui.features.home import news
from millmate.gui.features.home.news import Offer, endings
from millmate.gui.shell.files.session_store import Work
from millmate.gui.shell.frame.navigation import Page
from millmate.play.trainer.drill import DrillResult, DrillSpec, End
from millmate.play.trainer.exam import Mark
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive, recent_games
from millmate.records.pgn import from_pgn
from millmate.tablebase import names

BISHOP_AND_KNIGHT, ROOK, PHILIDOR = "Bishop and knight", "Rook against king", "Philidor position"
GAME = (
    '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'
)
QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


@pytest.fixture
def offered(monkeypatch):
    """Offer these endings every day."""
    names = (BISHOP_AND_KNIGHT, ROOK, PHILIDOR)

    def of_the_day(day, offers):
        found = {offer.ending.name: offer for offer in offers}
        return tuple(found[name] for name in names)

    monkeypatch.setattr(news, "of_the_day", of_the_day)


def failed_drill():
    """Note a drill that failed yesterday."""
    ended = datetime.now(UTC).replace(microsecond=0) - timedelta(days=1)
    moves = (("b1b4", Mark.KEPT, 0), ("b4b5", Mark.THROWN, 0))
    result = DrillResult(DrillSpec("KQvK"), QUEEN, ended, End.THROWN, moves, failed=(QUEEN,))
    TrainingJournal(paths.training_dir()).append(result)


# --- the first start -------------------------------------------------------------------------


def test_a_new_user_finds_three_endings_and_the_tour_and_no_empty_card(qtbot, tmp_path, offered):
    with at_home(qtbot, tmp_path) as g:
        page = g.page
        assert page.welcome.isVisible()
        assert [card.isVisible() for card in page.endings] == [True] * 3
        assert not page.position.isVisible()
        assert not page.recent.isVisible()
        assert page.begin.lines[0].text() == "Tour of one minute"
        assert (
            page.endings[0].mapTo(page, page.rect().topLeft()).y()
            < page.drills.mapTo(page, page.rect().topLeft()).y()
        )
        # where a build takes longer, the card tells what it takes
        card = g.card(PHILIDOR)
        card.show_offer(Offer(card.offer.ending, 20, 340_000_000, 25.0))
        assert card.cost.text() == "Needs 20 tables first: 340 MB, about 25 seconds"
        assert card.play.text() == "Build and play"


@pytest.mark.thorough
def test_the_first_ending_leads_the_eye_unless_there_is_something_to_continue(
    qtbot, tables, offered
):
    with at_home(qtbot, tables) as g:
        assert g.page.endings[0].play.property("primary")
        g.window.workspace.set_up(QUEEN)
        g.come_home()
        assert g.page.position.go.property("primary")
        assert not g.page.endings[0].play.property("primary")


def test_boards_show_how_far_the_end_is_where_there_are_tables(qtbot, tables, offered):
    with at_home(qtbot, tables) as g:
        boards = {name: g.card(name).board for name in (BISHOP_AND_KNIGHT, ROOK, PHILIDOR)}
        g.wait(lambda: None not in (boards[ROOK].landscape, boards[BISHOP_AND_KNIGHT].landscape))
        shown = boards[ROOK].landscape
        assert g.card(ROOK).offer.ending.position.board().king(True) == shown.place
        assert all(value.wdl == 1 for value in shown.values.values())
        assert shown.place not in shown.values  # its figure would hide the king
        assert boards[PHILIDOR].landscape is None  # its table is missing
        g.come_home()
        assert boards[ROOK].landscape is shown  # not looked up again


@pytest.mark.parametrize("language", first(1, ["de", "en"]))
def test_all_of_home_is_in_sight_in_a_small_window(qtbot, tmp_path, language):
    with at_home(qtbot, tmp_path, language=language) as g:
        g.window.resize(1024, 700)
        area = g.page.findChild(QScrollArea)
        g.wait(lambda: area.verticalScrollBar().maximum() == 0)
        g.window.workspace.set_up(QUEEN)
        g.come_home()
        assert g.page.position.isVisible()
        g.wait(lambda: area.verticalScrollBar().maximum() == 0)


@pytest.mark.thorough
def test_small_tables_that_are_missing_are_built_without_a_question(
    qtbot, tmp_path, offered, monkeypatch
):
    built_here(monkeypatch)
    with at_home(qtbot, tmp_path) as g:
        card = g.card(ROOK)
        assert card.offer.tables
        if not card.offer.quick:  # where the kernels have to be compiled first
            card.show_offer(replace(card.offer, seconds=1.0))
        assert card.play.text() == "Play"
        assert not card.cost.isVisible()
        card.play.click()
        g.wait(lambda: g.game.awaits_person)
        assert g.game.line.start_fen == card.offer.ending.fen


@pytest.mark.thorough
def test_whoever_sets_up_something_else_meanwhile_is_not_thrown_into_the_game(
    qtbot, tmp_path, offered, monkeypatch
):
    built_here(monkeypatch)
    with at_home(qtbot, tmp_path) as g:
        g.card(ROOK).play.click()
        g.window.workspace.set_up(QUEEN)
        g.wait(lambda: not g.window.services.build.running)
        assert g.window.workspace.fen == QUEEN
        assert not g.game.live


def test_one_click_sets_an_ending_up_and_begins_the_game(qtbot, tables, offered):
    with at_home(qtbot, tables) as g:
        card = g.card(BISHOP_AND_KNIGHT)
        QTest.mouseClick(card.play, Qt.MouseButton.LeftButton)
        g.wait(lambda: g.game.awaits_person)
        assert g.window.navigation.page is Page.BOARD
        assert g.game.line.start_fen == card.offer.ending.fen
        assert {side: str(spec) for side, spec in g.game.specs.items()} == {
            True: "human",
            False: "table",
        }
        g.move("Kb2")
        g.answer_comes()
        assert len(g.moves) == 2
        # a click anywhere on the card plays it
        g.come_home()
        card = g.card(ROOK)
        QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=card.board.geometry().center())
        g.wait(lambda: g.game.awaits_person and g.game.line.start_fen == card.offer.ending.fen)
        # the game is gone on with
        g.come_home()
        card = g.page.position
        assert card.board.fen == g.game.line.fen
        assert card.title.text() == "Human – Perfect (table)"
        assert card.words.text() == "Rook against king · White to move"
        assert card.go.text() == "Continue playing"
        assert g.window.focusWidget() is card.go
        card.go.click()
        assert g.window.navigation.page is Page.BOARD
        assert g.game.awaits_person


def test_the_user_plays_the_side_to_move(qtbot, tables, offered, monkeypatch):
    with at_home(qtbot, tables) as g:
        started = []
        starting = g.window.starting
        monkeypatch.setattr(starting, "start", lambda *game: started.append(game) or False)
        homing = g.window.homing
        ending = next(each for each in endings() if each.name == PHILIDOR)
        homing._news = replace(homing._news, endings=(Offer(ending),))
        homing.play(ending)
        ((position, specs),) = started
        assert (position.text, str(specs[False])) == (ending.fen, "human")
        assert g.board.flipped


# --- what is the user's own ------------------------------------------------------------------


def test_a_position_that_was_set_up_is_gone_back_to(qtbot, tables):
    with at_home(qtbot, tables) as g:
        g.window.workspace.set_up(QUEEN)
        g.come_home()
        card = g.page.position
        assert (card.title.text(), card.go.text()) == ("Queen against king", "Back to the board")
        card.go.click()
        assert g.window.workspace.fen == QUEEN
        assert g.window.navigation.page is Page.BOARD
        g.do("examples")  # of the help menu
        assert g.window.navigation.page is Page.HOME
        # where nothing is due a drill can be chosen
        assert g.page.drills.start.text() == "Choose a drill"
        g.page.drills.start.click()
        assert g.window.navigation.page is Page.TRAIN
        g.wait(g.window.training.panel.choose.start.isEnabled)
        assert g.window.training.drilling.drill is None


@pytest.mark.thorough
def test_interrupted_work_is_offered_until_it_is_taken_up(qtbot, tables):
    directory = paths.tournaments_dir() / "Pairs"
    furnish(paths.data_dir())
    with at_home(qtbot, tables) as g:
        g.window.interrupted.offer(Work(str(directory)))
        g.window.notifications.dismiss()
        (line,) = g.page.position.unfinished.lines
        assert line.accessibleName() == (
            "The tournament Pairs was interrupted. · Show the tournament"
        )
        line.click()
        assert g.window.navigation.page is Page.TOURNAMENTS
        assert g.window.interrupted.offers == []
        g.wait(lambda: g.window.tournaments.made)


def test_games_tournaments_and_tables_of_late_are_opened_by_a_click(qtbot, tables):
    furnish(paths.data_dir())
    (record,) = from_pgn(GAME)
    recent_games.note(record, archive.update(record, None))
    with at_home(qtbot, tables) as g:
        recent = g.page.recent
        (game,), (tournament,) = recent.games.lines, recent.tournaments.lines
        assert game.text().startswith("Anna – Ben · 1-0")
        assert tournament.text().startswith("Pairs: ")
        built = [line.accessibleName() for line in recent.tables.lines]
        assert len(built) == 3
        game.click()
        g.wait(lambda: len(g.moves) == 7)
        g.come_home()
        assert g.page.position.title.text() == "Anna – Ben"
        recent.tables.lines[0].click()
        assert g.window.navigation.page is Page.EXPLORE
        explorer = g.window.exploring.explorer
        g.wait(lambda: built[0].endswith(str(explorer.tables.currentData())))
        g.wait(lambda: explorer.positions.model.rowCount() > 0)
        g.come_home()
        recent.tournaments.lines[0].click()
        g.wait(lambda: g.window.tournaments.made)
        g.wait(lambda: g.window.tournaments.page.view.isVisible())


def test_what_is_due_is_counted_and_begun_by_one_click(qtbot, tables):
    failed_drill()
    with at_home(qtbot, tables) as g:
        assert g.page.drills.words.text() == "1 position is due to be repeated."
        g.page.drills.start.click()
        g.wait(lambda: g.window.training.drilling.drill is not None)
        assert g.window.training.drilling.drill.repeated


# --- when it is shown ------------------------------------------------------------------------


def test_home_speaks_the_language_that_is_chosen(qtbot, tables, offered):
    with at_home(qtbot, tables) as g:
        g.do("speak_de")
        card = g.page.endings[0]
        assert card.heading.text() == "Läufer und Springer"
        assert card.play.accessibleName() == "Läufer und Springer spielen: Weiß am Zug gewinnt"
        assert g.page.drills.start.text() == "Übung wählen"


def test_tab_goes_through_the_cards_in_the_order_in_which_they_stand(qtbot, tables, offered):
    with at_home(qtbot, tables) as g:
        g.window.workspace.set_up(QUEEN)
        g.come_home()
        page = g.page
        wanted = [page.position.go, page.drills.start, *page.begin.lines]
        wanted += [*page.recent.tables.lines, *(card.play for card in page.endings)]
        page.position.go.setFocus()
        passed = []
        for _ in wanted:
            passed.append(QApplication.focusWidget())
            QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert passed == wanted
        spoken = QAccessible.queryAccessibleInterface(page.endings[0].play)
        name = "Play Bishop and knight: White to move and win"
        assert spoken.text(QAccessible.Text.Name) == name


def test_the_end_of_a_build_leaves_the_page_as_it_is(qtbot, tmp_path, monkeypatch):
    built_here(monkeypatch)
    with at_home(qtbot, tmp_path) as g:
        offered = [card.offer.ending for card in g.page.endings]
        other = next(each for each in endings() if each not in offered)
        g.window.services.build.start([names.parse(names.table_of(other.position.read()))])
        g.wait(lambda: not g.window.services.build.running)
        g.settle()
        assert [card.offer.ending for card in g.page.endings] == offered
        assert g.page.welcome.isVisible()
        g.window.navigation.show(Page.BOARD)
        g.come_home()
        assert not g.page.welcome.isVisible()


def test_a_reading_that_was_overtaken_is_not_shown(qtbot, tables, monkeypatch):
    with at_home(qtbot, tables) as g:
        shown = []
        monkeypatch.setattr(g.page, "show_endings", shown.append)
        g.window.homing._look()
        g.window.homing._look()
        g.settle()
        assert len(shown) == 1


@pytest.mark.thorough
def test_the_cards_stand_in_as_many_columns_as_fit(qtbot, tables):
    with visit(qtbot, tables) as v:
        g = Guest(qtbot, v.window)
        g.come_home()
        g.page.setParent(None)
        qtbot.addWidget(g.page)
        for width, columns in ((1280, 3), (600, 2), (400, 1)):
            g.page.resize(width, 700)
            g.page.show()
            g.wait(lambda columns=columns: len({c.x() for c in g.page.endings}) == columns)


@pytest.mark.thorough
def test_a_first_start_shows_home_and_a_later_one_the_page_of_the_last_session(qtbot):
    for page in (Page.HOME, Page.GAMES):
        with visit(qtbot) as v:
            keeping = session_of(v.window)
            v.window.homing.start(keeping.start())
            assert v.window.navigation.page is page
            v.window.navigation.show(Page.GAMES)
            keeping.end()


@pytest.mark.thorough
def test_every_start_shows_home_if_one_likes(qtbot):
    for _ in range(2):
        with visit(qtbot, start_page="home") as v:
            keeping = session_of(v.window)
            v.window.homing.start(keeping.start())
            assert v.window.navigation.page is Page.HOME
            v.window.navigation.show(Page.GAMES)
            keeping.end()
