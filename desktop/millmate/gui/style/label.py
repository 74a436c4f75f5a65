"""Labels that never guess: text is drawn as it is written, and markup only where we write it.

A `QLabel` takes whatever looks like HTML for HTML. Much of what the window shows comes from files
and engines, and a player's name must not load a picture or change a page's size. No other module
uses `QLabel` (`tests/gui/test_plain_text.py`).
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class Label(QLabel):
    """A label that draws its text letter by letter, whatever it contains."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class RichLabel(Label):
    """A label for markup of our own; what comes from elsewhere must be escaped in it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.RichText)
