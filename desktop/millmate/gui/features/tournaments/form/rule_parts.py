"""Form parts for a plan's rules: pairings, search limits, adjudication, morris draws, the test."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QSizePolicy

from millmate.games import catalogue
from millmate.glossary import Term
from millmate.gui.boards.variants import QuietChoice
from millmate.gui.features.tournaments.form.formatting import FORMATS
from millmate.gui.features.tournaments.form.part import (
    Part,
    choose,
    optional,
    row_of,
    show_optional,
)
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.term_button import TermButton
from millmate.language import mark
from millmate.play.clocks import TimeControl, TimeControlError
from millmate.play.tournament import checks
from millmate.play.tournament.entry import GAMES
from millmate.play.tournament.plan import (
    Adjudication,
    Format,
    Limits,
    MorrisLimits,
    Sprt,
    TournamentPlan,
)
from millmate.players.search_kinds import DEEPEST

_MOVES, _SCORE = 999, 9999  # limits of the fields; larger values in a file are preserved
_FIXED = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed
_SEED = mark("The same seed, players and limits in nodes or depth reproduce the same games")
_BOTH = mark("When both players see it so for that many moves each")


class PairingPart(Part):
    """Name, game, format, games per pairing, and the random seed."""

    keys = ("name", "game", "format", "games", "seed")

    def __init__(self) -> None:
        super().__init__()
        self.name = self._line(mark("Name of the tournament"))
        self.name.setMaxLength(120)
        self.game = self._combo(mark("Game"), GAMES)
        self.format = self._combo(mark("Format"), FORMATS)
        self.games = self._number(mark("Games per pairing"), 1, checks.MOST_GAMES, 2)
        self.seed = self._line(mark("Seed"), tip=_SEED)
        self.seed.setValidator(QRegularExpressionValidator(QRegularExpression(r"\d{1,19}")))
        self.seed.setSizePolicy(*_FIXED)
        self._row(mark("Name"), self.name)
        self._row(mark("Game"), self.game)
        self._row(mark("Format"), self.format)
        self._row(mark("Games"), self.games, mark("per pairing,   random seed"), self.seed)

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return replace(
            plan,
            name=" ".join(self.name.text().split()) or "Tournament",
            game=catalogue.limited(self.game.currentData(), catalogue.limit_of(plan.game)),
            format=self.format.currentData(),
            games=self.games.value(),
            seed=int(self.seed.text() or 0),
        )

    def _show(self, plan: TournamentPlan) -> None:
        self.name.setText(plan.name)
        choose(self.game, catalogue.without_limit(plan.game))
        choose(self.format, plan.format)
        self.games.setValue(plan.games)
        self.seed.setText(str(plan.seed))


class LimitsPart(Part):
    """Limits for all searching players; without any, each player's own limits apply."""

    keys = ("limits",)

    def __init__(self) -> None:
        super().__init__()
        self.nodes = self._number(mark("Nodes per move"), 1, 10**9, 1000)
        self.nodes.setSingleStep(100)
        self.plies = self._number(mark("Depth of the search"), 1, DEEPEST, 3)
        self.seconds = self._decimal(mark("Seconds per move"), 0.01, 3600, 0.5)
        self.by_nodes = self._check(
            mark("nodes"),
            self.nodes,
            tip=mark(
                "Every player that searches visits this many positions per move; games can be "
                "reproduced"
            ),
        )
        self.by_depth = self._check(
            mark("depth"),
            self.plies,
            tip=mark(
                "Every player that searches looks this many plies ahead; games can be reproduced"
            ),
        )
        self.by_seconds = self._check(
            mark("seconds"),
            self.seconds,
            tip=mark(
                "Every player that searches thinks this long about a move; no two runs are quite "
                "the same"
            ),
        )
        self.clock = self._line(
            mark("Clock of each game"),
            tip=mark(
                "60+0.6: 60 seconds for the game and 0.6 more per move; 40/60: 60 seconds for "
                "every 40 moves"
            ),
        )
        self.clock.setText("60+0.6")
        self.clock.setSizePolicy(*_FIXED)
        self.by_clock = self._check(mark("a clock of"), self.clock)
        self._row(
            mark("Thinking"),
            *(self.by_nodes, self.nodes, self.by_depth, self.plies, self.by_seconds, self.seconds),
        )
        self._row(
            "", self.by_clock, self.clock, mark("seconds per game instead of a time per move")
        )

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, limits=self.limits)

    @property
    def limits(self) -> Limits:
        return Limits(
            nodes=optional(self.by_nodes, self.nodes),
            depth=optional(self.by_depth, self.plies),
            seconds=round(self.seconds.value(), 2) if self.by_seconds.isChecked() else None,
            clock=None if self.lack or not self.by_clock.isChecked() else self._control(),
        )

    def _control(self) -> TimeControl:
        return TimeControl.parse(self.clock.text())

    @property
    def lack(self) -> str:
        """The fault of the clock settings, or ""."""
        if self.by_clock.isChecked():
            try:
                self._control()
            except TimeControlError as error:
                return error_sentence(error)
        return ""

    def _show(self, plan: TournamentPlan) -> None:
        limits = plan.limits
        self.by_clock.setChecked(limits.clock is not None)
        if limits.clock is not None:
            self.clock.setText(str(limits.clock))
        show_optional(self.by_nodes, self.nodes, limits.nodes)
        show_optional(self.by_depth, self.plies, limits.depth)
        show_optional(self.by_seconds, self.seconds, limits.seconds)


