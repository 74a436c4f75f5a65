"""Parts of a page that share its room: areas that scroll, and areas with borders to be moved."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QWidget

from millmate.gui.style import theme


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
