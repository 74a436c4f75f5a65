"""The controls of a tournament: start, pause, stop, games at once, and progress."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.style.label import Label
from millmate.gui.style.progress_bar import ProgressBar
from millmate.gui.tournament.execution_panel import ExecutionPanel
from millmate.gui.tournament.formatting import progress_words
from millmate.language import mark, number, tr
from millmate.play.tournament.events import OpeningsDrawn, Progress


class Controls(QWidget):
    """Buttons and progress of the tournament shown; emits requests that are handled elsewhere.

    `start_wanted` asks to continue it, as set in `where`.
    """

    start_wanted = Signal()
    pause_wanted = Signal(bool)
    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.start, self.pause, self.stop = (
            bind_text(QPushButton(), text=text)
            for text in (mark("Continue"), mark("Pause"), mark("Stop"))
        )
        theme.primary(self.start)
        self._paused = False
        self.where = ExecutionPanel()
        self.words = Label()
        self.bar = ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self._lay_out()
        self.start.clicked.connect(self.start_wanted)
        self.pause.clicked.connect(lambda: self.pause_wanted.emit(not self._paused))
        self.stop.clicked.connect(self.stop_wanted)
        self.show_rest(0, 0, False)

    def _lay_out(self) -> None:
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        for button in (self.start, self.pause, self.stop):
            row.addWidget(button)
        row.addSpacing(theme.GRID)
        row.addWidget(self.where)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self._row)
        progress = QHBoxLayout()
        progress.setSpacing(2 * theme.GRID)
        progress.addWidget(self.bar, 1)
        progress.addWidget(self.words)
        progress.addStretch(0)
        layout.addLayout(progress)

    @Slot(object)
    def show_progress(self, progress: Progress) -> None:
        self._offer(True)
        self.words.setText(progress_words(progress))
        self.bar.setValue(round(progress.fraction * 1000))

    @Slot(object)
    def show_openings(self, drawn: OpeningsDrawn) -> None:
        """Show how many openings of a starting tournament have been drawn."""
        done, needed = number(drawn.done), number(drawn.needed)
        self.words.setText(tr("Drawing openings: {done} of {needed}", done=done, needed=needed))
        self.bar.setValue(round(drawn.done / drawn.needed * 1000))

    @Slot(bool)
    def show_pause(self, paused: bool) -> None:
        self._paused = paused
        self.pause.setText(tr("Resume") if paused else tr("Pause"))

    def show_begin(self) -> None:
        self._offer(True)
        self.words.setText(tr("Starting"))

    def show_stopping(self) -> None:
        """Show that the tournament will stop soon."""
        self.pause.setEnabled(False)
        self.stop.setEnabled(False)
        self.words.setText(tr("Stopping; finished games are kept"))

    def show_rest(self, done: int, total: int, another: bool, words: str = "") -> None:
        """Show a tournament that is not running; `another` one may be."""
        self._offer(False)
        complete = done >= total > 0
        for widget in (self._row, self.bar):
            widget.setVisible(not complete)  # no games are left to play
        self.start.setText(tr("Continue") if done else tr("Start"))
        self.start.setEnabled(not another)
        self.start.setToolTip(tr("Another tournament is being played") if another else "")
        self.words.setText(words)
        self.bar.setValue(round(done / total * 1000) if total else 0)

    def _offer(self, running: bool) -> None:
        self._row.show()
        self.bar.show()
        self.start.setVisible(not running)
        for button in (self.pause, self.stop):
            button.setVisible(running)
            button.setEnabled(True)
        self.where.set_fixed(running)
        if not running:
            self.show_pause(False)
