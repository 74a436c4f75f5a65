"""The Train page: the choice of a drill, the course, the drill, or help while there is no table."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from millmate.gui.features.train.choose_page import ChoosePage
from millmate.gui.features.train.course_page import CoursePage
from millmate.gui.features.train.drill_page import DrillPage
from millmate.gui.kit import theme
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import scrolling, vbox
from millmate.gui.shell.window import window_layout
from millmate.language import mark

_SMALL = {  # built in one click
    "KQvK": mark("Build queen against king"),
    "morris:3-3": mark("Build morris, 3 and 3"),
}
_NONE = mark(
    "Drills are drawn from tables, and there are none yet. You can build a small one in a "
    "minute, or larger ones in Tables > Choose tables to build."
)


class TrainPanel(QStackedWidget):
    """One of four pages; `opened` is emitted when the page becomes visible.

    `in_course` tells whether drills are chosen in the course.
    """

    opened = Signal()
    build_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choose, self.course, self.drill = ChoosePage(), CoursePage(), DrillPage()
        self.in_course = False
        self._choice = QWidget()
        scrolled = window_layout.scrolled([self.choose])
        vbox((scrolled, 1), self.choose.foot, within=self._choice)
        self._taught = scrolling(self.course)
        self.builds: dict[str, QPushButton] = {}
        self.building = theme.muted()
        self._empty = self._no_tables()
        for page in (self._choice, self._taught, self.drill, self._empty):
            self.addWidget(page)

    def show_choice(self) -> None:
        survey = self.choose.survey
        none = survey is not None and not survey.names
        page = self._taught if self.in_course else self._empty if none else self._choice
        self.setCurrentWidget(page)

    def show_drill(self) -> None:
        self.setCurrentWidget(self.drill)

    @property
    def choosing(self) -> bool:
        """Whether no drill is shown."""
        return self.currentWidget() is not self.drill

    def showEvent(self, event: QShowEvent) -> None:
        """Emit that the tab was opened."""
        super().showEvent(event)
        self.opened.emit()

    def _no_tables(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setSpacing(2 * theme.GRID)
        column.addStretch(1)
        note = bind_text(theme.muted(), text=_NONE)
        note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(note)
        for table, text in _SMALL.items():
            button = bind_text(QPushButton(), text=text)
            button.clicked.connect(lambda checked=False, name=table: self.build_wanted.emit(name))
            self.builds[table] = button
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        theme.primary(self.builds["KQvK"])
        self.building.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.building)
        column.addStretch(1)
        return page
