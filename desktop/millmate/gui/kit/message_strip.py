"""A message beneath the board with one action; it never blocks the window."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from millmate.gui.kit import theme
from millmate.gui.kit.areas import hbox
from millmate.gui.kit.buttons import tool_button
from millmate.gui.kit.icons import icon
from millmate.gui.kit.label import Label
from millmate.language import mark


class MessageStrip(QFrame):
    """Shows a sentence and an action until it is dismissed.

    `closed` is emitted whenever it is hidden.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self._mark = Label()
        self.text = Label()
        self.text.setWordWrap(True)
        self.action = QPushButton()
        self.action.clicked.connect(self._act)
        self.dismiss = tool_button(
            "close", self.hide, tip=mark("Dismiss (Esc)"), name=mark("Dismiss the message")
        )
        half = theme.GRID // 2
        parts = self._mark, (self.text, 1), self.action, self.dismiss
        hbox(*parts, within=self, margins=(theme.GRID, half, half, half))
        self._then: Callable[[], None] | None = None
        self.hide()

    def show_message(
        self,
        text: str,
        label: str = "",
        then: Callable[[], None] | None = None,
        picture: str = "warning",
    ) -> None:
        """Show `text`; `then` is done by the button `label`."""
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(icon(picture).pixmap(QSize(20, 20), ratio))
        self.text.setText(text)
        self._then = then
        self.action.setText(label)
        self.action.setVisible(then is not None)
        self.show()

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit `closed` if the strip itself is hidden, not its page."""
        super().hideEvent(event)
        if self.isHidden():
            self.closed.emit()

    @Slot()
    def _act(self) -> None:
        then = self._then
        self.hide()
        if then is not None:
            then()
