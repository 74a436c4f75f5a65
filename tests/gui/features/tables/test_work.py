"""Tables that are made compact while nothing else goes on."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.gui.apart import done_here
from tests.gui.windows import QUEEN_MATE, visit

from millmate.games.chess.material import Material
from millmate.gui.features.tables import work
from millmate.tablebase import compact_process
from millmate.tablebase.helpmates import files, process


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
    for module, name in ((compact_process, "compact_all"), (process, "find_all")):
        monkeypatch.setattr(module, name, hurried(getattr(module, name)))


def hurried(work: Callable[..., object]) -> Callable[..., object]:
    """Return `work`, whose last argument says whether it goes gently, as it goes otherwise."""
    return lambda *arguments: work(*arguments[:-1], False)


def test_tables_are_made_compact_and_dead_positions_found_if_that_is_allowed(
    qtbot, own, at_once, monkeypatch
):
    done_here(monkeypatch, "tablebase.compact_process", "tablebase.helpmates.process")
    with visit(qtbot, own, start_fen=QUEEN_MATE) as v:
        told, ended = [], []
        v.window.tables.compaction.advanced.connect(told.append)
        v.window.tables.compaction.ended.connect(ended.append)
        v.wait(lambda: "mate in" in v.window.verdict.headline.text())
        v.window.store.set(compact_when_idle=True)
        v.wait((own / "KQvK.compact").is_file)
        v.wait(lambda: not (own / "KQvK.table").exists())
        v.wait(lambda: bool(ended))
        # then dead positions are found
        queen = Material.parse("KQvK")
        v.wait(lambda: files.exist(own, queen) and not v.window.tables.compaction.running)
        assert any(line.startswith("Dead positions of KQvK, ") for line in told)
        assert files.opened(own, queen).info.counts["black"]["black"].dead == 414
        assert told[0].startswith("Compacting KQvK, ")
        assert told[-1] == ""
        assert v.window.status.compaction.isHidden()
        assert v.window.status.tables.text().startswith("1 table ")
        assert ended[0].startswith("1 table compacted, ")
        v.wait(lambda: "mate in" in v.window.verdict.headline.text())


@pytest.mark.thorough
def test_whatever_else_begins_comes_first(qtbot, own, at_once):
    with visit(qtbot, own, start_fen=QUEEN_MATE, compact_when_idle=True) as v:
        v.wait(lambda: v.window.tables.compaction.running)
        v.press_play()
        v.wait(lambda: not v.window.tables.compaction.running)
        qtbot.wait(100)
        assert not v.window.tables.compaction.running


def test_compaction_is_off_unless_the_user_wants_it(qtbot, own, at_once):
    with visit(qtbot, own) as v:
        qtbot.wait(100)
        assert not v.window.tables.compaction.running
        assert (own / "KQvK.table").is_file()


def test_closing_the_window_stops_it(qtbot, own, at_once):
    with visit(qtbot, own, compact_when_idle=True) as v:
        v.wait(lambda: v.window.tables.compaction.running)
    assert not list(own.glob(".*.part"))


@pytest.mark.thorough
def test_the_menu_compacts_tables_at_once(qtbot, own):
    with visit(qtbot, own) as v:
        status = v.window.status
        v.do("compact")
        v.wait(lambda: status.compaction.isVisible())
        v.wait(lambda: not v.window.tables.compaction.running)
        assert status.currentMessage().startswith("1 table compacted, ")
        v.do("compact")
        v.wait(lambda: status.currentMessage().startswith("No table can be compacted"))


def test_a_click_stops_it(qtbot, own):
    with visit(qtbot, own) as v:
        v.do("compact")
        v.window.status.compaction.click()
        v.wait(lambda: not v.window.tables.compaction.running)
        assert (own / "KQvK.table").is_file()


def test_tables_that_a_build_reads_are_left_to_it(qtbot, own, monkeypatch):
    with visit(qtbot, own) as v:
        monkeypatch.setattr(type(v.window.services.build), "running", True)
        v.do("compact")
        assert not v.window.tables.compaction.running
        assert "once the build has ended" in v.window.status.currentMessage()
        monkeypatch.undo()
