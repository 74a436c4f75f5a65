"""What is wrong with a position, one line a problem, each with a sign before it."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPalette, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from millmate.games.chess.positions import Problem
from millmate.gui import theme
from millmate.gui.icons import icon


class ProblemList(QWidget):
    """Problems in words, the gravest first."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setAccessibleName("What is wrong with the position")
        self._rows: list[tuple[QWidget, QLabel, QLabel]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GRID // 2)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show `problems` in place of those before; rows are kept for later use."""
        messages = [problem.message for problem in problems]
        while len(self._rows) < len(messages):
            self._add_row()
        for i, (row, _, label) in enumerate(self._rows):
            row.setVisible(i < len(messages))
            label.setText(messages[i][:1].upper() + messages[i][1:] if i < len(messages) else "")
        self.setVisible(bool(messages))

    @property
    def messages(self) -> list[str]:
        """The lines that are shown."""
        return [label.text() for _, _, label in self._rows if label.text()]

    def changeEvent(self, event: QEvent) -> None:
        """Draw the signs anew in the colours of a new palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for _, sign, _ in self._rows:
                sign.setPixmap(_warning())

    def _add_row(self) -> None:
        row, sign, label = QWidget(), QLabel(), QLabel()
        sign.setPixmap(_warning())
        label.setWordWrap(True)
        theme.mark_fault(label, True)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.GRID)
        line.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(label, 1)
        self._column.addWidget(row)
        self._rows.append((row, sign, label))


def _warning() -> QPixmap:
    return icon("warning", QPalette.ColorRole.BrightText).pixmap(QSize(16, 16))
