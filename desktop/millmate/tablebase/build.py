"""Build exact tables, with those they capture and promote into.

The work is a graph of tasks (see `schedule`): threads of this process do them, or the workers of a
cluster. A table gets its name only when it is complete and verified; until then it is a draft,
`.building-KBNvK` beside the finished ones, which a later build goes on with. Who works on a table
holds its lock, `.locks/KBNvK.lock`.
"""

import pkgutil
from collections.abc import Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from filelock import FileLock, Timeout

from millmate import cluster, kernels, machine
from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase import build_time, draft, estimates, jobs, store
from millmate.tablebase.build_directory import lock, remove_unlocked, storage_errors_explained
from millmate.tablebase.cancel_token import CancelToken
from millmate.tablebase.draft import Draft
from millmate.tablebase.jobs import Job
from millmate.tablebase.kernel_loader import load
from millmate.tablebase.layout import Layout
from millmate.tablebase.plan import Plan, plan, refuse_without_room
from millmate.tablebase.progress import (
    BuildStopped,
    Progress,
    ProgressTracker,
    Step,
    Stopped,
    ignore,
    never,
)
from millmate.tablebase.scheduler import Assembly, DagScheduler, Work, WorkerPool, graph
from millmate.tablebase.store import Table, TableInfo

_BUILDING = ".building-"
# A table's last task, putting it together, as a share of its time.
_FINISHING = 0.05
# What builds, verifies and writes: loaded when something is missing, a stop being possible between.
_LOADED = (
    *(
        f"millmate.kernels.{module.name}"
        for module in pkgutil.iter_modules(kernels.__path__)
        if module.name.startswith("chess_")
    ),
    "millmate.tablebase.solve",
    "millmate.tablebase.verify",
)


def build(
    materials: Iterable[Material],
    directory: Path,
    progress: Progress = ignore,
    stopped: Stopped = never,
    threads: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
    paused: Stopped = never,
) -> list[TableInfo]:
    """Build what is missing of `materials` in `directory`; return the infos of those asked for.

    Safe against other builds in the same directory, in this process or another: what they are
    building is waited for, what they have finished is taken. What a build has done that was
    stopped or killed, or found the disk full, is not done again.

    Args:
        materials: The materials; tables that they lead into are built as well.
        directory: Where the tables are; made if it does not exist.
        progress: Called in this thread, many times a second.
        stopped: Asked as often; once it is true the build stops.
        threads: How many threads share the work; None for as many as there are processors.
        memory: The bytes that may be used; None for a good part of what is free now.
        scheduler: The address of a Dask scheduler whose workers shall do the work; they have to
            see `directory` under the same name.
        paused: Asked as often; while it is true the build rests.

    Raises:
        UnsupportedMaterialError: A material has too many men.
        NoRoomError: There is too little disk or memory.
        BuildStopped: `stopped` said so.
        TableError: A table that is there and needed is damaged.
        ClusterError: The cluster cannot be reached, or has failed.
        MillMateError: The directory cannot be written or is full.
    """
    wanted = [material.canonical() for material in materials]
    with suppress(OSError):  # of builds killed between naming their last table and tidying up
        remove_leftovers(directory)
    steps = plan(wanted, directory)
    if steps.missing:
        task = _Build(steps, directory, progress, CancelToken(stopped, paused))
        with storage_errors_explained(directory):
            task.run(threads or machine.processors(), memory, scheduler)
    wanted = [material for material in dict.fromkeys(wanted) if material.men > 2]
    return [Table(store.table_path(directory, material)).info for material in wanted]


def discard(directory: Path, material: Material) -> None:
    """Remove the unfinished table of `material`.

    Raises:
        InputError: There is none, or it is being built.
    """
    path = draft.draft_path(directory, material)
    if not path.is_dir():
        raise InputError(f"there is no unfinished table of {material} in {directory}")
    if not remove_unlocked(directory, material, path):
        raise InputError(f"{material} is being built in {directory}: stop that first")


def remove_leftovers(directory: Path) -> None:
    """Remove what nobody can go on with in `directory`: other programs' drafts, finished ones'."""
    kept = {draft.draft_path(directory, m) for m in draft.drafts(directory)}
    for path in directory.glob(f"{_BUILDING}*"):
        name = path.name.removeprefix(_BUILDING).split("-")[0]
        if path not in kept or store.exists(directory, name):
            remove_unlocked(directory, name, path)


