"""Searches a table for positions in a thread."""

from __future__ import annotations

import queue
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from millmate.errors import MillMateError
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Task
from millmate.jobs.job import JobStopped

if TYPE_CHECKING:
    from millmate.tablebase.query import Query, Subject
    from millmate.tablebase.sets import SetSearch

    Sought = Query | Subject

_PAGE_SECONDS = 0.4  # results found by then are shown

Report = Callable[[float], object]
# Searches the open table; None if it gave way to other jobs.
Job = Callable[["SetSearch", Report, Callable[[], bool]], object]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A job and the signal for its result, dropped once another `subject` is asked about."""

    subject: int
    signal: str
    job: Job


class Search(QObject):
    """Searches one table at a time; a request about another table ends the running search.

    `opened` carries the table's `Contents`, `paged` a `Page`, `drawn` a FEN, `counted` a number of
    positions, `progressed` the share searched so far, `failed` the error of the table as text.
    Counting gives way to any other request and continues afterwards.
    """

    opened = Signal(object)
    paged = Signal(object)
    drawn = Signal(str)
    counted = Signal(object)
    progressed = Signal(float)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._subject = 0
        self._served = 0  # the subject of the running job
        self._task = Task(self._serve).launch(progress=self._emit_found)

    def open(self, directory: Path, name: str) -> None:
        """Open the table `name` in `directory`; `opened` or `failed` follows."""

        def unwanted() -> bool:
            return self._served != self._subject

        self._ask(
            "opened", lambda table, report, stopped: opened(directory, name, unwanted), fresh=True
        )

    def start(self, sought: Sought) -> None:
        """Find the first positions of `sought`; drop all earlier searches."""
        self._ask("paged", _page(sought, 0), fresh=True)

    def go_on(self, sought: Sought, start: int) -> None:
        """Find more positions of `sought`; `paged` follows."""
        self._ask("paged", _page(sought, start))

    def draw(self, sought: Sought) -> None:
        """Draw a random position of `sought`; `drawn` follows."""

        def draw(table: SetSearch, report: Report, stopped: Callable[[], bool]) -> str:
            board = table.sample(sought, random.Random(), report, stopped)
            return "" if board is None else str(board.fen())

        self._ask("drawn", draw)

    def count(self, sought: Sought) -> None:
        """Count the positions of `sought`; `counted` follows."""

        def count(table: SetSearch, report: Report, stopped: Callable[[], bool]) -> int | None:
            return table.count(sought, report, lambda: stopped() or not self._jobs.empty())

        self._ask("counted", count)

    def stop(self) -> None:
        """Stop the running search; emit nothing more about it."""
        self._subject += 1

    def close(self) -> None:
        self.stop()
        self._task.stop()
        self._jobs.put(None)

    def _ask(self, signal: str, job: Job, fresh: bool = False) -> None:
        self._subject += fresh
        self._jobs.put(_Asked(self._subject, signal, job))

    @Slot(object)
    def _emit_found(self, found: tuple[int, str, object]) -> None:
        subject, signal, value = found
        if subject == self._subject:
            getattr(self, signal).emit(value)

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        table: Any = None
        opening: _Asked | None = None
        while not stopped():
            asked = self._jobs.get()
            if asked is None or asked.subject != self._subject:
                continue
            self._served = asked.subject
            if asked.signal == "opened":
                opening = asked
            elif opening is not None and table is not None and not table.table.path.exists():
                signal, found = self._answer(opening, table, progress)  # its file was replaced
                table = found if signal == "opened" else table
            signal, found = self._answer(asked, table, progress)
            if signal == "opened" and found is not None:
                table, found = found, found.contents
            if found is None:
                self._jobs.put(asked)
            else:
                progress((asked.subject, signal, found))

    def _answer(
        self, asked: _Asked, table: SetSearch, progress: Callable[[object], None]
    ) -> tuple[str, Any]:
        """Return the result of the job, or the error of the table, with its signal."""

        def report(share: float) -> None:
            progress((asked.subject, "progressed", share))

        try:
            found = asked.job(table, report, lambda: asked.subject != self._subject)
        except JobStopped:
            return asked.signal, None
        except (MillMateError, OSError) as error:
            return "failed", reason(error)
        return asked.signal, found


def opened(directory: Path, name: str, unwanted: Callable[[], bool] = lambda: False) -> SetSearch:
    """Open the table `name` in `directory`, of either game; raises `TableError`.

    Waiting for a chunk of a compact table ends with `JobStopped` once `unwanted` is true.
    """
    from millmate.tablebase import targets  # slow to import

    return targets.explorer(directory, name, unwanted)


def _page(sought: Sought, start: int) -> Job:
    return lambda table, report, stopped: table.page(
        sought, start, progress=report, stopped=stopped, seconds=_PAGE_SECONDS
    )
