"""A started tournament: its description, controls, progress and results."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QSizePolicy, QTabWidget, QWidget

from millmate.gui.features.tournaments.form.execution_panel import (
    ExecutionPanel,
    about,
    progress_words,
)
from millmate.gui.features.tournaments.games import GamesPanel
from millmate.gui.features.tournaments.live_games import GameWatch
from millmate.gui.features.tournaments.ratings import RatingsPlot
from millmate.gui.features.tournaments.results import Results, TournamentRun
from millmate.gui.features.tournaments.standings import (
    CrosstablePanel,
    StandingsPanel,
    StandingsUpdate,
    StandingsWorker,
)
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label
from millmate.gui.kit.questions import open_folder
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_tabs
from millmate.gui.kit.widgets import ProgressBar, hbox, push_button, splitter, vbox
from millmate.language import mark, number, tr
from millmate.play.tournament.events import (
    OpeningsDrawn,
    Progress,
)
from millmate.play.tournament.game import GameResult
from millmate.play.tournament.plan import TournamentPlan


class ResultsView(QWidget):
    """Shows the results of a running or finished tournament, and follows their changes.

    Lists change about ten times a second, tables are computed in a thread. `game_opened` carries a
    `GameResult` and the number of plies to show.
    """

    game_opened = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results: Results | None = None
        self.worker = StandingsWorker(self)
        self.standings, self.crosstable = StandingsPanel(), CrosstablePanel()
        self.ratings, self.games, self.watch = RatingsPlot(), GamesPanel(), GameWatch()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        ratings = QWidget()
        vbox(self.ratings, within=ratings, margins=(0, theme.GRID, 0, 0))
        for page in (self.standings, self.crosstable, ratings):
            self.tabs.addTab(page, "")
        bind_tabs(self.tabs, mark("Standings"), mark("Crosstable"), mark("Ratings"))
        across = splitter(
            Qt.Orientation.Horizontal, self.games, self.watch, shares=(5, 2), sizes=(500, 200)
        )
        down = splitter(Qt.Orientation.Vertical, self.tabs, across, shares=(2, 3), sizes=(200, 300))
        self.splitters = (down, across)  # the window saves their state
        vbox(down, within=self)

    def _connect(self) -> None:
        self.worker.computed.connect(self._show_standings)
        self.worker.sampled.connect(self.ratings.add)
        self.games.chosen.connect(self.watch.choose)
        self.games.opened.connect(self.game_opened)
        self.watch.opened.connect(self.game_opened)
        self.standings.chosen.connect(self.ratings.mark)
        self.ratings.chosen.connect(self.standings.point_at)
        self.standings.opened.connect(self.games.show_games_of)
        self.crosstable.opened.connect(self._show_meetings)

    def show_results(self, results: Results) -> None:
        if self.results is not None:
            self.results.changed.disconnect(self._changed)
            self.results.filled.disconnect(self._start)
        self.results = results
        results.changed.connect(self._changed)
        results.filled.connect(self._start)
        self._start()

    @Slot()
    def _start(self) -> None:
        assert self.results is not None
        names = [each.name for each in self.results.plan.participants]
        self.standings.clear()
        self.crosstable.clear(len(names))
        self.ratings.start(names)
        self.worker.start(self.results)
        self.games.start(self.results)
        self.watch.start(self.results)

    @Slot(int)
    def _changed(self, number: int) -> None:
        self.worker.update_game(number)
        self.games.update_game(number)
        self.watch.update_game(number)

    def close_work(self) -> None:
        """Stop computing and updating: the window is closing."""
        self.games.stop()
        self.worker.close()

    @Slot(object)
    def _show_standings(self, update: StandingsUpdate) -> None:
        self.standings.show_standings(update)
        self.crosstable.show_standings(update)

    @Slot(int, int)
    def _show_meetings(self, player: int, other: int) -> None:
        self.games.show_games_of(player, other if other >= 0 else None)


class Controls(QWidget):
    """Buttons and progress of the tournament shown; emits requests that are handled elsewhere.

    `start_wanted` asks to continue it, as set in `where`.
    """

    start_wanted = Signal()
    pause_wanted = Signal(bool)
    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paused = False
        self.start = push_button(mark("Continue"), self.start_wanted)
        theme.primary(self.start)
        self.pause = push_button(mark("Pause"), lambda: self.pause_wanted.emit(not self._paused))
        self.stop = push_button(mark("Stop"), self.stop_wanted)
        self.where = ExecutionPanel()
        self.words = Label()
        self.bar = ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self._row = QWidget()
        hbox(self.start, self.pause, self.stop, theme.GRID, self.where, None, within=self._row)
        progress = hbox((self.bar, 1), self.words, spacing=2 * theme.GRID)
        vbox(self._row, progress, within=self)
        self.show_rest(0, 0, False)

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


class TournamentView(QWidget):
    """Shows one tournament at a time; `clone_wanted` asks for another with its plan."""

    clone_wanted = Signal()
    announced = Signal(str)

    def __init__(self, results_view: ResultsView) -> None:
        super().__init__()
        self.results: Results | None = None
        self.name, self.about = Label(), theme.muted()
        theme.headline(self.name)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.clone = push_button(
            mark("Clone…"),
            self.clone_wanted,
            tip=mark("Set up a new tournament from a copy of this one's plan"),
        )
        self.report = push_button(
            mark("Copy report"),
            self.copy_report,
            tip=mark("Put the whole report on the clipboard, as text"),
        )
        self.folder = push_button(
            mark("Open folder"),
            self._open_folder,
            tip=mark("Show the folder with the journal, the reports, and PGN"),
        )
        self.controls = Controls()
        self.results_view = results_view
        top = hbox((self.name, 1), self.report, self.folder, self.clone)
        vbox(top, self.about, self.controls, (results_view, 1), within=self)

    def show_results(self, results: Results) -> None:
        """Show a tournament with its finished and running games."""
        self.results, plan = results, results.plan
        self.name.setText(plan.name)
        self.name.setToolTip(plan.name)
        self.about.setText(about(plan))
        self.about.setToolTip(tr("Saved in {directory}", directory=results.directory))
        self.results_view.show_results(results)

    def show_run(self, run: TournamentRun) -> None:
        """Show the running tournament and follow its progress."""
        assert run.results is not None
        self.show_results(run.results)
        self.controls.show_begin()
        self.controls.show_pause(run.paused)
        if run.results.progress is not None:
            self.controls.show_progress(run.results.progress)
        if run.stopping:
            self.controls.show_stopping()

    @Slot()
    def copy_report(self) -> None:
        """Copy the report to the clipboard; a thread creates it, because it may be long."""
        if self.results is not None:
            plan, games = self.results.plan, dict(self.results.finished)
            Task(lambda progress, stopped: _report(plan, games)).launch(done=self._copy)

    @Slot(object)
    def _copy(self, text: str) -> None:
        QApplication.clipboard().setText(text)
        self.announced.emit(tr("The report is on the clipboard."))

    @Slot()
    def _open_folder(self) -> None:
        if self.results is not None:
            open_folder(self.results.directory, self.announced.emit)


def _report(plan: TournamentPlan, games: Mapping[int, GameResult]) -> str:
    from millmate.play.tournament.report import report  # it imports numpy

    return report(plan, games)
