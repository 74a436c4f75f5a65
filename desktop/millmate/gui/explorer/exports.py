"""Exports positions from the explorer: EPD, PGN or CSV, saved or copied, and diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QPushButton, QWidget

from millmate.files import write_atomically
from millmate.games.catalogue import game_of
from millmate.games.chess.positions import board_from_fen
from millmate.games.morris.positions import board_from_text
from millmate.gui.errors.sentences import reason
from millmate.gui.explorer.search import opened
from millmate.gui.languages.translator import bind_text, on_retranslate
from millmate.gui.tasks import Task
from millmate.language import count, mark, number, tr

if TYPE_CHECKING:
    from millmate.games.board import Board
    from millmate.gui.explorer.positions_panel import PositionsPanel
    from millmate.gui.records.diagram_export import DiagramExporter
    from millmate.tablebase.query import Query

MOST = 100_000  # positions per file
_TOLD = 200  # positions between two progress reports
_KINDS = {"epd": "EPD (*.epd)", "pgn": "PGN (*.pgn)", "csv": "CSV (*.csv)"}


class Exports(QObject):
    """A button with a menu; `said` reports the success of an export, `faulted` its failure."""

    said = Signal(str)
    faulted = Signal(str)

    def __init__(
        self, panel: PositionsPanel, directory: Path, pictures: DiagramExporter, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._panel, self._directory, self._pictures = panel, directory, pictures
        self._window = parent
        self._task: Task | None = None
        self.menu = QMenu(parent)
        self.button = QPushButton()
        self.button.setMenu(self.menu)
        self.actions = {
            "save": self._entry(self.ask_save),
            "stop": self._entry(self.stop),
            **{kind: self._entry(partial(self.copy, kind)) for kind in _KINDS},
            "copy_diagram": self._entry(lambda: self._pictures.copy(self._fen)),
            "save_diagram": self._entry(lambda: self._pictures.ask_save(self._fen)),
        }
        self.menu.insertSeparator(self.actions["epd"])
        self.menu.insertSeparator(self.actions["copy_diagram"])
        bind_text(self.button, tip=mark("Positions and diagrams for other programs"))
        on_retranslate(self, self._retranslate)
        self.menu.aboutToShow.connect(self._offer)

    def _entry(self, handler: Callable[[], object]) -> QAction:
        action: QAction = self.menu.addAction("")
        action.triggered.connect(lambda: handler())
        return action

    def _retranslate(self) -> None:
        self.button.setText(tr("E&xport"))
        for name, text in {
            "save": tr("&Save all these positions…"),
            "stop": tr("S&top saving"),
            "epd": tr("Copy the positions found as &EPD"),
            "pgn": tr("Copy the positions found as &PGN"),
            "csv": tr("Copy the positions found as &CSV"),
            "copy_diagram": tr("Copy the &diagram of the chosen position"),
            "save_diagram": tr("Save the diagram of the chosen position &as…"),
        }.items():
            self.actions[name].setText(text)

    @Slot()
    def _offer(self) -> None:
        some, busy = bool(self._panel.model.rows), self._task is not None
        for name, action in self.actions.items():
            action.setEnabled(busy if name == "stop" else some and not busy)
        self.actions["stop"].setVisible(busy)

    @property
    def _fen(self) -> str:
        """The position selected in the list, or else the first one."""
        row = self._panel.view.currentIndex().row()
        return self._panel.model.rows[max(row, 0)]

    # --- commands ----------------------------------------------------------------------------

    def copy(self, kind: str) -> None:
        """Copy the positions found so far to the clipboard."""
        self._begin(kind, tuple(self._panel.model.rows), None)

    def ask_save(self) -> None:
        """Ask for a file name and format, and save all listed positions."""
        title = tr("Save the positions")
        kinds = ";;".join(_KINDS.values())
        name, chosen = QFileDialog.getSaveFileName(self._window, title, "positions.epd", kinds)
        if name:
            path = Path(name)
            if path.suffix.lower()[1:] not in _KINDS:
                path = path.with_name(f"{path.name}.{chosen[:3].lower() or 'epd'}")
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
        work = partial(_export, kind, self._directory, name, query, fens, path)
        self._task = Task(work)
        self._task.progress.connect(self._told)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._task.stopped.connect(self._stopped)
        self._task.launch()
        self.said.emit(tr("Writing positions"))

    @Slot(object)
    def _told(self, done: int) -> None:
        self.said.emit(tr("Writing positions: {n}", n=number(done)))

    @Slot(object)
    def _done(self, result: tuple[str, int, Path | None]) -> None:
        self._task = None
        text, written, path = result
        words = count(written, "{n} position", "{n} positions")
        if path is None:
            QApplication.clipboard().setText(text)
            self.said.emit(tr("{positions} on the clipboard.", positions=words))
        elif written == MOST:
            self.said.emit(
                tr("The first {positions} saved in {file}.", positions=words, file=path.name)
            )
        else:
            self.said.emit(tr("{positions} saved in {file}.", positions=words, file=path.name))

    @Slot()
    def _stopped(self) -> None:
        self._task = None
        self.said.emit(tr("Nothing was saved."))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._task = None
        self.faulted.emit(tr("The positions could not be written: {reason}", reason=reason(error)))


class _StoppedError(Exception):
    """The user has stopped the export."""


def _export(
    kind: str,
    directory: Path,
    name: str,
    query: Query,
    fens: tuple[str, ...] | None,
    path: Path | None,
    progress: Callable[[object], None],
    stopped: Callable[[], bool],
) -> tuple[str, int, Path | None]:
    """Write the positions `fens`, or all results of the query, to `path` if given."""
    from millmate.play.position_export import Tables, export_positions
    from millmate.tablebase.morris.probe import MorrisTablebase
    from millmate.tablebase.probe import Tablebase

    tables: Tables = (MorrisTablebase if name.startswith("morris") else Tablebase)(directory)
    written = 0

    def counted() -> Iterator[Board]:
        nonlocal written
        for board in _boards(directory, name, query, fens, stopped):
            if stopped():
                raise _StoppedError
            written += 1
            if written % _TOLD == 0:
                progress(written)
            yield board

    with tables:
        text = "".join(export_positions(kind, counted(), tables, name))
    if stopped():
        raise _StoppedError
    if path is not None:
        write_atomically(path, text.encode())
    return text if path is None else "", written, path


def _boards(
    directory: Path,
    name: str,
    query: Query,
    fens: tuple[str, ...] | None,
    stopped: Callable[[], bool],
) -> Iterable[Board]:
    if fens is not None:
        return map(board_from_text if game_of(fens[0]) == "morris" else board_from_fen, fens)
    return islice(opened(directory, name).positions(query, stopped=stopped), MOST)
