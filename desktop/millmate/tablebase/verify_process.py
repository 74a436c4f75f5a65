"""Verify tables in a child process, so that the window never loads kernels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from millmate.errors import MillMateError
from millmate.language import Language, tr
from millmate.tablebase.child_work import Send, reports, send_all
from millmate.tablebase.inventory import Table
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import BuildStopped, Stopped, never


@dataclass(frozen=True, slots=True)
class Verifying:
    """How far the verification of a table is, 0 to 1: the `number`th of so many, from 1."""

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
    died = tr("the process that verifies tables has died")
    given = directory, tuple(tables), threads
    try:
        for report in reports("verifier", _run, *given, stopped=stopped, died=died):
            if isinstance(report, Verifying):
                progress(report)
            elif report.fault:
                faults.append((report.title, report.fault))
            else:
                correct.append(report.title)
    except BuildStopped:
        pass
    return Verified(tuple(correct), tuple(faults))


def _run(
    pipe: Connection,
    spoken: Language,
    directory: Path,
    tables: Sequence[tuple[Table, Metric]],
    threads: int | None,
) -> None:
    """Verify the tables in the child, and send how far that is and each result."""

    def work(send: Send) -> None:
        for number, (table, metric) in enumerate(tables, 1):
            title = metric.titled(table)

            def told(done: float, title: str = title, number: int = number) -> None:
                send(Verifying(title, number, len(tables), done))

            told(0.0)
            send(_Result(title, _fault(directory, table, metric, told, threads)))

    send_all(pipe, spoken, work)


def _fault(
    directory: Path,
    table: Table,
    metric: Metric,
    told: Callable[[float], None],
    threads: int | None,
) -> str:
    from millmate.tablebase import targets  # loads kernels

    try:
        targets.verify(metric.directory(directory), table, told, threads, metric)
    except BuildStopped:
        raise
    except MillMateError as error:
        return str(error)
    return ""
