"""The menus' conventions, and what their keys do."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton
from tests.gui.sharing import v, visit
from tests.gui.windows import QUEEN_MATE
from tests.tiers import first

from millmate.gui.shell.help.sheets import ShortcutSheet

__all__ = ["v"]  # a fixture

CONVENTIONS = {
    "new_game": "Ctrl+N", "open": "Ctrl+O", "save": "Ctrl+S", "take_back": "Ctrl+Z",
    "copy_pgn": "Ctrl+C", "copy_fen": "Ctrl+Shift+C", "paste": "Ctrl+V", "first": "Home",
    "previous": "Left", "next": "Right", "last": "End", "flip": "F", "best": "Space",
    "full_screen": "F11", "shortcuts": "F1",
}  # fmt: skip
MENUS = [
    "Game", "Edit", "View", "Position", "Tables", "Players", "Tournament", "Window", "Help",
]  # fmt: skip


def test_the_menus_and_keys_are_those_that_chess_players_expect(v):
    found = {name: v.window.commands[name].shortcut().toString() for name in CONVENTIONS}
    assert found == CONVENTIONS
    assert QKeySequence("?") in v.window.commands["shortcuts"].shortcuts()
    titles = [a.text().replace("&", "") for a in v.window.menuBar().actions()]
    assert titles == MENUS


def test_no_key_is_given_twice_and_no_mnemonic_twice_in_a_menu(v):
    keys = Counter(k.toString() for a in v.window.commands.values() for k in a.shortcuts())
    own = (each for each in v.window.findChildren(QShortcut) if each.parent().isVisible())
    keys += Counter(each.key().toString() for each in own)  # those of hidden pages do nothing
    assert [key for key, times in keys.items() if times > 1] == []
    menus = [action.menu() for action in v.window.menuBar().actions()]
    for entries in (v.window.menuBar().actions(), *(menu.actions() for menu in menus)):
        texts = [action.text() for action in entries if not action.isSeparator()]
        letters = Counter(map(_mnemonic, texts))
        assert "" not in letters, texts
        assert max(letters.values(), default=0) == 1, texts


def _mnemonic(text: str) -> str:
    plain = text.replace("&&", "")
    at = plain.find("&")
    return plain[at + 1].lower() if at >= 0 else ""


def test_space_presses_a_square_while_the_cursor_is_on_the_board(qtbot, tables):
    with visit(qtbot, tables, black="human") as v:
        v.paste(QUEEN_MATE)
        v.wait(lambda: v.window.workspace.fen == QUEEN_MATE)
        v.window.commands["play_here"].trigger()
        v.wait(lambda: v.game.awaits_person)
        v.board.setFocus()
        qtbot.keyClick(v.board, Qt.Key.Key_Return)
        qtbot.keyClick(v.board, Qt.Key.Key_Space)
        qtbot.wait(50)
        assert v.moves == []


@pytest.mark.parametrize(
    ("fen", "builds"),
    [("4k3/8/8/8/8/8/8/RNBQKBNR w - - 0 1", False), (QUEEN_MATE, True)],
)
def test_where_no_best_move_is_known_a_line_says_how_one_becomes_known(
    qtbot, tmp_path, fen, builds
):
    with visit(qtbot, tmp_path / "tables") as v:
        v.window.workspace.set_up(fen)
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.fen == fen)
        v.do("best")
        said = v.window.status.currentMessage()
        assert "an engine analyse (A)" in said
        assert ("Ctrl+B" in said) == builds


def test_the_question_mark_shows_every_key_on_whatever_page(v):
    shown = {
        " or ".join(k.toString(QKeySequence.SequenceFormat.NativeText) for k in a.shortcuts())
        for a in v.window.commands.values()
        if not a.shortcut().isEmpty()
    }
    v.do("show_games")
    v.do("shortcuts")
    (sheet,) = v.window.findChildren(ShortcutSheet)
    v.wait(sheet.isVisible)
    assert shown | {"Enter", "Arrows", "Esc"} <= {
        label.text() for label in sheet.findChildren(QLabel)
    }
    sheet.close()


@pytest.mark.parametrize("page", first(1, ["show_tournaments", "show_games"]))
def test_the_settings_open_over_the_page_that_is_shown(v, page):
    _turn(v, page)
    shown = v.window.pages.page
    _press(v, "Ctrl+,")
    v.wait(lambda: v.window.preferences.dialog is not None)
    assert v.window.preferences.dialog.isVisible()
    assert v.window.pages.page is shown


@pytest.mark.parametrize("page", first(1, ["show_tournaments", "show_games"]))
@pytest.mark.parametrize(("key", "tab"), first(1, [("Ctrl+N", 1), ("Ctrl+V", 0)]))
def test_keys_of_the_board_bring_it_back(qtbot, tables, page, key, tab):
    with visit(qtbot, tables, start_fen=QUEEN_MATE, black="human") as v:
        QApplication.clipboard().setText("8/8/8/3k4/8/8/8/KR6 w - - 0 1")
        _turn(v, page)
        _press(v, key)
        v.wait(lambda: v.window.pages.page is v.window.stage)
        v.wait(lambda: v.window.panels.currentIndex() == tab)


def _turn(v, page: str) -> None:
    """Turn to a page, and put the keyboard into its list."""
    v.do(page)
    if page == "show_tournaments":
        v.wait(lambda: v.window.tournaments.made)
        v.window.tournaments.page.shelf.setFocus()
    else:
        v.wait(lambda: v.window.games.made)
        v.window.games.page.table.setFocus()


def _press(v, key: str) -> None:
    """Press a key where the keyboard is."""
    v.window.activateWindow()
    v.wait(v.window.isActiveWindow)
    QTest.keySequence(QApplication.focusWidget(), QKeySequence(key))


def test_space_plays_the_best_move_after_a_button_was_clicked(qtbot, tables):
    with visit(qtbot, tables, black="human") as v:
        v.paste(QUEEN_MATE)
        v.wait(lambda: v.window.workspace.fen == QUEEN_MATE)
        qtbot.mouseClick(v.window.setup.play, Qt.MouseButton.LeftButton)
        v.wait(lambda: v.game.awaits_person and v.window.probe.last is not None)
        v.wait(lambda: v.window.probe.last.fen == v.game.line.fen)
        best = v.window.probe.last.moves[0].notation
        offer = next(
            button
            for button in v.window.moves.findChildren(QPushButton)
            if button.text() == "Offer a draw"
        )
        qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
        v.wait(lambda: v.game.offer is not None)
        qtbot.keyClick(v.window.focusWidget(), Qt.Key.Key_Space)
        v.wait(lambda: v.moves == [best])


def test_a_click_on_a_button_of_the_board_s_page_leaves_the_keyboard_where_it_is(qtbot, tables):
    with visit(qtbot, tables) as v:
        v.do("examples")
        v.window.notifications.warn("Qd9?", "OK", lambda: None)
        buttons = v.window.stage.findChildren(QPushButton)
        buttons += v.window.stage.findChildren(QToolButton)
        assert [
            button.text() or button.toolTip()
            for button in buttons
            if button.focusPolicy() & Qt.FocusPolicy.ClickFocus.value == Qt.FocusPolicy.ClickFocus
        ] == []


def test_an_error_does_not_stand_beside_what_went_well_before(v):
    v.paste("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
    v.wait(lambda: v.window.status.currentMessage() == "Position pasted.")
    v.paste("hello")
    v.wait(lambda: v.message != "")
    assert v.window.status.currentMessage() == ""


def test_no_position_is_ready_to_play_beside_the_reason_why_it_is_not(qtbot):
    with visit(qtbot, black="table") as v:
        v.paste("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        v.wait(lambda: v.window.setup.need.text() != "")
        assert v.window.views.current.editor.verdict.text() == "White to move"
        v.window.setup.players[False].choose("random")
        assert v.window.setup.need.text() == ""
        assert v.window.views.current.editor.verdict.text() == "White to move: ready to play"


def test_an_offer_waits_until_the_message_before_it_has_had_its_time(v):
    status, done = v.window.status, []
    status.show_text("You resigned.")
    status.offer("Saved.", "Undo saving", lambda: done.append(True))
    assert (status.currentMessage(), v.offer) == ("You resigned.", "")
    status.clearMessage()
    assert v.offer == "Saved."
    status.show_text("Something else.")
    assert v.offer == ""
    status.clearMessage()
    status.accept.click()
    assert (done, v.offer) == ([True], "")
    status.show_text("Later.")
    status.clearMessage()
    assert v.offer == "", "what was accepted is not offered again"
