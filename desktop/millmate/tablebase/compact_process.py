"""Make tables compact in a child process, at low priority so that the computer stays responsive."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from millmate import files
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.run import run
from millmate.language import tr
from millmate.tablebase import estimates, store
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import Stopped, never


@dataclass(frozen=True, slots=True)
class ToCompact:
    """A table to make compact, and its size on disk."""

    material: Material
    metric: Metric
    bytes: int

    @property
    def title(self) -> str:
        return self.metric.titled(self.material)


@dataclass(frozen=True, slots=True)
class Compacting:
    """How far the work on a table is, 0 to 1."""

    title: str
    fraction: float

    @property
    def words(self) -> str:
        percent = f"{self.fraction * 100:.0f}"
        return tr("Compacting {table}, {n} %", table=self.title, n=percent)


@dataclass(frozen=True, slots=True)
class Compacted:
    """The tables that were made compact, and the bytes that this has freed.

    `refused` holds the title of each table that cannot be compact, and why.
    """

    titles: tuple[str, ...] = ()
    freed: int = 0
    refused: tuple[tuple[str, str], ...] = ()


def full_ones(directory: Path) -> list[ToCompact]:
    """Return the tables of both metrics that could be compact, the smallest first."""
    found = []
    for metric in Metric:
        own = metric.directory(directory)
        for material in store.own_materials(own):
            path = store.full_path(own, material)
            if path and not path.is_symlink() and estimates.compactable(material):
                found.append(ToCompact(material, metric, store.full_bytes(own, material)))
    return sorted(found, key=lambda table: table.bytes)


def compact_all(
    directory: Path,
    progress: Callable[[Compacting], object] = lambda compacting: None,
    stopped: Stopped = never,
    titles: Sequence[str] = (),
    gently: bool = True,
) -> Compacted:
    """Make the full tables of a directory compact, the smallest first: all, or those of `titles`.

    Tables that cannot be made compact are left as they are, and so is the rest once `stopped`. With
    `gently` the child process has a low priority.
    """
    done: list[str] = []
    refused: list[tuple[str, str]] = []
    freed = 0
    for table in full_ones(directory):
        if titles and table.title not in titles:
            continue
        own = table.metric.directory(directory)
        try:
            _compact(own, table, progress, stopped, gently)
        except JobStopped:
            break
        except MillMateError as error:  # one that it needs is missing, or it is damaged
            refused.append((table.title, str(error)))
            continue
        done.append(table.title)
        freed += table.bytes - store.disk_bytes(own, table.material)
    return Compacted(tuple(done), freed, tuple(refused))


def _compact(
    directory: Path,
    table: ToCompact,
    progress: Callable[[Compacting], object],
    stopped: Stopped,
    gently: bool,
) -> None:
    """Make a table compact in a child process.

    Raises:
        JobStopped: `stopped` has become true.
        MillMateError: The table cannot be made compact.
    """

    def report(fraction: float) -> None:
        progress(Compacting(table.title, fraction))

    report(0.0)
    work = partial(_compacted, directory, table.material)
    died = tr("the process that compacts tables has died")
    try:
        run(Job("compaction", work, died, gentle=gently), report, stopped)
    except JobStopped:
        files.sweep(directory)  # the child may have been killed
        raise


def _compacted(directory: Path, material: Material, control: Control) -> None:
    from millmate.tablebase import compact  # loads kernels

    compact.compact(directory, material, control.report)
