"""The trainer's thread: draws positions, examines them, and writes the journal."""

from __future__ import annotations

import queue
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from millmate.errors import MillMateError
from millmate.games.catalogue import parse
from millmate.gui.kit.errors import reason
from millmate.gui.kit.tasks import Task

if TYPE_CHECKING:  # these import numpy, which the thread should do
    from millmate.play.trainer.course import Chapter, Standing
    from millmate.play.trainer.drill import DrillResult, DrillSpec, Failure
    from millmate.play.trainer.exam import Exam
    from millmate.play.trainer.repetition import Repetition
    from millmate.play.trainer.statistics import Progress
    from millmate.play.trainer.topics import Topic
    from millmate.players.table import Tables

_PATIENCE = 5.0  # seconds for the fifty-move rule's effect on a position


@dataclass(frozen=True, slots=True)
class Survey:
    """The topics, the failed positions (next due first), and the progress by table.

    `trouble` describes a fault of the journal, or is "". `standings` has the progress of the
    positions of the course, `learnt` the day since when each known one is known.
    """

    names: tuple[str, ...]
    failed: tuple[Repetition, ...]
    progress: tuple[Progress, ...]
    trouble: str = ""
    chapters: tuple[Chapter, ...] = ()
    standings: Mapping[str, Standing] = field(default_factory=dict)
    learnt: Mapping[str, datetime] = field(default_factory=dict)

    def due(self, now: datetime) -> tuple[Repetition, ...]:
        """Return the failed positions that are due now and whose tables exist."""
        return tuple(each for each in self.failed if each.due <= now and self.can(each))

    def can(self, repetition: Repetition) -> bool:
        return repetition.spec.table in self.names


# A job returns the name of the signal that follows and its values, or None.
_Job = Callable[["_Trainer"], tuple[object, ...] | None]


