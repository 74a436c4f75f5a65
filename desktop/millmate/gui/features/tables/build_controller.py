"""Runs table builds from the window, and shows their progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from millmate.gui.features.tables.builder import BuilderDialog
from millmate.gui.kit.dialogs import may_leave
from millmate.gui.shell.builds.position_builds import SolveOffers
from millmate.gui.shell.feature import Feature
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.settings import Settings
from millmate.tablebase.table_titles import table_title

if TYPE_CHECKING:
    from millmate.gui.features.tables.solve_dialog import SolveDialog
    from millmate.tablebase.progress import BuildProgress


class BuildController(Feature):
    """Opens the dialogs, starts builds, and reports how they end."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.run = services.build
        self.dialog: BuilderDialog | None = None
        self.solver: SolveDialog | None = None
        self.offers = SolveOffers(services.probe, self.run, services.tables_dir, self)
        self.run.advanced.connect(self._advanced)
        self.run.ended.connect(self._ended)
        self._set_limits(services.settings.current)
        services.settings.bind(self._set_limits, "build_threads", "build_memory")
        services.commands.bind("build", self.open)
        services.commands.bind("solve", self.open_solver)
        links = services.links
        links.build_position.connect(self.open)
        links.build_position_now.connect(self.start)
        links.solve_position.connect(self.open_solver)
        self.offers.offered.connect(links.solve_offered)
        links.watch_build.connect(self.open_running)

    def _set_limits(self, settings: Settings) -> None:
        """Apply the limits in `settings` to the next build."""
        self.run.threads = settings.build_threads or None
        self.run.memory = settings.build_memory * 1_000_000 or None

    @Slot()
    def open(self) -> None:
        """Show the dialog with the tables that the position on the board needs."""
        table = self.services.views.table
        if not table and not self.run.running:
            self.services.notifications.status(tr("There are no tables for this position."))
            return
        self._show().propose(table)

    @Slot()
    def open_running(self) -> None:
        """Show the dialog of the build that is running."""
        if self.run.running and self.run.request is not None:
            self._show_solver()
        else:
            self.open()

    @Slot()
    def open_solver(self) -> None:
        """Show size and time of solving the position on the board."""
        fen = self.services.workspace.fen
        if self.services.workspace.kind == "chess":
            self._show_solver().propose(fen)
        else:
            self.services.notifications.status(tr("Only positions of chess can be solved."))

    def _show_solver(self) -> SolveDialog:
        from millmate.gui.features.tables.solve_dialog import SolveDialog  # loads numpy

        if self.solver is None:
            directory, window = self.services.tables_dir, self.services.window
            self.solver = SolveDialog(self.run, directory, window)
        self.solver.show()
        self.solver.activateWindow()
        return self.solver

    @Slot()
    def start(self) -> None:
        """Build the tables for the position on the board at once."""
        from millmate.tablebase.names import parse

        if self.run.running:
            self.open()
            return
        self.run.start([parse(self.services.views.table)])
        self.services.links.building.emit(tr("Build started"))

    def open_for(self, table: str) -> None:
        """Show the dialog with `table` and what it needs, or with the build that is running."""
        self._show().propose(table)

    @property
    def running(self) -> bool:
        return self.run.running

    def may_close(self) -> bool:
        return not self.running or self.may_cancel()

    def close(self) -> None:
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

    def _show(self) -> BuilderDialog:
        if self.dialog is None:
            self.dialog = BuilderDialog(self.run, self.services.tables_dir, self.services.window)
            self.dialog.others_wanted.connect(self.services.commands["builder"].trigger)
        self.dialog.show()
        self.dialog.activateWindow()
        return self.dialog

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
        dialogs = (self.dialog, self.solver)
        watched = any(each is not None and each.isVisible() for each in dialogs)
        if self.run.succeeded:
            if not self.run.unasked:
                self.services.notifications.dismiss()
        elif not self.run.stopped and not watched:
            again = self.open if self.run.request is None else self.open_solver
            self.services.notifications.warn(sentence, tr("Open the builder"), again)
