"""The form part for the search limits."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLineEdit, QSizePolicy

from millmate.gui.errors.sentences import error_sentence
from millmate.gui.languages.translator import bind_text
from millmate.gui.tournament.form.part import Part, check, decimal, number
from millmate.language import mark
from millmate.play.tournament.clocks import TimeControl, TimeControlError
from millmate.play.tournament.plan import Limits, TournamentPlan
from millmate.players.search_kinds import DEEPEST

_USUAL = Limits(nodes=1000, depth=3, seconds=0.5)


class LimitsPart(Part):
    """Limits for all searching players; without any, each player's own limits apply."""

    keys = ("limits",)

    def __init__(self) -> None:
        super().__init__()
        assert _USUAL.nodes
        assert _USUAL.depth
        assert _USUAL.seconds
        changed = self._emit_changed
        self.nodes = number(mark("Nodes per move"), 1, 10**9, _USUAL.nodes, changed)
        self.nodes.setSingleStep(100)
        self.plies = number(mark("Depth of the search"), 1, DEEPEST, _USUAL.depth, changed)
        self.seconds = decimal(mark("Seconds per move"), 0.01, 3600, _USUAL.seconds, changed)
        self.by_nodes = check(mark("nodes"), changed, self.nodes)
        self.by_depth = check(mark("depth"), changed, self.plies)
        self.by_seconds = check(mark("seconds"), changed, self.seconds)
        bind_text(
            self.by_nodes,
            tip=mark(
                "Every player that searches visits this many positions per move; games can be "
                "reproduced"
            ),
        )
        bind_text(
            self.by_depth,
            tip=mark(
                "Every player that searches looks this many plies ahead; games can be reproduced"
            ),
        )
        bind_text(
            self.by_seconds,
            tip=mark(
                "Every player that searches thinks this long about a move; no two runs are quite "
                "the same"
            ),
        )
        self.clock = QLineEdit("60+0.6")
        bind_text(self.clock, name=mark("Clock of each game"))
        self.clock.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        bind_text(
            self.clock,
            tip=mark(
                "60+0.6: 60 seconds for the game and 0.6 more per move; 40/60: 60 seconds for "
                "every 40 moves"
            ),
        )
        self.clock.textEdited.connect(changed)
        self.by_clock = check(mark("a clock of"), changed, self.clock)
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
            nodes=self.nodes.value() if self.by_nodes.isChecked() else None,
            depth=self.plies.value() if self.by_depth.isChecked() else None,
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
        for box, field, value in (
            (self.by_nodes, self.nodes, limits.nodes),
            (self.by_depth, self.plies, limits.depth),
            (self.by_seconds, self.seconds, limits.seconds),
        ):
            box.setChecked(value is not None)
            if value is not None:
                field.setValue(value)  # type: ignore[arg-type]
