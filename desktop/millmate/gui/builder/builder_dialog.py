"""The builder dialog: the plan of a build, its progress, and how to stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QTableView,
    QWidget,
)

from millmate.errors import MillMateError
from millmate.glossary import Term
from millmate.gui.builder.build_run import BuildRun, stage_words, time_left
from millmate.gui.builder.plan_words import plan_words, rule_words
from millmate.gui.builder.table_models import LayersModel, PlanModel
from millmate.gui.errors.sentences import error_sentence
from millmate.gui.languages.translator import bind_text, translator
from millmate.gui.style import theme
from millmate.gui.style.areas import hbox, vbox
from millmate.gui.style.buttons import push_button
from millmate.gui.style.label import Label, WrappedLabel
from millmate.gui.style.lists import height_of, list_view
from millmate.gui.style.progress_bar import ProgressBar
from millmate.gui.style.screen_fit import keep_on_screen
from millmate.gui.tasks import Task
from millmate.gui.term_button import TermButton
from millmate.language import mark, tr
from millmate.tablebase.names import parse
from millmate.tablebase.table_titles import title_and_code

if TYPE_CHECKING:
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.progress import BuildProgress


class BuilderDialog(QDialog):
    """Plans and watches the build of one table; closing the dialog leaves the build running.

    `others_wanted` asks for the page on which any tables can be chosen.
    """

    others_wanted = Signal()

    def __init__(self, run: BuildRun, directory: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bind_text(self, title=mark("Build tables"))
        self._run, self._directory, self._table = run, directory, ""
        self._plan: Plan[object] | None = None
        self._request, self._fresh = 0, False  # of the newest plan; whether it is the first one
        self.planning = False  # whether the disk is still being asked what there is
        self._pointed_at = -1
        self.heading = WrappedLabel()
        theme.headline(self.heading)
        self.line = Label()
        self.line.setWordWrap(True)
        self.plan_model = PlanModel()
        self.plan_view = _list(self.plan_model, mark("Tables needed"), stretched=0)
        self.layers_model = LayersModel()
        self.layers_view = _list(self.layers_model, mark("Positions found"), stretched=1)
        self.layers_title, self.layers_term = Label(), TermButton(Term.LAYER, Term.PLY)
        self.layers_note = bind_text(
            theme.muted(),
            text=mark(
                "While a table of chess is built, the positions found stand here: how many White "
                "and Black win in 0, 1, 2 … plies, counted back from the mates."
            ),
        )
        self.layers_note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.bar = ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.stage = Label()
        self.stage.setWordWrap(True)
        self.left = theme.muted()
        self.build = push_button(mark("Build"), self._start)
        self.pause = push_button(mark("Pause"), self._pause_or_resume)
        self.cancel = push_button(mark("Stop build"), self._cancel)
        self.close_button = push_button(mark("Close"), self.close)
        self.others = push_button(mark("Choose other tables…"), self._want_others)
        theme.primary(self.build)
        self.build.setDefault(True)
        for each in (self.pause, self.cancel, self.close_button, self.others):
            each.setAutoDefault(False)
        self._lay_out()
        run.advanced.connect(self._advance)
        run.rested.connect(self._rested)
        run.ended.connect(self._ended)
        keep_on_screen(self, QSize(680, 640))
        self._layers_of = ""
        self._show_run()
        translator.changed.connect(self._retranslate)

    @Slot()
    def _retranslate(self) -> None:
        """Update the plan; the progress updates itself."""
        self.stage.setText("")
        self._replan()
        self._show_run()

    def _lay_out(self) -> None:
        self.left.setWordWrap(False)
        vbox(
            *(self.heading, self.line, self.plan_view, theme.GRID),
            hbox((self.layers_title, 1), self.layers_term),
            *((self.layers_view, 3), (self.layers_note, 3)),
            *(hbox((self.stage, 1), self.left), self.bar, theme.GRID),
            hbox(self.others, None, self.close_button, self.cancel, self.pause, self.build),
            within=self,
            margins=2 * theme.GRID,
        )

    def propose(self, name: str) -> None:
        """Plan the table with this name, unless a build is running."""
        if not self._run.running:
            self._table, self._fresh = name, True
            self.heading.setText(title_and_code(name))
            self._replan()

    @Slot()
    def _replan(self) -> None:
        """Plan the table in a thread, which asks the disk for a hundred others."""
        if self._run.running or not self._table:
            return
        self._request += 1
        self._plan, self.planning = None, True
        self._show_run()
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
        self._show_run()
        if self._fresh:
            (self.build if self.build.isEnabled() else self.close_button).setFocus()
        self._fresh = False

    @Slot()
    def _want_others(self) -> None:
        self.close()
        self.others_wanted.emit()

    @Slot()
    def _start(self) -> None:
        if self._plan is None or self._run.running:
            return
        self.layers_model.show(())
        self._layers_of = ""
        self._run.start([parse(self._table)])
        self.stage.setText(tr("Starting"))
        self.left.setText("")
        self._show_run()

    @Slot()
    def _cancel(self) -> None:
        self._run.cancel()
        self.stage.setText(tr("Stopping; the progress is kept"))
        self._show_run()

    @Slot()
    def _pause_or_resume(self) -> None:
        if self._run.paused:
            self._run.resume()
        else:
            self._run.pause()

    @Slot(bool)
    def _rested(self, paused: bool) -> None:
        if paused:
            self.stage.setText(tr("Paused; Resume continues, and Stop keeps the progress"))
            self.left.setText("")
        else:
            self.stage.setText(tr("Continuing"))
        self._show_run()

    @Slot(object)
    def _advance(self, progress: BuildProgress) -> None:
        if self._run.stopping or self._run.paused:
            return
        self._show_layers()
        if self.isVisible():
            self._show_progress(progress)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the progress, which is not drawn while the dialog is closed."""
        super().showEvent(event)
        if self._run.running and self._run.last is not None:
            self._show_progress(self._run.last)

    def _show_progress(self, progress: BuildProgress) -> None:
        self.bar.setValue(round(progress.fraction * 1000))
        self.stage.setText(stage_words(progress))
        self.left.setText(time_left(progress))
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

    def _show_layers(self) -> None:
        """Add new sets; the first set of another table starts a new list."""
        fresh = self._run.fresh
        last = self._run.last
        if fresh and (not self._layers_of or last is None or self._layers_of not in last.under_way):
            self._layers_of = fresh[-1].table
            self.layers_model.show(())
            text = (
                tr("{table}: positions by plies to mate, capture or pawn move")
                if fresh[-1].zeroing
                else tr("{table}: positions by plies to the end")
            )
            self.layers_title.setText(text.format(table=self._layers_of))
            fresh = list(self._run.layers[self._layers_of].values())
        fresh = [layer for layer in fresh if layer.table == self._layers_of]
        if not fresh:
            return
        self.layers_model.add(fresh)
        if self.layers_view.isHidden():
            self._show_run()
        if self.isVisible():
            self.layers_view.scrollTo(self.layers_model.index(fresh[-1].ply, 0))

    @Slot(str)
    def _ended(self, sentence: str) -> None:
        self._replan()
        self.stage.setText(sentence)
        self.left.setText("")
        theme.mark_fault(self.stage, not (self._run.succeeded or self._run.stopped))
        if not self._run.succeeded:
            self.bar.setValue(0)

    def _show_run(self) -> None:
        running = self._run.running
        self.build.setVisible(not running)
        self.build.setEnabled(bool(self._plan and self._plan.missing))
        self.pause.setVisible(running)
        self.pause.setEnabled(not self._run.stopping)
        self.pause.setText(tr("Resume") if self._run.paused else tr("Pause"))
        self.cancel.setVisible(running)
        self.cancel.setEnabled(not self._run.stopping)
        has_layers = self.layers_model.rowCount() > 0
        self.layers_view.setVisible(has_layers)
        self.layers_title.setVisible(has_layers)
        self.layers_term.setVisible(has_layers)
        self.layers_note.setVisible(not has_layers)
        self.bar.setVisible(has_layers or running)
        if running:
            theme.mark_fault(self.stage, False)


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


def _list(model: PlanModel | LayersModel, name: str, stretched: int) -> QTableView:
    """Return a read-only list."""
    view = list_view(model, name, stretched)
    view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    return view
