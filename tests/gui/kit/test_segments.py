"""A switch of a few choices: one stop of the keyboard, and what arrow keys do in it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from tests.gui.listening import NAME, found

from millmate.gui.kit.widgets import Segments, vbox


@pytest.fixture(params=[True, False])
def switch(request, qtbot):
    """Two letters after a field in a window, chosen by arrows or not; the second is on."""
    window, field = QWidget(), QLineEdit()
    switch = Segments({"a": "A", "b": "B"}, "Letter", by_arrows=request.param)
    vbox(field, switch, within=window)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    switch.window_kept, switch.by_arrows = window, request.param
    switch.choose("b")
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Tab)
    return switch


def test_tab_comes_to_the_choice_and_arrows_to_the_others(switch):
    first, second = switch.buttons.values()
    chosen = []
    switch.chosen.connect(chosen.append)
    assert second.hasFocus()
    QTest.keyClick(second, Qt.Key.Key_Left)
    assert first.hasFocus()
    assert switch.value == ("a" if switch.by_arrows else "b")
    QTest.keyClick(first, Qt.Key.Key_Space)
    assert switch.value == "a" == chosen[-1]
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert switch.focusWidget() is not second


def test_each_choice_is_a_radio_button_with_its_words(switch):
    first, second = map(found, switch.buttons.values())
    assert (first.text(NAME), second.text(NAME)) == ("A", "B")
    assert first.role() is QAccessible.Role.RadioButton
    assert (first.state().checked, second.state().checked) == (False, True)
