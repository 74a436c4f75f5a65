"""The parts of the form for a plan's rules and its directory; faults are shown beside fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from millmate import paths
from millmate.games import catalogue
from millmate.glossary import Term
from millmate.gui.boards.variants import QuietChoice
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.form import Choice, Entry, Form, Number, Own, Row, Switch, Text
from millmate.gui.kit.label import Label
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.widgets import push_button, vbox
from millmate.language import mark, tr
from millmate.play.clocks import TimeControl, TimeControlError
from millmate.play.tournament import checks, saved_tournament
from millmate.play.tournament.plan import (
    Adjudication,
    Format,
    Limits,
    MorrisLimits,
    Sprt,
    TournamentPlan,
)
from millmate.play.tournament.saved_tournament import GAMES
from millmate.players.search_kinds import DEEPEST

_LABELS = 11 * theme.GRID
_MOVES, _SCORE = 999, 9999  # limits of the fields; larger values in a file are preserved
_MOST_LETTERS = 60  # of a directory name
_SEED = mark("The same seed, players and limits in nodes or depth reproduce the same games")
_BOTH = mark("When both players agree for that many moves each")
number = partial(Number, narrow=True)
decimal = partial(Number, decimals=2)


_FORMATS = {
    Format.ROUND_ROBIN: mark("Round robin: everyone meets everyone as White and as Black"),
    Format.PAIRS: mark("Pairs: everyone meets everyone, with alternating colours"),
    Format.GAUNTLET: mark("Gauntlet: the first meets all others, with alternating colours"),
    Format.KNOCKOUT: mark("Knockout: the loser of a match is out; the list gives the seeding"),
}


class Part(QWidget):
    """A part of a plan as a form.

    `keys` are the plan's keys that it edits, as error messages name them.
    """

    changed = Signal()
    keys: tuple[str, ...] = ()

    def __init__(self, *rows: Entry | Row) -> None:
        super().__init__()
        self._touched = False
        self.fault = Label()
        self.fault.setWordWrap(True)
        self.fault.hide()
        theme.mark_fault(self.fault, True)
        self.form = Form(*rows, label_width=_LABELS)
        self.form.changed.connect(self._emit_changed)
        vbox(self.form, self.fault, within=self)
        self.fault.setContentsMargins(_LABELS + 2 * theme.GRID, 0, 0, 0)

    def __getitem__(self, name: str) -> Any:
        """Return the widget of an entry."""
        return self.form[name]

    def show_plan(self, plan: TournamentPlan) -> None:
        """Show the values of `plan` without emitting a change."""
        self.form.show_values(self._values(plan))
        self._touched = False

    def applied(self, plan: TournamentPlan) -> TournamentPlan:
        """Return the shown plan, or `plan`, with the user's changes.

        Untouched values stay exact, even where a field shows fewer digits.
        """
        return self._fill(plan) if self._touched else plan

    @property
    def lack(self) -> str:
        """The fault of input that cannot be parsed, as a sentence, or ""."""
        return ""

    def show_fault(self, fault: str) -> None:
        """Show the fault of the fields; "" clears it."""
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        raise NotImplementedError

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        raise NotImplementedError

    @Slot()
    def _emit_changed(self) -> None:
        self._touched = True
        self.changed.emit()


class PairingPart(Part):
    """Name, game, format, games per pairing, and the random seed."""

    keys = ("name", "game", "format", "games", "seed")

    def __init__(self) -> None:
        super().__init__(
            Text("name", mark("Name"), spoken=mark("Name of the tournament"), longest=120),
            Choice("game", mark("Game"), GAMES),
            Choice("format", mark("Format"), _FORMATS),
            Row(
                mark("Games"),
                number("games", "", 1, checks.MOST_GAMES, spoken=mark("Games per pairing")),
                mark("per pairing,   random seed"),
                Text("seed", spoken=mark("Seed"), tip=_SEED, pattern=r"\d{1,19}", narrow=True),
            ),
        )

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        values = self.form.values
        return replace(
            plan,
            name=" ".join(values["name"].split()) or "Tournament",
            game=catalogue.limited(values["game"], catalogue.limit_of(plan.game)),
            format=values["format"],
            games=values["games"],
            seed=int(values["seed"] or 0),
        )

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        shown = {name: getattr(plan, name) for name in self.keys}
        return shown | {"game": catalogue.without_limit(plan.game)}


class LimitsPart(Part):
    """Limits for all searching players; without any, each player's own limits apply."""

    keys = ("limits",)

    def __init__(self) -> None:
        by_nodes = mark("Nodes per move for every player that searches; games can be reproduced")
        by_depth = mark(
            "Search depth in plies for every player that searches; games can be reproduced"
        )
        by_seconds = mark(
            "Thinking time per move for every player that searches; no two runs are exactly "
            "the same"
        )
        clock = mark(
            "60+0.6: 60 seconds for the game and 0.6 more per move; 40/60: 60 seconds for "
            "every 40 moves"
        )
        nodes, depth, seconds = (
            mark("Nodes per move"), mark("Depth of the search"), mark("Seconds per move"),
        )  # fmt: skip
        super().__init__(
            Row(
                mark("Thinking"),
                Switch("by_nodes", "", mark("nodes"), tip=by_nodes),
                number(
                    "nodes", "", 1, 10**9, step=100, default=1000, when="by_nodes", spoken=nodes
                ),
                Switch("by_depth", "", mark("depth"), tip=by_depth),
                number("depth", "", 1, DEEPEST, default=3, when="by_depth", spoken=depth),
                Switch("by_seconds", "", mark("seconds"), tip=by_seconds),
                decimal(
                    "seconds", "", 0.01, 3600, default=0.5, when="by_seconds", spoken=seconds
                ),
            ),
            Row(
                "",
                Switch("by_clock", "", mark("a clock of")),
                Text(
                    "clock", spoken=mark("Clock of each game"), tip=clock, default="60+0.6",
                    narrow=True, when="by_clock",
                ),
                mark("seconds per game instead of a time per move"),
            ),
        )  # fmt: skip

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        values = self.form.values
        clock = None if self.lack or not values["by_clock"] else TimeControl.parse(values["clock"])
        return replace(plan, limits=replace(self.form.result(Limits), clock=clock))

    @property
    def lack(self) -> str:
        """The fault of the clock settings, or ""."""
        if (clock := self.form.value("clock")) is not None:
            try:
                TimeControl.parse(clock)
            except TimeControlError as error:
                return error_sentence(error)
        return ""

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        limits = plan.limits
        return {
            "nodes": limits.nodes,
            "depth": limits.depth,
            "seconds": limits.seconds,
            "clock": None if limits.clock is None else str(limits.clock),
        }


