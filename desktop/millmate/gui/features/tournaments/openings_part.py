"""The form part for openings: the initial position, random, a file, tables, or a list.

A thread checks the openings of a plan, for files and tables may be large.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QWidget

from millmate.errors import InputError
from millmate.gui.features.tournaments.plan_parts import Part, number
from millmate.gui.kit import theme
from millmate.gui.kit.form import Choice, Own, Row, Switch, Text
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import hbox, push_button
from millmate.language import mark, tr
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.plan import (
    OpeningPlan,
    PlanError,
    TournamentPlan,
)
from millmate.play.tournament.schedule import openings_needed

START, CHANCE, FILE, TABLES, POSITIONS = "start", "chance", "file", "tables", "positions"
_SOURCES = {
    START: mark("The game's start"),
    CHANCE: mark("Random positions"),
    FILE: mark("Positions or games in a file"),
    TABLES: mark("Endings drawn from tables"),
    POSITIONS: mark("These positions"),
}
_MOST = 10**9
_REST_MS = 600  # from the last change to the check
_MOST_KNOWN = 50  # plans with a cached result
_MOST_DRAWN = 200  # table positions checked; more are not needed
_FILTER = mark("Openings (*.epd *.fen *.pgn *.txt);;All files (*)")
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


class OpeningsPart(Part):
    """A source and its options; `position_wanted` asks for the position on the board."""

    keys = ("openings",)
    position_wanted = Signal()

    def __init__(self) -> None:
        self.browse = push_button(mark("Choose…"), name=mark("Choose the file of openings"))
        self.of_board = push_button(mark("Add the position on the board"))
        distance = partial(number, label="", high=_MOST, enabled="by_distance")
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
            Row(
                "",
                Text(
                    "tables",
                    spoken=mark("Material of the endings"),
                    hint=mark("KRPvKR, KQvKR; for morris: morris:5-4"),
                ),
                shown=_is(TABLES),
            ),
            Row(
                "",
                Choice("verdict", "", _VERDICTS, spoken=mark("Result of the endings")),
                Switch("by_distance", "", mark("decided in")),
                distance("least", spoken=mark("Fewest plies to the end")),
                mark("to"),
                distance("most", spoken=mark("Most plies to the end")),
                mark("plies"),
                shown=_is(TABLES),
            ),
            Row("", self._positions(), shown=_is(POSITIONS)),
            Row("", _at_left(self.of_board), shown=_is(POSITIONS)),
            Row(
                "",
                mark("Openings"),
                number(
                    "count",
                    high=_MOST,
                    spoken=mark("How many openings"),
                    tip=mark("Fewer are used if fewer are needed"),
                    special=mark("as many as needed"),
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
            self, tr("Choose the file of openings"), str(start), tr(_FILTER)
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
        """The missing input of the source, as a sentence, or ""."""
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


class OpeningsCheck(QObject):
    """Returns the faults of a plan's openings; `found` means that a new result is available."""

    found = Signal()

    def __init__(self, tables: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tables = tables
        self._known: dict[Hashable, str] = {}
        self._wanted: TournamentPlan | None = None
        self._task: Task | None = None
        self._timer = QTimer(self, singleShot=True, interval=_REST_MS)
        self._timer.timeout.connect(self._look)

    def fault(self, plan: TournamentPlan) -> str:
        """Return the fault of the openings of `plan`; "" before the first one."""
        self._wanted = None
        if plan.openings in (OpeningPlan(), OpeningPlan(chance=plan.openings.chance)):
            return ""
        fault = self._known.get(_key(plan))
        if fault is None:
            self._wanted = plan
            self._timer.start()
        return fault or ""

    def close(self) -> None:
        self._wanted = None
        self._timer.stop()
        if self._task is not None:
            self._task.stop()

    @Slot()
    def _look(self) -> None:
        if self._wanted is None:
            return
        if self._task is not None:  # its end starts the check of this plan
            self._task.stop()
            return
        self._task = Task(partial(_check, self._wanted, self._tables))
        self._task.launch(
            done=self._answered, failed=self._failed, stopped=lambda: self._answered(None)
        )

    @Slot(object)
    def _answered(self, answer: tuple[Hashable, str] | None) -> None:
        """Store a result; it is missing if the work was stopped."""
        self._task = None
        key = None
        if answer is not None:
            key, fault = answer
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = fault
        if self._wanted is not None and _key(self._wanted) != key:
            self._timer.start()
        elif self._wanted is not None:
            self.found.emit()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        """Ignore the error: it appears when the tournament starts."""
        self._task = None


def _key(plan: TournamentPlan) -> Hashable:
    return plan.game, plan.openings, plan.seed, openings_needed(plan)


def _check(
    plan: TournamentPlan,
    tables: Path,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[Hashable, str] | None:
    """Return the key of `plan` with the fault of its openings, or None if it was stopped."""
    most = _MOST_DRAWN if plan.openings.tables else None
    try:
        for _ in islice(openings_of(plan, tables), most):
            if stopped():
                return None
    except PlanError as error:
        return _key(plan), str(error)
    except InputError as error:
        return _key(plan), f"openings: {error}"
    return _key(plan), ""
