"""The status bar: what tables there are, and the work that is running, one click away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStatusBar, QWidget

from millmate.gui.builder.build_run import time_left
from millmate.gui.languages.language import follow, say
from millmate.gui.style import theme
from millmate.gui.style.progress_bar import ProgressBar
from millmate.language import mark, number, tr
from millmate.machine import free_disk
from millmate.words import dative, plural, size

if TYPE_CHECKING:
    from millmate.play.tournament.events import Progress
    from millmate.tablebase.progress import BuildProgress

MESSAGE_MS = 10_000


class Status(QStatusBar):
    """Messages at the left; tables, a running build and a tournament, all buttons, at the right."""

    builder_wanted = Signal()
    tournament_wanted = Signal()

    def __init__(self, directory: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._directory = directory
        self.setSizeGripEnabled(False)
        self.tables = _flat()
        self.build, self.bar = _flat(), _bar()
        self.tournament, self.tournament_bar = _flat(), _bar()
        for button in (self.tables, self.build):
            button.clicked.connect(self.builder_wanted)
        self.tournament.clicked.connect(self.tournament_wanted)
        say(self.tournament, tip=mark("Show the tournament"))
        say(self.build, tip=mark("Open the builder"))
        self._work = _beside(self.build, self.bar)
        self._games = _beside(self.tournament, self.tournament_bar)
        for widget in (self.tables, self._work, self._games):
            self.addPermanentWidget(widget)
        self._work.hide()
        self._games.hide()
        follow(self, self.show_tables)

    def say(self, text: str) -> None:
        """Show a line for a while."""
        self.showMessage(text, MESSAGE_MS)

    @Slot()
    def show_tables(self) -> None:
        """Count the tables and the free disk space anew."""
        count = sum(1 for path in self._directory.glob("*.zarr") if path.is_dir())
        have = plural(count, "table") if count else tr("No tables yet")
        try:
            free = size(free_disk(self._directory))
            self.tables.setText(tr("{tables} · {size} free", tables=have, size=free))
        except OSError as error:
            self.tables.setText(f"{have} · {error.strerror}")
        self.tables.setToolTip(tr("Tables are kept in {folder}", folder=self._directory))

    @Slot(object)
    def show_progress(self, progress: BuildProgress) -> None:
        """Show how far the running build is."""
        self._work.show()
        percent = f"{progress.fraction * 100:.0f} %"
        parts = (tr("Building {table}", table=progress.material), percent, time_left(progress))
        self.build.setText(" · ".join(filter(None, parts)))
        self.bar.setValue(round(progress.fraction * 1000))
        if progress.stage == "done":
            self.show_tables()

    @Slot(bool)
    def show_pause(self, paused: bool) -> None:
        """Say that the running build rests, or goes on."""
        self._work.show()
        self.build.setText(tr("Build paused") if paused else tr("Building goes on"))

    @Slot(str)
    def show_end(self, sentence: str) -> None:
        """The build has ended: say how, and what tables there are now."""
        self._work.hide()
        self.show_tables()
        self.say(sentence)

    @Slot(object)
    def show_tournament(self, progress: Progress) -> None:
        """Show how far the running tournament is."""
        self._games.show()
        text = (
            tr("Tournament paused · {done} of {games}")
            if progress.paused
            else tr("Tournament running · {done} of {games}")
        )
        games = dative(progress.total, "game")
        self.tournament.setText(text.format(done=number(progress.done), games=games))
        self.tournament_bar.setValue(round(progress.fraction * 1000))

    @Slot(str)
    def end_tournament(self, sentence: str) -> None:
        """The tournament has ended: say how."""
        self._games.hide()
        self.say(sentence)


def _bar() -> ProgressBar:
    bar = ProgressBar()
    bar.setRange(0, 1000)
    bar.setTextVisible(False)
    bar.setFixedWidth(96)
    return bar


def _beside(button: QPushButton, bar: ProgressBar) -> QWidget:
    both = QWidget()
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, theme.GRID, 0)
    row.addWidget(button)
    row.addWidget(bar, 0, Qt.AlignmentFlag.AlignVCenter)
    return both


def _flat() -> QPushButton:
    button = QPushButton()
    button.setProperty("flat", True)
    return button
