"""Verify tables in a child process, so that the window never loads kernels."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.run import run
from millmate.language import tr
from millmate.tablebase import targets
from millmate.tablebase.inventory import Table
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import Stopped, never


@dataclass(frozen=True, slots=True)
class Verifying:
    """The progress of the verification of a table, 0 to 1: the `number`th of `tables`, from 1."""

    title: str
    number: int
    tables: int
    fraction: float


@dataclass(frozen=True, slots=True)
class Verified:
    """The tables found correct, and those that are not or could not be verified, and why."""

    titles: tuple[str, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Result:
    title: str
    fault: str


def verify_all(
    directory: Path,
    tables: Sequence[tuple[Table, Metric]],
    progress: Callable[[Verifying], object] = lambda verifying: None,
    stopped: Stopped = never,
    threads: int | None = None,
) -> Verified:
    """Verify tables of `directory` position by position, one after the other.

    Once `stopped`, the rest is left.

    Raises:
        MillMateError: The process that verifies has died.
    """
    correct: list[str] = []
    faults: list[tuple[str, str]] = []

    def add(report: Verifying | _Result) -> None:
        if isinstance(report, Verifying):
            progress(report)
        elif report.fault:
            faults.append((report.title, report.fault))
        else:
            correct.append(report.title)

    work = partial(_verify, directory, tuple(tables), threads)
    with suppress(JobStopped):
        run(Job("verifier", work, tr("the process that verifies tables has died")), add, stopped)
    return Verified(tuple(correct), tuple(faults))


def _verify(
    directory: Path,
    tables: Sequence[tuple[Table, Metric]],
    threads: int | None,
    control: Control,
) -> None:
    """Verify the tables in the child; report the progress and each result."""
    for number, (table, metric) in enumerate(tables, 1):
        title = metric.titled(table)

        def report(done: float, title: str = title, number: int = number) -> None:
            control.report(Verifying(title, number, len(tables), done))

        report(0.0)
        control.report(_Result(title, _fault(directory, table, metric, report, threads)))


def _fault(
    directory: Path,
    table: Table,
    metric: Metric,
    report: Callable[[float], None],
    threads: int | None,
) -> str:
    try:
        targets.verify(metric.directory(directory), table, report, threads, metric)
    except JobStopped:
        raise
    except MillMateError as error:
        return str(error)
    return ""
