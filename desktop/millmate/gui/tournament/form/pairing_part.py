"""The form part for the game, the format and the pairings."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QLineEdit, QSizePolicy

from millmate.gui.languages.translator import bind_text
from millmate.gui.tournament.form.part import Part, choose, combo, number
from millmate.gui.tournament.formatting import FORMATS, GAMES
from millmate.language import mark
from millmate.play.tournament import checks
from millmate.play.tournament.plan import TournamentPlan

_SEED = mark("The same seed, players and limits in nodes or depth reproduce the same games")


class PairingPart(Part):
    """Name, game, format, games per pairing, and the random seed."""

    keys = ("name", "game", "format", "games", "seed")

    def __init__(self) -> None:
        super().__init__()
        self.name = QLineEdit()
        self.name.setMaxLength(120)
        bind_text(self.name, name=mark("Name of the tournament"))
        self.name.textEdited.connect(self._emit_changed)
        self.game = combo(mark("Game"), GAMES, self._emit_changed)
        self.format = combo(mark("Format"), FORMATS, self._emit_changed)
        self.games = number(mark("Games per pairing"), 1, checks.MOST_GAMES, 2, self._emit_changed)
        self.seed = QLineEdit()
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression(r"\d{1,19}")))
        bind_text(self.seed, name=mark("Seed"))
        bind_text(self.seed, tip=_SEED)
        self.seed.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.seed.textEdited.connect(self._emit_changed)
        self._row(mark("Name"), self.name)
        self._row(mark("Game"), self.game)
        self._row(mark("Format"), self.format)
        self._row(mark("Games"), self.games, mark("per pairing,   random seed"), self.seed)

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return replace(
            plan,
            name=" ".join(self.name.text().split()) or "Tournament",
            game=self.game.currentData(),
            format=self.format.currentData(),
            games=self.games.value(),
            seed=int(self.seed.text() or 0),
        )

    def _show(self, plan: TournamentPlan) -> None:
        self.name.setText(plan.name)
        choose(self.game, plan.game)
        choose(self.format, plan.format)
        self.games.setValue(plan.games)
        self.seed.setText(str(plan.seed))
