"""The icon buttons of the position editor, and its list of problems."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from millmate.games.positions import Problem
from millmate.gui.boards.overlays import draw_badge
from millmate.gui.boards.theme import board_theme
from millmate.gui.kit import theme
from millmate.gui.kit.errors import capital
from millmate.gui.kit.icons import icon
from millmate.gui.kit.label import Label
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, vbox
from millmate.language import mark


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
        font.setPointSizeF(theme.SMALL * grown * font.pointSizeF())
        self.setFont(font)


class _Sign(QWidget):
    """The badge that also marks the squares on the board."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(16, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_badge(painter, QPointF(8, 8), 7, QColor(board_theme().fault))


class ProblemList(QWidget):
    """Problems as sentences, the most serious first."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        bind_text(self, name=mark("What is wrong with the position"))
        self._rows: list[tuple[QWidget, Label]] = []
        self._column = vbox(within=self, spacing=theme.GRID // 2)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show `problems`; unused rows are kept for later."""
        messages = [problem.message for problem in problems]
        while len(self._rows) < len(messages):
            self._add_row()
        for i, (row, label) in enumerate(self._rows):
            row.setVisible(i < len(messages))
            label.setText(capital(messages[i]) if i < len(messages) else "")
        self.setVisible(bool(messages))

    @property
    def messages(self) -> list[str]:
        return [label.text() for _, label in self._rows if label.text()]

    def _add_row(self) -> None:
        row, label = QWidget(), Label()
        label.setWordWrap(True)
        theme.mark_fault(label, True)
        hbox((_Sign(), Qt.AlignmentFlag.AlignTop), (label, 1), within=row)
        self._column.addWidget(row)
        self._rows.append((row, label))