class AdjudicationPart(Part):
    """Adjudication; everything is off by default."""

    keys = ("adjudication",)

    def __init__(self) -> None:
        moves = partial(number, label="", low=1, high=_MOVES)
        score = partial(number, label="", high=_SCORE)
        super().__init__(
            Row(mark("End early"), Switch("tables", "", mark("As soon as tables give the result"))),
            Row(
                "",
                Switch("by_moves", "", mark("Drawn after")),
                moves(
                    "max_moves", spoken=mark("Moves of each side until a draw"), default=200,
                    when="by_moves", nothing=0,
                ),
                mark("moves of each side"),
            ),
            Row(
                "",
                Switch("by_resign", "", mark("Lost at"), tip=_BOTH),
                score(
                    "resign_score", low=1, spoken=mark("Centipawns behind"), default=600,
                    when="by_resign", nothing=0,
                ),
                mark("centipawns behind for"),
                moves("resign_moves", spoken=mark("Moves behind"), enabled="by_resign"),
                mark("moves"),
            ),
            Row(
                "",
                Switch("by_draw", "", mark("Drawn at"), tip=_BOTH),
                score(
                    "draw_score", low=0, spoken=mark("Centipawns that count as even"), default=10,
                    when="by_draw",
                ),
                mark("centipawns or less for"),
                moves("draw_moves", spoken=mark("Moves that stay even"), enabled="by_draw"),
                mark("moves, from move"),
                number(
                    "draw_after", "", 0, _MOVES, enabled="by_draw",
                    spoken=mark("First move at which a game is drawn"),
                ),
            ),
        )  # fmt: skip

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, adjudication=self.form.result(Adjudication))

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        return asdict(plan.adjudication)


