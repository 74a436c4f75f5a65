"""Errors that nobody foresaw: told once, counted after that, logged, and survived."""

import faulthandler
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QApplication
from tests.gui.shell.files.test_session_store import sitting
from tests.gui.windows import visit

from millmate import log, paths
from millmate.gui.kit.dialogs import ErrorDialog
from millmate.gui.kit.errors import ExceptHook
from millmate.gui.kit.tasks import Task
from millmate.gui.shell.help.sheets import ErrorReporter, not_started


@pytest.fixture
def unexpected(capsys):
    """Hear of errors as the window does, instead of pytest-qt."""
    heard = ExceptHook()
    log.start("window")
    heard.install()
    yield heard
    heard.remove()
    log.stop()
    heard.deleteLater()


def fail(text: str = "the roof is leaking") -> None:
    raise RuntimeError(text)


def fail_elsewhere() -> None:
    raise KeyError("the cellar")


@pytest.fixture
def v(qtbot, unexpected):
    """Someone at a window that keeps what stands in it, and tells of what goes wrong."""
    with sitting(qtbot) as (visitor, keeping):
        services, window = visitor.window.services, visitor.window
        visitor.telling = ErrorReporter(
            services, keeping.save_now, lambda: window.tournaments.running
        )
        visitor.keeping = keeping
        unexpected.sink = visitor.telling.report_new
        yield visitor
        unexpected.sink = None
        if visitor.telling.dialog is not None:
            visitor.telling.dialog.close()


@pytest.fixture
def raised(v, unexpected):
    """Return what lets a function fail where Qt calls it, and returns the dialog of the error."""

    def fails(deed=fail, dialog: bool = True) -> ErrorDialog | None:
        heard = sum(unexpected.counts.values())
        QTimer.singleShot(0, v.window, deed)
        v.wait(lambda: sum(unexpected.counts.values()) > heard)
        if dialog:
            v.wait(lambda: v.telling.dialog is not None)
        return v.telling.dialog

    return fails


def logged() -> str:
    return (paths.log_dir() / "millmate.log").read_text()


def test_the_dialog_says_what_happened_what_was_kept_and_what_to_do(v, raised):
    v.paste("1. e4 e5 2. Nf3")
    dialog = raised()
    assert "RuntimeError: the roof is leaking" in dialog.happened.text()
    assert "just been saved" in dialog.kept.text()
    assert "2. Nf3" in v.keeping._place.path.read_text()  # it is true
    assert "You can continue" in dialog.todo.text()
    assert "Traceback" in dialog.details.toPlainText()
    assert "Traceback" in logged()
    dialog.copy.click()
    copied = QApplication.clipboard().text()
    for part in ("the roof is leaking", "Traceback", "Mill & Mate", "Python", "Qt"):
        assert part in copied
    v.do("speak_de")
    assert "gespeichert" in dialog.kept.text()
    v.do("speak_en")
    assert "saved" in dialog.kept.text()
    v.window.workspace.set_up("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")  # the window goes on
    assert v.window.workspace.fen.startswith("8/8/8/3k4")


def test_what_could_not_be_kept_is_said_and_why(v, raised, monkeypatch):
    def refuse(sitting: object) -> None:
        raise OSError(28, "No space left on device")

    v.wait(lambda: v.keeping._writing is None)
    monkeypatch.setattr(v.keeping._place, "write", refuse)
    dialog = raised()
    assert "No space left on device" in dialog.kept.text()
    assert "Ctrl+S" in dialog.todo.text()


def test_a_storm_is_one_dialog_that_counts(v, raised):
    for _ in range(50):
        raised(dialog=False)
    dialog = raised(fail_elsewhere)
    v.wait(lambda: "50 times" in dialog.happened.text())
    v.wait(lambda: "1 other error" in dialog.happened.text())
    shown = [w for w in QApplication.topLevelWidgets() if isinstance(w, ErrorDialog)]
    assert len(shown) == 1
    assert logged().count("Traceback") == 5  # the 1st, 2nd, 3rd, 10th, and the other one


