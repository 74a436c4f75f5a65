"""Windows without a screen: set before Qt is imported anywhere."""

import os
import shutil
import sys

from tests.gui.displays import USUAL

# CI services set plain "offscreen", whose screen is too small for the window.
if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen":
    os.environ["QT_QPA_PLATFORM"] = USUAL
os.environ["LC_ALL"] = os.environ["LANGUAGE"] = "C.UTF-8"  # windows speak the desktop's language

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.conftest import home

from millmate import language

_PATIENCE = 120_000  # milliseconds; a machine may be busy with much else

for wait in (QtBot.waitUntil, QtBot.waitSignal):
    wait.__kwdefaults__["timeout"] = _PATIENCE


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """Return the application; garbage is collected as in the program, from now on in all tests."""
    from millmate.gui.kit.tasks import GarbageCollector

    GarbageCollector(qapp)
    return qapp


@pytest.fixture(scope="module", autouse=True)
def own_directories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the tests of a module one home, as they may share a window; each finds it empty."""
    with home(tmp_path_factory) as place:
        yield place
        windows = sys.modules.get("tests.gui.windows")
        if windows is not None and windows.lent is not None:
            windows.lent.close()


@pytest.fixture(autouse=True)
def own_lists(own_directories: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep lists of games out of the user's cache; kernels are shared."""
    place = own_directories / "lists"
    while own_directories.exists():
        with suppress(FileNotFoundError):  # SQLite removes files of a list that is being closed
            shutil.rmtree(own_directories)
    place.mkdir(parents=True)
    if consent := sys.modules.get("millmate.players.consent"):
        consent._given_here.clear()
    monkeypatch.setattr(
        "millmate.records.database.index.index_file",
        lambda folder: place / f"{abs(hash(folder))}.sqlite",
    )


@pytest.fixture(autouse=True)
def no_work_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread of the window at work, but of one that stays open."""
    yield
    tasks = sys.modules.get("millmate.gui.kit.tasks")
    windows = sys.modules.get("tests.gui.windows")
    if tasks is None or (windows is not None and windows.lent is not None):
        return
    # A thread that has told its result still has to end, which takes a while on a busy machine.
    left = [task for task in list(tasks._running) if task.isRunning() and not task.wait(_PATIENCE)]
    tasks.join_all()
    assert not left, f"{len(left)} tasks were still running at the end of the test"


@pytest.fixture(autouse=True)
def english_for_the_next_test() -> Iterator[None]:
    """Speak English again after a test of another language: that is the whole process's."""
    yield
    speaking = sys.modules.get("millmate.gui.kit.translator")
    if speaking is not None and language.current().code != "en":
        speaking.translator.set_language("en")


@pytest.fixture(scope="session", autouse=True)
def nothing_left_on_the_clipboard() -> Iterator[None]:
    """Empty the clipboard in the end.

    Without a screen Qt keeps it until Python is gone, and a picture made by Python cannot be
    deleted then: the tests would pass, and their process would crash.
    """
    yield
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()
