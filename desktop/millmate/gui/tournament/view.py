"""A tournament that has begun: what it is, how far, and its results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from millmate.gui import theme
from millmate.gui.message_strip import MessageStrip
from millmate.gui.tournament.controls import Controls
from millmate.gui.tournament.results import ResultsView
from millmate.gui.tournament.words import about
from millmate.play.tournament.plan import TournamentPlan

if TYPE_CHECKING:
    from millmate.gui.tournament.running import TournamentRun
    from millmate.play.tournament.game import GameResult, GameSpec


class TournamentView(QWidget):
    """Shows one tournament at a time; `clone_wanted` asks for another with its plan."""

    clone_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan: TournamentPlan | None = None
        self.directory: Path | None = None
        self.results: Mapping[int, GameResult] = {}
        self.name, self.about = QLabel(), theme.muted()
        theme.headline(self.name)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.clone = QPushButton("Clone…")
        self.clone.setToolTip("Set up another tournament that begins as a copy of this one's plan")
        self.clone.clicked.connect(self.clone_wanted)
        self.message = MessageStrip()
        self.controls = Controls()
        self.results_view = ResultsView()
        self._lay_out()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.GRID)
        top.addWidget(self.name, 1)
        top.addWidget(self.clone)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addLayout(top)
        layout.addWidget(self.about)
        layout.addWidget(self.message)
        layout.addWidget(self.controls)
        layout.addWidget(self.results_view, 1)

    def show_tournament(
        self,
        plan: TournamentPlan,
        directory: Path,
        results: Mapping[int, GameResult],
        live: Mapping[int, GameSpec] | None = None,
    ) -> None:
        """Show the tournament in `directory`, of which `live` games are being played."""
        self.plan, self.directory, self.results = plan, directory, results
        self.name.setText(plan.name)
        self.name.setToolTip(plan.name)
        self.about.setText(about(plan))
        self.about.setToolTip(f"Kept in {directory}")
        self.message.hide()
        self.results_view.begin(plan, results, live)

    def show_run(self, run: TournamentRun) -> None:
        """Show the tournament that is being played, and follow it from here on."""
        assert run.plan is not None
        assert run.directory is not None
        live = {number: game.spec for number, game in run.live.items()}
        self.show_tournament(run.plan, run.directory, run.results, live)
        for game in run.live.values():
            for move in game.moves:
                self.results_view.take(move)
        self.controls.show_begin()
        self.controls.show_pause(run.paused)
        if run.last is not None:
            self.controls.show_progress(run.last)
        if run.stopping:
            self.controls.show_stopping()
