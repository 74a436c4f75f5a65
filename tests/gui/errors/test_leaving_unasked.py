"""A polite kill is obeyed without a question: nobody may be there to answer it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from millmate.gui.errors.questions import close_unasked, may_leave
from millmate.tablebase import targets
from millmate.tablebase.names import parse

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
    window.commands["build"].trigger()
    dialog = window.building.dialog
    dialog.field.name.setText("KQvKR")
    dialog.build.click()
    window.building.run.advanced.connect(kill)

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
    assert not list((tmp_path / "tables").glob("KQvKR.zarr"))
    targets.build([parse("KQvK")], tmp_path / "tables")  # nobody holds its locks any more


def test_a_question_that_is_open_is_withdrawn(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    QTimer.singleShot(50, lambda: close_unasked(window))
    assert not may_leave(window, "Quit?", "Quit", "Stay")
    assert not window.isVisible()
    assert may_leave(window, "Quit?", "Quit", "Stay")  # from now on
