"""The buttons of the position editor."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolButton

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.style.icons import icon

_SMALL = 0.86  # of the normal text size


class IconButton(QToolButton):
    """A flat button with an icon and, optionally, a text beneath it; texts are marked."""

    def __init__(self, picture: str, tip: str, text: str = ""):
        super().__init__()
        self.setIcon(icon(picture))
        self.setIconSize(QSize(20, 20) if text else QSize(16, 16))
        self.setAutoRaise(True)
        bind_text(self, tip=tip, name=text or tip, description=tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if text:
            bind_text(self, text=text)
            self._fit()
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def changeEvent(self, event: QEvent) -> None:
        """Keep the text a little smaller than other texts."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationFontChange and self.text():
            self._fit()

    def _fit(self) -> None:
        """Set a small font, since seven texts must fit side by side in every language."""
        font, scale = QApplication.font(), theme.text_scale()
        grown = (1 + scale) / 2 / scale  # grows like the panel
        font.setPointSizeF(_SMALL * grown * font.pointSizeF())
        self.setFont(font)
