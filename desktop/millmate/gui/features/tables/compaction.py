"""Compacts tables while nothing else is to do, if the user allows it, and finds dead positions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate.formatting import plural, size
from millmate.gui.kit.tasks import Task
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.tablebase.compact_process import Compacted, Compacting
    from millmate.tablebase.helpmates.process import Finding

_LOOK_MS = 1000  # between two looks at what else goes on
_IDLE_SECONDS = 180.0  # without anything else before tables are compacted


class Compaction(QObject):
    """Watches whether anything else goes on; compacts one table after the other if nothing does.

    Once all are compact, the positions are found in which a side cannot be mated any more.

    `advanced` emits a line about the work, "" once it has ended; `ended` emits a sentence about
    what was done, "" if that is nothing.
    """

    advanced = Signal(str)
    ended = Signal(str)

    def __init__(self, directory: Path, busy: Callable[[], bool], parent: QObject) -> None:
        """Compact tables in `directory`; `busy` tells whether there is other work."""
        super().__init__(parent)
        self._directory, self._busy = directory, busy
        self._task: Task | None = None
        self._through = False  # nothing is left to compact
        self._chosen = False  # only some tables are compacted
        self._asked_for = False  # by the user, who waits for it
        self._idle_since = time.monotonic()
        self._looks = QTimer(self, interval=_LOOK_MS)
        self._looks.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        return self._task is not None

    def allow(self, allowed: bool) -> None:
        """Begin to watch for idle times, or stop at once."""
        self._through = False
        self._idle_since = time.monotonic()
        if allowed:
            self._looks.start()
        else:
            self._looks.stop()
            self.stop()

    @Slot()
    def stop(self) -> None:
        """Stop the work: the table under way stays as it was."""
        if self._task is not None:
            self._task.stop()

    def start_now(self, titles: Sequence[str] = ()) -> None:
        """Compact all tables, or those of `titles`, whatever else goes on, but for a build."""
        if self._task is None:
            self._through, self._asked_for = False, True
            self._start(titles)

    @Slot()
    def rest(self) -> None:
        """Stop the work until nothing else has gone on for a while."""
        self._idle_since = time.monotonic()
        self.stop()

    @Slot()
    def look_again(self) -> None:
        """There may be new tables."""
        self._through = False

    def close(self) -> None:
        self.allow(False)

    @Slot()
    def _look(self) -> None:
        if self._busy():
            self._idle_since = time.monotonic()
            if not self._asked_for:
                self.stop()
        elif time.monotonic() - self._idle_since >= _IDLE_SECONDS:
            self._start()

    def _start(self, titles: Sequence[str] = ()) -> None:
        if self._task is None and not self._through:
            self._chosen = bool(titles)
            work = partial(self._work, tuple(titles), not self._asked_for)
            self._task = Task(work).launch(
                progress=self._advance, done=self._done, failed=self._failed, stopped=self._failed
            )

    def _work(
        self,
        titles: Sequence[str],
        gently: bool,
        progress: Callable[[object], None],
        stopped: Callable[[], bool],
    ) -> object:
        from millmate.tablebase.compact_process import compact_all
        from millmate.tablebase.helpmates.process import find_all

        compacted = compact_all(self._directory, progress, stopped, titles, gently)
        if gently and not titles and not stopped():
            find_all(self._directory, progress, stopped, gently)
        return compacted, stopped()

    @Slot(object)
    def _advance(self, work: Compacting | Finding) -> None:
        self.advanced.emit(work.words)

    @Slot(object)
    def _done(self, result: tuple[Compacted, bool]) -> None:
        compacted, was_stopped = result
        self._through = not was_stopped and not self._chosen
        sentence = _words(compacted, self._chosen)
        if self._asked_for and self._through and not sentence:
            sentence = tr("No table can be compacted: all are compact already, or damaged")
        self._end(sentence)

    @Slot()
    @Slot(object)
    def _failed(self, _error: Exception | None = None) -> None:
        self._through = True
        self._end("")

    def _end(self, sentence: str) -> None:
        self._task, self._asked_for = None, False
        self.advanced.emit("")
        self.ended.emit(sentence)


def _words(compacted: Compacted, chosen: bool) -> str:
    """Return what was done, "" if that is nothing, and of `chosen` tables what could not be."""
    said = []
    if compacted.titles:
        tables, freed = plural(len(compacted.titles), "table"), size(compacted.freed)
        said.append(tr("{tables} compacted, {size} of disk freed", tables=tables, size=freed))
    if chosen and compacted.refused:
        title, why = compacted.refused[0]
        said.append(tr("{table} cannot be compacted: {why}", table=title, why=why))
    return "; ".join(said)
