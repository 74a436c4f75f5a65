"""How training goes, by material, over time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from millmate.play.trainer.drill import DrillResult
from millmate.play.trainer.exam import Mark


@dataclass(frozen=True, slots=True)
class DrillTally:
    """What drills have come to: how many, how many were done, and the moves by their marks.

    `lost` counts the plies by which wins took longer.
    """

    drills: int = 0
    done: int = 0
    kept: int = 0
    slower: int = 0
    thrown: int = 0
    lost: int = 0

    @property
    def moves(self) -> int:
        """The moves graded."""
        return self.kept + self.slower + self.thrown

    @property
    def accuracy(self) -> float | None:
        """The share of the moves that kept the result and lost no time; None without moves."""
        return self.kept / self.moves if self.moves else None

    def plus(self, result: DrillResult) -> DrillTally:
        """Return this tally with one more drill."""
        return DrillTally(
            self.drills + 1,
            self.done + result.done,
            self.kept + result.count(Mark.KEPT),
            self.slower + result.count(Mark.SLOWER),
            self.thrown + result.count(Mark.THROWN),
            self.lost + result.lost,
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """The drills of one table: all together, and day by day, the first day first."""

    table: str
    whole: DrillTally
    days: tuple[tuple[date, DrillTally], ...]

    @property
    def last(self) -> date:
        """The day of the last drill."""
        return self.days[-1][0]


def progress(results: Iterable[DrillResult]) -> tuple[Progress, ...]:
    """Return how it goes by table, the one drilled last first; days are this machine's."""
    tables: dict[str, dict[date, DrillTally]] = {}
    for result in sorted(results, key=lambda each: each.ended):
        days = tables.pop(result.spec.table, {})
        day = result.ended.astimezone().date()
        days[day] = days.get(day, DrillTally()).plus(result)
        tables[result.spec.table] = days  # the last one drilled stands last
    return tuple(_progress(table, days) for table, days in reversed(tables.items()))


def _progress(table: str, days: dict[date, DrillTally]) -> Progress:
    whole = DrillTally(
        *(
            sum(getattr(tally, name) for tally in days.values())
            for name in ("drills", "done", "kept", "slower", "thrown", "lost")
        )
    )
    return Progress(table, whole, tuple(days.items()))
