"""Quitting while work goes on: only the button that says so quits, or a polite kill.

That is obeyed without a question: nobody may be there to answer it.
"""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from tests.gui.windows import visit

from millmate import settings
from millmate.gui.kit.dialogs import close_unasked, may_leave
from millmate.tablebase import targets
from millmate.tablebase.names import parse


def ask(qtbot, answer) -> bool:
    parent = QWidget()
    qtbot.addWidget(parent)
    QTimer.singleShot(0, lambda: answer(QApplication.activeModalWidget()))
    return may_leave(parent, "Work is going on.", "Stop and quit", "Continue")


def button(box, text: str):
    return next(each for each in box.buttons() if each.text() == text)


def test_only_its_button_leaves(qtbot):
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        assert not ask(qtbot, lambda box, key=key: QTest.keyClick(box, key))
    assert not ask(qtbot, lambda box: button(box, "Continue").click())
    assert ask(qtbot, lambda box: button(box, "Stop and quit").click())


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


# Begins to build a table in the window, and is killed politely once that goes on.
IS_KILLED = """
import os, signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from millmate.gui import app
from millmate.gui.window.main_window import MainWindow

made = app.make_application

def build():
    window = next(each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    window.building.open_for("KQvKR")
    window.building.run.advanced.connect(kill)
    press(window.building.tables.build)

def press(button):
    if button.isEnabled():  # once the plan is made
        button.click()
    else:
        QTimer.singleShot(20, lambda: press(button))

def kill(progress):
    if not killed:
        killed.append(True)
        print("killed", flush=True)
        os.kill(os.getpid(), signal.SIGTERM)

def make():
    application = made()
    QTimer.singleShot(600, build)
    return application

killed = []
app.make_application = make
sys.exit(app.open_window())
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no polite kill")
def test_a_build_is_stopped_and_can_go_on_later(tmp_path: Path) -> None:
    places = {f"MILLMATE_{name}": str(tmp_path / name.lower()) for name in ("DATA", "CONFIG")}
    places |= {"MILLMATE_STATE": str(tmp_path), "MILLMATE_TABLES": str(tmp_path / "tables")}
    ended = subprocess.run(
        [sys.executable, "-c", IS_KILLED],
        env=os.environ | places | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=300,  # a question that nobody sees is never answered
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "killed\n"
    assert not list((tmp_path / "tables").glob("KQvKR.table"))
    targets.build([parse("KQvK")], tmp_path / "tables")  # nobody holds its locks any more


def test_a_question_that_is_open_is_withdrawn(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    QTimer.singleShot(50, lambda: close_unasked(window))
    assert not may_leave(window, "Quit?", "Quit", "Stay")
    assert not window.isVisible()
    assert may_leave(window, "Quit?", "Quit", "Stay")  # from now on
