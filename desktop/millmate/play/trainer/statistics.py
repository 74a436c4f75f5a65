"""Statistics of training by table and day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date

from millmate.play.trainer.drill import DrillResult
from millmate.play.trainer.exam import Mark


@dataclass(frozen=True, slots=True)
class DrillTally:
    """The number of drills, of those done, and of moves by mark.

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
        return self.kept + self.slower + self.thrown

    @property
    def accuracy(self) -> float | None:
        """The share of moves that kept the result and lost no time, None without moves."""
        return self.kept / self.moves if self.moves else None

    def plus(self, result: DrillResult) -> DrillTally:
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
    """The drills of one table: in total, and by day, oldest first."""

    table: str
    whole: DrillTally
    days: tuple[tuple[date, DrillTally], ...]


def progress(results: Iterable[DrillResult]) -> tuple[Progress, ...]:
    """Return the progress by table, last drilled first; days are local."""
    tables: dict[str, dict[date, DrillTally]] = {}
    for result in sorted(results, key=lambda each: each.ended):
        days = tables.pop(result.spec.table, {})
        day = result.ended.astimezone().date()
        days[day] = days.get(day, DrillTally()).plus(result)
        tables[result.spec.table] = days  # the table drilled last comes last
    return tuple(_progress(table, days) for table, days in reversed(tables.items()))


def _progress(table: str, days: dict[date, DrillTally]) -> Progress:
    columns = zip(*map(astuple, days.values()), strict=True)
    return Progress(table, DrillTally(*map(sum, columns)), tuple(days.items()))
