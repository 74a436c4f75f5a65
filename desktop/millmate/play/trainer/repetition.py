"""Spaced repetition of failed positions with FSRS.

Due times are not stored: they follow from the results in the journal.

Source: the Free Spaced Repetition Scheduler, version 6, by J. Ye and others (package `fsrs`).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

import fsrs

from millmate.play.trainer.drill import DrillResult, DrillSpec, End

SOON = timedelta(minutes=10)  # until a position that just failed comes again


class Recall(Enum):
    """How well the user knew a position."""

    FAILED = fsrs.Rating.Again
    HARD = fsrs.Rating.Hard
    KNOWN = fsrs.Rating.Good


@dataclass(frozen=True, slots=True)
class Repetition:
    """A failed position: its drill, when it is due, and its record."""

    fen: str
    spec: DrillSpec
    due: datetime
    times: int
    failures: int


class Deck:
    """The failed positions, each due at a time that follows from its repetitions.

    Positions of a course come again as well, once they were drilled, whether they failed or not.
    """

    def __init__(
        self, results: Iterable[DrillResult] = (), course: Collection[str] = frozenset()
    ) -> None:
        """Start with earlier results, oldest first; `course` are positions of `position_of`."""
        self._course = course
        self._scheduler = fsrs.Scheduler(
            learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False
        )
        self._cards: dict[str, fsrs.Card] = {}
        self._known: dict[str, Repetition] = {}
        for result in results:
            self.add(result)

    def add(self, result: DrillResult) -> None:
        """Learn from a result: a failed position comes soon, a known one later than before.

        Repeating a position before it is due is practice and changes nothing.
        """
        start = position_of(result.start)
        failed = [position_of(fen) for fen in result.failed]
        known = self._known.get(start)
        due = start in self._course if known is None else result.ended >= known.due
        tells = due and result.end is not End.LEFT
        if tells and start not in failed:
            self._review(start, result, recall_of(result))
        for fen in failed:
            self._review(fen, result, Recall.FAILED)

    def due(self, now: datetime) -> tuple[Repetition, ...]:
        """Return the positions due at `now`, in UTC, longest overdue first."""
        found = [each for each in self._known.values() if each.due <= now]
        return tuple(sorted(found, key=lambda each: each.due))

    @property
    def all(self) -> tuple[Repetition, ...]:
        """All failed positions, next due first."""
        return tuple(sorted(self._known.values(), key=lambda each: each.due))

    def _review(self, fen: str, result: DrillResult, recall: Recall) -> None:
        card = self._cards.get(fen) or fsrs.Card(card_id=len(self._cards), due=result.ended)
        self._cards[fen], _ = self._scheduler.review_card(card, recall.value, result.ended)
        before = self._known.get(fen)
        self._known[fen] = Repetition(
            fen,
            before.spec if before else result.drill,
            self._cards[fen].due,
            (before.times if before else 0) + 1,
            (before.failures if before else 0) + (recall is Recall.FAILED),
        )


def recall_of(result: DrillResult) -> Recall:
    """Return how well the user knew the first position of a drill."""
    if not result.done:
        return Recall.FAILED
    return Recall.HARD if result.helped or result.lost else Recall.KNOWN


def position_of(fen: str) -> str:
    """Return a position of either game with its counters reset."""
    return " ".join([*fen.split()[:4], "0", "1"])
