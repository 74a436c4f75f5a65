"""Columns, rows and buttons, each made in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from millmate.gui.languages.translator import bind_text
from millmate.gui.style.theme import GRID

SPRING = None  # takes the spare room between two parts
Part = QWidget | QLayout
# An integer leaves so many pixels free; a part can have a share of the spare room, or an alignment.
Parts = Part | int | None | tuple[Part, int | Qt.AlignmentFlag]
_Box = TypeVar("_Box", bound=QBoxLayout)


def column(
    *parts: Parts, parent: QWidget | None = None, spacing: int | None = GRID, margins: int = 0
) -> QVBoxLayout:
    """Return `parts` below each other, as the layout of `parent` if given.

    Args:
        *parts: Widgets and layouts, each alone or with its share or alignment; `SPRING` and
            pixels between them.
        parent: The widget that gets the layout.
        spacing: Between parts, in pixels; None for the style's.
        margins: Around all of them, in pixels.
    """
    return _fill(QVBoxLayout(), parts, parent, spacing, margins)


def row(
    *parts: Parts, parent: QWidget | None = None, spacing: int | None = GRID, margins: int = 0
) -> QHBoxLayout:
    """Return `parts` side by side; see `column`."""
    return _fill(QHBoxLayout(), parts, parent, spacing, margins)


def button(
    text: str, act: Callable[..., object] | SignalInstance | None = None, **texts: str
) -> QPushButton:
    """Return a button with a marked text, and more of them as in `bind_text`; clicks call `act`."""
    result = bind_text(QPushButton(), text=text, **texts)
    if act is not None:
        result.clicked.connect(act)
    return result


def _fill(
    box: _Box, parts: tuple[Parts, ...], parent: QWidget | None, spacing: int | None, margins: int
) -> _Box:
    if parent is not None:
        parent.setLayout(box)
    box.setContentsMargins(margins, margins, margins, margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for each in parts:
        part, rest = each if isinstance(each, tuple) else (each, 0)
        if part is SPRING:
            box.addStretch(1)
        elif isinstance(part, int):
            box.addSpacing(part)
        else:
            share, side = (0, rest) if isinstance(rest, Qt.AlignmentFlag) else (rest, None)
            _add(box, part, share, side)
    return box


def _add(box: QBoxLayout, part: Part, share: int, side: Qt.AlignmentFlag | None) -> None:
    if isinstance(part, QLayout):
        box.addLayout(part, share)
    elif side is None:
        box.addWidget(part, share)
    else:
        box.addWidget(part, share, side)
