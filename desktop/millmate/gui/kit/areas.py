"""Rows, columns and areas that scroll or have movable borders; their sizes as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.kit import theme

# A widget or layout, perhaps with its stretch, or a widget with its alignment; room in pixels;
# None for room that stretches.
Part = QWidget | QLayout | tuple[QWidget | QLayout, int | Qt.AlignmentFlag] | int | None
Margins = int | tuple[int, int, int, int]
Spacing = int | None  # None: the style's
_Box = TypeVar("_Box", bound=QBoxLayout)


def hbox(
    *parts: Part,
    within: QWidget | None = None,
    spacing: Spacing = theme.GRID,
    margins: Margins = 0,
) -> QHBoxLayout:
    """Return a layout of `parts` side by side; it fills the widget `within`, if given."""
    return _filled(QHBoxLayout(), parts, within, spacing, margins)


def vbox(
    *parts: Part,
    within: QWidget | None = None,
    spacing: Spacing = theme.GRID,
    margins: Margins = 0,
) -> QVBoxLayout:
    """Return a layout of `parts` one below the other; it fills the widget `within`, if given."""
    return _filled(QVBoxLayout(), parts, within, spacing, margins)


def _filled(
    box: _Box, parts: Sequence[Part], within: QWidget | None, spacing: Spacing, margins: Margins
) -> _Box:
    box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        item, rest = part if isinstance(part, tuple) else (part, 0)
        stretch = 0 if isinstance(rest, Qt.AlignmentFlag) else rest
        if isinstance(item, QWidget):
            box.addWidget(item, stretch)
            if isinstance(rest, Qt.AlignmentFlag):
                box.setAlignment(item, rest)
        elif isinstance(item, QLayout):
            box.addLayout(item, stretch)
        elif item is None:
            box.addStretch(1)
        else:
            box.addSpacing(item)
    if within is not None:
        within.setLayout(box)
    return box


def scrolling(inner: QWidget) -> QScrollArea:
    """Return `inner` in an area in which it scrolls up and down where it is too high.

    Its words wrap; only what cannot, where letters are large, makes it scroll sideways as well.
    """
    area = QScrollArea()
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields take the keyboard, and scroll
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(inner)
    return area


def splitter(
    orientation: Qt.Orientation,
    *widgets: QWidget,
    shares: Sequence[int] = (),
    sizes: Sequence[int] = (),
) -> QSplitter:
    """Return `widgets` side by side, or one below the other, with borders that can be moved.

    Args:
        orientation: How they lie.
        widgets: What shares the room; none of them can be folded away.
        shares: Of what the whole grows by, in their order; by their own wishes where left out.
        sizes: In pixels, to begin with; by their own wishes where left out.
    """
    result = QSplitter(orientation)
    result.setChildrenCollapsible(False)
    result.setHandleWidth(2 * theme.GRID)
    for widget in widgets:
        result.addWidget(widget)
    for place, share in enumerate(shares):
        result.setStretchFactor(place, share)
    if sizes:
        result.setSizes(list(sizes))
    return result


def window_text(window: QWidget) -> str:
    return _text(window.saveGeometry())


def restore_window(window: QWidget, text: str) -> None:
    """Put a window where it was; any other text changes nothing."""
    window.restoreGeometry(_state(text))


def parts_text(*splitters: QSplitter) -> str:
    """Return how the room is shared."""
    return " ".join(_text(splitter.saveState()) for splitter in splitters)


def restore_parts(text: str, *splitters: QSplitter) -> None:
    """Share the room as it was; any other text changes nothing."""
    for splitter, state in zip(splitters, text.split(), strict=False):
        splitter.restoreState(_state(state))


def _text(state: QByteArray) -> str:
    return bytes(state.toBase64().data()).decode()


def _state(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode())
