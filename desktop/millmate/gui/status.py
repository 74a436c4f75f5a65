"""The status bar: what tables there are, and the build that is running, one click away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QStatusBar, QWidget

from millmate.gui import theme
from millmate.gui.build_run import time_left
from millmate.machine import free_disk
from millmate.words import plural, size

if TYPE_CHECKING:
    from millmate.tablebase.build import BuildProgress

MESSAGE_MS = 10_000


class Status(QStatusBar):
    """Messages at the left; tables and the running build, both buttons, at the right."""

    builder_wanted = Signal()

    def __init__(self, directory: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._directory = directory
        self.setSizeGripEnabled(False)
        self.tables = _flat("Tables")
        self.build = _flat("")
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(96)
        for button in (self.tables, self.build):
            button.clicked.connect(self.builder_wanted)
        self._work = QWidget()
        row = QHBoxLayout(self._work)
        row.setContentsMargins(0, 0, theme.GRID, 0)
        row.addWidget(self.build)
        row.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignVCenter)
        self.addPermanentWidget(self.tables)
        self.addPermanentWidget(self._work)
        self._work.hide()
        self.show_tables()

    def say(self, text: str) -> None:
        """Show a line for a while."""
        self.showMessage(text, MESSAGE_MS)

    @Slot()
    def show_tables(self) -> None:
        """Count the tables and the free disk space anew."""
        count = sum(1 for path in self._directory.glob("*.zarr") if path.is_dir())
        have = plural(count, "table") if count else "No tables yet"
        try:
            self.tables.setText(f"{have} · {size(free_disk(self._directory))} free")
        except OSError as error:
            self.tables.setText(f"{have} · {error.strerror}")
        self.tables.setToolTip(f"Tables are kept in {self._directory}")

    @Slot(object)
    def show_progress(self, progress: BuildProgress) -> None:
        """Show how far the running build is."""
        self._work.show()
        percent = f"{progress.fraction * 100:.0f} %"
        parts = (f"Building {progress.material}", percent, time_left(progress))
        self.build.setText(" · ".join(filter(None, parts)))
        self.build.setToolTip("Open the builder")
        self.bar.setValue(round(progress.fraction * 1000))
        if progress.stage == "done":
            self.show_tables()

    @Slot(bool)
    def show_pause(self, paused: bool) -> None:
        """Say that the running build rests, or goes on."""
        self._work.show()
        self.build.setText("Build paused" if paused else "Building goes on")

    @Slot(str)
    def show_end(self, sentence: str) -> None:
        """The build has ended: say how, and what tables there are now."""
        self._work.hide()
        self.show_tables()
        self.say(sentence)


def _flat(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("flat", True)
    return button
