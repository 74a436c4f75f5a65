"""Verifies tables in a process of its own, watched from a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from millmate.gui.features.tables.formatting import verified_words
from millmate.gui.kit.errors import error_sentence
from millmate.gui.kit.tasks import Task
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.tablebase.inventory import TableFile
    from millmate.tablebase.verify_process import Verified, Verifying


class Verification(QObject):
    """Verifies some tables at a time.

    `advanced` carries a `Verifying`; `ended` carries a sentence and whether anything was wrong.
    """

    advanced = Signal(object)
    ended = Signal(str, bool)

    def __init__(self, directory: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._directory = directory
        self._task: Task | None = None
        self._stopping = False
        self._tables: tuple[TableFile, ...] = ()
        self.threads: int | None = None

    @property
    def running(self) -> bool:
        return self._task is not None

    def start(self, tables: Sequence[TableFile]) -> None:
        """Verify `tables`, at least one; nothing else may be being verified."""
        assert not self.running
        self._tables, self._stopping = tuple(tables), False
        self._task = Task(self._work).launch(
            progress=self.advanced.emit, done=self._done, failed=self._failed, stopped=self._stopped
        )

    @Slot()
    def stop(self) -> None:
        """Stop after what is verified so far."""
        if self._task is not None:
            self._stopping = True
            self._task.stop()

    def _work(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> object:
        from millmate.tablebase.verify_process import verify_all

        wanted = [(file.table, file.metric) for file in self._tables]
        return verify_all(self._directory, wanted, progress, stopped, self.threads)

    @Slot(object)
    def _done(self, verified: Verified) -> None:
        text = verified_words(verified)
        if self._stopping:
            text = tr("Verification stopped.") + (
                f" {text}" if verified != type(verified)() else ""
            )
        self._end(text, bool(verified.faults))

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        self._end(error_sentence(error), True)

    @Slot()
    def _stopped(self) -> None:
        self._end(tr("Verification stopped."), False)

    def _end(self, sentence: str, faulty: bool) -> None:
        self._task = None
        self.ended.emit(sentence, faulty)


def verifying_words(verifying: Verifying) -> str:
    percent = f"{verifying.fraction * 100:.0f}"
    if verifying.tables == 1:
        return tr("Verifying {table}, {n} %", table=verifying.title, n=percent)
    return tr(
        "Verifying {table}, {n} %, {number} of {all}",
        table=verifying.title,
        n=percent,
        number=verifying.number,
        all=verifying.tables,
    )
