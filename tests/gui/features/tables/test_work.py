"""Dead positions that are found while nothing else goes on."""

import shutil
import time
from functools import partial
from pathlib import Path

import pytest
from tests.gui.apart import done_here
from tests.gui.windows import QUEEN_MATE, visit

from millmate.games.chess.material import Material
from millmate.gui.features.tables import work
from millmate.tablebase.helpmates import files, process

QUEEN = Material.parse("KQvK")


@pytest.fixture
def own(tables: Path, tmp_path: Path) -> Path:
    """Return a directory of its own with the table KQvK."""
    directory = tmp_path / "tables"
    directory.mkdir()
    shutil.copy(tables / "KQvK.table", directory)
    return directory


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_IDLE_SECONDS", 0.0)
    monkeypatch.setattr(work, "_LOOK_MS", 20)
    # Gentle work hardly advances on a busy machine, which is what it is for.
    monkeypatch.setattr(process, "find_all", partial(process.find_all, gently=False))


def test_dead_positions_are_found_if_that_is_allowed(qtbot, own, at_once, monkeypatch):
    done_here(monkeypatch, "tablebase.helpmates.process")
    with visit(qtbot, own, start_fen=QUEEN_MATE) as v:
        told, dead = [], v.window.tables.dead_positions
        dead.advanced.connect(told.append)
        v.wait(lambda: "mate in" in v.window.verdict.headline.text())
        v.window.store.set(find_dead_when_idle=True)
        v.wait(lambda: files.exist(own, QUEEN) and not dead.running)
        assert told[0].startswith("Dead positions of KQvK, ")
        assert files.opened(own, QUEEN).info.counts["black"]["black"].dead == 414
        assert told[-1] == ""
        assert v.window.status.tables_work.isHidden()
        assert v.window.status.tables.text().startswith("1 table ")
        v.wait(lambda: "mate in" in v.window.verdict.headline.text())


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch, at_once: None) -> list[str]:
    """Search until that is stopped; return what is stopped."""
    found: list[str] = []

    def search(directory: Path, progress: work.Report, stopped: work.Stopped) -> None:
        progress(process.Finding("KQvK", 0.5))
        while not stopped():
            time.sleep(0.01)
        found.append("search")

    monkeypatch.setattr(process, "find_all", search)
    return found


def test_whatever_else_begins_comes_first(qtbot, own, stops):
    with visit(qtbot, own, start_fen=QUEEN_MATE, find_dead_when_idle=True) as v:
        dead = v.window.tables.dead_positions
        v.wait(lambda: dead.running)
        assert stops == []
        v.press_play()
        v.wait(lambda: stops == ["search"] and not dead.running)
        qtbot.wait(100)
        assert not dead.running


def test_it_is_off_unless_the_user_wants_it(qtbot, own, stops):
    with visit(qtbot, own) as v:
        qtbot.wait(100)
        assert not v.window.tables.dead_positions.running
    assert stops == []


def test_closing_the_window_stops_it(qtbot, own, stops):
    with visit(qtbot, own, find_dead_when_idle=True) as v:
        v.wait(lambda: v.window.tables.dead_positions.running)
    assert stops == ["search"]


def test_a_click_stops_it(qtbot, own, stops):
    with visit(qtbot, own, find_dead_when_idle=True) as v:
        button = v.window.status.tables_work
        v.wait(button.isVisible)
        assert button.text() == "Dead positions of KQvK, 50 %"
        button.click()
        v.wait(lambda: bool(stops))
