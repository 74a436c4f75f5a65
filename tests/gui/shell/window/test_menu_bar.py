"""The menu bar takes no room, and lies over the window while the keyboard is in it."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.gui.sharing import visit


def test_it_is_unfolded_by_the_keyboard_and_takes_escape(qtbot: QtBot) -> None:
    with visit(qtbot) as v:
        v.window.activateWindow()
        v.wait(v.window.isActiveWindow)
        bar, board = v.window.menuBar(), v.board
        board.setFocus()
        before = board.geometry()
        assert (bar.height(), bar.isVisible()) == (0, True)  # its keys work while it is folded
        bar.setFocus(Qt.FocusReason.MenuBarFocusReason)
        v.wait(lambda: bar.height() > 0)
        assert board.geometry() == before
        escape = QKeyEvent(
            QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(bar, escape)
        assert escape.isAccepted()  # else it dismisses messages, and the menu bar stays
        board.setFocus()
        v.wait(lambda: bar.height() == 0)


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
def test_arrow_keys_go_along_it_after_alt_and_open_a_menu(qtbot: QtBot) -> None:
    with visit(qtbot) as v:
        v.window.activateWindow()
        v.wait(v.window.isActiveWindow)
        bar = v.window.menuBar()
        first, second = bar.actions()[:2]
        v.board.setFocus()
        QTest.keyClick(v.board, Qt.Key.Key_Alt)
        assert bar.activeAction() is first
        QTest.keyClick(bar, Qt.Key.Key_Right)  # elsewhere a step of the game, as Down is
        assert bar.activeAction() is second
        QTest.keyClick(bar, Qt.Key.Key_Down)
        menu = QApplication.activePopupWidget()
        assert menu is second.menu()
        menu.close()


def test_the_button_on_the_rail_has_all_its_menus(qtbot: QtBot) -> None:
    with visit(qtbot) as v:
        offered = [action.text() for action in v.window.rail.menu.menu().actions()]
        assert offered == [action.text() for action in v.window.menuBar().actions()]
