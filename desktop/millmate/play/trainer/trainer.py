"""Training with the tables of a directory and a journal, without a window; for one thread."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from millmate.errors import MillMateError
from millmate.games.catalogue import Position, parse
from millmate.play.trainer import course
from millmate.play.trainer.course import Chapter, Standing
from millmate.play.trainer.drill import DrillResult, DrillSpec, Failure, NoPositionError, topic_of
from millmate.play.trainer.exam import Exam, examine
from millmate.play.trainer.journal import Progress, TrainingJournal, progress
from millmate.tablebase.verdict import MissingTableError

if TYPE_CHECKING:  # imported when the trainer's thread needs them
    from millmate.play.trainer.repetition import Repetition
    from millmate.play.trainer.topics import Topic
    from millmate.tablebase.table_cache import Tables

_PATIENCE = 5.0  # seconds for the fifty-move rule's effect on a position


def now() -> datetime:
    return datetime.now(UTC)


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
        return tuple(
            each for each in self.failed if each.due <= now and each.spec.table in self.names
        )


class Trainer:
    """Draws positions, examines them, and keeps the journal.

    All methods raise `MillMateError` or `OSError` if tables or the journal cannot be read.
    """

    def __init__(self, tables: Path, journal: Path) -> None:
        self._directory = tables
        self._journal = TrainingJournal(journal)
        self._unsaved: list[DrillResult] = []  # results not yet written
        self._open: dict[str, Tables] = {}

    def survey(self) -> Survey:
        from millmate.play.trainer import topics
        from millmate.play.trainer.repetition import Deck

        names, trouble = topics.names(self._directory), ""
        try:
            self._save_all()
        except MillMateError as error:
            trouble = str(error)
        try:
            results = (*self._journal.read().results, *self._unsaved)
        except MillMateError as error:
            return Survey(names, (), (), str(error), course.chapters())
        return Survey(
            names,
            Deck(results).all,
            progress(results),
            trouble,
            course.chapters(),
            course.standings(results, now()),
            course.learnt(results),
        )

    def topic(self, name: str) -> Topic:
        from millmate.play.trainer import topics

        return topics.topic(self._directory, name)

    def draw(self, spec: DrillSpec, near: str, stopped: Callable[[], bool]) -> str | None:
        """Return a position, one near `near` if that is given; None if the table has none."""
        from millmate.play.trainer.neighbours import sample_near
        from millmate.play.trainer.topics import sample_position

        where = self._directory, random.Random(), stopped
        with suppress(NoPositionError):
            return sample_near(spec, near, *where)[0] if near else sample_position(spec, *where)
        return None

    def exam(self, position: Position) -> Exam | None:
        """Return the verdicts on the moves of a position, None if the game is over."""
        rules, board = position.game, position.board()
        tables = self._tables(rules.kind)
        try:
            return examine(rules, tables, board, _PATIENCE)
        except MissingTableError:
            tables.refresh()
            return examine(rules, tables, board, _PATIENCE)

    def save(self, result: DrillResult) -> Survey:
        """Write a result to the journal; a failed write is repeated with the next result."""
        self._unsaved.append(result)
        self._save_all()
        return self.survey()

    def add(self, failures: tuple[Failure, ...]) -> tuple[Survey, int, int]:
        """Add positions to those that failed, due at once; those that are there stay as they are.

        The game was played before now, longer ago than a failed position waits at first. Return
        also how many are new and how many were there.
        """
        from millmate.play.trainer.repetition import SOON, Deck, position_of

        known = {each.fen for each in Deck(self._journal.read().results).all}
        wanted = {position_of(each.fen): each for each in failures}
        fresh = [each for position, each in wanted.items() if position not in known]
        ended = now() - SOON
        self._unsaved += [each.result(topic_of(parse(each.fen)), ended) for each in fresh]
        self._save_all()
        return self.survey(), len(fresh), len(wanted) - len(fresh)

    def close(self) -> None:
        with suppress(MillMateError):
            self._save_all()
        for tables in self._open.values():
            tables.close()

    def _save_all(self) -> None:
        if self._unsaved:
            self._journal.append(*self._unsaved)
            self._unsaved.clear()

    def _tables(self, kind: str) -> Tables:
        from millmate.players.table import tables_of

        if kind not in self._open:
            self._open[kind] = tables_of(kind, self._directory)
        return self._open[kind]
