import os
import signal
import subprocess
import sys

import pytest

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
    from millmate.gui.signals import Signals

    closed = []
    signals = Signals(lambda: closed.append(True))
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(os.getpid(), number)
        qtbot.waitUntil(lambda: closed != [])
        closed.clear()
    signals.release()
