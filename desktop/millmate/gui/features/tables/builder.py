"""The dialogs in which a build is planned and watched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QDialog, QLayout, QTableView, QWidget

from millmate.glossary import Term
from millmate.gui.kit import theme
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.screen_fit import keep_on_screen
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import Part, ProgressBar, hbox, push_button, vbox
from millmate.gui.shell.builds.build_run import BuildRun
from millmate.gui.shell.builds.plans import LayersModel, PlanModel, Planning
from millmate.language import mark, tr
from millmate.tablebase.names import parse
from millmate.tablebase.table_titles import title_and_code

if TYPE_CHECKING:
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.progress import BuildProgress


class BuildDialog(QDialog):
    """Watches a build; closing the dialog leaves it running. Subclasses define the tables to build.

    The subclass overrides `watches`, `can_build`, `begin`, `plan_again` and `show_tables`, lays out
    its parts with `lay_out`, and calls `show_run` whenever it has another plan.
    """

    def __init__(
        self, run: BuildRun, title: str, parent: QWidget | None = None, width: int = 680
    ) -> None:
        """Make the common parts; `title` is marked, `width` in pixels."""
        super().__init__(parent)
        bind_text(self, title=title)
        self._run = run
        self.heading = WrappedLabel()
        theme.headline(self.heading)
        self.layers_model = LayersModel()
        self.layers_view = still_list(self.layers_model, mark("Positions found"), stretched=1)
        self.layers_title, self.layers_term = Label(), TermButton(Term.LAYER, Term.PLY)
        self.layers_note = bind_text(
            theme.muted(),
            text=mark(
                "While a table of chess is built, the positions found are shown here: how many "
                "White and Black win in 0, 1, 2 … plies, counted back from the mates."
            ),
        )
        self.layers_note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.bar = ProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.stage = Label()
        self.stage.setWordWrap(True)
        self.left = theme.muted()
        self.left.setWordWrap(False)
        self.build = push_button(mark("Build"), self._start)
        self.pause = push_button(mark("Pause"), run.pause_or_resume)
        self.cancel = push_button(mark("Stop build"), run.cancel)
        self.close_button = push_button(mark("Close"), self.close)
        theme.primary(self.build)
        self.build.setDefault(True)
        for each in (self.pause, self.cancel, self.close_button):
            each.setAutoDefault(False)
        self._layers_of = ""
        run.described.connect(self._describe)
        run.advanced.connect(self._advance)
        run.rested.connect(self.show_run)
        run.ended.connect(self._ended)
        keep_on_screen(self, QSize(width, 640))
        translator.changed.connect(self._retranslate)

    # --- what a subclass adds ----------------------------------------------------------------

    @property
    def watches(self) -> bool:
        """Whether the last build is of what this dialog builds."""
        raise NotImplementedError

    @property
    def can_build(self) -> bool:
        """Whether something is missing that can be built now."""
        raise NotImplementedError

    def begin(self) -> None:
        """Start the build."""
        raise NotImplementedError

    def plan_again(self) -> None:
        """Show the tables to build now, unless a build is running."""
        raise NotImplementedError

    def show_tables(self, progress: BuildProgress) -> None:
        """Show the progress of each table."""

    def lay_out(self, *parts: Part, beside: Part = None) -> None:
        """Put `parts` above the progress, and `beside` at the left of the buttons."""
        buttons = (self.close_button, self.cancel, self.pause, self.build)
        foot: QLayout = hbox(beside, None, *buttons)
        vbox(
            *(self.heading, *parts, theme.GRID),
            hbox((self.layers_title, 1), self.layers_term),
            *((self.layers_view, 3), (self.layers_note, 3)),
            *(hbox((self.stage, 1), self.left), self.bar, theme.GRID),
            foot,
            within=self,
            margins=2 * theme.GRID,
        )

    # --- acting ------------------------------------------------------------------------------

    @Slot()
    def _start(self) -> None:
        if self._run.running or not self.can_build:
            return
        self.layers_model.show(())
        self._layers_of = ""
        self.begin()
        self.show_run()

    # --- following the build -----------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether a build that this dialog watches is running."""
        return self._run.running and self.watches

    @Slot(str, str, object)
    def _describe(self, step: str, left: str, fraction: float | None) -> None:
        if self.watches and self.isVisible():
            self.stage.setText(step)
            self.left.setText(left)
            if fraction is not None:
                self.bar.setValue(round(fraction * 1000))
            if self._run.stopping:
                self.show_run()

    @Slot(object)
    def _advance(self, progress: BuildProgress) -> None:
        if self._run.stopping or self._run.paused or not self.watches:
            return
        self._show_layers()
        if self.isVisible():
            self.show_tables(progress)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the progress, which is not drawn while the dialog is closed."""
        super().showEvent(event)
        self.show_run()
        if self.busy:
            self._describe(*self._run.words)
            if self._run.last is not None:
                self.bar.setValue(round(self._run.last.fraction * 1000))
                self.show_tables(self._run.last)

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
            self.show_run()
        if self.isVisible():
            self.layers_view.scrollTo(self.layers_model.index(fresh[-1].ply, 0))

    @Slot(str)
    def _ended(self, sentence: str) -> None:
        self.plan_again()
        if self.watches:
            self.stage.setText(sentence)
            self.left.setText("")
            theme.mark_fault(self.stage, not (self._run.succeeded or self._run.stopped))
            if not self._run.succeeded:
                self.bar.setValue(0)
        self.show_run()

    @Slot()
    def _retranslate(self) -> None:
        """Update the plan; the progress updates itself."""
        self.stage.setText("")
        self.plan_again()
        self.show_run()

    @Slot()
    def show_run(self) -> None:
        """Offer what can be done now, and show the parts that have something to show."""
        running = self.busy
        self.build.setVisible(not running)
        self.build.setEnabled(self.can_build and not self._run.running)
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


def still_list(model: QAbstractTableModel, name: str, stretched: int) -> QTableView:
    """Return a list of which nothing is chosen."""
    view = list_view(model, name, stretched)
    view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    return view


class BuilderDialog(BuildDialog):
    """Plans and watches the build of one table.

    `others_wanted` asks for the page on which any tables can be chosen.
    """

    others_wanted = Signal()

    def __init__(self, run: BuildRun, directory: Path, parent: QWidget | None = None) -> None:
        super().__init__(run, mark("Build tables"), parent)
        self._directory, self._table = directory, ""
        self._plan: Plan[object] | None = None
        self._planning = Planning(self)
        self._planning.planned.connect(self._show_plan)
        self._fresh = False  # whether the next plan is the first of its table
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
        """Plan the table, unless a build is running."""
        if not self._run.running and self._table:
            self._plan = None
            self._planning.ask([self._table], self._directory, self._run.threads)
            self.show_run()

    @property
    def planning(self) -> bool:
        return self._planning.running

    @Slot(object, str)
    def _show_plan(self, plan: Plan[object] | None, words: str) -> None:
        """Show size and time of the table, or its fault."""
        self._plan = plan
        self.plan_model.show_plan(plan, self._run.threads)
        self._pointed_at = -1
        _fit_rows(self.plan_view)
        self.heading.setText(title_and_code(self._table))
        self.line.setText(words)
        theme.mark_fault(self.line, plan is None)
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


def _fit_rows(view: QTableView) -> None:
    """Make `view` as high as its rows, up to eight; hide it without any."""
    rows = view.model().rowCount()
    view.setVisible(rows > 0)
    view.setFixedHeight(height_of(view, min(rows, 8)))
