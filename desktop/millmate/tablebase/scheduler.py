"""DagScheduler a graph of tasks: as many at once as there are threads and memory for.

The walk knows neither chess nor files: it is told what a task costs and how to begin a table, and
hands the tasks to an executor, a pool of threads here or a cluster's workers.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter

from millmate.games.chess.material import Material
from millmate.tablebase.jobs import Job

_POLL = 0.05  # seconds between two looks at what has been done
_PATIENCE = 60.0  # seconds that tasks under way have to end when the walk has


@dataclass(frozen=True, slots=True)
class Claim:
    """To lock a table and see what is there of it; costs nothing."""

    material: Material


@dataclass(frozen=True, slots=True)
class Assembly:
    """To make a table of the units that are done."""

    material: Material


Work = Job | Assembly
Task = Claim | Work


def graph(tables: Mapping[Material, Mapping[Job, Iterable[Job]]]) -> dict[Task, set[Task]]:
    """Return every task of several tables with those that it needs.

    `tables` holds the units of each table with those of the same table that they need. A table
    begins when all that captures and promotions lead to from it are finished, as far as they are
    among `tables`.
    """
    needed: dict[Task, set[Task]] = {}
    for material, own in tables.items():
        begin, finish = Claim(material), Assembly(material)
        needed[begin] = {
            Assembly(smaller)
            for smaller in material.closure()
            if smaller != material and smaller in tables
        }
        needed.update({unit: {begin, *before} for unit, before in own.items()})
        needed[finish] = {begin, *own}
    return needed


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """What does the tasks: threads in all, bytes of memory in all, and how to start one.

    `explained` turns the exception of a task into that to be raised.
    """

    threads: Callable[[], int]
    memory: Callable[[], int]
    start: Callable[[Work, int], "Future[object]"]
    explained: Callable[[BaseException], BaseException] = lambda error: error
    divisible: bool = True  # whether one task can use several of the threads


class DagScheduler:
    """One walk over a graph of tasks (see `graph`).

    Args:
        needed: The graph.
        order: The tables in the order in which they are preferred.
        memory: Estimates the bytes that a task takes while under way.
        begin: Begins a table: returns the tasks that need not be done, or None if the table is
            being built by somebody else and must be asked for again later.
        hands: What does the tasks.
    """

    def __init__(
        self,
        needed: Mapping[Task, Iterable[Task]],
        order: Iterable[Material],
        memory: Callable[[Work], int],
        begin: Callable[[Material], "set[Work] | None"],
        hands: WorkerPool,
    ) -> None:
        """Prepare the walk; nothing is started yet."""
        self._sorter: TopologicalSorter[Task] = TopologicalSorter(needed)
        self._sorter.prepare()
        self._rank = {material: rank for rank, material in enumerate(order)}
        self._memory = memory
        self._begin_table = begin
        self._hands = hands
        self._begins: list[Claim] = []
        self._ready: list[Work] = []
        self._spared: set[Work] = set()
        self._running: dict[Future[object], tuple[Work, int]] = {}

    @property
    def running(self) -> list[Work]:
        """The tasks under way."""
        return [task for task, _ in self._running.values()]

    def run(
        self, done: Callable[[Work, object], None], look: Callable[[], bool] = lambda: True
    ) -> None:
        """Do all tasks.

        Whatever a task raises is raised here at once: tasks still under way are the caller's to
        stop and wait for.

        Args:
            done: Called with each task when it has been done, and with what it returned.
            look: Called many times a second; may raise to end the walk, and returns whether new
                tasks may be started.
        """
        while self._sorter.is_active():
            self._gather()
            if look():
                self._start()
            for future in self._ended():
                task, _ = self._running.pop(future)
                done(task, self._result(future))
                self._sorter.done(task)

    def cancel(self) -> None:
        """Drop what has not begun of the tasks handed out, and wait for the others."""
        for future in self._running:
            future.cancel()
        wait([future for future in self._running if not future.cancelled()], _PATIENCE)
        self._running = {}

    def _result(self, future: "Future[object]") -> object:
        try:
            return future.result()
        except (Exception, CancelledError) as error:
            explained = self._hands.explained(error)
            if explained is error:
                raise
            raise explained from error

    def _gather(self) -> None:
        """Take over what has become ready."""
        while fresh := self._sorter.get_ready():
            for task in fresh:
                if isinstance(task, Claim):
                    self._begins.append(task)
                elif task in self._spared:
                    self._sorter.done(task)
                else:
                    self._ready.append(task)
        self._begins.sort(key=lambda task: self._rank[task.material])
        self._ready.sort(key=lambda task: self._rank[task.material])

    def _start(self) -> None:
        """Start what threads and memory allow, tables begun before going first."""
        idle = self._hands.threads() - sum(threads for _, threads in self._running.values())
        if idle <= 0:
            return
        self._begin_up_to(idle)
        chosen = self._choose(idle)
        for number, task in enumerate(chosen):
            share = idle // (len(chosen) - number)
            threads = max(1, share) if self._hands.divisible and isinstance(task, Job) else 1
            idle -= threads
            self._ready.remove(task)
            self._running[self._hands.start(task, threads)] = task, threads

    def _begin_up_to(self, number: int) -> None:
        """Claim tables until so many tasks are ready, or no further table can be begun."""
        for task in list(self._begins):
            if len(self._ready) >= number:
                return
            spared = self._begin_table(task.material)
            if spared is not None:
                self._begins.remove(task)
                self._spared |= spared
                self._sorter.done(task)
                self._gather()

    def _choose(self, number: int) -> list[Work]:
        """Return up to `number` ready tasks that fit into the memory left."""
        left = self._hands.memory() - sum(map(self._memory, self.running))
        chosen: list[Work] = []
        for task in self._ready:
            cost = self._memory(task)
            alone = not self._running and not chosen  # it was found to fit before the walk began
            if cost <= left or alone:
                chosen.append(task)
                left -= cost
            if len(chosen) == number:
                break
        return chosen

    def _ended(self) -> "set[Future[object]]":
        if not self._running:  # all that is left waits for somebody else, or for the end of a pause
            time.sleep(_POLL / 5)
            return set()
        return wait(self._running, _POLL, FIRST_COMPLETED).done
