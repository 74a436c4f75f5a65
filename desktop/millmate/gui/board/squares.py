"""The squares of a board as assistive technology finds them: a named child for each, unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QWidget

from millmate.gui.style.label import Label


class Squares:
    """Keeps a label without text on every square of a board; it draws and catches nothing."""

    def __init__(self, board: QWidget, squares: Iterable[int]) -> None:
        self._labels = {square: _unseen(board) for square in squares}

    def place(self, rect_of: Callable[[int], QRectF]) -> None:
        """Put each where its square lies."""
        for square, label in self._labels.items():
            label.setGeometry(rect_of(square).toAlignedRect())

    def name(self, name_of: Callable[[int], str]) -> None:
        """Call each by what its square is called and what stands there."""
        for square, label in self._labels.items():
            name = name_of(square)
            if name != label.accessibleName():
                label.setAccessibleName(name)

    def __getitem__(self, square: int) -> QWidget:
        """Return what stands for `square`."""
        return self._labels[square]


def _unseen(board: QWidget) -> Label:
    label = Label(parent=board)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    label.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
    return label
