"""The verdict of the position shown, in words, always in sight; and what to build where none is."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from millmate.gui import theme
from millmate.gui.answer import Answer
from millmate.gui.plan_model import about
from millmate.words import plural, size


def cost(answer: Answer) -> str:
    """Return what building the tables that `answer` lacks costs: `2 tables, 12 MB, about ...`."""
    if answer.plan is None:
        return ""
    tables = plural(len(answer.plan.missing), "table")
    return f"{tables} to build: {size(answer.plan.bytes)}, {about(answer.plan.seconds)}"


class VerdictBar(QFrame):
    """A headline and a remark; `build_wanted` is emitted by the button beside them."""

    build_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.headline = QLabel("Looking the position up")
        self.headline.setWordWrap(True)
        theme.headline(self.headline)
        self.remark = theme.muted("\N{NO-BREAK SPACE}")
        self.build = QPushButton("Build…")
        self.build.setToolTip("Build the table that this position needs")
        self.build.hide()
        self.build.clicked.connect(self.build_wanted)
        words = QVBoxLayout()
        words.setSpacing(theme.GRID // 2)
        words.addWidget(self.headline)
        words.addWidget(self.remark)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * theme.GRID, theme.GRID, 2 * theme.GRID, theme.GRID)
        row.addLayout(words, 1)
        row.addWidget(self.build)
        self._building = ""
        self._answer: Answer | None = None

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """Show what is known of the position."""
        self._answer = answer
        self._update()

    def set_building(self, building: str) -> None:
        """Say how far a running build is, and offer none meanwhile; "" when it has ended."""
        self._building = building
        self._update()

    def _update(self) -> None:
        answer = self._answer
        if answer is None:
            return
        self.headline.setText(answer.headline)
        remark = cost(answer) or answer.remark
        if self._building and answer.plan is not None:
            remark = self._building
        self.remark.setText(remark or "\N{NO-BREAK SPACE}")
        self.build.setVisible(answer.plan is not None and not self._building)
