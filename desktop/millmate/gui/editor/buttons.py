"""The buttons of the editor."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton

from millmate.gui.icons import icon


class IconButton(QToolButton):
    """A flat button with a drawing of `icons`; `text`, if any, stands beneath it."""

    def __init__(self, picture: str, tip: str, text: str = ""):
        super().__init__()
        self.setIcon(icon(picture))
        self.setIconSize(QSize(20, 20) if text else QSize(16, 16))
        self.setAutoRaise(True)
        self.setToolTip(tip)
        self.setAccessibleName(text or tip)
        self.setAccessibleDescription(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if text:
            self.setText(text)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
