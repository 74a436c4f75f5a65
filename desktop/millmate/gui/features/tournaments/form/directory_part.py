"""The form part for the tournament's directory, by default named after the tournament."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog

from millmate import paths
from millmate.gui.features.tournaments.form.part import Part
from millmate.gui.kit import theme
from millmate.gui.kit.widgets import push_button
from millmate.language import mark, tr
from millmate.play.tournament import saved_tournament
from millmate.play.tournament.plan import TournamentPlan

_MOST = 60  # letters of a directory name


class DirectoryPart(Part):
    """The directory; an empty field selects one by the tournament's name."""

    keys = ("directory",)

    def __init__(self) -> None:
        super().__init__()
        self.path = self._line(mark("Folder of the tournament"))
        self.browse = push_button(mark("Choose…"), self._ask, name=mark("Choose the directory"))
        self.note = theme.muted()
        self._row(mark("Save in"), self.path, self.browse)
        self.form.addRow("", self.note)

    def place_of(self, plan: TournamentPlan) -> Path:
        """Return the directory: the chosen one, or a free one by the plan's name."""
        chosen = self.path.text().strip()
        return paths.expanded(chosen).absolute() if chosen else free_place(plan)

    def follow(self, plan: TournamentPlan) -> str:
        """Show the directory of `plan`; return what is wrong with it, or ""."""
        place = self.place_of(plan)
        self.path.setPlaceholderText(str(place))
        held = saved_tournament.digest_in(place)
        if held is None and place.exists() and not place.is_dir():
            return tr("{place} is a file: choose a directory.", place=place)
        if held not in (None, plan.digest()):
            return tr(
                "{place} holds another tournament: choose another directory, or open that "
                "tournament from the list.",
                place=place,
            )
        again = tr("This tournament is already there: only the missing games are played.")
        self.note.setText(again if held else "")
        self.note.setVisible(bool(held))
        return ""

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return plan

    def _show(self, plan: TournamentPlan) -> None:
        self.path.clear()

    @Slot()
    def _ask(self) -> None:
        place = paths.tournaments_dir()
        start = place if place.is_dir() else Path.home()
        name = QFileDialog.getExistingDirectory(self, tr("Save the tournament in"), str(start))
        if name:
            self.path.setText(name)
            self._emit_changed()


def free_place(plan: TournamentPlan) -> Path:
    """Return the first directory by the plan's name without another tournament."""
    name, number = slug(plan.name), 1
    while True:
        place = paths.tournaments_dir() / (name if number == 1 else f"{name}-{number}")
        if not place.exists() or saved_tournament.digest_in(place) == plan.digest():
            return place
        number += 1


def slug(name: str) -> str:
    """Return a directory name valid on every system: `Six generations` becomes one word."""
    cleaned = re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")[:_MOST].rstrip("-_")
    return cleaned or "tournament"
