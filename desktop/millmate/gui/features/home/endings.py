"""The positions of the course that Home offers to play against the table: three on a day."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from millmate.play.trainer import course
from millmate.play.trainer.course import Lesson

OFFERED = 3
AT_ONCE = 5.0  # seconds: what takes no longer is built without a question


@dataclass(frozen=True, slots=True)
class Offer:
    """An ending, and what has to be built before it can be played: tables, bytes and seconds."""

    ending: Lesson
    tables: int = 0
    size: int = 0
    seconds: float = 0.0

    @property
    def ready(self) -> bool:
        """Whether all its tables are there."""
        return not self.tables

    @property
    def quick(self) -> bool:
        """Whether it can be played at once, or after a build of some seconds."""
        return self.seconds <= AT_ONCE


def endings() -> tuple[Lesson, ...]:
    """Return the positions to choose from; a thread asks, as the course has to be read."""
    return tuple(lesson for lesson in course.lessons() if lesson.home)


def of_the_day(day: date, offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return three endings, others every day: first those whose tables are there or built soon."""
    drawn = list(offers)
    random.Random(day.toordinal()).shuffle(drawn)
    drawn.sort(key=lambda offer: 0 if offer.ready else 1 if offer.quick else 2)
    return tuple(drawn[:OFFERED])
