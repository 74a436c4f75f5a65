"""The games of a folder in the window: found, searched, looked at, opened, saved elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.apart import done_here
from tests.gui.service_sets import serving
from tests.gui.sharing import visit
from tests.tiers import first

from millmate import limits, paths
from millmate.games.chess.rules import CHESS
from millmate.gui.features.games.games_controller import GamesController
from millmate.gui.features.games.games_page import COLUMNS
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.records import archive

STUDY = """[Event "Lucena"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]
[SetUp "1"]
[FEN "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"]

1. Rd1+ Ke7 2. Rd4 1-0

"""
GAME = '[White "Clara"]\n[Black "Dora"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n'
ILLEGAL = '[White "Emil"]\n[Black "Fritz"]\n[Result "*"]\n\n1. e4 e5 2. Ke4 *\n\n'
MORRIS = '[Game "Nine men\'s morris"]\n[White "Gerd"]\n[Black "Hans"]\n\n1. d6 f4 2. d2 *\n\n'


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "my games"
    place.mkdir()
    (place / "studies.pgn").write_text(STUDY + GAME + ILLEGAL)
    (place / "morris.pgn").write_text(MORRIS)
    return place


@pytest.fixture(autouse=True)
def searched_here(monkeypatch) -> None:
    done_here(monkeypatch, "records.database.positions")


class Reader:
    """The games with their services alone; `told` is what they said, `opened` what they opened."""

    def __init__(self, qtbot, services: Services) -> None:
        self.services = services
        self.settings, self.navigation = services.settings, services.navigation
        self.games = GamesController(services)
        self.told: list[str] = []
        self.opened: list[tuple] = []
        services.notifications.status_shown.connect(self.told.append)
        services.links.open_game.connect(lambda *game: self.opened.append(game))
        self._qtbot = qtbot
        qtbot.addWidget(self.games.place)
        self.games.place.resize(900, 600)
        self.games.place.show()

    @property
    def page(self):
        return self.games.page

    def wait(self, condition) -> None:
        self._qtbot.waitUntil(lambda: bool(condition()))


@contextmanager
def reader(qtbot, folder=None, **settings) -> Iterator[Reader]:
    """Show the page of the games, those of `folder` if it is given."""
    with serving(qtbot, paths.tables_dir(), **settings) as services:
        v = Reader(qtbot, services)
        try:
            services.commands["show_games"].trigger()
            assert v.navigation.page is Page.GAMES
            if folder is not None:
                v.games.choose(folder)
                v.wait(lambda: not v.games._scan.running and v.page.model.rowCount() > 0)
            yield v
        finally:
            v.games.close()


@pytest.fixture
def v(qtbot, folder) -> Iterator[Reader]:
    with reader(qtbot, folder) as found:
        yield found


@pytest.fixture
def page(v):
    return v.page


def _listed(v, folder):
    """Show the page with the games of `folder`; return it when they are listed."""
    v.do("show_games")
    v.window.games.choose(folder)
    page = v.window.games.page
    v.wait(lambda: not v.window.games._scan.running and page.model.rowCount() > 0)
    return page


def _column(page, name):
    column = list(COLUMNS).index(name)
    return [page.model.index(row, column).data() for row in range(page.model.rowCount())]


def _search(v, page, text):
    before = page.model.rowCount()
    page.search.setText(text)
    v.wait(lambda: page.model.rowCount() != before)


def _point(page, white):
    page.table.point_at(_column(page, "white").index(white))


def test_the_games_of_a_folder_are_listed(page):
    assert sorted(_column(page, "white")) == ["Anna", "Clara", "Emil", "Gerd"]
    assert "KRPvKR" in _column(page, "material")
    assert page.amount.text() == "4 games"
    assert page.folder.text() == "my games"


@pytest.mark.parametrize("how", first(1, ["middle button", "Ctrl and Enter", "menu"]))
def test_a_game_opens_in_a_tab_of_its_own(qtbot, folder, how):
    with visit(qtbot) as v:
        page = _listed(v, folder)
        _point(page, "Clara")
        rows, index = page.table.viewport(), page.table.currentIndex()
        if how == "menu":
            page.open_aside.trigger()
        elif how == "middle button":
            place = page.table.visualRect(index).center()
            QTest.mouseClick(rows, Qt.MouseButton.MiddleButton, pos=place)
        else:
            QTest.keyClick(page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
            QTest.keyRelease(page.table, Qt.Key.Key_Control)
        v.wait(lambda: v.moves == ["f3", "e5", "g4", "Qh4#"])
        tabs = v.window.services.tabs
        assert [tab.title for tab in tabs.tabs][1:] == ["Clara – Dora"]
        assert v.window.navigation.page is Page.BOARD
        v.do("close_tab")
        assert v.window.workspace.editing


def test_the_list_narrows_as_one_types(v, page):
    _search(v, page, "studies 0-1")
    assert _column(page, "white") == ["Clara"]
    assert page.amount.text().startswith("1 of 4")
    _search(v, page, "nobody")
    assert page.table.empty == "No game contains all of these words."
    _search(v, page, "")
    assert page.model.rowCount() == 4


def test_a_click_on_a_title_sorts(v, page):
    page.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    v.wait(lambda: _column(page, "white") == ["Anna", "Clara", "Emil", "Gerd"])
    page.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    v.wait(lambda: _column(page, "white") == ["Gerd", "Emil", "Clara", "Anna"])


def test_a_game_is_looked_at_beside_the_list_and_opened_with_enter(qtbot, folder):
    with visit(qtbot) as v:
        page = _listed(v, folder)
        _point(page, "Anna")
        v.wait(lambda: page.preview.title.text() == "Anna – Ben")
        assert page.preview.plies == 0  # a study begins at its beginning
        page.preview.slider.setValue(2)
        assert "Ke7 · ply 2 of 3" in page.preview.move_.text()
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        v.wait(lambda: v.window.pages.page is v.window.stage)
        assert v.moves == ["Rd1+", "Ke7", "Rd4"]
        assert v.game.line.cursor == 2  # where one has looked


def test_a_game_of_morris_is_opened_on_its_board(v, page):
    _point(page, "Gerd")
    v.wait(lambda: page.preview.title.text() == "Gerd – Hans")
    page.open.click()
    v.wait(lambda: v.opened)
    ((game, plies),) = v.opened
    assert game.record.moves == ("d6", "f4", "d2")
    assert plies == 0


def test_what_is_wrong_with_a_game_is_said_and_stays_in_the_list(v, page):
    _point(page, "Emil")
    v.wait(lambda: "Illegal move 2. Ke4" in page.preview.about.text())
    page.search.setText("emil")
    v.wait(lambda: page.model.rowCount() == 1)
    tip = page.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("Damaged: illegal move 2. Ke4")


def test_new_games_appear_by_themselves(v, folder):
    (folder / "new.pgn").write_text(GAME.replace("Clara", "Ida"))
    v.wait(lambda: "Ida" in _column(v.page, "white"))


def test_the_user_s_own_games_are_shown_first(qtbot):
    paths.games_dir().mkdir(parents=True)
    (paths.games_dir() / "one.pgn").write_text(GAME)
    with reader(qtbot) as v:
        v.wait(lambda: _column(v.page, "white") == ["Clara"])
        assert v.page.folder.text() == "My games"


def test_an_empty_list_says_how_it_fills(qtbot):
    with reader(qtbot) as v:
        v.wait(lambda: v.page.table.empty.startswith("Every game that you play is saved here"))


def test_the_folders_are_remembered(qtbot, folder):
    with reader(qtbot, folder) as v:
        kept = v.settings.current
    assert kept.games_folder == str(folder)
    assert kept.games_folders == [str(folder)]
    with reader(qtbot, games_folder=kept.games_folder, games_folders=kept.games_folders) as v:
        v.wait(lambda: v.page.model.rowCount() == 4)
        offered = [action.text() for action in v.page.folder.menu().actions()]
        assert offered[0] == "My games"
        assert str(folder) in offered


def _seek(v, fen, command="games_here"):
    """Search the games for a position; wait until all of them were searched."""
    v.services.workspace.set_up(fen)
    v.services.commands[command].trigger()
    v.wait(lambda: v.games._matches is not None and not v.games._hunt.running)
    v.wait(lambda: not v.games._scan.running and not v.games._search.running)


def test_games_with_the_position_on_the_board_are_listed(v, page):
    _seek(v, "8/1P2k3/1K6/8/8/8/r7/3R4 w - - 3 2")
    assert (_column(page, "white"), page.amount.text()) == ([], "0 of 4 games")
    assert "reaches the position" in page.table.empty
    _seek(v, "1K6/1P2k3/8/8/8/8/r7/3R4 w - - 0 1")
    assert _column(page, "white") == ["Anna"]
    assert (page.position.text(), page.amount.text()) == ("With the position", "1 of 4 games")
    _point(page, "Anna")
    v.wait(lambda: page.preview.plies == 2)
    page.clear.click()
    v.wait(lambda: page.model.rowCount() == 4)
    assert (page.position.text(), page.clear.isVisible()) == ("Position", False)


def test_games_with_an_ending_are_listed_and_searched_for_words(v, page, folder):
    _seek(v, "8/8/3k4/8/8/3K4/4P3/r6R b - - 0 1", "games_ending")
    assert _column(page, "white") == ["Anna"]
    assert page.position.text() == "With KRPvKR"
    (folder / "more.pgn").write_text(STUDY.replace("Anna", "Karl"))
    v.wait(lambda: sorted(_column(page, "white")) == ["Anna", "Karl"])
    page.search.setText("more")
    v.wait(lambda: _column(page, "white") == ["Karl"])


def test_only_positions_of_few_men_have_an_ending(v):
    v.services.workspace.set_up(CHESS.start_fen)
    v.services.commands.refresh()
    assert not v.services.commands["games_ending"].isEnabled()
    assert v.services.commands["games_here"].isEnabled()


def test_games_of_morris_are_searched_too(v, page):
    _seek(v, "morris ......../.W.B..../........ w 8 8 0 2")
    assert _column(page, "white") == ["Gerd"]


def test_a_folder_that_has_gone_is_named(qtbot, tmp_path):
    with reader(qtbot, games_folder=str(tmp_path / "gone")) as v:
        v.wait(lambda: v.told and "gone does not exist" in v.told[-1])


def test_selected_games_are_copied_and_saved(qtbot, folder, tmp_path):
    with reader(qtbot, folder) as v:
        page = v.page
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for white in ("Anna", "Clara"):
            row = _column(page, "white").index(white)
            page.table.selectionModel().select(page.model.index(row, 0), flags)
        qtbot.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        v.wait(lambda: v.told and "on the clipboard" in v.told[-1])
        assert QApplication.clipboard().text().count("[White ") == 2
        v.games.write(tmp_path / "two.pgn")
        v.wait(lambda: (tmp_path / "two.pgn").exists())
    assert sorted(game.white for game in archive.load(tmp_path / "two.pgn")) == ["Anna", "Clara"]


def test_a_game_that_was_annotated_is_put_back_in_its_file(qtbot, folder):
    with visit(qtbot) as v:
        page = _listed(v, folder)
        _point(page, "Clara")
        v.wait(lambda: page.preview.title.text() == "Clara – Dora")
        page.open.click()
        v.wait(lambda: v.moves[-1:] == ["Qh4#"])
        v.game.go(1)
        v.game.play("e7e6")  # a variation

        v.do("save")
        v.wait(lambda: "Game saved" in v.window.status.currentMessage())
    written = (folder / "studies.pgn").read_text()
    assert "(1... e6)" in written
    assert written.startswith(STUDY)
    assert written.endswith(ILLEGAL)


def test_a_file_of_too_many_games_is_listed_instead(qtbot, folder, monkeypatch):
    monkeypatch.setattr(limits, "LARGEST_TEXT", 100)
    with visit(qtbot) as v:
        v.window.files.open(folder / "studies.pgn")
        v.wait(lambda: "too many games to open at once" in v.message.lower())
        v.window.stage.message.action.click()
        page = v.window.games.page
        v.wait(lambda: page.model.rowCount() == 3)
        assert page.search.text() == "studies.pgn"


def test_down_in_the_search_goes_to_the_first_row(v, page, qtbot):
    page.search.setFocus()
    qtbot.keyClick(page.search, Qt.Key.Key_Down)
    assert v.games.place.focusWidget() is page.table
    assert [index.row() for index in page.table.selectionModel().selectedRows()] == [0]


def test_another_folder_leaves_no_game_of_the_one_before_beside_it(v, page, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "game.pgn").write_text(MORRIS)
    _point(page, "Clara")
    v.wait(lambda: "Clara" in page.preview.title.text())
    v.games.choose(other)
    assert page.preview.title.text() == ""
    v.wait(lambda: not v.games._scan.running and page.model.rowCount() == 1)
    assert page.preview.title.text() == ""


def test_a_folder_that_nothing_can_show_is_named(v, page, folder, monkeypatch):
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda url: False)
    page.table.point_at(0)
    v.games.show_place()
    assert v.told[-1].endswith(f"The folder is {folder}")