class _Build:
    """One call of `build`: the missing tables, and how far along they are."""

    def __init__(
        self, steps: Plan[Material], directory: Path, progress: Progress, cancel: CancelToken
    ) -> None:
        self._steps = steps
        self._directory = directory
        self._progress = progress
        self._cancel = cancel
        self._told: SimpleQueue[tuple[Work, Step]] = SimpleQueue()
        self._locks: dict[Material, FileLock] = {}
        self._jobs: dict[Material, dict[Job, set[Job]]] = {}

    def run(self, threads: int, memory: int | None, scheduler: str | None) -> None:
        """Build the missing tables."""
        self._directory.mkdir(parents=True, exist_ok=True)
        remove_leftovers(self._directory)
        refuse_without_room(self._steps, self._directory, memory, scheduler is None)
        compiling = build_time.compiling(self._steps.missing) if scheduler is None else 0.0
        self._account = ProgressTracker(self._steps.missing, self._progress, threads, compiling)
        if self._cancel.look():
            raise BuildStopped
        if scheduler is None:
            self._compile()
            with ThreadPoolExecutor(threads, thread_name_prefix="build") as pool:
                self._walk(self._threads_of(pool, threads, memory))
        else:
            with cluster.connected(scheduler) as workers:
                self._walk(self._workers_of(workers, memory))

    def _compile(self) -> None:
        """Load what builds and writes, which compiles the kernels the first time."""
        first = self._steps.missing[0].material
        tell = partial(self._account.compile, first)
        if not load("chess", _LOADED, self._cancel.look, tell):
            raise BuildStopped

    # Who does the work ----------------------------------------------------------------------------

    def _threads_of(self, pool: Executor, threads: int, memory: int | None) -> WorkerPool:
        """Return the hands of this process."""
        budget = memory or machine.memory_to_use()

        def start(task: Work, share: int) -> "Future[object]":
            if isinstance(task, Assembly):
                return pool.submit(jobs.assemble, task.material, self._directory)
            tell = partial(self._tell, task)
            stopped = self._cancel.stopped
            return pool.submit(jobs.run_job, task, self._directory, tell, stopped, share)

        return WorkerPool(lambda: threads, lambda: budget - estimates.PROGRAM, start)

    def _workers_of(self, workers: cluster.Cluster, memory: int | None) -> WorkerPool:
        """Return the hands of a cluster; its tasks tell nothing until they are done."""

        def start(task: Work, share: int) -> "Future[object]":
            if isinstance(task, Assembly):
                return workers.executor.submit(jobs.assemble, task.material, self._directory)
            return workers.executor.submit(jobs.run_job, task, self._directory)

        def free() -> int:
            limit = memory or round(workers.memory * machine.MEMORY_SHARE) or 1 << 62
            return limit - estimates.PROGRAM * workers.workers

        return WorkerPool(lambda: workers.threads, free, start, workers.explained, divisible=False)

    # The graph of tasks ---------------------------------------------------------------------------

    def _walk(self, hands: WorkerPool) -> None:
        order = [table.material for table in self._steps.missing]
        self._jobs = {material: jobs.jobs_of(Layout(material)) for material in order}
        scheduler = DagScheduler(graph(self._jobs), order, _memory, self._begin, hands)
        self._account.start()
        try:
            scheduler.run(self._done, self._look)
        except BuildStopped:
            self._leave(scheduler)
            raise BuildStopped(*self._kept()) from None
        finally:
            self._leave(scheduler)
            for lock in self._locks.values():
                lock.release()

    def _leave(self, scheduler: DagScheduler) -> None:
        """Stop what is under way, wait for it, and leave no empty drafts."""
        self._cancel.stop()
        scheduler.cancel()
        for material in set(self._locks) & set(draft.drafts(self._directory)):
            with suppress(OSError):  # of a full disk, for one: an empty draft does no harm
                begun = Draft(self._directory, material)
                if not begun.begun:
                    begun.discard()

    def _look(self) -> bool:
        """Pass on what tasks have told; stop if asked to; return whether to start new ones."""
        while not self._told.empty():
            task, step = self._told.get()
            self._account.report(task.material, task, self._weight(task), step)
        if self._cancel.look():
            raise BuildStopped
        self._account.rest(self._cancel.rested())
        return not self._cancel.resting

    def _begin(self, material: Material) -> "set[Work] | None":
        """Lock a table; return what of it is there already, None if somebody else builds it."""
        held = lock(self._directory, material)
        try:
            held.acquire(timeout=0)
        except Timeout:
            self._account.tell(material, "waiting")
            return None
        self._locks[material] = held
        own = self._jobs[material]
        if store.exists(self._directory, material):
            self._close(material)
            return {*own, Assembly(material)}
        begun = Draft(self._directory, material)
        begun.tidy()
        done = begun.done()
        spared: set[Work] = {unit for unit in own if not set(unit.numbers) - done}
        self._account.keep(material, sum(map(self._weight, spared)))
        self._account.tell(material, "solving", begun.discarded)
        return spared

    def _done(self, task: Work, result: object) -> None:
        self._look()
        if isinstance(task, Assembly):
            self._close(task.material)
        else:
            self._account.report(task.material, task, self._weight(task), Step("writing", 1.0))

    def _close(self, material: Material) -> None:
        """A table is there: let others have it."""
        self._locks.pop(material).release()
        self._account.finish(material)

    def _tell(self, task: Work, step: Step) -> None:
        self._told.put((task, step))

    def _weight(self, task: Work) -> float:
        """Return the share of a table's time that a task takes."""
        if isinstance(task, Assembly):
            return _FINISHING
        return (1 - _FINISHING) * len(task.numbers) / estimates.slices(task.material)

    def _kept(self) -> tuple[tuple[str, ...], tuple[tuple[str, int, int], ...]]:
        """Return which tables are finished, and how much of others is kept."""
        kept = [
            (
                str(material),
                len(Draft(self._directory, material).done()),
                estimates.slices(material),
            )
            for material in draft.drafts(self._directory)
            if material in self._locks
        ]
        return tuple(map(str, self._account.finished)), tuple(kept)


def _memory(task: Work) -> int:
    """Return the estimated bytes that a task takes while under way."""
    return (
        estimates.FINISHING if isinstance(task, Assembly) else estimates.unit_memory(task.material)
    )
