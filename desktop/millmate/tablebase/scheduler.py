"""Run a graph of tasks, as many at once as threads and memory allow.

The scheduler depends neither on chess nor on files. Its caller supplies the cost of a task and the
function that claims a table; tasks run in a pool: threads of this process or a cluster's workers.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter

from millmate.games.chess.material import Material
from millmate.tablebase.jobs import Job

_POLL = 0.05  # seconds between two checks for finished tasks
_PATIENCE = 60.0  # seconds that running tasks have to end when the scheduler stops


@dataclass(frozen=True, slots=True)
class Claim:
    """Lock a table and find out which of its jobs are done; costs nothing."""

    material: Material


@dataclass(frozen=True, slots=True)
class Assembly:
    """Assemble a table from its finished jobs."""

    material: Material


Work = Job | Assembly
Task = Claim | Work


def graph(
    tables: Mapping[Material, Mapping[Job, Iterable[Job]]],
    below: Callable[[Material], Iterable[Material]] = Material.closure,
) -> dict[Task, set[Task]]:
    """Return every task of several tables with the tasks that it needs.

    `tables` holds the jobs of each table with the jobs of the same table that they need. A table is
    claimed when those of `tables` that its captures and promotions lead to are finished; `below`
    returns them, and others perhaps.
    """
    needed: dict[Task, set[Task]] = {}
    for material, own in tables.items():
        claim, assembly = Claim(material), Assembly(material)
        needed[claim] = {
            Assembly(smaller)
            for smaller in below(material)
            if smaller != material and smaller in tables
        }
        needed.update({job: {claim, *before} for job, before in own.items()})
        needed[assembly] = {claim, *own}
    return needed


def chains(
    seconds: Mapping[Material, float],
    below: Callable[[Material], Iterable[Material]] = Material.closure,
) -> dict[Material, float]:
    """Return the seconds of the longest chain of tables that starts with each, the longest first.

    A table of a chain needs the one before it; `seconds` holds how long each takes, `below` returns
    the tables that it needs.
    """
    found = dict.fromkeys(sorted(seconds), 0.0)
    for material in reversed(found):
        found[material] += seconds[material]
        for smaller in below(material):
            if smaller != material and smaller in found:
                found[smaller] = max(found[smaller], found[material])
    return dict(sorted(found.items(), key=lambda each: -each[1]))


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """The workers: their threads and bytes of memory in all, and how to start a task.

    `divisible`: whether one job can use several threads; `serial`: whether a task is mostly
    Python's, so that two at once wait for each other, and several threads are of no use to it.
    """

    threads: Callable[[], int]
    memory: Callable[[], int]
    start: Callable[[Work, int], "Future[object]"]
    divisible: bool = True
    serial: Callable[[Work], bool] = lambda task: False


class DagScheduler:
    """Runs every task of a directed acyclic graph after those it needs (see `graph`).

    Args:
        needed: The graph.
        order: The tables, preferred ones first.
        memory: Estimates the bytes that a running task takes.
        claim: Claims a table: returns the tasks that are done already, or None if another build
            holds the table, to be tried again later.
        pool: The workers.
    """

    def __init__(
        self,
        needed: Mapping[Task, Iterable[Task]],
        order: Iterable[Material],
        memory: Callable[[Work], int],
        claim: Callable[[Material], "set[Work] | None"],
        pool: WorkerPool,
    ) -> None:
        """Prepare; nothing is started yet."""
        self._sorter: TopologicalSorter[Task] = TopologicalSorter(needed)
        self._sorter.prepare()
        self._rank = {material: rank for rank, material in enumerate(order)}
        self._memory = memory
        self._claim = claim
        self._pool = pool
        self._claims: list[Claim] = []
        self._ready: list[Work] = []
        self._done_before: set[Work] = set()
        self._running: dict[Future[object], tuple[Work, int]] = {}

    @property
    def running(self) -> list[Work]:
        return [task for task, _ in self._running.values()]

    def run(
        self, done: Callable[[Work, object], None], look: Callable[[], bool] = lambda: True
    ) -> None:
        """Run all tasks.

        Any exception of a task is raised here at once; the caller stops tasks that still run and
        waits for them (see `cancel`).

        Args:
            done: Called with each finished task and what it returned.
            look: Called many times a second; may raise to stop, and returns whether new tasks may
                start.
        """
        while self._sorter.is_active():
            self._gather()
            if look():
                self._start()
            for future in self._ended():
                task, _ = self._running.pop(future)
                done(task, future.result())
                self._sorter.done(task)

    def cancel(self) -> None:
        """Drop tasks that have not started, and wait for the others."""
        for future in self._running:
            future.cancel()
        wait([future for future in self._running if not future.cancelled()], _PATIENCE)
        self._running = {}

    def _gather(self) -> None:
        """Collect the tasks that have become ready."""
        while fresh := self._sorter.get_ready():
            for task in fresh:
                if isinstance(task, Claim):
                    self._claims.append(task)
                elif task in self._done_before:
                    self._sorter.done(task)
                else:
                    self._ready.append(task)
        self._claims.sort(key=lambda task: self._rank[task.material])
        self._ready.sort(key=lambda task: self._rank[task.material])

    def _start(self) -> None:
        """Start the tasks that threads and memory allow, those of claimed tables first."""
        idle = self._pool.threads() - sum(threads for _, threads in self._running.values())
        if idle <= 0:
            return
        self._claim_up_to(idle)
        chosen = self._choose(idle)
        for number, task in enumerate(chosen):
            share = idle // (len(chosen) - number)
            threads = max(1, share) if self._divisible(task) else 1
            idle -= threads
            self._ready.remove(task)
            self._running[self._pool.start(task, threads)] = task, threads

    def _claim_up_to(self, number: int) -> None:
        """Claim tables until `number` tasks are ready or no further table can be claimed."""
        for task in list(self._claims):
            if sum(not self._pool.serial(task) for task in self._ready) >= number:
                return
            done_before = self._claim(task.material)
            if done_before is not None:
                self._claims.remove(task)
                self._done_before |= done_before
                self._sorter.done(task)
                self._gather()

    def _choose(self, number: int) -> list[Work]:
        """Return up to `number` ready tasks that fit into the remaining memory."""
        left = self._pool.memory() - sum(map(self._memory, self.running))
        chosen: list[Work] = []
        for task in self._one_serial_first():
            cost = self._memory(task)
            alone = not self._running and not chosen  # the plan has checked that it fits
            if cost <= left or alone:
                chosen.append(task)
                left -= cost
            if len(chosen) == number:
                break
        return chosen

    def _one_serial_first(self) -> list[Work]:
        """Return the ready tasks; all serial ones but one are last."""
        serial = [task for task in self._ready if self._pool.serial(task)]
        late = serial if any(map(self._pool.serial, self.running)) else serial[1:]
        return [task for task in self._ready if task not in late] + late

    def _divisible(self, task: Work) -> bool:
        return self._pool.divisible and isinstance(task, Job) and not self._pool.serial(task)

    def _ended(self) -> "set[Future[object]]":
        if not self._running:  # the rest waits for another build or for the end of a pause
            time.sleep(_POLL / 5)
            return set()
        return wait(self._running, _POLL, FIRST_COMPLETED).done
