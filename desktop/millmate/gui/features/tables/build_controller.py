"""Builds planned and watched beside the board; how they end is reported elsewhere as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QWidget

from millmate.formatting import dative
from millmate.games.value import rule_name
from millmate.glossary import Term
from millmate.gui.kit import theme
from millmate.gui.kit.dialogs import may_leave
from millmate.gui.kit.label import Label, WrappedLabel
from millmate.gui.kit.lists import height_of, list_view
from millmate.gui.kit.table_model import Column, TableModel
from millmate.gui.kit.term_button import TermButton
from millmate.gui.kit.translator import bind_text, translator
from millmate.gui.kit.widgets import ProgressBar, hbox, push_button, scrolling, vbox
from millmate.gui.shell.builds.build_run import BuildRun, Layer
from millmate.gui.shell.builds.plans import PlanModel, PlanView
from millmate.gui.shell.builds.position_builds import SolveOffers
from millmate.gui.shell.feature import PageFeature
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.services import Services
from millmate.language import mark, number, tr
from millmate.settings import Settings
from millmate.tablebase.names import parse
from millmate.tablebase.table_titles import table_title, title_and_code

if TYPE_CHECKING:
    from pathlib import Path

    from millmate.gui.features.tables.solve_proposal import SolveProposal
    from millmate.tablebase.plan import Plan
    from millmate.tablebase.progress import BuildProgress


# Plies, the positions that Black and White win in them, and whether they are plies to zeroing.
_LayerRow = tuple[int, int | None, int | None, bool]


def _won(title: str, winner: bool) -> Column[_LayerRow]:
    def text(row: _LayerRow) -> str:
        count = row[1 + winner]
        return "" if count is None else number(count)

    return Column(title, text, numeric=True)


_LAYER_COLUMNS: tuple[Column[_LayerRow], ...] = (
    Column(mark("Plies"), lambda row: str(row[0]), numeric=True),
    Column(mark("Meaning"), lambda row: meaning(row[0], zeroing=row[3])),
    _won(mark("White wins"), True),
    _won(mark("Black wins"), False),
)


class LayersModel(TableModel[_LayerRow]):
    """One row a number of plies, the positions that White and Black win in it beside each other."""

    def __init__(self) -> None:
        super().__init__(_LAYER_COLUMNS)

    def add(self, layers: Sequence[Layer]) -> None:
        """Add sets, at least one, and the rows up to their plies."""
        last = max(layer.ply for layer in layers)
        zeroing = layers[0].zeroing
        self.append([(ply, None, None, zeroing) for ply in range(len(self.rows), last + 1)])
        changed: dict[int, _LayerRow] = {}
        for layer in layers:
            ply, black, white, _ = changed.get(layer.ply, self.rows[layer.ply])
            if layer.winner:
                white = layer.positions
            else:
                black = layer.positions
            changed[layer.ply] = ply, black, white, zeroing
        self.set_rows(changed)


def meaning(ply: int, zeroing: bool = False) -> str:
    """Describe the positions decided in `ply` plies, to mate or to zeroing."""
    from millmate.tablebase.rule50 import LONGEST

    if ply == 0:
        return tr("checkmate")
    if zeroing and ply > LONGEST:
        return tr("draw by {rule}", rule=rule_name())
    if zeroing:
        return tr("mate, capture or pawn move in {plies}", plies=dative(ply, "ply"))
    if ply % 2:
        return tr("to move and mate in {n}", n=(ply + 1) // 2)
    return tr("to be mated in {n}", n=ply // 2)


class LayersView(QWidget):
    """The positions found so far in the table that is being built, or a note before there are any.

    `shown` is emitted when the first ones are listed.
    """

    shown = Signal()

    def __init__(self, run: BuildRun) -> None:
        super().__init__()
        self._run, self._table = run, ""
        self.model = LayersModel()
        self.view = list_view(self.model, mark("Positions found"), stretched=1)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.view.setMinimumHeight(height_of(self.view, rows=4))
        self.title, self._terms = Label(), TermButton(Term.LAYER, Term.PLY)
        self._note = bind_text(
            theme.muted(),
            text=mark(
                "While a table of chess is built, the positions found are shown here: how many "
                "White and Black win in 0, 1, 2 … plies, counted back from the mates."
            ),
        )
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        head = hbox((self.title, 1), self._terms)
        vbox(head, (self.view, 1), (self._note, 1), within=self)
        self.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.setColumnHidden(1, self.width() < 440 * theme.text_scale())

    def clear(self) -> None:
        self._table = ""
        self.model.show(())
        self._arrange()

    def _arrange(self) -> None:
        some = self.model.rowCount() > 0
        for part in (self.title, self._terms, self.view):
            part.setVisible(some)
        self._note.setVisible(not some)

    def advance(self) -> None:
        """Add new sets; the first set of another table starts a new list."""
        fresh, last = self._run.fresh, self._run.last
        if fresh and (not self._table or last is None or self._table not in last.under_way):
            self._table = fresh[-1].table
            self.model.show(())
            text = (
                tr("{table}: positions by plies to mate, capture or pawn move")
                if fresh[-1].zeroing
                else tr("{table}: positions by plies to the end")
            )
            self.title.setText(text.format(table=self._table))
            fresh = list(self._run.layers[self._table].values())
        fresh = [layer for layer in fresh if layer.table == self._table]
        if not fresh:
            return
        self.model.add(fresh)
        if self.view.isHidden():
            self._arrange()
            self.shown.emit()
        if self.isVisible():
            self.view.scrollTo(self.model.index(fresh[-1].ply, 0))


class TablesProposal(QWidget):
    """The tables that an ending needs, in a panel that builds them.

    `changed` is emitted when something else can be built, `planned` when that is known.
    """

    title = mark("Build tables")
    changed, planned = Signal(), Signal()

    def __init__(self, run: BuildRun, directory: Path) -> None:
        super().__init__()
        self._run, self._directory = run, directory
        self.subject = ""
        self._plan: Plan[object] | None = None
        self._pointed_at = -1
        self.model = PlanModel()
        self.view = list_view(self.model, mark("Tables needed"), stretched=0)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.plan = PlanView(self.view, spare={1: 600, 3: 600, 4: 600, 5: 440})
        self.plan.planned.connect(self._show_plan)
        self.beside = push_button(mark("Choose other tables…"))
        run.advanced.connect(self._follow)
        vbox(self.plan, within=self)

    @property
    def heading(self) -> str:
        return title_and_code(self.subject) if self.subject else ""

    @property
    def watched(self) -> bool:
        """Whether the last build is one of tables."""
        return self._run.request is None

    @property
    def ready(self) -> bool:
        """Whether something is missing that can be built."""
        return bool(self._plan and self._plan.missing)

    def propose(self, subject: str) -> None:
        self.subject = subject
        self.plan_again()

    def plan_again(self) -> None:
        if self.subject:
            self._plan = None
            self.plan.ask_tables([self.subject], self._directory, self._run.threads)
            self.changed.emit()

    def begin(self) -> None:
        self._run.start([parse(self.subject)])

    @Slot(object, str)
    def _show_plan(self, plan: Plan[object] | None, words: str) -> None:
        self._plan, self._pointed_at = plan, -1
        self.model.show_plan(plan, self._run.threads)
        self.plan.fit()
        self.plan.words.tell(words, fault=plan is None)
        self.changed.emit()
        self.planned.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the progress of each table, which is not drawn while the panel is hidden."""
        super().showEvent(event)
        if self._run.running and self._run.last is not None:
            self._follow(self._run.last)

    @Slot(object)
    def _follow(self, progress: BuildProgress) -> None:
        run = self._run
        if run.paused or run.stopping or not self.watched or not self.isVisible():
            return
        states = dict.fromkeys(run.built, "done")
        if progress.stage != "done":
            states[progress.title] = progress.stage
            self._point_at(self.model.row_of(progress.title))
        self.model.set_states(states)

    def _point_at(self, row: int) -> None:
        """Scroll to the table in progress, since scrolling measures every column."""
        if row != self._pointed_at:
            self._pointed_at = row
            self.view.scrollTo(self.model.index(row, 0))


