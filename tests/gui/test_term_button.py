"""Terms are explained where they stand: on hovering, by a click and by the keyboard."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from tests import languages

from millmate.glossary import Term
from millmate.gui.style.areas import vbox
from millmate.gui.term_button import TermButton


@pytest.fixture
def button(qtbot):
    window, shown = QWidget(), TermButton(Term.DTM, Term.PLY)
    vbox(shown, QLineEdit(), None, within=window)
    window.resize(600, 400)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    shown.setFocus()
    yield shown
    window.close()


def gone(qtbot, button):
    qtbot.waitUntil(lambda: button.popover is None)


def test_hovering_and_screen_readers_tell_the_same_as_the_popover(button):
    button.click()
    for said in (button.toolTip(), button.accessibleDescription(), button.popover.accessibleName()):
        words = " ".join(said.split())
        assert Term.DTM.text in words
        assert Term.PLY.title in words


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_space_opens_the_popover_and_a_key_closes_it_and_gives_the_keyboard_back(
    qtbot, button, key
):
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert button.popover.isVisible()
    assert QApplication.focusWidget() is button.popover
    assert button.window().rect().contains(button.popover.geometry())
    QTest.keyClick(button.popover, key)
    gone(qtbot, button)
    assert QApplication.focusWidget() is button


def test_a_click_elsewhere_or_on_the_button_closes_it(qtbot, button):
    button.click()
    QTest.mouseClick(button.popover, Qt.MouseButton.LeftButton)
    assert button.popover.isVisible(), "a click on it leaves it"
    QTest.mouseClick(button.window(), Qt.MouseButton.LeftButton, pos=QPoint(590, 390))
    gone(qtbot, button)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.popover.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    gone(qtbot, button)


def test_without_terms_there_is_no_button(button):
    button.show_terms()
    assert button.isHidden()
    button.show_terms(Term.ZUGZWANG)
    assert button.isVisible()
    assert Term.ZUGZWANG.title in button.accessibleName()


def test_every_term_is_explained_in_german_too():
    known = {entry.msgid: entry.msgstr for entry in languages.entries("de")}
    for term in Term:
        assert known[term.value.term]
        assert known[term.value.text]
