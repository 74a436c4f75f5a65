"""Build tables in a child process, so that nothing it needs or meets stalls or ends the window."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from millmate import log
from millmate.jobs.job import Control, Job, ProcessDiedError
from millmate.jobs.run import run
from millmate.language import tr
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import Target
from millmate.tablebase.progress import BuildProgress, ignore, never
from millmate.tablebase.solve_request import SolveRequest, solve
from millmate.tablebase.table_build import short_of_memory
from millmate.tablebase.targets import Info, build, names_of, remove_leftovers


def build_in_process(
    targets: Iterable[Target],
    directory: Path,
    progress: Callable[[BuildProgress], None] = ignore,
    stopped: Callable[[], bool] = never,
    paused: Callable[[], bool] = never,
    *,
    metrics: Sequence[Metric] = (Metric.DTM,),
    threads: int | None = None,
    memory: int | None = None,
) -> list[Info]:
    """Do what `build` does in a child process; the functions given are called in this process.

    A child that does not stop within two seconds is killed; its work is kept either way.

    Raises:
        JobStopped: `stopped` has become true.
        MillMateError: As `build`; also when the child dies.
    """
    wanted = list(targets)
    work = partial(build, wanted, directory, metrics=metrics, threads=threads, memory=memory)
    try:
        name = f"build of {names_of(wanted)} in {directory}"
        infos: list[Info] = _run(name, work, progress, stopped, paused)
        return infos
    finally:
        if directory.is_dir():
            with suppress(OSError):
                remove_leftovers(directory)


def solve_in_process(
    request: SolveRequest,
    directory: Path,
    progress: Callable[[BuildProgress], None] = ignore,
    stopped: Callable[[], bool] = never,
    paused: Callable[[], bool] = never,
    *,
    threads: int | None = None,
    memory: int | None = None,
) -> str:
    """Do what `solve_request.solve` does in a child process; raises as `build_in_process`."""
    work = partial(solve, request, directory, threads=threads, memory=memory)
    name = f"solution of {request.fen} in {directory}"
    sentence: str = _run(name, work, progress, stopped, paused)
    return sentence


def _run(
    name: str,
    work: Callable[..., Any],
    progress: Callable[[BuildProgress], None],
    stopped: Callable[[], bool],
    paused: Callable[[], bool],
) -> Any:
    """Run `work(progress, stopped, paused)` in a child process and return its result."""
    died = tr("the process that builds tables has died")
    kept = tr("its progress is kept: build again to continue")
    job = Job(name, partial(_controlled, work), died, kept, patience=2.0)
    try:
        with log.task(name):
            return run(job, progress, stopped, paused)
    except ProcessDiedError as death:
        if death.by_memory:
            raise short_of_memory() from None
        raise


def _controlled(work: Callable[..., Any], control: Control) -> Any:
    return work(progress=control.send, stopped=control.stopped, paused=control.paused)
