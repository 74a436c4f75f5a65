"""The search in the real window: by its key, without the mouse, and what comes of a choice."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui import windows
from tests.gui.sharing import v, visit
from tests.gui.windows import QUEEN_MATE, Visitor
from tests.tiers import first

from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.search.popup import SearchPopup
from millmate.gui.shell.search.sources import Kind

__all__ = ["v"]  # a fixture

REMEMBERED = {"start_fen": QUEEN_MATE}


class Searcher(Visitor):
    """Opens the search with its key and types."""

    @property
    def popup(self) -> SearchPopup:
        popup = self.window.searching.popup
        assert popup is not None
        return popup

    @property
    def is_open(self) -> bool:
        return self.window.searching.popup is not None and self.popup.isVisible()

    @property
    def titles(self) -> list[str]:
        return [entry.title for entry in self.popup.model.entries]

    def search(self, text: str = "") -> None:
        """Open the search and type; all that is on the disk is known then."""
        self.do("search")
        self.wait(lambda: not self.window.searching._looking.running)
        QTest.keyClicks(self.popup.field, text)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.popup.field, key)

    def enter(self) -> None:
        self.press(Qt.Key.Key_Return)


@pytest.fixture
def s(v: Visitor) -> Searcher:
    v.window.activateWindow()
    return Searcher(v.qtbot, v.window)


def test_its_key_and_its_button_open_it_and_the_key_closes_it(s: Searcher) -> None:
    assert s.window.commands["search"].shortcut().toString() == "Ctrl+K"
    s.do("search")
    assert s.is_open
    s.do("search")
    assert not s.is_open
    s.window.searching.button.click()
    assert s.is_open


def test_a_command_runs_and_the_focus_is_where_it_was(s: Searcher) -> None:
    s.board.setFocus()
    s.search("flip the b")
    assert s.titles[0] == "Flip the board"
    s.enter()
    assert s.board.flipped
    assert not s.is_open
    assert s.window.focusWidget() is s.board


def test_escape_closes_it_and_nothing_happens(s: Searcher) -> None:
    s.board.setFocus()
    s.search("flip")
    s.press(Qt.Key.Key_Escape)
    assert not s.is_open
    assert not s.board.flipped
    assert s.window.focusWidget() is s.board


def test_the_focus_elsewhere_closes_it(s: Searcher) -> None:
    s.search("flip")
    s.board.setFocus()
    assert not s.is_open


def test_arrow_keys_go_through_what_is_found_and_round(s: Searcher) -> None:
    s.search("new")
    rows = len(s.titles)
    seen = [s.popup.list.currentIndex().row()]
    for _ in range(rows):
        s.press(Qt.Key.Key_Down)
        seen.append(s.popup.list.currentIndex().row())
    assert seen == [*range(rows), 0]
    s.press(Qt.Key.Key_Up)
    assert s.popup.list.currentIndex().row() == rows - 1
    s.press(Qt.Key.Key_Tab)
    assert s.popup.list.currentIndex().row() == 0
    assert s.popup.field.hasFocus() or not s.window.isActiveWindow()


def test_a_click_chooses(s: Searcher) -> None:
    s.search("flip the board")
    rect = s.popup.list.visualRect(s.popup.model.index(0, 0))
    QTest.mouseClick(s.popup.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert s.board.flipped


def test_a_disabled_command_says_why_and_stays(s: Searcher) -> None:
    s.search("take the result back redo")
    s.popup.field.setText("redo")
    entry = s.popup.current
    assert entry is not None
    assert entry.fault == "Nothing has been taken back"
    s.enter()
    assert s.is_open


def test_what_is_not_found_is_said(s: Searcher) -> None:
    s.search("xyzzy")
    assert s.popup.nothing.isVisible()
    assert not s.popup.list.isVisible()
    s.enter()
    assert s.is_open
    s.popup.field.setText("flip")
    assert not s.popup.nothing.isVisible()


@pytest.mark.parametrize(
    "text", first(1, ["Kc2 Nd3 Bf1 / Ka1", "8/8/8/8/8/3N4/2K5/k4B2 w - - 0 1"])
)
def test_a_typed_position_is_set_up(s: Searcher, text: str) -> None:
    s.do("show_games")
    s.search(text)
    s.enter()
    s.wait(lambda: s.window.workspace.fen == "8/8/8/8/8/3N4/2K5/k4B2 w - - 0 1")
    assert s.window.navigation.page is Page.BOARD


def test_a_named_position_is_set_up(s: Searcher) -> None:
    s.search("saavedra")
    s.enter()
    s.wait(lambda: s.window.workspace.fen == "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1")


def test_a_table_that_is_missing_is_shown_in_the_builder(s: Searcher) -> None:
    s.search("rook against king")
    assert s.popup.current is not None
    assert s.popup.current.kind is Kind.ENDING
    s.enter()
    panel = s.window.building.tables
    assert panel is not None
    assert panel.isVisible()
    assert panel.heading.text() == "Rook against king (KRvK)"


@pytest.mark.thorough
def test_a_table_that_exists_is_explored(qtbot: QtBot, rook_tables: Path) -> None:
    with visit(qtbot, rook_tables, start_fen=QUEEN_MATE) as v:
        s = Searcher(qtbot, v.window)
        s.search("krk")
        s.enter()
        explorer = s.window.exploring.explorer
        assert s.window.navigation.page is Page.EXPLORE
        s.wait(lambda: explorer.tables.code == "KRvK")
        s.wait(lambda: explorer.positions.model.rowCount() > 0)


@pytest.mark.thorough
def test_a_setting_is_shown_alone(s: Searcher) -> None:
    s.search("silhouettes")
    assert s.titles[0] == "Pieces"
    s.enter()
    dialog = s.window.preferences.dialog
    assert dialog is not None
    dialog.complete()
    assert dialog.rows["pieces"].isVisible()
    assert not dialog.rows["language"].isVisible()


@pytest.mark.thorough
def test_what_was_used_is_kept_in_the_settings(qtbot: QtBot) -> None:
    with windows.visit(qtbot) as v:
        s = Searcher(qtbot, v.window)
        s.search("flip the board")
        s.enter()
        assert list(s.window.store.current.searched) == ["command:flip"]
        s.search()
        assert s.titles[0] == "Flip the board"


@pytest.mark.thorough
def test_it_fits_into_a_small_window_with_whole_rows(s: Searcher) -> None:
    s.window.resize(900, 620)
    s.search("a")
    s.wait(lambda: len(s.titles) > 10)
    popup = s.popup
    assert s.window.rect().contains(popup.geometry())
    row = popup.list.sizeHintForRow(0)
    assert popup.list.viewport().height() % row == 0
    s.window.resize(1100, 700)
    s.wait(lambda: abs(popup.geometry().center().x() - s.window.width() // 2) <= 1)


def test_a_screen_reader_has_names_for_all_of_it(s: Searcher) -> None:
    s.search("flip the board")

    def name(widget) -> str:
        return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)

    assert name(s.popup.field) == "Search or command"
    assert name(s.popup.list) == "Results"
    assert name(s.window.searching.button) == "Search or command"
    role = Qt.ItemDataRole.AccessibleTextRole
    assert s.popup.model.index(0, 0).data(role) == "Flip the board, Command, F"


def test_it_speaks_the_language_of_the_window(s: Searcher) -> None:
    s.do("speak_de")
    assert s.window.searching.button.text().startswith("Suchen oder Befehl")
    s.search("einstellungen")
    assert "Einstellungen" in s.titles


def test_the_key_can_be_changed_and_the_button_follows(s: Searcher) -> None:
    s.window.store.set(keys={"search": "Ctrl+Shift+F"})
    assert s.window.searching.button.text().endswith("Ctrl+Shift+F")


def test_nothing_is_moved_by_opening_it(s: Searcher) -> None:
    before = s.board.mapTo(s.window, QPoint())
    s.search("new")
    QApplication.processEvents()
    assert s.board.mapTo(s.window, QPoint()) == before
