"""The cost of building tables: in words, as a list, and offered where tables are missing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTableView, QWidget

from millmate import machine
from millmate.errors import MillMateError
from millmate.formatting import duration, plural, size
from millmate.games.chess.material import Material
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.lists import height_of
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.tasks import Latest, Work
from millmate.gui.kit.widgets import Clicked, Note, hbox, push_button, vbox
from millmate.gui.shell.builds.build_run import STATES, metrics_of
from millmate.language import mark, tr
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from millmate.tablebase.metric import Metric
    from millmate.tablebase.names import Target
    from millmate.tablebase.plan import Plan, PlannedTable

_MOST = 8  # rows of a list that are seen at once


def about(seconds: float) -> str:
    """Return an estimated time in words."""
    words = duration(seconds)
    return words if seconds < 0.95 else tr("about {}").format(words)


@dataclass(frozen=True, slots=True)
class _PlanRow:
    """A table, its state, and how many threads build it (None for all there are)."""

    table: PlannedTable[object]
    state: str
    threads: int | None


def _disk(row: _PlanRow) -> str:
    disk = size(row.table.bytes)
    return disk if row.table.exists else tr("about {}").format(disk)


def _time(row: _PlanRow) -> str:
    return "" if row.table.exists else about(row.table.elapsed(row.threads))


_PLAN_COLUMNS: tuple[Column[_PlanRow], ...] = (
    Column(mark("Table"), lambda row: table_title(row.table.title)),
    Column(mark("Code"), lambda row: row.table.title),
    Column(mark("State"), lambda row: tr(STATES[row.state])),
    Column(mark("On disk"), _disk, numeric=True),
    Column(
        mark("Memory"), lambda row: "" if row.table.exists else size(row.table.memory), numeric=True
    ),
    Column(mark("Time"), _time, numeric=True),
)


class PlanModel(TableModel[_PlanRow]):
    """One row a table, those that others need first."""

    def __init__(self) -> None:
        super().__init__(_PLAN_COLUMNS)
        self._places: dict[str, int] = {}  # by the table's title

    def show_plan(self, plan: Plan[object] | None, threads: int | None) -> None:
        """Show the tables of `plan`, built with `threads` threads, None for all."""
        tables = plan.tables if plan else ()
        self._places = {table.title: place for place, table in enumerate(tables)}
        self.show(_PlanRow(table, _state(table), threads) for table in tables)

    def row_of(self, title: str) -> int:
        """Return the row of a table, or -1."""
        return self._places.get(title, -1)

    def set_states(self, states: Mapping[str, str]) -> None:
        """Show the states of tables, by their titles: keys of `STATES`."""
        known = {
            self._places[name]: state for name, state in states.items() if name in self._places
        }
        self.set_rows(
            {
                place: replace(self.rows[place], state=state)
                for place, state in known.items()
                if self.rows[place].state != state
            }
        )


def _state(table: PlannedTable[object]) -> str:
    if table.exists:
        return "shipped" if table.shipped else "done"
    return "started" if table.begun else "absent"


def plan_words(plan: Plan[object], directory: Path, threads: int | None) -> str:
    """Return how many tables are missing, and the disk, memory and time that they take."""
    if not plan.tables:
        return tr("Two bare kings need no table: that is a draw.")
    if not plan.missing:
        return tr("Built and verified.")
    count = plural(len(plan.missing), "table")
    begun = any(table.begun for table in plan.missing)
    text = (
        tr(
            "{tables} to build, started earlier: {disk} on disk, {most} while building ({free} "
            "free), {memory} of memory, {time}."
        )
        if begun
        else tr(
            "{tables} to build: {disk} on disk, {most} while building ({free} free), {memory} of "
            "memory, {time}."
        )
    )
    return text.format(
        tables=count,
        disk=size(plan.bytes),
        most=size(plan.disk),
        free=size(machine.free_disk(directory)),
        memory=size(plan.memory),
        time=about(plan.elapsed(threads)),
    )


def rule_words(target: Target | None) -> str:
    """Return why distances to mate suffice for an ending or not, "" for two kings and morris."""
    from millmate.tablebase.plan import MOST_MEN, cursed

    if not isinstance(target, Material) or target.men == 2:
        return ""
    ending = cursed(target)
    if ending == target:
        text = tr(
            "Under the fifty-move rule, some wins of {table} are draws; the DTZ50 tables show "
            "which."
        )
    elif ending is not None:
        text = tr(
            "{table} leads to {ending}; under the fifty-move rule, some of its wins are draws; "
            "the DTZ50 tables show which."
        )
    elif target.men < MOST_MEN:
        text = tr(
            "Distances to mate are enough: with the clock at zero, the fifty-move rule turns "
            "no win of {table}, or of the tables it leads to, into a draw."
        )
    else:
        text = tr(
            "Distances to mate: the fifty-move rule draws no win in the endings of up to five "
            "pieces that {table} leads to."
        )
    return text.format(table=target, ending=ending)


class PlanView(QWidget):
    """A plan: its rows, where a list is given, and its cost or fault in words.

    A thread makes it, and only the newest plan counts. `found` carries what the thread reports,
    `planned` its result: a plan or None, and words.
    """

    found = Signal(object)
    planned = Signal(object, str)

    def __init__(
        self, rows: QTableView | None = None, least: int = 0, spare: Mapping[int, int] | None = None
    ) -> None:
        """Make the view; the list `rows` has room for `least` rows, and is hidden without any.

        `spare` has columns and the least width, in pixels, at which they are shown.
        """
        super().__init__()
        self._rows, self._least, self._spare = rows, least, spare or {}
        self._task = Latest()
        self.words = Note()
        vbox(*([] if rows is None else [rows]), self.words, within=self)
        self.fit()

    @property
    def planning(self) -> bool:
        return self._task.running

    def ask_tables(
        self,
        names: Sequence[str],
        directory: Path,
        threads: int | None,
        metrics: Sequence[Metric] = (),
    ) -> None:
        """Plan the tables called `names`, of the metrics that they need or these."""
        self.ask(partial(_planned, tuple(names), directory, threads, metrics))

    def ask(self, work: Work) -> None:
        """Make a plan by `work`, which returns what `planned` carries."""
        self._task.start(work, progress=self.found.emit, done=self._done, failed=self._failed)

    def stop(self) -> None:
        self._task.drop()

    @Slot(object)
    def _done(self, result: tuple[object, str]) -> None:
        self.planned.emit(*result)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self.planned.emit(None, error_sentence(error))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._rows is not None:
            for column, least in self._spare.items():
                self._rows.setColumnHidden(column, self.width() < least * theme.text_scale())

    def fit(self) -> None:
        """Make the list as high as its rows, up to eight."""
        if self._rows is not None:
            rows = self._rows.model().rowCount()
            self._rows.setVisible(max(rows, self._least) > 0)
            self._rows.setFixedHeight(height_of(self._rows, max(self._least, min(rows, _MOST))))


def _planned(
    names: Sequence[str],
    directory: Path,
    threads: int | None,
    metrics: Sequence[Metric],
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[Plan[object] | None, str]:
    from millmate.tablebase import targets
    from millmate.tablebase.names import parse

    try:
        wanted = list(map(parse, names))
        found: Plan[object] = targets.plan(wanted, directory, metrics or metrics_of(wanted))
        rule = rule_words(wanted[0]) if len(wanted) == 1 else ""
        return found, f"{plan_words(found, directory, threads)} {rule}".strip()
    except (MillMateError, OSError) as error:
        return None, error_sentence(error)


class MissingTables(QWidget):
    """A line with buttons; hidden while nothing is missing.

    `build_wanted` carries the names of the tables; the button called `again` (marked) runs
    `repeat`. Where there is little room, the buttons are beneath the words.
    """

    build_wanted = Signal(object)

    def __init__(self, again: str, repeat: Clicked, *, beneath: bool = False) -> None:
        super().__init__()
        self.plan = PlanView()
        self.build = push_button(mark("Build them…"), lambda: self.build_wanted.emit(self._names))
        self.again = push_button(again, repeat)
        self._names: tuple[str, ...] = ()
        self._lack: Callable[[], str] = str
        self.plan.planned.connect(self.show_plan)
        if beneath:
            vbox(self.plan, hbox(self.build, self.again, None), within=self)
        else:
            hbox((self.plan, 1), self.build, self.again, within=self)
        self.hide()

    def clear(self) -> None:
        self._names = ()
        self.plan.stop()
        self.hide()

    def show_tables(
        self,
        missing: Collection[Material],
        lack: Callable[[], str],
        directory: Path,
        threads: int | None,
    ) -> None:
        """Find out in a thread what a build of tables takes; `lack` names the missing tables."""
        self.clear()
        self._names, self._lack = tuple(sorted(map(str, missing))), lack
        self._directory, self._threads = directory, threads
        if missing:
            self.plan.ask_tables(self._names, directory, threads)

    @Slot(object)
    def show_plan(self, plan: Plan[object] | None) -> None:
        """Show the cost of the build, or only the missing tables without a plan."""
        if plan is None:
            text = self._lack()
        elif not plan.missing:
            text = tr("The missing tables are available now.")
        else:
            text = f"{self._lack()} {plan_words(plan, self._directory, self._threads)}"
        self.plan.words.tell(text)
        self.build.setVisible(plan is not None and bool(plan.missing))
        self.show()
