"""Opening the window, or saying in one line why it cannot be opened here."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_WITHOUT = (
    "these work without: millmate demo, build, tables, explore, verify, probe, play, perft "
    "(see --help)"
)
_SWITCH_SECONDS = 0.0005
# Qt's plugin for X11 aborts the process where one of these is missing, and names another.
_XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def open_window(files: Sequence[str] = ()) -> int:
    """Open the window, and in it what is in `files`: games (PGN) or positions (FEN, EPD).

    Returns the exit status when the window is closed, 1 if it cannot be opened.
    """
    obstacle = find_obstacle()
    if obstacle:
        print(f"millmate: {obstacle}; {_WITHOUT}", file=sys.stderr)  # noqa: T201
        return 1
    app = make_application()
    from millmate.gui.keeping import Keeping
    from millmate.gui.main_window import MainWindow
    from millmate.gui.signals import Signals

    window = MainWindow()
    signals = Signals(window.close, window)
    sys.excepthook = _excepthook(window.tell_unexpected)
    keeping = Keeping(window)
    keeping.begin(bring_back=not files)
    window.helping.begin()
    window.show()
    if files:
        window.files.open_all([Path(name) for name in files])
    status: int = app.exec()
    keeping.end()
    signals.release()
    return status


def find_obstacle() -> str:
    """Return in words what keeps a window from being opened here, "" if nothing does."""
    if sys.platform == "linux" and not _has_display():
        return "no display to open a window on"
    try:
        import PySide6.QtSvg
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        return f"the window needs PySide6 and its system libraries ({error})"
    return _missing_xcb() if sys.platform == "linux" else ""


def make_application() -> QApplication:
    """Return the one application, named and dressed."""
    from PySide6.QtWidgets import QApplication

    from millmate.gui.icons import application_icon

    # A search in a thread gives Python's lock away only this often; a repaint asks for it dozens
    # of times. With the usual 5 ms each move froze the window for 0.2 s.
    sys.setswitchinterval(_SWITCH_SECONDS)
    app = QApplication(sys.argv[:1])
    app.setApplicationName("millmate")
    app.setApplicationDisplayName("Mill & Mate")
    app.setOrganizationName("millmate")
    app.setDesktopFileName("millmate")
    app.setWindowIcon(application_icon())
    return app


def _has_display() -> bool:
    return any(os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _missing_xcb() -> str:
    """Name the packages of Debian that X11 windows need and that are not there."""
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform and not platform.startswith("xcb"):
        return ""
    if os.environ.get("WAYLAND_DISPLAY") and not platform:
        return ""
    missing = [package for name, package in _XCB_LIBRARIES.items() if not _loads(name)]
    if not missing:
        return ""
    return f"system libraries are missing; on Debian: apt-get install {' '.join(missing)}"


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _excepthook(
    tell: Callable[[str], None],
) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """Return a hook that tells the person in a line, and whoever reads the log the rest."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if issubclass(kind, Exception):
            tell(f"{kind.__name__}: {error}")

    return hook
