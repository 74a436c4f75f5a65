"""How long a graph of tasks takes on workers: list scheduling, the longest chain of work first.

Whenever a worker has a free core, it is given the most urgent task that is ready and fits into its
free memory. A task's urgency is the length of the longest chain of tasks that it starts; with as
many workers as tasks the last one ends when the longest chain does (R. L. Graham, Bounds on
multiprocessing timing anomalies, 1969, for how far from it list scheduling can be).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush


@dataclass(frozen=True, slots=True)
class Task:
    """A task: its time in seconds, its bytes of memory, and the earlier tasks that it needs.

    One that takes no time needs no worker either.
    """

    seconds: float
    memory: int = 0
    needs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """When a task ran, in seconds from the start, and the number of its worker."""

    start: float
    end: float
    worker: int


def urgencies(tasks: Sequence[Task]) -> list[float]:
    """Return the seconds of the longest chain of tasks that starts with each."""
    after = [0.0] * len(tasks)
    for at in range(len(tasks) - 1, -1, -1):
        after[at] += tasks[at].seconds
        for need in tasks[at].needs:
            after[need] = max(after[need], after[at])
    return after


def simulate(tasks: Sequence[Task], workers: int, cores: int, memory: int) -> list[Run]:
    """Return when each task runs, and on which of `workers` equal workers.

    Args:
        tasks: Each after those that it needs.
        workers: The number of workers.
        cores: The number of tasks that a worker runs at once.
        memory: The bytes that the tasks of a worker may take together.

    Raises:
        ValueError: A task needs more memory than a worker has, or a later task.
    """
    if any(task.memory > memory or max((-1, *task.needs)) >= at for at, task in enumerate(tasks)):
        raise ValueError("tasks")
    simulated = _Simulation(tasks, [cores] * workers, [memory] * workers)
    return simulated.run()


class _Simulation:
    def __init__(self, tasks: Sequence[Task], cores: list[int], memory: list[int]) -> None:
        self._tasks = tasks
        self._cores, self._memory = cores, memory
        self._urgency = urgencies(tasks)
        self._missing = [len(set(task.needs)) for task in tasks]
        self._after: list[list[int]] = [[] for _ in tasks]
        for at, task in enumerate(tasks):
            for need in set(task.needs):
                self._after[need].append(at)
        # Ready tasks by their memory, the most urgent first: few tables, many tasks.
        self._ready: dict[int, list[tuple[float, int]]] = {}
        self._running: list[tuple[float, int]] = []
        self._runs: dict[int, Run] = {}
        self._now = 0.0

    def run(self) -> list[Run]:
        for at in [at for at, missing in enumerate(self._missing) if not missing]:
            self._make_ready(at)
        self._start()
        while self._running:
            self._now, at = heappop(self._running)
            self._end(at)
            while self._running and self._running[0][0] == self._now:
                self._end(heappop(self._running)[1])
            self._start()
        return [self._runs[at] for at in range(len(self._tasks))]

    def _make_ready(self, at: int) -> None:
        if self._tasks[at].seconds:
            ready = self._ready.setdefault(self._tasks[at].memory, [])
            heappush(ready, (-self._urgency[at], at))
            return
        self._runs[at] = Run(self._now, self._now, -1)
        self._release(at)

    def _release(self, at: int) -> None:
        for after in self._after[at]:
            self._missing[after] -= 1
            if not self._missing[after]:
                self._make_ready(after)

    def _start(self) -> None:
        """Start ready tasks as long as one fits anywhere."""
        while (found := self._most_urgent()) is not None:
            memory, worker = found
            _, at = heappop(self._ready[memory])
            if not self._ready[memory]:
                del self._ready[memory]
            self._cores[worker] -= 1
            self._memory[worker] -= memory
            end = self._now + self._tasks[at].seconds
            self._runs[at] = Run(self._now, end, worker)
            heappush(self._running, (end, at))

    def _most_urgent(self) -> tuple[int, int] | None:
        """Return the memory of the most urgent task that fits, and the worker with most memory."""
        free = [
            (self._memory[worker], -worker) for worker, cores in enumerate(self._cores) if cores
        ]
        if not free:
            return None
        most, worker = max(free)
        fitting = [(ready[0], memory) for memory, ready in self._ready.items() if memory <= most]
        return (min(fitting)[1], -worker) if fitting else None

    def _end(self, at: int) -> None:
        run = self._runs[at]
        self._cores[run.worker] += 1
        self._memory[run.worker] += self._tasks[at].memory
        self._release(at)
