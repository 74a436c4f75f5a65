"""Shared by the builds of both games: options, stops, locks, errors, CPU time."""

import gc
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Generic, TypedDict, TypeVar

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import FULL
from millmate.language import tr
from millmate.locks import HeldError, Lock, hold
from millmate.tablebase.metric import Metric
from millmate.tablebase.plan import Plan, refuse_without_room, unwritable
from millmate.tablebase.progress import (
    BuildStopped,
    CancelToken,
    Progress,
    ProgressTracker,
    Stopped,
    never,
)

_LOCKS = ".locks"

Kind = TypeVar("Kind", bound=object)


class BuildOptions(TypedDict, total=False):
    """How a build is done.

    `stopped` and `paused` are polled many times a second: once `stopped` is true the build stops,
    while `paused` is true it pauses. `threads` is the number of threads, by default one for each
    processor; `memory` the bytes that may be used, by default a large part of the free memory.
    `scheduler` is the address of a Dask scheduler whose workers do the work of chess, each with its
    own disk and `memory`. `metric` is the unit of chess distances: all tables of a directory have
    the same. `planes` says whether the codes of all positions, which other tables are built from,
    are kept after that: they are read faster than the tables.
    """

    stopped: Stopped
    paused: Stopped
    threads: int | None
    memory: int | None
    scheduler: str | None
    metric: Metric
    planes: bool


class TableBuild(Generic[Kind]):
    """One call of a game's `build`: the missing tables and their progress."""

    def __init__(
        self, steps: Plan[Kind], directory: Path, progress: Progress, options: BuildOptions
    ) -> None:
        """Check memory and disk space; raises as `refuse_without_room` does."""
        self._steps = steps
        self._directory = directory
        self._threads = options.get("threads") or machine.processors()
        self._memory = options.get("memory")
        self._scheduler = options.get("scheduler")
        self._metric = options.get("metric", Metric.DTM)
        self._planes = options.get("planes", False)
        self._cancel = CancelToken(options.get("stopped", never), options.get("paused", never))
        refuse_without_room(steps, directory, self._memory, self._scheduler is None)
        self._tracker = ProgressTracker(steps.missing, progress, self._threads)

    def _load(self, modules: Sequence[str]) -> None:
        """Import the modules that build and write; a stop can interrupt that."""
        fresh = any(module not in sys.modules for module in modules)
        for module in modules:
            self._poll()
            import_module(module)
        if fresh:
            # Modules stay loaded: Python's cyclic garbage collector need not look at them again.
            gc.collect()
            gc.freeze()

    def _poll(self) -> None:
        """Stop or pause if asked to."""
        if self._cancel.look():
            raise BuildStopped
        self._tracker.skip(self._cancel.pause_ended())


# The directory ------------------------------------------------------------------------------------


def hold_lock(directory: Path, name: object, seconds: float = 0.0) -> Lock:
    """Hold the lock of a table; raises `HeldError` if it is held elsewhere for so long."""
    (directory / _LOCKS).mkdir(exist_ok=True)
    return hold(directory / _LOCKS / f"{name}.lock", seconds)


@contextmanager
def alone(directory: Path, name: object, table: object) -> Iterator[None]:
    """Hold the lock `name` of `table`, as builds do; raises `MillMateError` while a build works."""
    try:
        with hold_lock(directory, name):
            refuse_while_building(directory, name, table)
            yield
    except HeldError:
        told = tr("{name} is being built or packed elsewhere", name=table)
        raise MillMateError(told) from None


def refuse_while_building(directory: Path, name: object, table: object) -> None:
    """Raise `MillMateError` if the lock of any table but `table`, whose lock is `name`, is held."""
    if any(each != str(name) for each in locked(directory)):
        told = tr("tables are being built or packed in {directory}: pack {name} after that")
        raise MillMateError(told.format(directory=directory, name=table))


def locked(directory: Path) -> Iterator[str]:
    """Yield the names in the file system of the tables whose locks are held."""
    for path in (directory / _LOCKS).glob("*.lock"):
        try:
            with hold(path):
                pass
        except HeldError:
            yield path.stem


def remove_unlocked(directory: Path, name: object, path: Path) -> bool:
    """Remove the unfinished table at `path` unless its lock is held; return whether it is gone."""
    try:
        with hold_lock(directory, name):
            shutil.rmtree(path, ignore_errors=True)
    except HeldError:
        return False
    return True


def short_of_memory() -> MillMateError:
    """Return the error of a build that the system refused memory."""
    return MillMateError(
        tr(
            "memory ran out while building tables; progress is kept: close other programs, or "
            "build with fewer threads or less memory, and build again to continue"
        )
    )


@contextmanager
def storage_errors_explained(directory: Path) -> Iterator[None]:
    """Explain errors of disk and memory while tables are built in `directory`.

    Raises:
        MillMateError: Instead of an `OSError` or a `MemoryError`; names the kept work and a remedy.
    """
    try:
        yield
    except OSError as error:
        why = str(error.strerror or error)
        told = unwritable(directory, why)
        if error.errno in FULL:
            told = tr(
                "cannot write tables into {folder}: {why}; progress is kept: free some space and "
                "build again to continue, or choose another directory",
                folder=directory,
                why=why,
            )
        raise MillMateError(told) from error
    except MemoryError as error:
        raise short_of_memory() from error


# CPU time -----------------------------------------------------------------------------------------


_lock = threading.Lock()
_counted: dict[Path, float] = {}  # CPU seconds of tables that have not been taken
_tasks: list[tuple[Path, int]] = []  # the tables of the running tasks, and their threads
_last = 0.0


@contextmanager
def cpu_time_counted(table: Path, threads: int) -> Iterator[None]:
    """Count a share of this process's CPU time for a table: that of a task of `threads` threads.

    The system counts the time of a process or a thread, not that of the threads a task starts. So
    the time between two changes of the running tasks is divided by their numbers of threads. A
    task that runs alone gets exactly what it used, and all shares add up to the whole.
    """
    task = table, threads
    with _lock:
        _divide()
        _tasks.append(task)
    try:
        yield
    finally:
        with _lock:
            _divide()
            _tasks.remove(task)


def cpu_time_taken(table: Path) -> float:
    """Return the CPU seconds counted for a table up to now, and count from 0 again."""
    with _lock:
        _divide()
        return round(_counted.pop(table, 0.0), 3)


def _divide() -> None:
    """Divide the time since the last call among the running tasks."""
    global _last
    now = time.process_time()
    threads = sum(threads for _, threads in _tasks)
    for table, own in _tasks:
        _counted[table] = _counted.get(table, 0.0) + (now - _last) * own / threads
    _last = now
