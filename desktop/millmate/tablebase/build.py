"""Build exact tables, and the tables they capture and promote into.

The work is a graph of tasks (see `scheduler`), run by threads of this process or by the workers of
a cluster. A table gets its name only when it is complete and verified; until then it is a draft,
`.building-KBNvK` beside the finished ones, from which a later build resumes. The process that
works on a table holds its lock, `.locks/KBNvK.lock`.
"""

import pkgutil
from collections.abc import Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Unpack

from millmate import kernels, machine
from millmate.games.chess.material import FACING, Material
from millmate.locks import HeldError, Lock
from millmate.tablebase import draft, estimates, jobs, reach_file, store
from millmate.tablebase.cluster_build import cluster_build
from millmate.tablebase.draft import Draft
from millmate.tablebase.metric import Metric
from millmate.tablebase.plan import Plan, plan
from millmate.tablebase.progress import (
    BuildStopped,
    Progress,
    Step,
    ignore,
)
from millmate.tablebase.scheduler import (
    Assembly,
    DagScheduler,
    Work,
    WorkerPool,
    chains,
    graph,
)
from millmate.tablebase.table import TableInfo
from millmate.tablebase.table_build import (
    BuildOptions,
    TableBuild,
    hold_lock,
    locked,
    remove_unlocked,
    storage_errors_explained,
)

_BUILDING = ".building-"
# The share of a table's time that assembling it takes.
_FINISHING = 0.05
# Modules that build, verify and write, loaded when a table is missing; a stop can interrupt that.
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
    **options: Unpack[BuildOptions],
) -> list[TableInfo]:
    """Build those of `materials` missing from `directory`; return the infos of those asked for.

    Other builds may work in the same directory, in this process or another: this one waits for the
    tables they are building and uses those they have finished. It resumes builds that
    were stopped, killed or found the disk full.

    Args:
        materials: The materials; tables that they lead into are built as well.
        directory: Where the tables are; created if it does not exist.
        progress: Called in this thread, many times a second.
        options: How to build.

    Raises:
        UnsupportedMaterialError: A material has too many men.
        NoRoomError: There is too little disk or memory.
        BuildStopped: `stopped` returned True.
        TableError: An existing table that is needed is damaged.
        ClusterError: The cluster cannot be reached, or has failed.
        MillMateError: The directory cannot be written or is full.
    """
    wanted = [material.canonical() for material in materials]
    with suppress(OSError):  # of builds killed between naming their last table and cleaning up
        remove_leftovers(directory)
    steps = plan(wanted, directory, options.get("metric", Metric.DTM))
    build_planned(steps, directory, progress, **options)
    wanted = [material for material in dict.fromkeys(wanted) if material.men > 2]
    return [store.opened(directory, material).info for material in wanted]


def build_planned(
    steps: Plan[Material],
    directory: Path,
    progress: Progress = ignore,
    **options: Unpack[BuildOptions],
) -> None:
    """Build a plan's missing tables in `directory`; arguments and errors are those of `build`."""
    if steps.missing:
        with storage_errors_explained(directory):
            directory.mkdir(parents=True, exist_ok=True)
            _Build(steps, directory, progress, options).run()


def remove_leftovers(directory: Path) -> None:
    """Remove drafts that no build can resume: those of other versions and of finished tables."""
    kept = {draft.draft_path(directory, m) for m in draft.drafts(directory)}
    for path in (*directory.glob(f"{_BUILDING}*"), *(directory / FACING).glob(f"{_BUILDING}*")):
        name = path.name.removeprefix(_BUILDING).split("-")[0]
        own = store.named(path.parent.name == FACING, name) or name
        if path not in kept or store.exists(directory, own):
            remove_unlocked(directory, own, path)


