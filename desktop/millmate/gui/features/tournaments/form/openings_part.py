"""The form part for openings: the initial position, random, a file, tables, or a list.

A thread checks the openings of a plan, for files and tables may be large.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QStackedWidget, QWidget

from millmate.errors import InputError
from millmate.gui.features.tournaments.form.part import Part, choose, row_of
from millmate.gui.kit import theme
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import push_button, vbox
from millmate.language import mark, tr
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.plan import (
    ORDERS,
    VERDICTS,
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


class OpeningsPart(Part):
    """A source and its options; `position_wanted` asks for the position on the board."""

    keys = ("openings",)
    position_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.source = self._combo(mark("Where games start"), _SOURCES)
        self.stack = QStackedWidget()
        self.pages = {
            START: QWidget(),
            CHANCE: self._chance(),
            FILE: self._file(),
            TABLES: self._tables(),
            POSITIONS: self._positions(),
        }
        for page in self.pages.values():
            self.stack.addWidget(page)
        self.count = self._number(
            mark("How many openings"),
            0,
            _MOST,
            0,
            tip=mark("Fewer are used if fewer are needed"),
            special=mark("as many as needed"),
        )
        self._row(mark("Start from"), self.source)
        self.form.addRow("", self.stack)
        self._counted = self._row("", mark("Openings"), self.count)
        self.source.currentIndexChanged.connect(self._turn)
        self._turn()

    def _chance(self) -> QWidget:
        self.chance = self._number(mark("Random plies"), 1, 60, 6)
        return row_of(self.chance, mark("random plies, to a roughly even position"))

    def _file(self) -> QWidget:
        self.file = self._line(
            mark("File of openings"),
            hint=mark("positions, one per line (FEN, EPD), or games (.pgn)"),
        )
        self.browse = push_button(
            mark("Choose…"), self._ask_file, name=mark("Choose the file of openings")
        )
        self.order = self._combo(mark("Order"), {each: _ORDERS[each] for each in ORDERS})
        self.plies = self._number(mark("Plies of each game of a PGN file"), 0, 1000, 8)
        return _column(
            row_of(self.file, self.browse),
            row_of(
                mark("taken"),
                self.order,
                mark("of each game, the first"),
                self.plies,
                mark("plies"),
            ),
        )

    def _tables(self) -> QWidget:
        self.tables = self._line(
            mark("Material of the endings"), hint=mark("KRPvKR, KQvKR; of morris: morris:5-4")
        )
        self.verdict = self._combo(
            mark("Result of the endings"), {each: _VERDICTS[each] for each in VERDICTS}
        )
        self.least = self._number(mark("Fewest plies to the end"), 0, _MOST, 10)
        self.most = self._number(mark("Most plies to the end"), 0, _MOST, 40)
        self.by_distance = self._check(mark("decided in"), self.least, self.most)
        return _column(
            self.tables,
            row_of(
                self.verdict, self.by_distance, self.least, mark("to"), self.most, mark("plies")
            ),
        )

    def _positions(self) -> QWidget:
        self.positions = QPlainTextEdit()
        bind_text(
            self.positions,
            name=mark("Positions, one per line"),
            hint=mark("One position per line (FEN)"),
        )
        self.positions.setTabChangesFocus(True)
        self.positions.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.positions.setFixedHeight(5 * self.fontMetrics().height() + 2 * theme.GRID)
        self.positions.textChanged.connect(self._emit_changed)
        self.of_board = push_button(mark("Add the position on the board"), self.position_wanted)
        return _column(self.positions, row_of(self.of_board))

    def add_position(self, fen: str) -> None:
        self.positions.appendPlainText(fen)

    @Slot()
    def _turn(self) -> None:
        """Show the fields of the source and take no more room than they need."""
        source = self.source.currentData()
        page = self.pages[source]
        self.stack.setCurrentWidget(page)
        self._fit()
        self.form.setRowVisible(self.stack, source != START)
        self.form.setRowVisible(self._counted, source in (CHANCE, FILE, TABLES))

    def changeEvent(self, event: QEvent) -> None:
        """Adjust the height after the style sheet applies to the fields."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        page = self.stack.currentWidget()
        if page is not None:
            self.stack.setFixedHeight(max(0, page.sizeHint().height()))

    @Slot()
    def _ask_file(self) -> None:
        start = Path(self.file.text()).parent if self.file.text() else Path.home()
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Choose the file of openings"), str(start), tr(_FILTER)
        )
        if name:
            self.file.setText(name)
            self._emit_changed()

    def _fill(self, plan: TournamentPlan) -> TournamentPlan:
        return replace(plan, openings=self._chosen(plan.openings))

    def _chosen(self, shown: OpeningPlan) -> OpeningPlan:
        """Return the chosen openings; hidden options keep their defaults."""
        count = self.count.value()
        match self.source.currentData():
            case "chance":
                return OpeningPlan(chance=self.chance.value(), count=count)
            case "file":
                return OpeningPlan(
                    file=self.file.text().strip(),
                    plies=self.plies.value(),
                    order=self.order.currentData(),
                    count=count,
                )
            case "tables":
                by = self.by_distance.isChecked()
                return OpeningPlan(
                    tables=tuple(filter(None, self.tables.text().replace(",", " ").split())),
                    verdict=self.verdict.currentData(),
                    distance=(self.least.value(), self.most.value()) if by else None,
                    count=count,
                )
            case "positions":
                lines = (line.strip() for line in self.positions.toPlainText().splitlines())
                return OpeningPlan(positions=tuple(filter(None, lines)))
        return OpeningPlan()

    @property
    def lack(self) -> str:
        """The missing input of the source, as a sentence, or ""."""
        match self.source.currentData():
            case "file" if not self.file.text().strip():
                return tr("Choose the file with the openings.")
            case "tables" if not self.tables.text().replace(",", " ").split():
                return tr("Enter the material of the endings, such as KRPvKR.")
            case "positions" if not self.positions.toPlainText().strip():
                return tr("Enter the positions, one per line, or add the one on the board.")
        return ""

    def _show(self, plan: TournamentPlan) -> None:
        asked = plan.openings
        choose(self.source, source_of(asked))
        self.chance.setValue(asked.chance or 6)
        self.file.setText(asked.file)
        self.plies.setValue(asked.plies)
        choose(self.order, asked.order)
        self.tables.setText(", ".join(asked.tables))
        choose(self.verdict, asked.verdict)
        self.by_distance.setChecked(asked.distance is not None)
        least, most = asked.distance or (10, 40)
        self.least.setValue(least)
        self.most.setValue(most)
        self.positions.setPlainText("\n".join(asked.positions))
        self.count.setValue(asked.count)


def source_of(asked: OpeningPlan) -> str:
    for name in (CHANCE, FILE, TABLES, POSITIONS):
        if getattr(asked, name):
            return name
    return START


def _column(*widgets: QWidget) -> QWidget:
    held = QWidget()
    vbox(*widgets, within=held)
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
        """Return the fault of the openings of `plan`; "" if there is none yet."""
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
        """Store a result; there is none if the work was stopped."""
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
