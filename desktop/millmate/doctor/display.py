"""Checks of the system's graphics: a display, the libraries of Qt, and libcairo for pictures."""

import ctypes
import os
import sys
from collections.abc import Iterator
from importlib import import_module

from millmate.doctor import Finding, State
from millmate.pictures import PictureError, piece_png

# Qt's X11 plugin aborts the process if one of these is missing, and names a different one.
_XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def display() -> Iterator[Finding]:
    """Check the requirements of the window and of pictures."""
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
        text = f"cannot be loaded: {error}"
        if error.name is not None:  # PySide6 itself is missing
            mend = "pip install PySide6-Essentials"
        return Finding("Qt", text, State.MISSING, mend)
    return Finding("Qt", str(version))


def _display() -> Finding:
    if sys.platform != "linux":
        return Finding("display", "the system's own")
    if not has_display():
        text = "none: the window cannot open, but every command works"
        return Finding("display", text, State.NOTE)
    missing = missing_xcb()
    if missing:
        text, mend = f"missing: {', '.join(missing)}", f"apt-get install {' '.join(missing)}"
        return Finding("display", text, State.MISSING, mend)
    named = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")
    shown = [f"{name}={os.environ[name]}" for name in named if os.environ.get(name)]
    return Finding("display", ", ".join(shown))


def _cairo() -> Finding:
    try:
        piece_png("K", 8)
    except PictureError:
        text = "missing: no PNG or PDF pictures"
        return Finding("libcairo", text, State.MISSING, "apt-get install libcairo2")
    return Finding("libcairo", "draws")


def has_display() -> bool:
    """Return whether there is a display, or Qt is configured to work without one."""
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
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