class AdjudicationPart(Part):
    """Adjudication; everything is off by default."""

    keys = ("adjudication",)

    def __init__(self) -> None:
        super().__init__()
        number, usual = self._number, Adjudication()
        self.tables = self._check(mark("As soon as tables know the result"))
        self.moves = number(mark("Moves of each side until a draw"), 1, _MOVES, 200)
        self.by_moves = self._check(mark("Drawn after"), self.moves)
        self.resign = number(mark("Centipawns behind"), 1, _SCORE, 600)
        self.resign_moves = number(mark("Moves behind"), 1, _MOVES, usual.resign_moves)
        self.by_resign = self._check(mark("Lost at"), self.resign, self.resign_moves, tip=_BOTH)
        self.draw = number(mark("Centipawns that count as even"), 0, _SCORE, 10)
        self.draw_moves = number(mark("Moves that stay even"), 1, _MOVES, usual.draw_moves)
        self.draw_after = number(
            mark("First move at which a game is drawn"), 0, _MOVES, usual.draw_after
        )
        drawn = self.draw, self.draw_moves, self.draw_after
        self.by_draw = self._check(mark("Drawn at"), *drawn, tip=_BOTH)
        self._row(mark("End early"), self.tables)
        self._row("", self.by_moves, self.moves, mark("moves of each side"))
        self._row(
            "", self.by_resign, self.resign, mark("centipawns behind for"),
            self.resign_moves, mark("moves"),
        )  # fmt: skip
        self._row(
            "", self.by_draw, self.draw, mark("centipawns or less for"), self.draw_moves,
            mark("moves, from move"), self.draw_after,
        )  # fmt: skip

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        rules = Adjudication(
            tables=self.tables.isChecked(),
            max_moves=optional(self.by_moves, self.moves) or 0,
            resign_score=optional(self.by_resign, self.resign) or 0,
            resign_moves=self.resign_moves.value(),
            draw_score=optional(self.by_draw, self.draw),
            draw_moves=self.draw_moves.value(),
            draw_after=self.draw_after.value(),
        )
        return replace(plan, adjudication=rules)

    def _show(self, plan: TournamentPlan) -> None:
        rules = plan.adjudication
        self.tables.setChecked(rules.tables)
        show_optional(self.by_moves, self.moves, rules.max_moves or None)
        show_optional(self.by_resign, self.resign, rules.resign_score or None)
        show_optional(self.by_draw, self.draw, rules.draw_score)
        self.resign_moves.setValue(rules.resign_moves)
        self.draw_moves.setValue(rules.draw_moves)
        self.draw_after.setValue(rules.draw_after)