class BuildPanel(QWidget):
    """Shows a proposal, builds it and watches that; closing the panel leaves it running."""

    closed = Signal()

    def __init__(self, run: BuildRun, proposal: TablesProposal | SolveProposal) -> None:
        super().__init__()
        self._run, self.proposal = run, proposal
        self.heading = WrappedLabel()
        theme.headline(self.heading)
        self.layers = LayersView(run)
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
        self.close_button = push_button(mark("Close"), self.closed)
        theme.primary(self.build)
        self.build.setDefault(True)
        self._lay_out()
        proposal.changed.connect(self.show_run)
        proposal.planned.connect(self._to_build)
        self.layers.shown.connect(self.show_run)
        run.described.connect(self._describe)
        run.advanced.connect(self._advance)
        run.rested.connect(self.show_run)
        run.ended.connect(self._ended)
        translator.changed.connect(self._retranslate)
        self.show_run()

    def _lay_out(self) -> None:
        title = bind_text(theme.muted(), text=self.proposal.title)
        buttons = hbox(None, self.close_button, self.cancel, self.pause, self.build)
        body, beside = QWidget(), hbox(self.proposal.beside, None)
        vbox(title, self.heading, self.proposal, beside, (self.layers, 1), within=body)
        progress = hbox((self.stage, 1), self.left), self.bar
        vbox((scrolling(body), 1), *progress, buttons, within=self)

    @property
    def planning(self) -> bool:
        return self.proposal.plan.planning

    @property
    def busy(self) -> bool:
        """Whether a build that this panel watches is running."""
        return self._run.running and self.proposal.watched

    def propose(self, subject: str) -> None:
        """Plan the table with this name, or the position; a build that is watched goes first."""
        if not self.busy:
            if subject != self.proposal.subject:
                self.stage.setText("")
            self.proposal.propose(subject)

    @Slot()
    def _start(self) -> None:
        if not self._run.running and self.proposal.ready:
            self.layers.clear()
            self.proposal.begin()
            self.show_run()

    @Slot()
    def _to_build(self) -> None:
        """Go to the next step, but not while options are being chosen."""
        if self.isVisible() and not self.busy and not self.proposal.view.hasFocus():
            (self.build if self.build.isEnabled() else self.close_button).setFocus()

    # --- following the build -----------------------------------------------------------------

    @Slot(str, str, object)
    def _describe(self, step: str, left: str, fraction: float | None) -> None:
        if self.proposal.watched and self.isVisible():
            self.stage.setText(step)
            self.left.setText(left)
            if fraction is not None:
                self.bar.setValue(round(fraction * 1000))
            if self._run.stopping:
                self.show_run()

    @Slot()
    def _advance(self) -> None:
        if not (self._run.stopping or self._run.paused) and self.proposal.watched:
            self.layers.advance()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the progress, which is not drawn while the panel is hidden."""
        super().showEvent(event)
        self.show_run()
        if self.busy:
            self._describe(*self._run.words)
            if self._run.last is not None:
                self.bar.setValue(round(self._run.last.fraction * 1000))

    @Slot(str)
    def _ended(self, sentence: str) -> None:
        self.proposal.plan_again()
        if self.proposal.watched:
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
        if not self.busy:
            self.proposal.plan_again()
        self.show_run()

    @Slot()
    def show_run(self) -> None:
        """Offer what can be done now, and show the parts that have something to show."""
        running = self.busy
        self.heading.setText(self.proposal.heading)
        self.build.setVisible(not running)
        self.build.setEnabled(self.proposal.ready and not self._run.running)
        self.pause.setText(tr("Resume") if self._run.paused else tr("Pause"))
        for each in (self.pause, self.cancel):
            each.setVisible(running)
            each.setEnabled(not self._run.stopping)
        self.bar.setVisible(running or not self.layers.view.isHidden())
        if running:
            theme.mark_fault(self.stage, False)


class BuildController(PageFeature[QStackedWidget]):
    """Shows plans beside the board, starts builds, and reports how they end."""

    shows = Page.BUILD

    def __init__(self, services: Services) -> None:
        self.run = services.build
        self.tables: BuildPanel | None = None
        self.solver: BuildPanel | None = None
        self._before = Page.BOARD  # the page from which the present one was opened
        super().__init__(services)
        self.offers = SolveOffers(services.probe, self.run, services.tables_dir, self)
        self.run.advanced.connect(self._advanced)
        self.run.ended.connect(self._ended)
        self._set_limits(services.settings.current)
        services.settings.bind(self._set_limits, "build_threads", "build_memory")
        services.commands.bind("solve", self.open_solver)
        links = services.links
        links.build_position.connect(self.show)
        links.build_position_now.connect(self.start)
        links.solve_position.connect(self.open_solver)
        self.offers.offered.connect(links.solve_offered)
        links.watch_build.connect(self.open_running)

    def _set_limits(self, settings: Settings) -> None:
        """Apply the limits in `settings` to the next build."""
        self.run.threads = settings.build_threads or None
        self.run.memory = settings.build_memory * 1_000_000 or None

    def make(self) -> QStackedWidget:
        return QStackedWidget()

    @Slot()
    def show(self) -> None:
        """Show the tables that the position on the board needs."""
        table = self.services.views.table
        if not table and not self.run.running:
            self.services.notifications.status(tr("There are no tables for this position."))
            return
        self._show_tables().propose(table)

    @Slot()
    def open_running(self) -> None:
        """Show the build that is running."""
        if self.run.running and self.run.request is not None:
            self._show_solver()
        else:
            self.show()

    @Slot()
    def open_solver(self) -> None:
        """Show size and time of solving the position on the board."""
        fen = self.services.workspace.fen
        if self.services.workspace.kind == "chess":
            self._show_solver().propose(fen)
        else:
            self.services.notifications.status(tr("Only positions of chess can be solved."))

    def _show_solver(self) -> BuildPanel:
        if self.solver is None:
            from millmate.gui.features.tables.solve_proposal import SolveProposal  # loads numpy

            self.solver = self._panel(SolveProposal(self.run, self.services.tables_dir))
        return self._shown(self.solver)

    def _show_tables(self) -> BuildPanel:
        if self.tables is None:
            proposal = TablesProposal(self.run, self.services.tables_dir)
            self.tables = self._panel(proposal)
            proposal.beside.clicked.connect(self.services.commands["builder"].trigger)
        return self._shown(self.tables)

    def _panel(self, proposal: TablesProposal | SolveProposal) -> BuildPanel:
        panel = BuildPanel(self.run, proposal)
        panel.closed.connect(self.leave)
        self.page.addWidget(panel)
        return panel

    def _shown(self, panel: BuildPanel) -> BuildPanel:
        self.page.setCurrentWidget(panel)
        if self.services.navigation.page is not self.shows:
            self._before = self.services.navigation.page
        super().show()
        return panel

    @Slot()
    def leave(self) -> None:
        """Show the page from which this one was opened; a build continues."""
        self.services.navigation.show(self._before)
        if self._before.entry.at_board:  # Qt would move the keyboard to the next best button
            self.services.views.board.setFocus()

    def dismiss(self) -> None:
        if self.services.navigation.page is self.shows:
            self.leave()

    @Slot()
    def start(self) -> None:
        """Build the tables for the position on the board at once."""
        if self.run.running:
            self.show()
            return
        self.run.start([parse(self.services.views.table)])
        self.services.links.building.emit(tr("Build started"))

    def open_for(self, table: str) -> None:
        """Show `table` and the tables it needs, or the build that is running."""
        self._show_tables().propose(table)

    @property
    def running(self) -> bool:
        return self.run.running

    def may_close(self) -> bool:
        return not self.running or self.may_cancel()

    def close(self) -> None:
        super().close()
        self.run.cancel()

    def may_cancel(self) -> bool:
        """Ask whether to stop a running build, unless it started by itself."""
        return self.run.unasked or may_leave(
            self.services.window,
            tr(
                "A table is being built. Quitting stops the build; progress is kept, and the "
                "next build continues from there."
            ),
            tr("Stop the build and quit"),
            tr("Keep building"),
        )

    @Slot(object)
    def _advanced(self, progress: BuildProgress) -> None:
        percent = f"{progress.fraction * 100:.0f}"
        if self.run.request is not None:
            self.services.links.building.emit(tr("Solving the position, {n} %", n=percent))
            return
        table = table_title(progress.title)
        self.services.links.building.emit(tr("Building {table}, {n} %", table=table, n=percent))

    @Slot(str)
    def _ended(self, sentence: str) -> None:
        self.services.links.building.emit("")
        panels = (self.tables, self.solver)
        watched = any(each is not None and each.isVisible() for each in panels)
        if self.run.succeeded:
            if not self.run.unasked:
                self.services.notifications.dismiss()
        elif not self.run.stopped and not watched:
            again = self.show if self.run.request is None else self.open_solver
            self.services.notifications.warn(sentence, tr("Open the builder"), again)
