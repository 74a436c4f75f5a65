"""What the status bar tells of the tables that there are."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from millmate.gui.shell.window.status import Status


@pytest.fixture
def came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "came"
    folder.mkdir()
    for name in ("KQvK.table", "KRvK.compact"):
        (folder / name).touch()
    monkeypatch.setenv("MILLMATE_SHIPPED", str(folder))
    return folder


def told(qtbot: QtBot, tables: Path) -> str:
    status = Status(tables)
    qtbot.addWidget(status)
    return status.tables.text().partition(" · ")[0]


def test_tables_that_came_with_the_program_are_told_apart(
    qtbot: QtBot, came: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    assert told(qtbot, own) == "2 tables with the program"
    own.mkdir()
    shutil.copy(came / "KQvK.table", own)
    assert told(qtbot, own) == "1 table + 1 table with the program"


def test_without_any_it_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    assert told(qtbot, tmp_path / "none") == "No tables yet"