class TrainerWorker(QObject):
    """Runs slow jobs one after another; the first one starts the thread.

    `surveyed` emits a `Survey`, `added` another one, how many positions are new in it and how many
    were known; `topic_found` a `Topic`, `drawn` a spec and a position, `examined` an `Exam`.
    `nothing` emits a spec without positions and the error, if any; `failed` emits other errors.
    """

    surveyed = Signal(object)
    added = Signal(object, int, int)
    topic_found = Signal(object)
    drawn = Signal(object, str)
    nothing = Signal(object, str)
    examined = Signal(object)
    failed = Signal(str)

    def __init__(self, tables: Path, journal: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tables, self._journal = tables, journal
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._task: Task | None = None
        self._closed = False
        self._drawing = 0  # the number of the latest draw; older ones are cancelled

    def survey(self) -> None:
        """List the tables and read the journal; `surveyed` follows."""
        self._ask(lambda trainer: trainer.survey())

    def find_topic(self, name: str) -> None:
        """Find the drills that the table `name` offers; `topic_found` follows."""
        self._ask(lambda trainer: trainer.topic(name))

    def draw(self, spec: DrillSpec, near: str = "") -> None:
        """Draw a position; `drawn` or `nothing` follows, unless another draw replaces it.

        It is one near the position `near`, if that is given and there is one.
        """
        self._drawing += 1
        number = self._drawing
        self._ask(lambda trainer: trainer.draw(spec, near, lambda: number != self._drawing))

    def cancel(self) -> None:
        self._drawing += 1

    def examine(self, fen: str) -> None:
        self._ask(lambda trainer: trainer.exam(fen))

    def save(self, result: DrillResult) -> None:
        """Write the result of a drill to the journal; `surveyed` follows."""
        self._ask(lambda trainer: trainer.save(result))

    def add(self, failures: tuple[Failure, ...]) -> None:
        """Make positions of games failed positions; `added` follows."""
        self._ask(lambda trainer: trainer.add(failures))

    def close(self) -> None:
        """End the thread after the pending jobs; from now on no job is taken."""
        self.cancel()
        self._closed = True  # a build that ends while the window closes asks for a survey
        if self._task is not None:
            self._jobs.put(None)
            self._task = None

    def _ask(self, job: _Job) -> None:
        if self._closed:
            return
        if self._task is None:
            self._task = Task(self._serve).launch(progress=self._emit)
        self._jobs.put(job)

    def _serve(self, progress: Callable[[object], None], stopped: Callable[[], bool]) -> None:
        trainer = _Trainer(self._tables, self._journal)
        try:
            while (job := self._jobs.get()) is not None:
                try:
                    answer = job(trainer)
                except (MillMateError, OSError) as error:
                    answer = "failed", reason(error)
                if answer is not None:
                    progress(answer)
        finally:
            trainer.close()

    @Slot(object)
    def _emit(self, answer: tuple[str, object]) -> None:
        if self._task is not None:  # results after closing are dropped
            signal, *values = answer
            getattr(self, signal).emit(*values)


class _Trainer:
    """The state that belongs to the thread."""

    def __init__(self, tables: Path, journal: Path) -> None:
        from millmate.play.trainer.journal import TrainingJournal

        self._directory = tables
        self._journal = TrainingJournal(journal)
        self._unsaved: list[DrillResult] = []  # results not yet written
        self._open: dict[str, Tables] = {}

    def survey(self) -> tuple[str, Survey]:
        from millmate.play.trainer import course, topics
        from millmate.play.trainer.repetition import Deck
        from millmate.play.trainer.statistics import progress

        names, trouble = topics.names(self._directory), ""
        try:
            self._save_all()
        except MillMateError as error:
            trouble = str(error)
        try:
            results = (*self._journal.read().results, *self._unsaved)
        except MillMateError as error:
            return "surveyed", Survey(names, (), (), str(error), course.chapters())
        known = course.standings(results, now()), course.learnt(results)
        told = Deck(results).all, progress(results), trouble, course.chapters(), *known
        return "surveyed", Survey(names, *told)

    def topic(self, name: str) -> tuple[str, Topic]:
        from millmate.play.trainer import topics

        return "topic_found", topics.topic(self._directory, name)

    def draw(
        self, spec: DrillSpec, near: str, stopped: Callable[[], bool]
    ) -> tuple[str, DrillSpec, str] | None:
        from millmate.play.trainer.drill import NoPositionError
        from millmate.play.trainer.neighbours import sample_near
        from millmate.play.trainer.topics import sample_position

        if stopped():
            return None
        try:
            where = self._directory, random.Random(), stopped
            fen = sample_near(spec, near, *where)[0] if near else sample_position(spec, *where)
            answer = "drawn", spec, fen
        except NoPositionError:
            answer = "nothing", spec, ""
        except (MillMateError, OSError) as error:
            answer = "nothing", spec, reason(error)
        return None if stopped() else answer

    def exam(self, fen: str) -> tuple[str, Exam] | None:
        from millmate.play.trainer.exam import examine
        from millmate.tablebase.verdict import MissingTableError

        rules = parse(fen).game
        tables = self._tables(rules.kind)
        try:
            found = examine(rules, tables, rules.board(fen), _PATIENCE)
        except MissingTableError:
            tables.refresh()
            found = examine(rules, tables, rules.board(fen), _PATIENCE)
        return None if found is None else ("examined", found)

    def save(self, result: DrillResult) -> tuple[str, Survey]:
        """Write a result to the journal; a failed write is repeated with the next result."""
        self._unsaved.append(result)
        self._save_all()
        return self.survey()

    def add(self, failures: tuple[Failure, ...]) -> tuple[str, Survey, int, int]:
        """Add positions to those that failed, due at once; those that are there stay as they are.

        The game was played before now, longer ago than a failed position waits at first.
        """
        from millmate.play.trainer.drill import topic_of
        from millmate.play.trainer.repetition import SOON, Deck, position_of

        known = {each.fen for each in Deck(self._journal.read().results).all}
        wanted = {position_of(each.fen): each for each in failures}
        fresh = [each for position, each in wanted.items() if position not in known]
        ended = now() - SOON
        self._unsaved += [each.result(topic_of(each.fen), ended) for each in fresh]
        self._save_all()
        return "added", self.survey()[1], len(fresh), len(wanted) - len(fresh)

    def _save_all(self) -> None:
        if self._unsaved:
            self._journal.append(*self._unsaved)
            self._unsaved.clear()

    def close(self) -> None:
        with suppress(MillMateError):
            self._save_all()
        for tables in self._open.values():
            tables.close()

    def _tables(self, kind: str) -> Tables:
        from millmate.players.table import tables_of

        if kind not in self._open:
            self._open[kind] = tables_of(kind, self._directory)
        return self._open[kind]


def now() -> datetime:
    return datetime.now(UTC)
