"""Sizes of windows and their parts as text, to be kept with the settings.

What is no such text, or of another version's window, leaves everything as it is.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QSplitter, QWidget


def window_text(window: QWidget) -> str:
    return _text(window.saveGeometry())


def restore_window(window: QWidget, text: str) -> None:
    """Put a window where it was."""
    window.restoreGeometry(_state(text))


def parts_text(*splitters: QSplitter) -> str:
    """Return how the room is shared."""
    return " ".join(_text(splitter.saveState()) for splitter in splitters)


def restore_parts(text: str, *splitters: QSplitter) -> None:
    """Share the room as it was."""
    for splitter, state in zip(splitters, text.split(), strict=False):
        splitter.restoreState(_state(state))


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode()


def _state(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode())
