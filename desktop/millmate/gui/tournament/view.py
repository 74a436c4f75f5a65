"""A started tournament: its description, progress and results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from millmate.gui.languages.translator import bind_text
from millmate.gui.style import theme
from millmate.gui.style.folders import open_folder
from millmate.gui.style.label import Label
from millmate.gui.tasks import Task
from millmate.gui.tournament.controls import Controls
from millmate.gui.tournament.formatting import about
from millmate.gui.tournament.results import ResultsView
from millmate.language import mark, tr
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.report import report

if TYPE_CHECKING:
    from millmate.gui.tournament.tournament_run import TournamentRun
    from millmate.play.tournament.game import GameResult, GameSpec


class TournamentView(QWidget):
    """Shows one tournament at a time; `clone_wanted` asks for another with its plan."""

    clone_wanted = Signal()
    said = Signal(str)

    def __init__(self, results_view: ResultsView | None = None) -> None:
        super().__init__()
        self.plan: TournamentPlan | None = None
        self.directory: Path | None = None
        self.results: Mapping[int, GameResult] = {}
        self.name, self.about = Label(), theme.muted()
        theme.headline(self.name)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.clone = bind_text(QPushButton(), text=mark("Clone…"))
        bind_text(
            self.clone,
            tip=mark("Set up a new tournament from a copy of this one's plan"),
        )
        self.clone.clicked.connect(self.clone_wanted)
        self.report, self.folder = (
            bind_text(QPushButton(), text=mark("Copy report")),
            bind_text(QPushButton(), text=mark("Open folder")),
        )
        bind_text(self.report, tip=mark("Put the whole report on the clipboard, as text"))
        bind_text(self.folder, tip=mark("Show the folder with the journal, the reports, and PGN"))
        self.report.clicked.connect(self.copy_report)
        self.folder.clicked.connect(self._open_folder)
        self.controls = Controls()
        self.results_view = results_view or ResultsView()
        self._lay_out()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.GRID)
        top.addWidget(self.name, 1)
        for button in (self.report, self.folder, self.clone):
            top.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addLayout(top)
        layout.addWidget(self.about)
        layout.addWidget(self.controls)
        layout.addWidget(self.results_view, 1)

    def show_tournament(
        self,
        plan: TournamentPlan,
        directory: Path,
        results: Mapping[int, GameResult],
        live: Mapping[int, GameSpec] | None = None,
    ) -> None:
        """Show the tournament in `directory` with its running games `live`."""
        self.plan, self.directory, self.results = plan, directory, results
        self.name.setText(plan.name)
        self.name.setToolTip(plan.name)
        self.about.setText(about(plan))
        self.about.setToolTip(tr("Saved in {directory}", directory=directory))
        self.results_view.start(plan, results, live)

    def show_run(self, run: TournamentRun) -> None:
        """Show the running tournament and follow its progress."""
        assert run.plan is not None
        assert run.directory is not None
        live = {number: game.spec for number, game in run.live.items()}
        self.show_tournament(run.plan, run.directory, run.results, live)
        for game in run.live.values():
            for move in game.moves:
                self.results_view.handle_event(move)
        self.controls.show_begin()
        self.controls.show_pause(run.paused)
        if run.last is not None:
            self.controls.show_progress(run.last)
        if run.stopping:
            self.controls.show_stopping()

    @Slot()
    def copy_report(self) -> None:
        """Copy the report to the clipboard; a thread creates it, because it may be long."""
        plan, results = self.plan, dict(self.results)
        if plan is not None:
            task = Task(lambda progress, stopped: report(plan, results))
            task.done.connect(self._copy)
            task.launch()

    @Slot(object)
    def _copy(self, text: str) -> None:
        QApplication.clipboard().setText(text)
        self.said.emit(tr("The report is on the clipboard."))

    @Slot()
    def _open_folder(self) -> None:
        if self.directory is not None:
            open_folder(self.directory, self.said.emit)
