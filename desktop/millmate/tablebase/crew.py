"""Threads that share the work on the rows of a slice."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from millmate import machine

_PART = 16_384  # rows that a thread does between two calls of `between`, which may stop the work

Between = Callable[[float], None]
Result = TypeVar("Result")


def ignore(fraction: float) -> None:
    """Ignore the progress."""


class Crew:
    """Threads that share the work on a slice."""

    def __init__(self, pool: ThreadPoolExecutor | None, between: Between) -> None:
        # With little to do the work is done in the calling thread.
        self._map = map if pool is None else pool.map
        self._between = between
        self.done = 0.0

    def share(
        self, work: Callable[[int, int], Result], number: int, part: float = 0.0, first: int = 0
    ) -> list[Result]:
        """Return `work` for parts of `number` rows from `first` on, a `part` of all the work."""
        starts = range(first, first + max(number, 1), _PART)
        stops = [min(start + _PART, first + number) for start in starts]
        found = []
        for result in self._map(work, starts, stops):
            found.append(result)
            self.done += part / len(starts)
            self._between(min(self.done, 1.0))
        return found


@contextmanager
def crew_of(threads: int | None, rows: int, between: Between) -> Iterator[Crew]:
    """Yield a crew; drop the parts not yet started when the caller stops."""
    threads = threads or machine.processors()
    if threads == 1 or rows <= _PART:
        yield Crew(None, between)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="verify")
    try:
        yield Crew(pool, between)
    finally:
        pool.shutdown(cancel_futures=True)
