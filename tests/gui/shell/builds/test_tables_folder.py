"""The folder of tables is gone, on an unplugged disk: said, and nothing is built in its place."""

import shutil

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from tests.gui.windows import QUEEN_MATE, visit
from tests.tiers import first


@pytest.fixture
def disk(tables, tmp_path):
    """A disk with the table of queen against king."""
    folder = tmp_path / "disk"
    folder.mkdir()
    shutil.copy(tables / "KQvK.table", folder)
    return folder


def _unplug(disk, left):
    disk.rename(disk.with_name("elsewhere"))
    if left == "mount point":
        disk.mkdir()


def _press(*names):
    """Press one button of each question that comes, as soon as it is shown; return the timer."""
    left, timer = list(names), QTimer(interval=10)

    def look():
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            name = left.pop(0)
            next(button for button in box.buttons() if button.text() == name).click()
        if not left:
            timer.stop()

    timer.timeout.connect(look)
    timer.start()
    return timer


@pytest.mark.parametrize("left", first(1, ["nothing", "mount point"]))
def test_a_folder_that_goes_is_said_to_be_gone_and_counted_when_it_is_back(qtbot, disk, left):
    with visit(qtbot, disk, start_fen=QUEEN_MATE, small_builds=True) as v:
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)
        folder = v.window.services.folder
        _unplug(disk, left)
        folder.look()
        assert v.message.startswith("The tables folder is missing")
        assert v.window.status.tables.text().startswith("The tables folder is missing")
        assert v.window.stage.message.action.text() == "Try again"
        v.wait(lambda: v.window.verdict.remark.text() == "The tables folder is missing")
        assert v.window.verdict.now.isHidden()
        assert v.window.verdict.build.isHidden()
        v.window.building.start()
        v.wait(lambda: not v.window.services.build.running)
        assert not v.window.services.build.succeeded
        assert not disk.exists() or not any(disk.iterdir())
        shutil.rmtree(disk, ignore_errors=True)
        disk.with_name("elsewhere").rename(disk)
        folder.look()
        assert v.message == ""
        assert v.window.status.tables.text().startswith("1 table")
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)


def test_at_a_start_without_the_folder_another_can_be_chosen(qtbot, disk, tmp_path, monkeypatch):
    seen = {"tables_seen": str(disk)}
    _unplug(disk, "mount point")
    other = disk.with_name("elsewhere")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(other))
    pressing = _press("Try again", "Choose another…")
    with visit(qtbot, disk, start_fen=QUEEN_MATE, **seen) as v:
        assert not pressing.isActive()
        assert v.window.tables_dir == other
        assert v.window.store.current.tables == str(other)
        v.wait(lambda: v.window.probe.last is not None and v.window.probe.last.covered)


def test_tables_that_are_deleted_here_may_be_built_again(qtbot, disk):
    with visit(qtbot, disk) as v:
        folder = v.window.services.folder
        (disk / "KQvK.table").unlink()
        folder.forget()
        assert not folder.gone
