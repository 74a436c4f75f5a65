"""Threads that share the work on the rows of a slice."""

from collections.abc import Callable
from typing import TypeVar

from millmate import machine
from millmate.tablebase.codec import mapped

_PART = 16_384  # rows that a thread does between two calls of `between`, which may stop the work

Between = Callable[[float], None]
Result = TypeVar("Result")


def ignore(fraction: float) -> None:
    """Ignore the progress."""


class Crew:
    """Threads that share the work on a slice; `done` is the fraction done."""

    def __init__(self, threads: int | None, rows: int, between: Between) -> None:
        """Share the work on `rows` rows, by default among one thread for each processor."""
        # With little to do the work is done in the calling thread.
        self._threads = 1 if rows <= _PART else threads or machine.processors()
        self._between = between
        self.done = 0.0

    def share(
        self, work: Callable[[int, int], Result], number: int, part: float = 0.0, first: int = 0
    ) -> list[Result]:
        """Return `work` for parts of `number` rows from `first` on, a `part` of all the work."""
        starts = range(first, first + max(number, 1), _PART)
        found = []

        def one(at: int) -> Result:
            return work(starts[at], min(starts[at] + _PART, first + number))

        for result in mapped(one, len(starts), self._threads):
            found.append(result)
            self.done += part / len(starts)
            self._between(min(self.done, 1.0))
        return found
