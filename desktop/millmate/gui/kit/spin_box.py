"""Fields for numbers whose text stands as far from the edge as in other fields.

A style sheet cannot say so: Qt lets the text of a spin box begin at the very edge. The wheel
scrolls the page below them and never changes the number.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

_INDENT = 6  # pixels


class SpinBox(QSpinBox):
    """A field for a whole number."""

    def __init__(self) -> None:
        super().__init__()
        _set_up(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DoubleSpinBox(QDoubleSpinBox):
    """A field for a number with decimals."""

    def __init__(self) -> None:
        super().__init__()
        _set_up(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def _set_up(box: QSpinBox | QDoubleSpinBox) -> None:
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.lineEdit().setTextMargins(_INDENT, 0, 0, 0)