class MorrisPart(Part):
    """The draw rules of morris; visible for morris only.

    The game's own limit of quiet moves holds where the turns without a mill are at their default.
    """

    keys = ("morris",)

    def __init__(self) -> None:
        super().__init__()
        self.turns, self.replayed, self.without = (
            self._number(
                name, 0, _MOVES, 0, special=mark("default"), tip=mark("0 keeps the default rule")
            )
            for name in (
                mark("Turns until a draw"),
                mark("Repetitions of a position"),
                mark("Turns without a mill"),
            )
        )
        self._row(mark("Morris is drawn"), mark("after"), self.turns, mark("turns of both sides,"))
        self._row("", mark("when a position has come up"), self.replayed, mark("times,"))
        self._row(
            "", mark("when a side has closed no mill for"), self.without, mark("turns of its own")
        )
        self.quiet = QuietChoice()
        self.quiet.currentIndexChanged.connect(self._emit_changed)
        self.without.valueChanged.connect(self._overrule_quiet)
        self._row(mark("Quiet moves"), self.quiet)

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        rules = MorrisLimits(self.turns.value(), self.replayed.value(), self.without.value())
        return replace(plan, morris=rules, game=catalogue.limited(plan.game, self.quiet.limit))

    def _show(self, plan: TournamentPlan) -> None:
        self.turns.setValue(plan.morris.max_turns)
        self.replayed.setValue(plan.morris.max_state_replayed)
        self.without.setValue(plan.morris.max_moves_without_mill)
        self.quiet.show_limit(catalogue.limit_of(plan.game))

    def _overrule_quiet(self, turns: int) -> None:
        why = mark(
            "The limit of turns without a mill replaces this one. Set it to 0, the default, to "
            "choose here."
        )
        self.quiet.overrule(why if turns else "")


class TestPart(Part):
    """The sequential test of two players; visible for paired games of two players only."""

    __test__ = False  # not a pytest class
    keys = ("sprt",)

    def __init__(self) -> None:
        super().__init__()
        usual = Sprt()
        self.elo0 = self._decimal(
            mark("Elo lead under the null hypothesis"), -1000, 1000, usual.elo0
        )
        self.elo1 = self._decimal(mark("Elo lead under the alternative"), -1000, 1000, usual.elo1)
        self.alpha = self._decimal(mark("False positive rate"), 0.001, 0.499, 0.05)
        self.beta = self._decimal(mark("False negative rate"), 0.001, 0.499, 0.05)
        for field in (self.alpha, self.beta):
            field.setDecimals(3)
            field.setSingleStep(0.01)
        rest = row_of(
            mark("Elo, or by only"), self.elo0, mark("Elo; error rates"), self.alpha, mark("and"),
            self.beta, TermButton(Term.SPRT, Term.ELO),
        )  # fmt: skip
        self.wanted = self._check(
            mark("Once it is clear that the first player leads by"), self.elo1, rest
        )
        self._row(mark("Stop"), self.wanted, self.elo1)
        self._row("", rest)

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        if not self.wanted.isChecked():
            return replace(plan, sprt=None)
        values = (field.value() for field in (self.elo0, self.elo1, self.alpha, self.beta))
        return replace(plan, sprt=Sprt(*(round(value, 3) for value in values)))

    def _show(self, plan: TournamentPlan) -> None:
        self.wanted.setChecked(plan.sprt is not None)
        test = plan.sprt or Sprt()
        for name in ("elo0", "elo1", "alpha", "beta"):
            getattr(self, name).setValue(getattr(test, name))


def fits(plan: TournamentPlan) -> bool:
    """Return whether a sequential test applies to `plan`."""
    return len(plan.participants) == 2 and plan.format is Format.PAIRS
