"""Make tables compact in a child process, of low priority so that nobody notices."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import psutil

from millmate import files
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.language import Language, tr
from millmate.tablebase import estimates, store
from millmate.tablebase.child_work import Send, reports, send_all
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import BuildStopped, Stopped, never


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
            path = store.table_path(own, material)
            if path.is_dir() and not path.is_symlink() and estimates.compactable(material):
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

    Tables that cannot be are left as they are. Once `stopped`, the rest is left as well. Whatever
    else this machine does comes first if that is to go `gently`.
    """
    done: list[str] = []
    refused: list[tuple[str, str]] = []
    freed = 0
    for table in full_ones(directory):
        if titles and table.title not in titles:
            continue
        own = table.metric.directory(directory)
        try:
            for fraction in _compacting(own, table, stopped, gently):
                progress(Compacting(table.title, fraction))
        except BuildStopped:
            break
        except MillMateError as error:  # one that it needs is missing, or it is damaged
            refused.append((table.title, str(error)))
            continue
        done.append(table.title)
        freed += table.bytes - store.disk_bytes(own, table.material)
    return Compacted(tuple(done), freed, tuple(refused))


def _compacting(
    directory: Path, table: ToCompact, stopped: Stopped, gently: bool
) -> Iterator[float]:
    """Make a table compact in a child process, and yield how far it is.

    Raises:
        BuildStopped: `stopped` has become true.
        MillMateError: The table cannot be made compact.
    """
    yield 0.0
    died = tr("the process that compacts tables has died")
    given = directory, table.material, gently
    try:
        yield from reports("compaction", _run, *given, stopped=stopped, died=died)
    except BuildStopped:
        files.sweep(directory)  # the child may have been killed
        raise


def _run(
    pipe: Connection, spoken: Language, directory: Path, material: Material, gently: bool
) -> None:
    """Make a table compact in the child, and send how far it is."""
    if gently:
        give_way()

    def work(send: Send) -> None:
        from millmate.tablebase import compact  # loads kernels

        compact.compact(directory, material, send)

    send_all(pipe, spoken, work)


def give_way() -> None:
    """Let all other processes go first."""
    process = psutil.Process()
    with suppress(psutil.Error, OSError):
        process.nice(psutil.IDLE_PRIORITY_CLASS if psutil.WINDOWS else 19)
