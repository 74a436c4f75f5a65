"""Games and positions in and out: files, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication, QFileDialog

from millmate import paths
from millmate.files import write_atomically
from millmate.gui import documents
from millmate.gui.tasks import Task
from millmate.records import archive
from millmate.records.pgn import to_pgn
from millmate.records.record import GameRecord

if TYPE_CHECKING:
    from millmate.gui.main_window import MainWindow

_FILTER = "Games (*.pgn);;All files (*)"


class GameFiles(QObject):
    """Reads in a thread, so that a large file never keeps the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._reading: Task | None = None  # the one whose answer is waited for

    @Slot()
    def ask_open(self) -> None:
        """Let a file be chosen and open it."""
        folder = paths.games_dir()
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open a game", str(folder if folder.is_dir() else Path.home()), _FILTER
        )
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Show the position (`.fen`) or the first game in the file at `path`."""
        if path.suffix.lower() == ".fen":
            self._read(lambda: documents.read(path.read_text(encoding="utf-8", errors="replace")))
        else:
            self._read(lambda: archive.load(path))

    @Slot()
    def paste(self) -> None:
        """Show the position or game on the clipboard."""
        text = QApplication.clipboard().text()
        self._read(lambda: documents.read(text))

    @Slot()
    def ask_save(self) -> None:
        """Let a file be chosen and write the game to it."""
        name, _ = QFileDialog.getSaveFileName(
            self._window, "Save the game", str(Path.home() / "game.pgn"), _FILTER
        )
        if name:
            path = Path(name)
            self.save(path if path.suffix else path.with_suffix(".pgn"))

    def save(self, path: Path) -> None:
        """Write the game as PGN to `path`."""
        try:
            write_atomically(path, to_pgn(self._window.game.to_record()).encode())
        except OSError as error:
            self._window.complain(f"The game could not be saved: {path}: {error.strerror}.")
        else:
            self.saved(path)

    @Slot(object)
    def saved(self, path: Path) -> None:
        """Say where the game is."""
        self._window.status.say(f"Game saved: {path}")

    @Slot()
    def copy_pgn(self) -> None:
        """Put the game on the clipboard."""
        QApplication.clipboard().setText(to_pgn(self._window.game.to_record()))
        self._window.status.say("The game is on the clipboard, as PGN.")

    @Slot()
    def copy_fen(self) -> None:
        """Put the position on the clipboard."""
        QApplication.clipboard().setText(self._window.shown_fen)
        self._window.status.say("The position is on the clipboard.")

    def _read(self, work: Callable[[], str | list[GameRecord]]) -> None:
        task = Task(lambda progress, stopped: work())
        task.done.connect(self._show)
        task.failed.connect(self._refuse)
        self._reading = task
        task.begin()

    def _awaited(self) -> bool:
        """Tell whether the answer that has come is the one waited for, not one asked before."""
        awaited = self.sender() is self._reading
        if awaited:
            self._reading = None
        return awaited

    @Slot(object)
    def _show(self, found: str | list[GameRecord]) -> None:
        if not self._awaited():
            return
        if isinstance(found, str):
            self._window.set_up(found)
            self._window.status.say("Position pasted.")
            return
        self._window.show_record(found[0])
        if len(found) > 1:
            self._window.status.say(f"The first of {len(found):,} games is shown.")

    @Slot(object)
    def _refuse(self, error: Exception) -> None:
        if not self._awaited():
            return
        text = " ".join(str(error).split())
        if isinstance(error, OSError):
            text = f"{error.filename}: {error.strerror}"
        self._window.complain(text[:1].upper() + text[1:] + ".")
