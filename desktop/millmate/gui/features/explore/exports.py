"""Exports positions from the explorer: EPD, PGN or CSV, saved or copied, and diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from millmate.files import write_atomically
from millmate.games.catalogue import Position, rules_of_table
from millmate.gui.features.explore.search import opened
from millmate.gui.kit.dialogs import ask_format
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Task
from millmate.gui.kit.translator import bind_text
from millmate.gui.kit.widgets import push_button
from millmate.language import count, mark, number, tr

if TYPE_CHECKING:
    from millmate.games.board import Board
    from millmate.gui.features.explore.positions_panel import PositionsPanel
    from millmate.gui.shell.files.diagram_export import DiagramExporter
    from millmate.tablebase.query import Query

MOST = 100_000  # positions per file
_REPORTED = 200  # positions between two progress reports
_ENTRIES = {
    "save": mark("&Save all these positions…"),
    "stop": mark("S&top saving"),
    "epd": mark("Copy the positions found as &EPD"),
    "pgn": mark("Copy the positions found as &PGN"),
    "csv": mark("Copy the positions found as &CSV"),
    "copy_diagram": mark("Copy the &diagram of the chosen position"),
    "save_diagram": mark("Save the diagram of the chosen position &as…"),
}
_FORMATS = {".epd": "EPD (*.epd)", ".pgn": "PGN (*.pgn)", ".csv": "CSV (*.csv)"}


class Exports(QObject):
    """A button with a menu; `said` reports the success of an export, `faulted` its failure."""

    announced = Signal(str)
    faulted = Signal(str)

    def __init__(
        self, panel: PositionsPanel, directory: Path, pictures: DiagramExporter, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._panel, self._directory, self._pictures = panel, directory, pictures
        self._window = parent
        self._task: Task | None = None
        self.menu = QMenu(parent)
        self.button = push_button(
            mark("E&xport"), tip=mark("Positions and diagrams for other programs")
        )
        self.button.setMenu(self.menu)
        handlers: dict[str, Callable[[], object]] = {
            "save": self.ask_save,
            "stop": self.stop,
            **{kind: partial(self.copy, kind) for kind in ("epd", "pgn", "csv")},
            "copy_diagram": lambda: self._pictures.copy(self._position),
            "save_diagram": lambda: self._pictures.ask_save(self._position),
        }
        self.actions = {name: self._entry(name, act) for name, act in handlers.items()}
        self.menu.insertSeparator(self.actions["epd"])
        self.menu.insertSeparator(self.actions["copy_diagram"])
        self.menu.aboutToShow.connect(self._offer)

    def _entry(self, name: str, handler: Callable[[], object]) -> QAction:
        action: QAction = bind_text(self.menu.addAction(""), text=_ENTRIES[name])
        action.triggered.connect(lambda: handler())
        return action

    @Slot()
    def _offer(self) -> None:
        some, busy = bool(self._panel.model.rows), self._task is not None
        for name, action in self.actions.items():
            action.setEnabled(busy if name == "stop" else some and not busy)
        self.actions["stop"].setVisible(busy)

    @property
    def _position(self) -> Position:
        """The position selected in the list, or else the first one."""
        row = self._panel.view.currentIndex().row()
        return self._panel.position(self._panel.model.rows[max(row, 0)])

    def copy(self, kind: str) -> None:
        """Copy the positions found so far to the clipboard."""
        self._begin(kind, tuple(self._panel.model.rows), None)

    def ask_save(self) -> None:
        """Ask for a file name and format, and save all listed positions."""
        path = ask_format(self._window, tr("Save the positions"), "positions.epd", _FORMATS)
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Save all listed positions; the suffix of `path` selects the format."""
        self._begin(path.suffix.lower()[1:], None, path)

    @Slot()
    def stop(self) -> None:
        if self._task is not None:
            self._task.stop()

    def _begin(self, kind: str, fens: tuple[str, ...] | None, path: Path | None) -> None:
        query, name = self._panel.query, self._panel.table
        if query is None or self._task is not None:
            return
        self._task = Task(_Export(kind, self._directory, name, query, fens, path).run).launch(
            progress=self._progressed, done=self._done, failed=self._failed, stopped=self._stopped
        )
        self.announced.emit(tr("Writing positions"))

    @Slot(object)
    def _progressed(self, done: int) -> None:
        self.announced.emit(tr("Writing positions: {n}", n=number(done)))

    @Slot(object)
    def _done(self, result: tuple[str, int, Path | None]) -> None:
        self._task = None
        text, written, path = result
        words = count(written, "{n} position", "{n} positions")
        if path is None:
            QApplication.clipboard().setText(text)
            self.announced.emit(tr("{positions} on the clipboard.", positions=words))
        else:
            first = tr("The first {positions} saved in {file}.")
            text = first if written == MOST else tr("{positions} saved in {file}.")
            self.announced.emit(text.format(positions=words, file=path.name))

    @Slot()
    def _stopped(self) -> None:
        self._task = None
        self.announced.emit(tr("Nothing was saved."))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._task = None
        self.faulted.emit(tr("The positions could not be written: {reason}", reason=reason(error)))


class _StoppedError(Exception):
    """The user has stopped the export."""


@dataclass(frozen=True, slots=True)
class _Export:
    """Exports `fens`, or all results of a query to a table, to `path` if given."""

    kind: str
    directory: Path
    table: str
    query: Query
    fens: tuple[str, ...] | None
    path: Path | None

    def run(
        self, progress: Callable[[object], None], stopped: Callable[[], bool]
    ) -> tuple[str, int, Path | None]:
        """Return the text if there is no path, the number of positions, and the path."""
        from millmate.play.position_export import export_positions
        from millmate.tablebase.targets import exact_tables

        written = 0

        def counted() -> Iterator[Board]:
            nonlocal written
            for board in self._boards(stopped):
                if stopped():
                    raise _StoppedError
                written += 1
                if written % _REPORTED == 0:
                    progress(written)
                yield board

        with exact_tables(self.directory, self.table) as tables:
            text = "".join(export_positions(self.kind, counted(), tables, self.table))
        if stopped():
            raise _StoppedError
        if self.path is None:
            return text, written, None
        write_atomically(self.path, text.encode())
        return "", written, self.path

    def _boards(self, stopped: Callable[[], bool]) -> Iterable[Board]:
        if self.fens is not None:
            return map(rules_of_table(self.table).board, self.fens)
        table = opened(self.directory, self.table)
        return islice(table.positions(self.query, stopped=stopped), MOST)
