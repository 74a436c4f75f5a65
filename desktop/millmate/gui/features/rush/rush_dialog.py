"""The rush window: chooses a mode, runs the clock, and keeps the history."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject, QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from millmate import paths
from millmate.games.catalogue import kind_of
from millmate.gui.features.rush.pages import ResultPage, RunPage, StartPage
from millmate.gui.kit import theme
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import vbox
from millmate.gui.shell.services import Services
from millmate.language import count, mark, tr
from millmate.play.rush.history import (
    RushHistory,
    RushHistoryError,
    RushResult,
    best_of,
    difficulty_of,
    rating_of,
)
from millmate.play.rush.puzzles import Mode, NoPuzzlesError, Puzzle
from millmate.play.rush.run import SECONDS, Run

_TICK = 100  # milliseconds
_PAUSE = 1800  # milliseconds for which a wrong decision is shown, while the clock stands


class RushDialog(QDialog):
    """Three pages; the next position is drawn in a thread while one is looked at.

    `show_wanted` carries a position to be shown on the window's board.
    """

    show_wanted = Signal(str)

    def __init__(self, tables: Path, history: RushHistory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bind_text(self, title=mark("Rush"))
        self._tables, self._history = tables, history
        self.start, self.page, self.outcome = StartPage(), RunPage(), ResultPage()
        self.stack = QStackedWidget()
        for page in (self.start, self.page, self.outcome):
            self.stack.addWidget(page)
        vbox(self.stack, within=self, margins=2 * theme.GRID)
        self._results: tuple[RushResult, ...] = ()
        self._mode = Mode.JUDGE  # of the last run
        self.run: Run | None = None
        self.puzzle: Puzzle | None = None
        self._next: Puzzle | None = None
        self._task: Task | None = None
        self.seconds = SECONDS
        self._used, self._clock = 0.0, QElapsedTimer()
        self._timer = QTimer(self, interval=_TICK)
        self._timer.timeout.connect(self._tick)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._go_on)
        self._connect()
        self._read()
        keep_on_screen(self, QSize(760, 520))

    def _connect(self) -> None:
        self.start.chosen.connect(self.begin)
        self.page.answered.connect(self.answer)
        self.page.given_up.connect(self.end)
        self.outcome.again.connect(self._again)
        self.outcome.back.connect(partial(self.stack.setCurrentWidget, self.start))
        self.outcome.show_wanted.connect(self.show_wanted)

    def reject(self) -> None:
        """End the run, which counts if anything was decided, and close."""
        self.end()
        super().reject()

    # --- the run -----------------------------------------------------------------------------

    @Slot(object)
    def begin(self, mode: Mode) -> None:
        """Begin a run."""
        known, game = self.start.results, self.start.game
        self.run = Run(mode, rating_of(known, mode), game, difficulty_of(known, mode))
        self.puzzle, self._next = None, None
        self._used = 0.0
        self._show_figures()
        self.stack.setCurrentWidget(self.page)
        self.page.show_waiting()
        self._draw()

    @Slot(str)
    def answer(self, answer: str) -> None:
        """Take a decision, and go on at once if it is right."""
        if self.run is None or self.puzzle is None or not self._timer.isActive():
            return
        self._stop_clock()
        made = self.run.decide(self.puzzle, answer)
        self.puzzle = None
        self._show_figures()
        self.page.show_decision(made)
        if made.right:
            self._go_on()
        else:
            self._pause.start()

    @Slot()
    def end(self) -> None:
        """End the run and show its result; without a decision, go back to the choice."""
        run, self.run = self.run, None
        self._stop_clock()
        self._pause.stop()
        if self._task is not None:
            self._task.stop()
            self._task = None  # what it still finds is for nobody
        if run is None:
            return
        if not run.decisions:
            self.stack.setCurrentWidget(self.start)
            return
        before = best_of(self.start.results, run.mode)
        result = RushResult.of(run, datetime.now(UTC))
        try:
            self._history.append(result)
        except RushHistoryError as error:
            self.start.note.setText(tr("This run could not be saved: {error}", error=error))
        self._results = (*self._results, result)
        self._mode = run.mode
        self.start.show_results(self._results)
        self.outcome.show_run(run, self.start.results, before)
        self.stack.setCurrentWidget(self.outcome)
        self.outcome.once_more.setFocus()

    @Slot()
    def _again(self) -> None:
        self.begin(self._mode)

    @Slot()
    def _go_on(self) -> None:
        """Show the next position as soon as there is one, unless the run is over."""
        if self.run is None:
            return
        if self.run.over:
            self.end()
        elif self._next is None:
            self.page.show_waiting()
            self._draw()
        else:
            self.puzzle, self._next = self._next, None
            self.page.show_puzzle(self.puzzle)
            self._clock.restart()
            self._timer.start()
            self._draw()

    # --- the clock ---------------------------------------------------------------------------

    def _stop_clock(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._used += self._clock.elapsed() / 1000

    @property
    def _left(self) -> float:
        running = self._clock.elapsed() / 1000 if self._timer.isActive() else 0.0
        return max(0.0, self.seconds - self._used - running)

    @Slot()
    def _tick(self) -> None:
        self._show_figures()
        if self._left <= 0:
            self.end()

    def _show_figures(self) -> None:
        if self.run is not None:
            self.page.show_figures(self.run, self._left)

    # --- positions and history ---------------------------------------------------------------

    def _draw(self) -> None:
        """Draw the position after the one that is shown; one at a time."""
        if self.run is None or self._task is not None:
            return
        work = partial(_drawn, self._tables, self.run)
        self._task = Task(work)
        self._task.launch(done=self._drawn, failed=self._failed)

    @Slot(object)
    def _drawn(self, puzzle: Puzzle) -> None:
        if self.sender() is not self._task:
            return
        self._task = None
        self._next = puzzle
        if self.puzzle is None and not self._pause.isActive():
            self._go_on()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if self.sender() is not self._task:
            return
        self.end()
        if isinstance(error, NoPuzzlesError):
            words = tr("Your tables hold no such positions: build some first, in Tables.")
        else:
            words = str(error)
        self.start.note.setText(words)
        self.stack.setCurrentWidget(self.start)

    def _read(self) -> None:
        try:
            kept = self._history.read()
            self._results = kept.results
            if kept.unread:
                self.start.note.setText(_unread_words(kept.unread, self._history.path))
        except RushHistoryError as error:
            self.start.note.setText(tr("Your earlier runs cannot be read: {error}", error=error))
        self.start.show_results(self._results)


def _unread_words(lines: int, path: Path) -> str:
    return count(
        lines,
        "{n} line of {file} cannot be read and is left out.",
        "{n} lines of {file} cannot be read and are left out.",
        file=path,
    )


def _drawn(tables: Path, run: Run, progress: object, stopped: Callable[[], bool]) -> Puzzle:
    """Draw a puzzle in a thread."""
    from millmate.play.rush.source import PuzzleSource

    source = PuzzleSource(tables, run.game)
    try:
        return source.draw(run.mode, run.wanted, run.difficulty, stopped)
    finally:
        source.close()


class RushController(QObject):
    """Opens the rush window."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self.dialog: RushDialog | None = None
        services.commands.bind("rush", self.open)

    @Slot()
    def open(self) -> None:
        """Open the window, or bring it to the front."""
        if self.dialog is None:
            history = RushHistory(paths.training_dir())
            self.dialog = RushDialog(self._services.tables_dir, history, self._services.window)
            self.dialog.show_wanted.connect(self._show)
        if self.dialog.run is None:
            self.dialog.start.choose(kind_of(self._services.workspace.rules.name))
            self.dialog.stack.setCurrentWidget(self.dialog.start)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    @Slot(str)
    def _show(self, fen: str) -> None:
        """Show a position on the window's board."""
        self._services.workspace.set_up(fen)
        self._services.window.activateWindow()
