"""A line about work under way: what it is, how far it is, and buttons to pause and to stop it."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.label import WrappedLabel
from millmate.gui.kit.widgets import ProgressBar, hbox

_WIDTH = 120  # pixels of the bar


class WorkRow(QWidget):
    """Hidden while there is no work."""

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__()
        self.words, self.bar = WrappedLabel(), ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(_WIDTH)
        hbox((self.words, 1), self.bar, *buttons, within=self, spacing=theme.GRID)
        self.hide()

    def show_work(self, words: str, fraction: float | None = None) -> None:
        """Show what is done, and how much of it unless that is not known; "" hides the line."""
        self.words.setText(words)
        self.bar.setVisible(fraction is not None)
        if fraction is not None:
            self.bar.setValue(round(fraction * 1000))
        self.setVisible(bool(words))
