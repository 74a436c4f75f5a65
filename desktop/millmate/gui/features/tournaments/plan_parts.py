"""The parts of the form for a plan's rules and openings; faults are shown beside fields."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QWidget

from millmate.games import catalogue
from millmate.glossary import Term
from millmate.gui.boards.morris_words import QuietChoice
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.form import Choice, Entry, Form, Number, Own, Row, Switch, Text
from millmate.gui.kit.label import Label
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, push_button, vbox
from millmate.language import mark, tr
from millmate.play.clocks import TimeControl, TimeControlError
from millmate.play.tournament.plan import (
    MOST_GAMES,
    Adjudication,
    Format,
    Limits,
    MorrisLimits,
    OpeningPlan,
    Sprt,
    TournamentPlan,
)
from millmate.play.tournament.saved_tournament import GAMES
from millmate.players.search_kinds import DEEPEST

_LABELS = 11 * theme.GRID
_MOVES, _SCORE = 999, 9999  # limits of the fields; larger values in a file are preserved
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
        return self.form[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.form)

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
            Row(
                mark("Name"),
                Text("name", spoken=mark("Name of the tournament"), longest=120),
                Choice("game", mark("Game"), GAMES),
            ),
            Choice("format", mark("Format"), _FORMATS),
            Row(
                mark("Games"),
                number("games", "", 1, MOST_GAMES, spoken=mark("Games per pairing")),
                mark("per pairing,   random seed"),
                Text("seed", spoken=mark("Seed"), tip=_SEED, pattern=r"\d{1,19}", narrow=True),
            ),
        )

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        values = self.form.values
        return replace(
            plan,
            name=" ".join(values["name"].split()) or "Tournament",
            game=catalogue.game(values["game"]).limited(plan.rules.limit).name,
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
            Row(
                mark("End early"),
                Switch("tables", "", mark("As soon as tables give the result")),
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
                mark("of its turns"),
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
        game = plan.rules.limited(self.form.value("quiet")).name
        return replace(plan, morris=self.form.result(MorrisLimits), game=game)

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        return asdict(plan.morris) | {"quiet": plan.rules.limit}

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


START, CHANCE, FILE, TABLES, POSITIONS = "start", "chance", "file", "tables", "positions"
_SOURCES = {
    START: mark("The game's start"),
    CHANCE: mark("Random positions"),
    FILE: mark("Positions or games in a file"),
    TABLES: mark("Endings drawn from tables"),
    POSITIONS: mark("These positions"),
}
_MOST_POSITIONS = 10**9
_OPENINGS_FILTER = mark("Openings (*.epd *.fen *.pgn *.txt);;All files (*)")
_ORDERS = {"given": mark("in order"), "random": mark("in random order")}
_VERDICTS = {
    "any": mark("with any result"),
    "draw": mark("drawn"),
    "decided": mark("won for one side"),
    "white wins": mark("won for White"),
    "black wins": mark("won for Black"),
}
_OPTIONS = {
    START: (),
    CHANCE: ("chance", "count"),
    FILE: ("file", "plies", "order", "count"),
    TABLES: ("tables", "verdict", "count"),
    POSITIONS: ("positions",),
}


def _of_tables() -> Iterator[Row]:
    """Yield the rows for endings drawn from tables."""
    distance = partial(number, label="", high=_MOST_POSITIONS, enabled="by_distance")
    yield Row(
        "",
        Text(
            "tables",
            spoken=mark("Material of the endings"),
            hint=mark("KRPvKR, KQvKR; for morris: morris:5-4"),
        ),
        shown=_is(TABLES),
    )
    yield Row(
        "",
        Choice("verdict", "", _VERDICTS, spoken=mark("Result of the endings")),
        Switch("by_distance", "", mark("decided in")),
        distance("least", spoken=mark("Fewest plies to the end")),
        mark("to"),
        distance("most", spoken=mark("Most plies to the end")),
        mark("plies"),
        shown=_is(TABLES),
    )


class OpeningsPart(Part):
    """A source and its options; `position_wanted` asks for the position on the board."""

    keys = ("openings",)
    position_wanted = Signal()

    def __init__(self) -> None:
        self.browse = push_button(mark("Choose…"), name=mark("Choose the file of openings"))
        self.of_board = push_button(mark("Add the position on the board"))
        super().__init__(
            Choice("source", mark("Start from"), _SOURCES, spoken=mark("Where games start")),
            Row(
                "",
                number("chance", "", 1, 60, spoken=mark("Random plies")),
                mark("random plies, to a roughly even position"),
                shown=_is(CHANCE),
            ),
            Row(
                "",
                Text(
                    "file",
                    spoken=mark("File of openings"),
                    hint=mark("positions, one per line (FEN, EPD), or games (.pgn)"),
                ),
                self.browse,
                shown=_is(FILE),
            ),
            Row(
                "",
                mark("taken"),
                Choice("order", "", _ORDERS, spoken=mark("Order")),
                mark("of each game, the first"),
                number("plies", "", 0, 1000, spoken=mark("Plies of each game of a PGN file")),
                mark("plies"),
                shown=_is(FILE),
            ),
            *_of_tables(),
            Row("", self._positions(), shown=_is(POSITIONS)),
            Row("", _at_left(self.of_board), shown=_is(POSITIONS)),
            Row(
                "",
                mark("Openings"),
                number(
                    "count",
                    high=_MOST_POSITIONS,
                    spoken=mark("How many openings"),
                    tip=mark("Fewer are used if fewer are needed"),
                    special=mark("as needed"),
                ),
                shown=_is(CHANCE, FILE, TABLES),
            ),
        )
        self.browse.clicked.connect(self._ask_file)
        self.of_board.clicked.connect(self.position_wanted)

    def _positions(self) -> Own:
        def make() -> QPlainTextEdit:
            edit = bind_text(QPlainTextEdit(), hint=mark("One position per line (FEN)"))
            edit.setTabChangesFocus(True)
            edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            edit.setFixedHeight(5 * edit.fontMetrics().height() + 2 * theme.GRID)
            return edit

        return Own(
            "positions",
            "",
            make,
            QPlainTextEdit.toPlainText,
            QPlainTextEdit.setPlainText,
            signal="textChanged",
            spoken=mark("Positions, one per line"),
        )

    def add_position(self, fen: str) -> None:
        self["positions"].appendPlainText(fen)

    @Slot()
    def _ask_file(self) -> None:
        start = Path(self["file"].text()).parent if self["file"].text() else Path.home()
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Choose the file of openings"), str(start), tr(_OPENINGS_FILTER)
        )
        if name:
            self["file"].setText(name)

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, openings=self._chosen(plan.openings))

    def _chosen(self, shown: OpeningPlan) -> OpeningPlan:
        """Return the chosen openings; hidden options keep their defaults."""
        values = self.form.values
        given = {name: values[name] for name in _OPTIONS[values["source"]]}
        if "tables" in given:
            given["tables"] = tuple(filter(None, given["tables"].replace(",", " ").split()))
            by = values["by_distance"]
            given["distance"] = (values["least"], values["most"]) if by else None
        if "positions" in given:
            lines = (line.strip() for line in given["positions"].splitlines())
            given["positions"] = tuple(filter(None, lines))
        return OpeningPlan(**given)

    @property
    def lack(self) -> str:
        values = self.form.values
        match values["source"]:
            case "file" if not values["file"]:
                return tr("Choose the file with the openings.")
            case "tables" if not values["tables"].replace(",", " ").split():
                return tr("Enter the material of the endings, such as KRPvKR.")
            case "positions" if not values["positions"].strip():
                return tr("Enter the positions, one per line, or add the one on the board.")
        return ""

    def _values(self, plan: TournamentPlan) -> Mapping[str, Any]:
        asked = plan.openings
        least, most = asked.distance or (10, 40)
        return asdict(asked) | {
            "source": source_of(asked),
            "chance": asked.chance or 6,
            "tables": ", ".join(asked.tables),
            "by_distance": asked.distance is not None,
            "least": least,
            "most": most,
            "positions": "\n".join(asked.positions),
        }


def source_of(asked: OpeningPlan) -> str:
    for name in (CHANCE, FILE, TABLES, POSITIONS):
        if getattr(asked, name):
            return name
    return START


def _is(*sources: str) -> Callable[[Any], bool]:
    return lambda values: values.source in sources


def _at_left(button: QWidget) -> QWidget:
    held = QWidget()
    hbox(button, None, within=held)
    return held
