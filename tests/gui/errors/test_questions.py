"""Quitting while work goes on: only the button that says so quits."""

import errno
import os

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from tests.gui.windows import visit

from millmate import settings
from millmate.gui.errors.questions import may_leave


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


def test_settings_that_cannot_be_saved_are_told_before_the_window_is_gone(qtbot, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "settings.json")

    asked = []
    with visit(qtbot) as v, monkeypatch.context() as patch:
        patch.setattr(settings, "save", full)
        for text, leaves in (("Keep the window open", False), ("Close anyway", True)):

            def answer(text: str = text) -> None:
                box = QApplication.activeModalWidget()
                asked.append(box.text())
                button(box, text).click()

            QTimer.singleShot(0, answer)
            assert v.window.close() is leaves
            assert v.window.isVisible() is not leaves
    assert len(asked) == 2
    assert all(words.startswith("The settings could not be saved: ") for words in asked)
