"""Runs table builds from the window, and shows their progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from millmate.gui.builder.builder_dialog import BuilderDialog
from millmate.gui.errors.questions import may_leave
from millmate.gui.services import Services
from millmate.language import tr
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.tablebase.progress import BuildProgress


class BuildController(QObject):
    """Opens the dialog, starts builds, and reports how they end."""

    progress_changed = Signal(str)  # "" once the build has ended

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services, self.run = services, services.build
        self.dialog: BuilderDialog | None = None
        self.run.advanced.connect(self._advanced)
        self.run.ended.connect(self._ended)
        self._set_limits(services.settings.current)
        services.settings.bind(self._set_limits, "build_threads", "build_memory")
        services.commands.bind("build", self.open)

    def _set_limits(self, settings: Settings) -> None:
        """Apply the limits in `settings` to the next build."""
        self.run.threads = settings.build_threads or None
        self.run.memory = settings.build_memory * 1_000_000 or None

    @property
    def _table(self) -> str:
        """The table that covers the position on the board."""
        return self._services.views.current.table_of(self._services.workspace.fen)

    @Slot()
    def open(self) -> None:
        """Show the dialog with the tables that the position on the board needs."""
        self._show().propose(self._table)

    @Slot()
    def start(self) -> None:
        """Build the tables for the position on the board at once."""
        from millmate.tablebase.names import parse

        if self.run.running:
            self.open()
            return
        self.run.start([parse(self._table)])
        self.progress_changed.emit(tr("Building begins"))

    def open_for(self, table: str) -> None:
        """Show the dialog with `table` and what it needs, or with the build that is running."""
        self._show().propose(table)

    def may_cancel(self) -> bool:
        """Ask whether to stop a running build, unless nobody asked for it."""
        return self.run.unasked or may_leave(
            self._services.window,
            tr(
                "A table is being built. Quitting stops it; what is done is kept, and the next "
                "build goes on from there."
            ),
            tr("Stop the build and quit"),
            tr("Keep building"),
        )

    def _show(self) -> BuilderDialog:
        if self.dialog is None:
            self.dialog = BuilderDialog(self.run, self._services.tables_dir, self._services.window)
            self.dialog.others_wanted.connect(self._services.commands["builder"].trigger)
        self.dialog.show()
        self.dialog.activateWindow()
        return self.dialog

    @Slot(object)
    def _advanced(self, progress: BuildProgress) -> None:
        percent = f"{progress.fraction * 100:.0f}"
        self.progress_changed.emit(tr("Building {table}, {n} %", table=progress.title, n=percent))

    @Slot(str)
    def _ended(self, sentence: str) -> None:
        self.progress_changed.emit("")
        watched = self.dialog is not None and self.dialog.isVisible()
        if self.run.succeeded:
            if not self.run.unasked:
                self._services.notifications.dismiss()
        elif not self.run.stopped and not watched:
            self._services.notifications.warn(sentence, tr("Open the builder"), self.open)
