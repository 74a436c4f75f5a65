"""Gives widgets the colours of a new palette where a style sheet has put those of the old one.

A style sheet looks a colour up in the palette once for each widget, and keeps it. To set the sheet
anew takes 0.3 ms for each widget of the window, whether it is coloured or not, and all of it at
once; here only those are polished again that the sheet reaches, between events: first what is in
sight, which is painted once all of it is done, then the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QRadioButton, QTabBar, QTabWidget, QWidget

from millmate.gui.kit.idle_queue import IdleTask

_REACHED = Qt.WidgetAttribute.WA_StyleSheetTarget
_IN_PARTS = (QTabBar, QTabWidget, QCheckBox, QRadioButton)  # rules only for parts of them


def repolish(app: QApplication) -> IdleTask:
    """Have all widgets wear the colours of the palette in use; return what is still at it."""
    slices = app.findChild(IdleTask, "repolish")
    if slices is None:
        slices = IdleTask(app)
        slices.setObjectName("repolish")
    slices.stop()  # what it holds back may be painted again
    windows, active = app.topLevelWidgets(), app.activeWindow()
    for window in windows:
        set_scheme_property(window)
    others = [window for window in windows if active and window is not active]
    steps = _in_order([active] if active else windows, sorted(others, key=QWidget.isVisible))
    next(steps, None)
    slices.start(steps)
    return slices


def _in_order(first: Sequence[QWidget], others: Sequence[QWidget]) -> Iterator[None]:
    """Polish what is in sight of the `first` windows, then the rest of them and the `others`."""
    hidden: list[QWidget] = []
    with _held_back(first):
        yield
        yield from _polished(first, hidden)
    yield from _polished([*hidden, *others])


@contextmanager
def _held_back(windows: Sequence[QWidget]) -> Iterator[None]:
    """Paint none of `windows` meanwhile, but handle their events."""
    held = [window for window in windows if window.isVisible() and window.updatesEnabled()]
    for window in held:
        window.setUpdatesEnabled(False)
    try:
        yield
    finally:
        for window in filter(shiboken6.isValid, held):
            window.setUpdatesEnabled(True)


def set_scheme_property(window: QWidget) -> None:
    """Let the style sheet know whether what is in `window` is dark."""
    window.setProperty("dark", QApplication.palette().window().color().lightness() < 128)


def _polished(roots: Iterable[QWidget], hidden: list[QWidget] | None = None) -> Iterator[None]:
    """Polish, widget by widget, those from `roots` on, the last of these first, or those in sight.

    Those that are not are then added to `hidden`, without the ones below them.
    """
    left = list(roots)
    while left:
        widget = left.pop()
        if not shiboken6.isValid(widget):
            continue
        if hidden is not None and not widget.isVisible():
            hidden.append(widget)
            continue
        left += (
            child
            for child in widget.children()
            if isinstance(child, QWidget) and not child.isWindow()
        )
        if _wears_sheet(widget):
            style = widget.style()
            style.unpolish(widget)
            style.polish(widget)
            widget.update()
        yield


def _wears_sheet(widget: QWidget) -> bool:
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return False  # it will look the colours up when it is shown
    return widget.testAttribute(_REACHED) or isinstance(widget, _IN_PARTS)
