"""The tables of a directory, opened when they are needed, with what was read last kept."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

from millmate.errors import InputError, MillMateError
from millmate.language import tr

_CACHED_BYTES = 128_000_000


class MissingTableError(MillMateError):
    """No table covers the material of a position."""


class UnprobeableError(InputError):
    """Tables know no such position: castling rights, an unknown variant, or an impossible one."""


class Chunked(Protocol):
    """A table on disk."""

    def chunk(self, number: int) -> bytes:
        """Return the values of a chunk."""


Name = TypeVar("Name", bound=Hashable)
Kept = TypeVar("Kept", bound=Chunked)


class TableCache(Generic[Name, Kept]):
    """Tables by name; safe from several threads."""

    def __init__(self, find: Callable[[], Iterable[Name]], read: Callable[[Name], Kept]) -> None:
        """Hold the tables that `find` names now (see `refresh`), opened by `read`."""
        self._find, self._read = find, read
        self._lock = threading.RLock()
        self.names: frozenset[Name] = frozenset()
        self._open: dict[Name, Kept] = {}
        self._chunks: OrderedDict[tuple[Name, int], bytes] = OrderedDict()
        self._cached_bytes = 0
        self.refresh()

    def refresh(self) -> None:
        """Look again which tables are there, and forget what was read of them."""
        with self._lock:
            self.close()
            self.names = frozenset(self._find())

    def close(self) -> None:
        """Forget everything that was read; it is read again when it is needed."""
        with self._lock:
            self._open.clear()
            self._chunks.clear()
            self._cached_bytes = 0

    def add(self, name: Name, table: Kept) -> None:
        """Hold `table` too, which need not be in the directory."""
        with self._lock:
            self.names |= {name}
            self._open[name] = table

    def table(self, name: Name) -> Kept:
        """Return a table, open.

        Raises:
            MissingTableError: It is not there.
            TableError: It is damaged.
        """
        with self._lock:
            if name not in self._open:
                if name not in self.names:
                    raise MissingTableError(tr("no table for {name}", name=name))
                self._open[name] = self._read(name)
            return self._open[name]

    def chunk(self, name: Name, number: int) -> bytes:
        """Return the values of a chunk of a table; raises as `table` does."""
        with self._lock:
            found = self._chunks.get((name, number))
            if found is not None:
                self._chunks.move_to_end((name, number))
                return found
            found = self.table(name).chunk(number)
            self._chunks[name, number] = found
            self._cached_bytes += len(found)
            while self._cached_bytes > _CACHED_BYTES:
                self._cached_bytes -= len(self._chunks.popitem(last=False)[1])
            return found


class DirectoryTables(Generic[Name, Kept]):
    """What the tables of either game have in common: a directory, read as it is needed.

    Safe from several threads.
    """

    def __init__(
        self, directory: Path, find: Callable[[], Iterable[Name]], read: Callable[[Name], Kept]
    ) -> None:
        """Open the tables of `directory` that `find` names now, by `read`."""
        self.directory = directory
        self._shelf = TableCache(find, read)

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close."""
        self.close()

    def refresh(self) -> None:
        """Look again which tables are there, and forget what was read of them."""
        self._shelf.refresh()

    def close(self) -> None:
        """Forget everything that was read; it is read again when it is needed."""
        self._shelf.close()
