"""The program opens its window, or says in a line why it cannot, and ends cleanly."""

import os
import signal
import subprocess
import sys

import PySide6
import pytest
from PySide6.QtCore import QObject
from tests.tiers import first

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_one_line_names_the_commands_that_work():
    environment = {k: v for k, v in os.environ.items() if k not in DISPLAYS}
    done = subprocess.run(
        [sys.executable, "-m", "millmate"], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "no display" in line
    for command in ("demo", "build", "probe", "play"):
        assert command in line


def test_without_pyside_one_line_says_so(monkeypatch):
    from millmate.gui import app

    monkeypatch.setitem(sys.modules, "PySide6.QtSvg", None)
    assert "needs PySide6" in app.find_obstacle()


def test_missing_libraries_of_x11_are_named_by_their_packages(monkeypatch):
    from millmate.doctor import display
    from millmate.gui import app

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setattr(display, "loads", lambda library: library != "libxcb-icccm.so.4")
    assert app.find_obstacle().endswith("apt-get install libxcb-icccm4")


@pytest.fixture
def own_signals():
    """Put the process's signal handlers back after the test."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no polite kill")
def test_a_polite_kill_closes_the_window(qtbot, own_signals):
    from millmate.gui.kit.signals import Signals

    closed = []
    signals = Signals(lambda: closed.append(True))
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(os.getpid(), number)
        qtbot.waitUntil(lambda: closed != [])
        closed.clear()
    signals.release()


CLOSES = """
import sys
from PySide6.QtCore import QTimer
from millmate.gui import app

made = app.make_application

def make():
    application = made()
    QTimer.singleShot(0, lambda: QTimer.singleShot(int(sys.argv[1]), lambda: close(application)))
    return application

def close(application):
    print(*(each.navigation.page.value for each in application.topLevelWidgets()
            if hasattr(each, "navigation")))
    application.closeAllWindows()

app.make_application = make
sys.exit(app.open_window(page=sys.argv[2]))
"""


@pytest.mark.parametrize(
    ("milliseconds", "asked", "page"),
    first(1, [(450, "tables", "tables"), (100, "", "home")]),
)
def test_closing_at_once_leaves_no_thread_behind(tmp_path, milliseconds, asked, page):
    places = {f"MILLMATE_{name}": str(tmp_path) for name in ("DATA", "CONFIG", "CACHE", "TABLES")}
    places |= {"XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", CLOSES, str(milliseconds), asked]
    told = subprocess.run(command, env=os.environ | places, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout == f"{page}\n"
    assert "QThread" not in told.stderr


def test_calls_that_return_nothing_keep_none_alive():
    """PySide6 6.12.0 lost a reference to None per call: on Python 3.11 the window aborted."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("name")
    lost = before - sys.getrefcount(None)
    assert lost < 250, f"PySide6 {PySide6.__version__} is broken on this Python: install 6.11"
