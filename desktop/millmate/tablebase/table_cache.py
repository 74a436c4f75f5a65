"""The tables of a directory: opened when they are first needed, their latest chunks cached."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Generic, Protocol, Self, TypeVar

from millmate.games.board import Board
from millmate.language import tr
from millmate.tablebase.dtz_process import DtzProcess, OpenTables
from millmate.tablebase.errors import MissingTableError, UnprobeableError
from millmate.tablebase.lru import LruCache
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.rule50 import (
    Resolver,
    Rule50Move,
    Rule50Verdict,
    rule50_moves,
    rule50_verdict,
)
from millmate.tablebase.verdict import MoveVerdict, Verdict

_CACHED_BYTES = 128_000_000


class Chunked(Protocol):
    """A table on disk."""

    def chunk(self, number: int) -> bytes:
        """Return the values of a chunk."""


Name = TypeVar("Name", bound=Hashable)
Opened = TypeVar("Opened", bound=Chunked)
Position = TypeVar("Position", bound=Board)
Value = TypeVar("Value", bound=Verdict)


class DirectoryTables(ABC, Generic[Name, Opened, Position, Value]):
    """The tables of one game in a directory, read as they are needed.

    Safe from several threads.
    """

    def __init__(
        self,
        directory: Path,
        find: Callable[[], Iterable[Name]],
        read: Callable[[Name], Opened],
        open_dtz: OpenTables,
    ) -> None:
        """Hold the tables of `directory` that `find` lists now; `read` opens one.

        `open_dtz` opens what knows the distances to zeroing, in a process of its own.
        """
        self.directory = directory
        self._find, self._read = find, read
        self._lock = threading.RLock()
        self._open: dict[Name, Opened] = {}
        self._chunks = LruCache[tuple[Name, int], bytes](_CACHED_BYTES, len)
        self._dtz = DtzProcess(directory, open_dtz)
        self._names = frozenset(find())

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def refresh(self) -> None:
        """List the tables again, and forget what was read of them."""
        with self._lock:
            self._forget()
            self._names = frozenset(self._find())

    def close(self) -> None:
        """Forget everything that was read, and end the process if one was started."""
        self._forget()
        self._dtz.close()

    def chunk(self, name: Name, number: int) -> bytes:
        """Return the values of a chunk as they are stored; they are not kept.

        Raises:
            MissingTableError: There is no such table.
            TableError: The table is damaged.
        """
        return self._table(name).chunk(number)

    def _table(self, name: Name) -> Opened:
        """Return a table, open; raises as `chunk` does."""
        with self._lock:
            if name not in self._open:
                if name not in self._names:
                    raise MissingTableError(tr("no table for {name}", name=name))
                self._open[name] = self._read(name)
            return self._open[name]

    def _kept_chunk(self, name: Name, number: int) -> bytes:
        """Return the values of a chunk, and keep those that were asked for last."""
        return self._chunks.get((name, number), lambda: self.chunk(name, number))

    def _forget(self) -> None:
        with self._lock:
            self._open.clear()
            self._chunks.clear()

    @abstractmethod
    def probe(self, board: Position) -> Value:
        """Return the verdict for the side to move.

        Raises:
            MissingTableError: No table covers the position.
            UnprobeableError: Tables hold no such position.
            TableError: The table is damaged.
        """

    @abstractmethod
    def moves(self, board: Position) -> list[MoveVerdict]:
        """Return every legal move with its verdict for the side to move, best first.

        Raises:
            MissingTableError: No table covers the position, or one that a move leads to.
            UnprobeableError: Tables hold no such position.
            TableError: A table is damaged.
        """

    def get(self, board: Position) -> Value | None:
        """Return the verdict for the side to move, or None where tables hold no such position.

        Raises:
            TableError: The table is damaged.
        """
        try:
            return self.probe(board)
        except (MissingTableError, UnprobeableError):
            return None

    def rule50_moves(
        self,
        board: Position,
        seconds: float = 0.0,
        stopped: Stopped = never,
        every: bool = False,
    ) -> list[Rule50Move]:
        """Return every legal move with its value under the fifty-move rule, best first.

        Where tables and clock leave the best move open, or with `every` any move, a process of its
        own finds the distance to zeroing, given enough `seconds` and unless `stopped` turns true.
        Large pairs of morris stay open (see `morris.dtz`).

        Raises:
            MissingTableError, UnprobeableError, TableError: As `moves`.
        """
        return rule50_moves(board, self.moves(board), self._resolver(seconds, stopped), every)

    def probe_rule50(
        self, board: Position, seconds: float = 0.0, stopped: Stopped = never
    ) -> Rule50Verdict:
        """Return the value of a position under the fifty-move rule; see `rule50_moves`.

        Raises:
            MissingTableError, UnprobeableError, TableError: As `probe`.
        """
        return rule50_verdict(board, self.probe(board), self._resolver(seconds, stopped))

    def _resolver(self, seconds: float, stopped: Stopped) -> Resolver | None:
        return self._dtz.resolver(seconds, stopped) if seconds else None
