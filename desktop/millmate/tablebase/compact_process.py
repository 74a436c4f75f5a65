"""Make tables compact in a child process of low priority, so that nobody notices."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import psutil

from millmate import files, language
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.language import Language, tr
from millmate.tablebase import estimates, store
from millmate.tablebase.child_process import ChildProcess
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import BuildStopped, Stopped, never

_POLL = 0.05  # seconds between two looks at `stopped`
_PATIENCE = 0.3  # seconds that the child has to end by itself


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


@dataclass(frozen=True, slots=True)
class Compacted:
    """The tables that were made compact, and the bytes that this has freed."""

    titles: tuple[str, ...] = ()
    freed: int = 0


def full_ones(directory: Path) -> list[ToCompact]:
    """Return the tables of both metrics that could be compact, the smallest first."""
    found = []
    for metric in Metric:
        own = metric.directory(directory)
        for material in store.own_materials(own):
            path = store.table_path(own, material)
            if path.is_dir() and not path.is_symlink() and not estimates.large(material):
                found.append(ToCompact(material, metric, store.full_bytes(own, material)))
    return sorted(found, key=lambda table: table.bytes)


def compact_all(
    directory: Path,
    progress: Callable[[Compacting], object] = lambda compacting: None,
    stopped: Stopped = never,
) -> Compacted:
    """Make every full table of a directory compact, the smallest first.

    Tables that cannot be are left as they are. Once `stopped`, the rest is left as well.
    """
    done: list[str] = []
    freed = 0
    for table in full_ones(directory):
        own = table.metric.directory(directory)
        try:
            for fraction in _compacting(own, table, stopped):
                progress(Compacting(table.title, fraction))
        except BuildStopped:
            break
        except MillMateError:
            continue  # one that it needs is missing, or it is damaged, as the list of tables says
        done.append(table.title)
        freed += table.bytes - store.disk_bytes(own, table.material)
    return Compacted(tuple(done), freed)


def _compacting(directory: Path, table: ToCompact, stopped: Stopped) -> Iterator[float]:
    """Make a table compact in a child process, and yield how far it is.

    Raises:
        BuildStopped: `stopped` has become true.
        MillMateError: The table cannot be made compact.
    """
    child = ChildProcess("compaction", _run, language.current(), directory, table.material)
    try:
        yield 0.0
        while not stopped():
            try:
                if not child.pipe.poll(_POLL):
                    continue
                message = child.pipe.recv()
            except (EOFError, OSError):
                raise MillMateError(tr("the process that compacts tables has died")) from None
            if message is None:
                return
            if isinstance(message, MillMateError):
                raise message
            yield message
    finally:
        child.end(_PATIENCE)
    files.sweep(directory)  # the child may have been killed
    raise BuildStopped


# The child ----------------------------------------------------------------------------------------


def _run(pipe: Connection, spoken: Language, directory: Path, material: Material) -> None:
    """Make a table compact, and send how far it is, then None or the error."""
    language.use(spoken)
    stop = threading.Event()
    threading.Thread(target=_listen, args=(pipe, stop), daemon=True).start()
    _give_way()
    from millmate.tablebase import compact  # loads kernels

    def between(fraction: float) -> None:
        if stop.is_set():
            raise BuildStopped
        pipe.send(fraction)

    message: MillMateError | None = None
    try:
        compact.compact(directory, material, between)
    except MillMateError as error:
        message = error
    with suppress(OSError):
        pipe.send(message)


def _give_way() -> None:
    """Let all other processes go first."""
    process = psutil.Process()
    with suppress(psutil.Error, OSError):
        process.nice(psutil.IDLE_PRIORITY_CLASS if psutil.WINDOWS else 19)


def _listen(pipe: Connection, stop: threading.Event) -> None:
    """Wait until the other side closes the pipe; then end this process soon."""
    with suppress(EOFError, OSError):
        pipe.recv()
    stop.set()
    time.sleep(_PATIENCE)
    os._exit(1)
