"""Fields for numbers whose text stands as far from the edge as in other fields.

A style sheet cannot say so: Qt lets the text of a spin box begin at the very edge.
"""

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

_INDENT = 6  # pixels


class SpinBox(QSpinBox):
    """A field for a whole number."""

    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)


class DoubleSpinBox(QDoubleSpinBox):
    """A field for a number with decimals."""

    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)
