"""The buttons of the editor."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton

from millmate.gui.icons import icon
from millmate.gui.language import say


class IconButton(QToolButton):
    """A flat button with a drawing of `icons`; `text`, if any, stands beneath it.

    Texts are marked ones.
    """

    def __init__(self, picture: str, tip: str, text: str = ""):
        super().__init__()
        self.setIcon(icon(picture))
        self.setIconSize(QSize(20, 20) if text else QSize(16, 16))
        self.setAutoRaise(True)
        say(self, tip=tip, name=text or tip, description=tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if text:
            say(self, text=text)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
