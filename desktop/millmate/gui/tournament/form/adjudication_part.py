"""Form parts for adjudication, morris draw rules and the sequential test."""

from __future__ import annotations

from dataclasses import replace

from millmate.gui.languages.translator import bind_text
from millmate.gui.tournament.form.part import Part, check, decimal, number, row_of
from millmate.language import mark
from millmate.play.tournament.plan import (
    Adjudication,
    Format,
    MorrisLimits,
    Sprt,
    TournamentPlan,
)

_MOVES, _SCORE = 999, 9999  # limits of the fields; larger values in a file are preserved


class AdjudicationPart(Part):
    """Adjudication; everything is off by default."""

    keys = ("adjudication",)

    def __init__(self) -> None:
        super().__init__()
        changed, usual = self._emit_changed, Adjudication()
        self.tables = check(mark("As soon as tables know the result"), changed)
        self.moves = number(mark("Moves of each side until a draw"), 1, _MOVES, 200, changed)
        self.by_moves = check(mark("Drawn after"), changed, self.moves)
        self.resign = number(mark("Centipawns behind"), 1, _SCORE, 600, changed)
        self.resign_moves = number(mark("Moves behind"), 1, _MOVES, usual.resign_moves, changed)
        self.by_resign = check(mark("Lost at"), changed, self.resign, self.resign_moves)
        self.draw = number(mark("Centipawns that count as even"), 0, _SCORE, 10, changed)
        self.draw_moves = number(mark("Moves that stay even"), 1, _MOVES, usual.draw_moves, changed)
        self.draw_after = number(
            mark("First move at which a game is drawn"), 0, _MOVES, usual.draw_after, changed
        )
        self.by_draw = check(mark("Drawn at"), changed, self.draw, self.draw_moves, self.draw_after)
        bind_text(self.by_resign, tip=mark("When both players see it so for that many moves each"))
        bind_text(self.by_draw, tip=mark("When both players see it so for that many moves each"))
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
            max_moves=self.moves.value() if self.by_moves.isChecked() else 0,
            resign_score=self.resign.value() if self.by_resign.isChecked() else 0,
            resign_moves=self.resign_moves.value(),
            draw_score=self.draw.value() if self.by_draw.isChecked() else None,
            draw_moves=self.draw_moves.value(),
            draw_after=self.draw_after.value(),
        )
        return replace(plan, adjudication=rules)

    def _show(self, plan: TournamentPlan) -> None:
        rules = plan.adjudication
        self.tables.setChecked(rules.tables)
        self.by_moves.setChecked(bool(rules.max_moves))
        self.by_resign.setChecked(bool(rules.resign_score))
        self.by_draw.setChecked(rules.draw_score is not None)
        if rules.max_moves:
            self.moves.setValue(rules.max_moves)
        if rules.resign_score:
            self.resign.setValue(rules.resign_score)
        if rules.draw_score is not None:
            self.draw.setValue(rules.draw_score)
        self.resign_moves.setValue(rules.resign_moves)
        self.draw_moves.setValue(rules.draw_moves)
        self.draw_after.setValue(rules.draw_after)


class MorrisPart(Part):
    """The draw rules of morris; visible for morris only."""

    keys = ("morris",)

    def __init__(self) -> None:
        super().__init__()
        changed, usual = self._emit_changed, MorrisLimits()
        self.turns = number(mark("Turns until a draw"), 0, _MOVES, usual.max_turns, changed)
        self.replayed = number(
            mark("Repetitions of a position"), 0, _MOVES, usual.max_state_replayed, changed
        )
        self.without = number(
            mark("Turns without a mill"), 0, _MOVES, usual.max_moves_without_mill, changed
        )
        for field in (self.turns, self.replayed, self.without):
            bind_text(field, special=mark("default"))
            bind_text(field, tip=mark("0 keeps the default rule"))
        self._row(mark("Morris is drawn"), mark("after"), self.turns, mark("turns of both sides,"))
        self._row("", mark("when a position has come up"), self.replayed, mark("times,"))
        self._row(
            "", mark("when a side has closed no mill for"), self.without, mark("turns of its own")
        )

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        rules = MorrisLimits(self.turns.value(), self.replayed.value(), self.without.value())
        return replace(plan, morris=rules)

    def _show(self, plan: TournamentPlan) -> None:
        self.turns.setValue(plan.morris.max_turns)
        self.replayed.setValue(plan.morris.max_state_replayed)
        self.without.setValue(plan.morris.max_moves_without_mill)


class TestPart(Part):
    """The sequential test of two players; visible for paired games of two players only."""

    __test__ = False  # not a pytest class
    keys = ("sprt",)

    def __init__(self) -> None:
        super().__init__()
        changed, usual = self._emit_changed, Sprt()
        self.elo0 = decimal(
            mark("Elo lead under the null hypothesis"), -1000, 1000, usual.elo0, changed
        )
        self.elo1 = decimal(
            mark("Elo lead under the alternative"), -1000, 1000, usual.elo1, changed
        )
        self.alpha = decimal(mark("False positive rate"), 0.001, 0.499, 0.05, changed)
        self.beta = decimal(mark("False negative rate"), 0.001, 0.499, 0.05, changed)
        for field in (self.alpha, self.beta):
            field.setDecimals(3)
            field.setSingleStep(0.01)
        rest = row_of(
            mark("Elo, or by only"),
            self.elo0,
            mark("Elo; error rates"),
            self.alpha,
            mark("and"),
            self.beta,
        )
        self.wanted = check(
            mark("Once it is clear that the first player leads by"), changed, self.elo1, rest
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


def without_test(plan: TournamentPlan) -> TournamentPlan:
    """Return `plan` without its sequential test if the test does not apply to it."""
    return plan if fits(plan) else replace(plan, sprt=None)


def fits(plan: TournamentPlan) -> bool:
    """Return whether a sequential test applies to `plan`."""
    return len(plan.participants) == 2 and plan.format is Format.PAIRS
