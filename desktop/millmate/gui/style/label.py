"""Labels that never guess: text is drawn as it is written, and markup only where we write it.

A `QLabel` takes whatever looks like HTML for HTML. Much of what the window shows comes from files
and engines, and a player's name must not load a picture or change a page's size. No other module
uses `QLabel` (`tests/gui/test_plain_text.py`).
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget


class Label(QLabel):
    """A label that draws its text letter by letter, whatever it contains."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class WrappedLabel(Label):
    """Words that wrap and insist on their height.

    Tabs and areas that scroll do not ask how the height follows the width, and cut lines off.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)

    def minimumSizeHint(self) -> QSize:
        """As high as the words are at this width."""
        return QSize(super().minimumSizeHint().width(), self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that another width may want another height."""
        super().resizeEvent(event)
        self.updateGeometry()


class RichLabel(Label):
    """A label for markup of our own; what comes from elsewhere must be escaped in it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.RichText)