class _Build(TableBuild[Material]):
    """One call of `build`: the missing tables and their progress."""

    def run(self) -> None:
        self._reports: SimpleQueue[tuple[Work, Step]] = SimpleQueue()
        self._locks: dict[Material, Lock] = {}
        self._missing = {table.material for table in self._steps.missing}
        self._poll()
        if self._scheduler is None:
            self._load(_LOADED)
            with ThreadPoolExecutor(self._threads, thread_name_prefix="build") as pool:
                self._run(self._threads_of(pool))
        else:
            with cluster_build(
                self._scheduler,
                self._directory,
                self._steps,
                self._metric,
                self._memory,
                self._cancel.stopped,
            ) as workers:
                self._run(workers.pool())

    # The workers --------------------------------------------------------------------------------

    def _threads_of(self, pool: Executor) -> WorkerPool:
        budget = self._memory or machine.memory_to_use()

        def start(task: Work, share: int) -> "Future[object]":
            if isinstance(task, Assembly):
                return pool.submit(jobs.assemble, task.material, self._directory, self._metric)
            report = partial(self._report, task)
            stopped = self._cancel.stopped
            return pool.submit(
                jobs.run_job, task, self._directory, report, stopped, share, self._metric
            )

        return WorkerPool(
            lambda: self._threads, lambda: budget - estimates.PROGRAM, start, serial=_serial
        )

    # The graph of tasks ---------------------------------------------------------------------------

    def _run(self, pool: WorkerPool) -> None:
        seconds = {table.material: table.seconds for table in self._steps.missing}
        reach = reach_file.reach_in(self._directory)
        below = Material.closure if reach is None else reach.below
        order = chains(seconds, below)
        layouts = {each: reach_file.layout_in(self._directory, each) for each in order}
        self._slices = {material: layout.slices for material, layout in layouts.items()}
        self._jobs = {material: jobs.jobs_of(layout) for material, layout in layouts.items()}
        scheduler = DagScheduler(graph(self._jobs, below), order, _memory, self._claim, pool)
        self._tracker.start()
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
        """Stop the running tasks, wait for them, and remove empty drafts."""
        self._cancel.stop()
        scheduler.cancel()
        for material in set(self._locks) & set(draft.drafts(self._directory)):
            with suppress(OSError):  # such as a full disk; an empty draft does no harm
                begun = Draft(self._directory, material)
                if not begun.begun:
                    begun.discard()

    def _look(self) -> bool:
        """Pass on the reports of tasks; stop if asked to; return whether to start new tasks."""
        while not self._reports.empty():
            task, step = self._reports.get()
            self._tracker.report(task.material, task, self._weight(task), step)
        self._poll()
        return not self._cancel.paused

    def _claim(self, material: Material) -> "set[Work] | None":
        """Lock a table; return the tasks done before, or None if another build holds the lock."""
        try:
            self._locks[material] = hold_lock(self._directory, material)
        except HeldError:
            self._tracker.announce(material, "waiting")
            return None
        own = self._jobs[material]
        if store.own(self._directory, material):
            self._close(material)
            return {*own, Assembly(material)}
        begun = Draft(self._directory, material)
        begun.tidy()
        done = begun.done()
        before: set[Work] = {job for job in own if not set(job.numbers) - done}
        self._tracker.resume(material, sum(map(self._weight, before)))
        self._tracker.announce(material, "solving", begun.discarded)
        return before

    def _done(self, task: Work, result: object) -> None:
        self._look()
        if isinstance(task, Assembly):
            self._close(task.material)
        else:
            self._tracker.report(task.material, task, self._weight(task), Step("writing", 1.0))

    def _close(self, material: Material) -> None:
        """Release the lock of a table that exists now."""
        self._locks.pop(material).release()
        self._tracker.finish(material)
        self._missing.discard(material)
        self._free()

    def _free(self) -> None:
        """Remove the codes of all positions of tables that no missing one is built from.

        While another build is at work, they stay: it may read them.
        """
        if self._planes or set(locked(self._directory)) - {str(each) for each in self._locks}:
            return
        needed = {below for material in self._missing for below in material.successors()}
        for material in store.own_materials(self._directory):
            if material not in needed:
                with suppress(OSError):
                    store.plane_path(self._directory, material).unlink(missing_ok=True)

    def _report(self, task: Work, step: Step) -> None:
        self._reports.put((task, step))

    def _weight(self, task: Work) -> float:
        """Return the share of a table's time that a task takes."""
        if isinstance(task, Assembly):
            return _FINISHING
        return (1 - _FINISHING) * len(task.numbers) / self._slices[task.material]

    def _kept(self) -> tuple[tuple[str, ...], tuple[tuple[str, int, int], ...]]:
        """Return the finished tables, and the kept parts of the others."""
        kept = [
            (
                str(material),
                len(Draft(self._directory, material).done()),
                self._slices[material],
            )
            for material in draft.drafts(self._directory)
            if material in self._locks
        ]
        return tuple(map(str, self._tracker.finished)), tuple(kept)


def _serial(task: Work) -> bool:
    """Return whether a task spends most of its time in Python: its slices are small."""
    return not isinstance(task, Assembly) and estimates.words(task.material) <= 64


def _memory(task: Work) -> int:
    """Return the estimated bytes that a running task takes."""
    return (
        estimates.FINISHING if isinstance(task, Assembly) else estimates.job_memory(task.material)
    )
