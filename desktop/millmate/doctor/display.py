"""The system's part of the window: a display and libraries, and libcairo for pictures."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from importlib import import_module

from millmate.doctor.finding import Finding, State
from millmate.pictures import PictureError, piece_png

_AREA = "window"
# Qt's plugin for X11 aborts the process where one of these is missing, and names another.
_XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def display() -> Iterator[Finding]:
    """Check what the window and pictures need."""
    yield _qt()
    yield _display()
    yield _cairo()


def _qt() -> Finding:
    try:
        version = import_module("PySide6.QtCore").qVersion()
        for part in ("QtWidgets", "QtSvg"):
            import_module(f"PySide6.{part}")
    except ImportError as error:
        mend = (
            "apt-get install libgl1 libegl1 libxkbcommon0 libglib2.0-0 libfontconfig1 libdbus-1-3"
        )
        said = f"cannot be loaded: {error}"
        if error.name is not None:  # the library itself is not there
            mend = "pip install PySide6-Essentials"
        return Finding(_AREA, "Qt", said, State.MISSING, mend)
    return Finding(_AREA, "Qt", str(version))


def _display() -> Finding:
    if sys.platform != "linux":
        return Finding(_AREA, "display", "the system's own")
    if not has_display():
        said = "none here: the window cannot open, every command works"
        return Finding(_AREA, "display", said, State.NOTE)
    missing = missing_xcb()
    if missing:
        said, mend = f"{', '.join(missing)} not there", f"apt-get install {' '.join(missing)}"
        return Finding(_AREA, "display", said, State.MISSING, mend)
    named = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")
    shown = [f"{name}={os.environ[name]}" for name in named if os.environ.get(name)]
    return Finding(_AREA, "display", ", ".join(shown))


def _cairo() -> Finding:
    try:
        piece_png("K", 8)
    except PictureError:
        said = "not there: no PNG and PDF pictures"
        return Finding(_AREA, "libcairo", said, State.MISSING, "apt-get install libcairo2")
    return Finding(_AREA, "libcairo", "draws")


def has_display() -> bool:
    """Return whether there is a display, or Qt is configured to do without."""
    return any(os.environ.get(v) for v in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def missing_xcb() -> list[str]:
    """Return the missing Debian packages that X11 windows need."""
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform and not platform.startswith("xcb"):
        return []
    if os.environ.get("WAYLAND_DISPLAY") and not platform:
        return []
    return [package for name, package in _XCB_LIBRARIES.items() if not loads(name)]


def loads(library: str) -> bool:
    """Return whether the system has a library of this name."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