@pytest.mark.thorough
def test_the_same_again_is_a_line_and_another_one_a_dialog(v, raised):
    raised().close()
    v.wait(lambda: v.telling.dialog is None)
    raised(dialog=False)
    v.wait(lambda: "2 times" in v.message)
    assert v.telling.dialog is None
    v.window.stage.message.action.click()
    assert "the roof is leaking" in v.telling.dialog.happened.text()
    v.telling.dialog.close()
    other = raised(fail_elsewhere)
    assert "the cellar" in other.happened.text()
    assert "roof" not in other.details.toPlainText()


def test_an_error_in_a_thread_is_told_too(v):
    thread = threading.Thread(target=fail, name="night watch")
    thread.start()
    thread.join()
    v.wait(lambda: v.telling.dialog is not None)
    assert "thread night watch" in logged()
    v.telling.dialog.close()
    failed = []
    task = Task(lambda progress, stopped: fail_elsewhere())  # work beside the window
    task.failed.connect(failed.append)
    task.launch()
    v.wait(lambda: bool(failed) and v.telling.dialog is not None)


def test_work_that_fails_as_was_foreseen_opens_no_dialog(v):
    from millmate.errors import MillMateError

    def work(progress: object, stopped: object) -> None:
        raise MillMateError("the engine has ended")

    failed = []
    task = Task(work)
    task.failed.connect(failed.append)
    task.launch()
    v.wait(lambda: bool(failed))
    v.qtbot.wait(300)
    assert v.telling.dialog is None
    assert "the engine has ended" in logged()


def test_memory_that_is_used_up_has_words_of_its_own(raised):
    def exhaust() -> None:
        raise MemoryError

    dialog = raised(exhaust)
    assert "memory" in dialog.happened.text()
    assert "less memory" in dialog.todo.text()


@pytest.mark.qt_log_ignore("a warning of Qt")
def test_what_qt_says_is_logged(unexpected):
    qWarning("a warning of Qt")
    assert "Qt: a warning of Qt" in logged()


def test_what_is_raised_while_something_is_thrown_away_is_only_logged(v):
    class Heavy:
        def __del__(self):
            fail("in the bin")

    Heavy()
    assert "in the bin" in logged()
    v.qtbot.wait(300)
    assert v.telling.dialog is None


def test_a_window_that_cannot_be_opened_says_what_to_do():
    try:
        fail()
    except RuntimeError as error:
        told = not_started(error)
    assert "the roof is leaking" in told.happened
    assert "millmate doctor" in told.todo
    assert "Traceback" in told.details


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals of that kind")
def test_a_crash_of_the_interpreter_is_in_the_log_of_the_next_start():
    script = (
        "import faulthandler, os, signal; from millmate import log; log.start('window');"
        "log.LOG.info('opened'); log.watch_crashes(); os.kill(os.getpid(), signal.SIGSEGV)"
    )
    done = subprocess.run([sys.executable, "-c", script], env=os.environ, check=False, timeout=60)
    assert done.returncode < 0
    was_on = faulthandler.is_enabled()
    log.start("window")
    log.LOG.info("opened")
    log.watch_crashes()
    log.stop()
    if was_on:
        faulthandler.enable(sys.__stderr__)
    assert "Segmentation fault" in logged()
    assert not list(paths.log_dir().glob("*.crash"))


def test_help_shows_the_log_and_the_report(qtbot, unexpected, monkeypatch):
    from millmate.doctor import artifacts
    from millmate.gui.kit.dialogs import TextDialog

    monkeypatch.setattr(artifacts, "installed", list)
    log.LOG.info("a line of the log")
    with visit(qtbot) as v:
        v.do("log")
        v.do("report")
        shown = [each for each in v.window.findChildren(TextDialog) if each.isVisible()]
        assert len(shown) == 2
        v.wait(lambda: "a line of the log" in shown[0].field.toPlainText())
        v.wait(lambda: "Mill & Mate: " in shown[1].field.toPlainText())
        shown[1].copy.click()
        assert "free of" in QApplication.clipboard().text()


def test_without_a_log_it_is_said_that_there_is_none():
    from millmate.gui.kit.dialogs import log_text

    assert log_text() == "There is no log yet."
    assert not Path(paths.log_dir()).exists()
