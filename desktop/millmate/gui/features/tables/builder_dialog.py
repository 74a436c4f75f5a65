"""The builder dialog: the plan of a build of whole tables, and its progress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QTableView, QWidget

from millmate.errors import MillMateError
from millmate.gui.features.tables.build_dialog import BuildDialog, still_list
from millmate.gui.kit import theme
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.label import Label
from millmate.gui.kit.lists import height_of
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.widgets import push_button
from millmate.gui.shell.builds.build_run import BuildRun
from millmate.gui.shell.builds.plan_words import plan_words, rule_words
from millmate.gui.shell.builds.table_models import PlanModel
from millmate.language import mark
from millmate.tablebase.names import parse
from millmate.tablebase.table_titles import title_and_code

if TYPE_CHECKING:
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.progress import BuildProgress


class BuilderDialog(BuildDialog):
    """Plans and watches the build of one table.

    `others_wanted` asks for the page on which any tables can be chosen.
    """

    others_wanted = Signal()

    def __init__(self, run: BuildRun, directory: Path, parent: QWidget | None = None) -> None:
        super().__init__(run, mark("Build tables"), parent)
        self._directory, self._table = directory, ""
        self._plan: Plan[object] | None = None
        self._request, self._fresh = 0, False  # of the newest plan; whether it is the first one
        self.planning = False  # whether the disk is still being asked what there is
        self._pointed_at = -1
        self.line = Label()
        self.line.setWordWrap(True)
        self.plan_model = PlanModel()
        self.plan_view = still_list(self.plan_model, mark("Tables needed"), stretched=0)
        self.others = push_button(mark("Choose other tables…"), self._want_others)
        self.others.setAutoDefault(False)
        self.lay_out(self.line, self.plan_view, beside=self.others)
        self.show_run()

    @property
    def watches(self) -> bool:
        return self._run.request is None

    @property
    def can_build(self) -> bool:
        return bool(self._plan and self._plan.missing)

    def propose(self, name: str) -> None:
        """Plan the table with this name, unless a build is running."""
        if not self._run.running:
            self._table, self._fresh = name, True
            self.heading.setText(title_and_code(name))
            self.plan_again()

    def plan_again(self) -> None:
        """Plan the table in a thread, which asks the disk for a hundred others."""
        if self._run.running or not self._table:
            return
        self._request += 1
        self._plan, self.planning = None, True
        self.show_run()
        work = partial(_planned, self._request, self._table, self._directory, self._run.threads)
        Task(work).launch(done=self._show_planned)

    @Slot(object)
    def _show_planned(self, planned: _Planned) -> None:
        """Show what the table takes, or what is wrong with it."""
        if planned.request != self._request:
            return
        self._plan, self.planning = planned.plan, False
        self.plan_model.show_plan(self._plan, self._run.threads)
        self._pointed_at = -1
        _fit_rows(self.plan_view)
        self.heading.setText(title_and_code(self._table))
        self.line.setText(planned.words)
        theme.mark_fault(self.line, self._plan is None)
        self.show_run()
        if self._fresh:
            (self.build if self.build.isEnabled() else self.close_button).setFocus()
        self._fresh = False

    @Slot()
    def _want_others(self) -> None:
        self.close()
        self.others_wanted.emit()

    def begin(self) -> None:
        self._run.start([parse(self._table)])

    def show_tables(self, progress: BuildProgress) -> None:
        states = dict.fromkeys(self._run.built, "built")
        if progress.stage != "done":
            states[progress.title] = progress.stage
        self.plan_model.set_states(states)
        if progress.stage != "done":
            self._point_at(self.plan_model.row_of(progress.title))

    def _point_at(self, row: int) -> None:
        """Scroll to the table in progress, since scrolling measures every column."""
        if row != self._pointed_at:
            self._pointed_at = row
            self.plan_view.scrollTo(self.plan_model.index(row, 0))


@dataclass(frozen=True, slots=True)
class _Planned:
    """The plan that was requested, None if there is none, and what there is to say of it."""

    request: int
    plan: Plan[object] | None
    words: str


def _planned(
    request: int,
    table: str,
    directory: Path,
    threads: int | None,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> _Planned:
    from millmate.tablebase.plan import metrics_for
    from millmate.tablebase.targets import plan

    try:
        target = parse(table)
        found: Plan[object] = plan([target], directory, metrics_for(target))
        words = f"{plan_words(found, directory, threads)} {rule_words(target)}"
    except (MillMateError, OSError) as error:
        return _Planned(request, None, error_sentence(error))
    return _Planned(request, found, words.strip())


def _fit_rows(view: QTableView) -> None:
    """Make `view` as high as its rows, up to eight; hide it without any."""
    rows = view.model().rowCount()
    view.setVisible(rows > 0)
    view.setFixedHeight(height_of(view, min(rows, 8)))
