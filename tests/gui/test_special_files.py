"""The window starts and ends whatever lies in place of all the files that it has."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests import special_files
from tests.reliability.programs import drilled, game
from tests.tiers import only
from tests.tournaments import TWO, plan_of

from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.journal import Journal
from millmate.play.tournament.openings import openings_of
from millmate.play.trainer.journal import TrainingJournal
from millmate.records import archive

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are none of these")

# By default one that blocks whoever opens it, and one that cannot be opened in thorough tests;
# the others are refused alike.
KINDS = only(
    [
        kind if kind in ("a pipe", "a folder") else pytest.param(kind, marks=pytest.mark.slow)
        for kind in special_files.KINDS
    ],
    "a pipe",
)
# Opens the window, shows what it has, and closes it as a person does.
LOOKS_AROUND = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from millmate.gui import app
from millmate.gui.window.main_window import MainWindow

made = app.make_application
pages = ["show_tournaments", "show_games", "show_board", "show_table", "show_training"]

def go_on():
    window = next(each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    if pages:
        window.commands[pages.pop(0)].trigger()
        QTimer.singleShot(60, go_on)
    else:
        QTimer.singleShot(0, answer)
        window.close()
        print("closed")

def answer():
    box = QApplication.activeModalWidget()
    if isinstance(box, QMessageBox):
        print(box.text().partition(".")[0])
        accept = QMessageBox.ButtonRole.AcceptRole
        next(each for each in box.buttons() if box.buttonRole(each) == accept).click()

def make():
    application = made()
    QTimer.singleShot(200, go_on)
    return application

app.make_application = make
sys.exit(app.open_window())
"""


def looked_around(home: Path) -> subprocess.CompletedProcess[str]:
    names = ("DATA", "CONFIG", "STATE", "CACHE", "TABLES")
    places = {f"MILLMATE_{name}": str(home / name.lower()) for name in names}
    places |= {"QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "C", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-c", LOOKS_AROUND],
        env=os.environ | places,
        capture_output=True,
        text=True,
        timeout=120,  # what waits for a pipe waits for ever
        check=False,
    )


@pytest.fixture(scope="module")
def used(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directories of a person who has used every part of the program."""
    home = tmp_path_factory.mktemp("used")
    for folder in ("cache", "tables"):
        (home / folder).mkdir()
    shutil.copy(tables / "KQvK.table", home / "tables")
    archive.add(game(1), home / "data" / "games")
    training = TrainingJournal(home / "data" / "training")
    training.append(drilled(1))
    played, plan = home / "data" / "tournaments" / "two", plan_of(TWO)
    played.mkdir(parents=True)
    plan_file.write(plan, played / saved_tournament.PLAN_NAME)
    Journal.create(played, plan, tuple(openings_of(plan, home / "tables")))
    first = looked_around(home)
    assert first.returncode == 0, first.stderr
    return home


@pytest.fixture
def home(used: Path, tmp_path: Path) -> Path:
    """Return a copy of `used`."""
    return Path(shutil.copytree(used, tmp_path / "home", symlinks=True))


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_it_starts_shows_its_pages_and_ends(kind: str, home: Path) -> None:
    (home / "state" / "log" / "millmate.crash").write_text("")
    have = [path for path in home.rglob("*") if path.is_file()]
    assert {"settings.json", "0.json", "millmate.log", "KQvK.table", "journal.jsonl"} <= {
        path.name for path in have
    }
    for path in have:
        special_files.put(kind, path)
    ended = looked_around(home)
    assert ended.returncode == 0, ended.stderr
    *asked, last = ended.stdout.splitlines()
    assert last == "closed"
    assert all(line.startswith("The settings could not be saved") for line in asked)
    assert "Traceback" not in ended.stderr
