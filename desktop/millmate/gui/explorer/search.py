"""Searches a table for positions in a thread."""

from __future__ import annotations

import queue
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from millmate.errors import MillMateError
from millmate.gui.errors.sentences import reason
from millmate.gui.tasks import Task

if TYPE_CHECKING:
    from millmate.tablebase.query import Query, Subject
    from millmate.tablebase.sets import Page, SetSearch

    Sought = Query | Subject

_PAGE_SECONDS = 0.4  # results found by then are shown

Report = Callable[[float], object]
Job = Callable[["SetSearch | None", Report, Callable[[], bool]], object]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A job, dropped once a request about another `subject` arrives."""

    job: Job
    subject: int


@dataclass(frozen=True, slots=True)
class _Report:
    """The result or the progress of a job about `subject`."""

    subject: int
    what: object


@dataclass(frozen=True, slots=True)
class _Opened:
    explorer: SetSearch


@dataclass(frozen=True, slots=True)
class _Drawn:
    fen: str


@dataclass(frozen=True, slots=True)
class _Counted:
    number: int


@dataclass(frozen=True, slots=True)
class _Again:
    """A job gave way to other jobs."""


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
        self._task = Task(self._serve)
        self._task.progress.connect(self._emit_found)
        self._task.launch()

    def open(self, directory: Path, name: str) -> None:
        """Open the table `name` in `directory`; `opened` or `failed` follows."""
        self._ask(lambda explorer, report, stopped: _Opened(opened(directory, name)), fresh=True)

    def start(self, sought: Sought) -> None:
        """Find the first positions of `sought`; drop all earlier searches."""
        self._ask(_page(sought, 0), fresh=True)

    def go_on(self, sought: Sought, start: int) -> None:
        """Find more positions of `sought`; `paged` follows."""
        self._ask(_page(sought, start))

    def draw(self, sought: Sought) -> None:
        """Draw a random position of `sought`; `drawn` follows."""
        self._ask(_draw(sought))

    def count(self, sought: Sought) -> None:
        """Count the positions of `sought`; `counted` follows."""
        self._ask(self._counting(sought))

    def _counting(self, sought: Sought) -> Job:
        def count(
            explorer: SetSearch | None, report: Report, stopped: Callable[[], bool]
        ) -> object:
            assert explorer is not None
            number = explorer.count(sought, report, lambda: stopped() or not self._jobs.empty())
            return _Again() if number is None else _Counted(number)

        return count

    def stop(self) -> None:
        """Stop the running search; emit nothing more about it."""
        self._subject += 1

    def close(self) -> None:
        self.stop()
        self._task.stop()
        self._jobs.put(None)

    def _ask(self, job: Job, fresh: bool = False) -> None:
        self._subject += fresh
        self._jobs.put(_Asked(job, self._subject))

    @Slot(object)
    def _emit_found(self, report: _Report) -> None:
        if report.subject != self._subject:
            return
        if isinstance(report.what, float):
            self.progressed.emit(report.what)
        elif isinstance(report.what, str):
            self.failed.emit(report.what)
        elif isinstance(report.what, _Opened):
            self.opened.emit(report.what.explorer.contents)
        elif isinstance(report.what, _Counted):
            self.counted.emit(report.what.number)
        elif isinstance(report.what, _Drawn):
            self.drawn.emit(report.what.fen)
        else:
            self.paged.emit(report.what)

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        explorer: SetSearch | None = None
        while not stopped():
            asked = self._jobs.get()
            if asked is None or asked.subject != self._subject:
                continue
            what = self._answer(asked, explorer, progress)
            if isinstance(what, _Opened):
                explorer = what.explorer
            if isinstance(what, _Again):
                self._jobs.put(asked)
                continue
            progress(_Report(asked.subject, what))

    def _answer(
        self, asked: _Asked, explorer: SetSearch | None, progress: Callable[[object], None]
    ) -> object:
        """Return the result of the job, or its error as text."""
        try:
            return asked.job(
                explorer,
                lambda share: progress(_Report(asked.subject, share)),
                lambda: asked.subject != self._subject,
            )
        except (MillMateError, OSError) as error:
            return reason(error)


def opened(directory: Path, name: str) -> SetSearch:
    """Open the table `name` in `directory`, of either game; raises `TableError`."""
    if name.startswith("morris"):
        from millmate.tablebase.morris import explore as morris
        from millmate.tablebase.morris import store as morris_store
        from millmate.tablebase.morris.names import table_of

        path = morris_store.table_path(directory, table_of(name))
        return morris.MorrisExplorer(morris_store.MorrisTable(path))
    from millmate.tablebase import store
    from millmate.tablebase.explore import Explorer

    return Explorer(store.Table(store.table_path(directory, name)))


def _page(sought: Sought, start: int) -> Job:
    def look(explorer: SetSearch | None, report: Report, stopped: Callable[[], bool]) -> Page:
        assert explorer is not None
        return explorer.page(sought, start, progress=report, stopped=stopped, seconds=_PAGE_SECONDS)

    return look


def _draw(sought: Sought) -> Job:
    def draw(explorer: SetSearch | None, report: Report, stopped: Callable[[], bool]) -> _Drawn:
        assert explorer is not None
        board = explorer.sample(sought, random.Random(), report, stopped)
        return _Drawn("" if board is None else board.fen())

    return draw
