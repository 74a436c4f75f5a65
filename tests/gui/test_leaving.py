"""Quitting while work goes on: only the button that says so quits."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from millmate.gui.leaving import may_leave


def ask(qtbot, answer) -> bool:
    parent = QWidget()
    qtbot.addWidget(parent)
    QTimer.singleShot(0, lambda: answer(QApplication.activeModalWidget()))
    return may_leave(parent, "Work is going on.", "Stop and quit", "Go on")


def button(box, text: str):
    return next(each for each in box.buttons() if each.text() == text)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_enter_and_escape_stay(qtbot, key):
    assert ask(qtbot, lambda box: QTest.keyClick(box, key)) is False


@pytest.mark.parametrize(("text", "leaves"), [("Stop and quit", True), ("Go on", False)])
def test_each_button_does_what_it_says(qtbot, text, leaves):
    assert ask(qtbot, lambda box: button(box, text).click()) is leaves