class MorrisPart(Part):
    """The draw rules of morris; visible for morris only.

    The game's own limit of quiet moves holds where the turns without a mill are at their default.
    """

    keys = ("morris",)

    def __init__(self) -> None:
        rule = partial(
            number, high=_MOVES, special=mark("default"), tip=mark("0 keeps the default rule")
        )
        super().__init__(
            Row(
                mark("Morris is drawn"),
                mark("after"),
                rule("max_turns", spoken=mark("Turns until a draw")),
                mark("turns of both sides,"),
            ),
            Row(
                "",
                mark("when a position has come up"),
                rule("max_state_replayed", spoken=mark("Repetitions of a position")),
                mark("times,"),
            ),
            Row(
                "",
                mark("when a side has closed no mill for"),
                rule("max_moves_without_mill", spoken=mark("Turns without a mill")),
                mark("turns of its own"),
            ),
            Own(
                "quiet",
                mark("Quiet moves"),
                QuietChoice,
                lambda quiet: quiet.limit,
                QuietChoice.show_limit,
                signal="currentIndexChanged",
            ),
        )
        self["max_moves_without_mill"].valueChanged.connect(self._overrule_quiet)

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        game = catalogue.limited(plan.game, self.form.value("quiet"))
        return replace(plan, morris=self.form.result(MorrisLimits), game=game)

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        return asdict(plan.morris) | {"quiet": catalogue.limit_of(plan.game)}

    def _overrule_quiet(self, turns: int) -> None:
        why = mark(
            "Replaced by the limit on turns without a mill. Set that to 0, the default, to "
            "choose here."
        )
        self["quiet"].overrule(why if turns else "")


class TestPart(Part):
    """The sequential test of two players; visible for paired games of two players only."""

    __test__ = False  # not a pytest class
    keys = ("sprt",)

    def __init__(self) -> None:
        elo = partial(decimal, label="", low=-1000, high=1000)
        rate = partial(Number, label="", low=0.001, high=0.499, decimals=3, step=0.01)
        super().__init__(
            Row(
                mark("Stop"),
                Switch("wanted", "", mark("Once it is clear that the first player leads by")),
                elo("elo1", spoken=mark("Elo lead under the alternative"), enabled="wanted"),
            ),
            Row(
                "",
                mark("Elo, or by only"),
                elo("elo0", spoken=mark("Elo lead under the null hypothesis")),
                mark("Elo; error rates"),
                rate("alpha", spoken=mark("False positive rate")),
                mark("and"),
                rate("beta", spoken=mark("False negative rate")),
                TermButton(Term.SPRT, Term.ELO),
                enabled="wanted",
            ),
        )

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, sprt=self.form.result(Sprt) if self.form.value("wanted") else None)

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        return asdict(plan.sprt or Sprt()) | {"wanted": plan.sprt is not None}


def fits(plan: TournamentPlan) -> bool:
    """Return whether a sequential test applies to `plan`."""
    return len(plan.participants) == 2 and plan.format is Format.PAIRS


class DirectoryPart(Part):
    """The directory; an empty field selects one by the tournament's name."""

    keys = ("directory",)

    def __init__(self) -> None:
        self.browse = push_button(mark("Choose…"), name=mark("Choose the directory"))
        super().__init__(
            Row(
                mark("Save in"),
                Text("path", spoken=mark("Folder of the tournament")),
                self.browse,
            )
        )
        self.browse.clicked.connect(self._ask)
        self.note = theme.muted()
        self.form.form.addRow("", self.note)

    def place_of(self, plan: TournamentPlan) -> Path:
        """Return the directory: the chosen one, or a free one by the plan's name."""
        chosen = self.form.value("path")
        return paths.expanded(chosen).absolute() if chosen else free_place(plan)

    def follow(self, plan: TournamentPlan) -> str:
        """Show the directory of `plan`; return its fault, or ""."""
        place = self.place_of(plan)
        self["path"].setPlaceholderText(str(place))
        held = saved_tournament.digest_in(place)
        if held is None and place.exists() and not place.is_dir():
            return tr("{place} is a file: choose a directory.", place=place)
        if held not in (None, plan.digest()):
            return tr(
                "{place} holds another tournament: choose another directory, or open that "
                "tournament from the list.",
                place=place,
            )
        again = tr("This tournament already exists: only the missing games will be played.")
        self.note.setText(again if held else "")
        self.note.setVisible(bool(held))
        return ""

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return plan

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        return {"path": ""}

    @Slot()
    def _ask(self) -> None:
        place = paths.tournaments_dir()
        start = place if place.is_dir() else Path.home()
        name = QFileDialog.getExistingDirectory(self, tr("Save the tournament in"), str(start))
        if name:
            self["path"].setText(name)


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
    cleaned = re.sub(r"[^\w]+", "-", name.casefold()).strip("-_")[:_MOST_LETTERS].rstrip("-_")
    return cleaned or "tournament"
