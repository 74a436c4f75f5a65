"""The menu bar takes no room, and lies over the window while the keyboard is in it."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
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


def test_the_button_on_the_rail_has_all_its_menus(qtbot: QtBot) -> None:
    with visit(qtbot) as v:
        offered = [action.text() for action in v.window.rail.menu.menu().actions()]
        assert offered == [action.text() for action in v.window.menuBar().actions()]
