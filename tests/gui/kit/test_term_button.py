"""Terms are explained where they stand: on hovering, by a click and by the keyboard."""

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from tests import languages

from millmate import manual
from millmate.glossary import Term
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.widgets import vbox


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


class Browser(QObject):
    """Takes the pages that the desktop would show."""

    def __init__(self):
        super().__init__()
        self.shown = []

    @Slot(QUrl)
    def show_page(self, url):
        self.shown.append(url)


@pytest.fixture
def browser():
    taking = Browser()
    QDesktopServices.setUrlHandler("file", taking, "show_page")
    yield taking
    QDesktopServices.unsetUrlHandler("file")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_tab_leads_to_the_manual_s_entry_of_the_term(
    qtbot, button, browser, key, tmp_path, monkeypatch
):
    monkeypatch.setattr(manual, "_DOCS", tmp_path)  # no checkout
    monkeypatch.setattr(manual, "resource", lambda name: tmp_path)
    button.click()
    QTest.keyClick(button.popover, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is button.popover.more
    QTest.keyClick(button.popover.more, key)
    gone(qtbot, button)
    (url,) = browser.shown
    assert url.toLocalFile() == str(tmp_path / "glossary.html")
    assert url.fragment() == "term-dtm"


def test_tab_goes_round_and_escape_closes(qtbot, button):
    button.click()
    QTest.keyClick(button.popover, Qt.Key.Key_Tab)
    QTest.keyClick(button.popover.more, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is button.popover
    QTest.keyClick(button.popover, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(button.popover.more, Qt.Key.Key_Escape)
    gone(qtbot, button)
    assert QApplication.focusWidget() is button


def test_a_missing_manual_is_told_in_the_popover(qtbot, button, tmp_path, monkeypatch):
    monkeypatch.setattr(manual, "_DOCS", tmp_path)
    monkeypatch.setattr(manual, "resource", lambda name: (tmp_path / name).resolve(strict=True))
    button.click()
    QTest.mouseClick(button.popover.more, Qt.MouseButton.LeftButton)
    told = button.popover.findChildren(WrappedLabel)
    qtbot.waitUntil(lambda: any("does not include" in each.text() for each in told))
    assert button.window().rect().contains(button.popover.geometry())


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
