"""Verify tables in a child process, so that the window never loads kernels."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.run import run
from millmate.language import tr
from millmate.tablebase import targets
from millmate.tablebase.by_game import of
from millmate.tablebase.inventory import Table
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import Stopped, never

_Report = Callable[[float], None]
_Check = Callable[[_Report, int | None], object]  # given the number of threads, too


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

    def add(report: Verifying | tuple[str, str]) -> None:
        if isinstance(report, Verifying):
            progress(report)
        elif report[1]:
            faults.append(report)
        else:
            correct.append(report[0])

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
    checks = [check for table, metric in tables for check in _checks(directory, table, metric)]
    for number, (title, check) in enumerate(checks, 1):

        def report(done: float, title: str = title, number: int = number) -> None:
            control.report(Verifying(title, number, len(checks), done))

        report(0.0)
        fault = ""
        try:
            check(report, threads)
        except JobStopped:
            raise
        except MillMateError as error:
            fault = str(error)
        control.report((title, fault))


def _checks(directory: Path, table: Any, metric: Metric) -> Iterator[tuple[str, _Check]]:
    """Yield titles and checks of a table: with distances to mate also those that DTM50 adds."""
    whole = partial(targets.verify, metric.directory(directory), table, metric=metric)
    yield metric.titled(table), whole
    if metric is Metric.DTM and any(
        path.exists() for path in of(table).dtm50(directory, table)[:1]
    ):
        from millmate.tablebase import dtm50_build  # loads kernels

        yield f"{table} (DTM50)", partial(dtm50_build.verify, directory, table)
