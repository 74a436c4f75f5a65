"""A tournament that has begun: what it is, how far, and its results."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from millmate.gui import theme
from millmate.gui.message_strip import MessageStrip
from millmate.gui.tournament.controls import Controls
from millmate.gui.tournament.words import about
from millmate.play.tournament import plan_file
from millmate.play.tournament.plan import TournamentPlan

if TYPE_CHECKING:
    from millmate.play.tournament.game import GameResult


class TournamentView(QWidget):
    """Shows one tournament at a time; `clone_wanted` asks for another with its plan."""

    clone_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan: TournamentPlan | None = None
        self.directory: Path | None = None
        self.results: dict[int, GameResult] = {}
        self.name, self.about = QLabel(), theme.muted()
        theme.headline(self.name)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.clone = QPushButton("Clone…")
        self.clone.setToolTip("Set up another tournament that begins as a copy of this one's plan")
        self.clone.clicked.connect(self.clone_wanted)
        self.message = MessageStrip()
        self.controls = Controls()
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
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
        layout.addWidget(self.text, 1)

    def show_tournament(
        self, plan: TournamentPlan, directory: Path, results: Mapping[int, GameResult]
    ) -> None:
        """Show the tournament in `directory`."""
        self.plan, self.directory, self.results = plan, directory, {}
        self.name.setText(plan.name)
        self.name.setToolTip(plan.name)
        self.about.setText(about(plan))
        self.about.setToolTip(f"Kept in {directory}")
        self.message.hide()
        self.text.setPlainText(plan_file.dump(plan))
        for result in results.values():
            self.add(result)

    def add(self, result: GameResult) -> None:
        """Take a finished game in."""
        self.results[result.number] = result
        names = f"{result.white.name} – {result.black.name}"
        self.text.appendPlainText(f"{result.number:>5}  {names}  {result.result}")
