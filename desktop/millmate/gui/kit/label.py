"""Labels that never guess: text is drawn as it is written, and markup only where we write it.

A `QLabel` takes any text that looks like HTML for HTML. Much of what the window shows comes from
files and engines, and a player's name must not load a picture or change a page's size. No other
module uses `QLabel` (`tests/gui/test_plain_text.py`).
"""

import textwrap
from functools import lru_cache

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget


class Label(QLabel):
    """A label that draws its text literally, markup included.

    In many fonts the dots of capital umlauts rise above the nominal height of letters:
    they would be cut off at the label's upper edge, which is therefore a little higher.
    """

    _rise = 0  # pixels added above the letters

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make_room()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._make_room()

    def _make_room(self) -> None:
        rise = _rise_of(self.font().toString())
        if rise != self._rise:
            margins = self.contentsMargins()
            margins.setTop(margins.top() + rise - self._rise)
            self._rise = rise
            self.setContentsMargins(margins)


@lru_cache(maxsize=64)
def _rise_of(description: str) -> int:
    """Return how many pixels capital umlauts rise above the letters of a font."""
    font = QFont()
    font.fromString(description)
    metrics = QFontMetrics(font)
    return max(0, -metrics.tightBoundingRect("ÄÖÜ").top() - metrics.ascent())


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
        """Return that the height depends on the width."""
        super().resizeEvent(event)
        self.updateGeometry()


class RichLabel(Label):
    """A label for markup of our own; what comes from elsewhere must be escaped in it."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.RichText)


_LETTERS = 68  # in a line


@lru_cache(maxsize=1024)  # most are set again with every position
def wrapped(text: str) -> str:
    """Return `text` in lines of up to 68 letters; a longer word, such as a path, stays whole."""
    lines = (
        textwrap.fill(line, _LETTERS, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join(lines)
