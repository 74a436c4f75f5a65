"""Runs table builds from the window, and shows their progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from millmate.gui.builder.builder_dialog import BuilderDialog
from millmate.gui.errors.questions import may_leave
from millmate.language import tr
from millmate.settings import Settings

if TYPE_CHECKING:
    from millmate.gui.window.main_window import MainWindow
    from millmate.tablebase.progress import BuildProgress


class BuildController(QObject):
    """Opens the dialog, and passes finished tables on to the board."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.run = window.services.build
        self.dialog: BuilderDialog | None = None
        self.run.advanced.connect(self._advanced)
        self.run.rested.connect(self._rested)
        self.run.ended.connect(self._ended)

    def take(self, settings: Settings) -> None:
        """Apply the limits in `settings` to the next build."""
        self.run.threads = self._window.verdict.threads = settings.build_threads or None
        self.run.memory = settings.build_memory * 1_000_000 or None

    @Slot()
    def open(self) -> None:
        """Show the dialog with the tables that the position on the board needs."""
        self._show()
        self._propose()

    @Slot()
    def start(self) -> None:
        """Build the tables for the position on the board at once."""
        from millmate.tablebase.names import parse

        if self.run.running:
            self.open()
            return
        self.run.start([parse(self._window.desk.table_of(self._window.shown_fen))])
        self._window.verdict.set_building(tr("Building begins"))

    @Slot()
    def open_to_choose(self) -> None:
        """Show the dialog with the name field selected."""
        name = self._show().field.name
        name.setFocus()
        name.selectAll()

    def may_cancel(self) -> bool:
        """Ask whether to stop a running build."""
        return may_leave(
            self._window,
            tr(
                "A table is being built. Quitting stops it; what is done is kept, and the next "
                "build goes on from there."
            ),
            tr("Stop the build and quit"),
            tr("Keep building"),
        )

    def _show(self) -> BuilderDialog:
        if self.dialog is None:
            self.dialog = BuilderDialog(self.run, self._window.tables_dir, self._window)
            self.dialog.board_wanted.connect(self._propose)
            self._propose()
        self.dialog.show()
        self.dialog.activateWindow()
        return self.dialog

    @Slot()
    def _propose(self) -> None:
        assert self.dialog is not None
        window = self._window
        self.dialog.propose(window.desk.table_of(window.shown_fen))

    @Slot(object)
    def _advanced(self, progress: BuildProgress) -> None:
        percent = f"{progress.fraction * 100:.0f}"
        self._window.status.show_progress(progress)
        self._window.verdict.set_building(
            tr("Building {table}, {n} %", table=progress.material, n=percent)
        )

    @Slot(bool)
    def _rested(self, paused: bool) -> None:
        self._window.status.show_pause(paused)

    @Slot(str)
    def _ended(self, sentence: str) -> None:
        window = self._window
        window.verdict.set_building("")
        window.status.show_end(sentence)
        watched = self.dialog is not None and self.dialog.isVisible()
        if self.run.succeeded:
            window.column.message.hide()
        elif not self.run.stopped and not watched:
            window.complain(sentence, tr("Open the builder"), self.open)
        window.oracle.refresh()
        window.analysis.renew()
