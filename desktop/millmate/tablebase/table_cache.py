"""The tables of a directory: opened when they are first needed, their latest chunks cached."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from millmate.errors import MillMateError
from millmate.games.board import Board
from millmate.games.value import MoveValue, Value
from millmate.jobs.child import can_start
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.server import Server
from millmate.language import tr
from millmate.tablebase.closing import Closing
from millmate.tablebase.lru import LruCache
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.rule50 import (
    Distance,
    Resolver,
    rule50_moves,
    ruled,
)
from millmate.tablebase.verdict import MissingTableError, UnprobeableError

CACHED_BYTES = 128_000_000


Name = TypeVar("Name", bound=Hashable)
Opened = TypeVar("Opened")
Position = TypeVar("Position", bound=Board)


class DirectoryTables(Closing, Generic[Name, Opened, Position]):
    """The tables of one game in a directory, read as they are needed.

    Safe from several threads.
    """

    def __init__(
        self,
        directory: Path,
        find: Callable[[], Iterable[Name]],
        read: Callable[[Name], Opened],
        open_dtz: OpenTables,
        cached: int = CACHED_BYTES,
    ) -> None:
        """Hold the tables of `directory` that `find` lists now; `read` opens one.

        Up to `cached` bytes of read data are kept. `open_dtz` opens the distances to zeroing, in a
        child process.
        """
        self.directory = directory
        self._find, self._read = find, read
        self._lock = threading.RLock()
        self._open: dict[Name, Opened] = {}
        self._chunks = LruCache[tuple[Hashable, int], Any](cached, len)
        self._dtz = DtzProcess(directory, open_dtz)
        self._changed = self._last_change()
        self._names = frozenset(find())

    def refresh(self) -> None:
        """List the tables again, and forget their cached data."""
        with self._lock:
            self._forget()
            self._changed = self._last_change()
            self._names = frozenset(self._find())

    def refresh_if_changed(self) -> None:
        """List the tables again if some have been added or removed; cheap if not."""
        if self._last_change() != self._changed:
            self.refresh()

    def _last_change(self) -> int | None:
        """Return when a file was last added to or removed from the directory, None without one."""
        return changed(self.directory)

    def close(self) -> None:
        """Forget everything that was read, and end the process if one was started."""
        self._forget()
        self._dtz.close()

    def _table(self, name: Name) -> Opened:
        """Return a table, open.

        Raises:
            MissingTableError: There is no such table.
            TableError: The table is damaged.
        """
        with self._lock:
            if name not in self._open:
                if name not in self._names:
                    raise MissingTableError(tr("no table for {name}", name=name))
                self._open[name] = self._read(name)
            return self._open[name]

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
    def moves(self, board: Position) -> list[MoveValue]:
        """Return every legal move with its verdict for the side to move, best first.

        Raises:
            MissingTableError: No table covers the position, or one that a move leads to.
            UnprobeableError: Tables hold no such position.
            TableError: A table is damaged.
        """

    @abstractmethod
    def mend(self, board: Position) -> str:
        """Return the remedy for the missing table of `board`."""

    def sourced(self, board: Position) -> tuple[Value, bool]:
        """Return the value, and whether solved positions gave it; raises as `probe` does."""
        return self.probe(board), False

    def is_whole(self, board: Position) -> bool:
        """Return whether whole tables cover a position that `moves` has an answer for."""
        return True

    def bound(self, board: Position) -> Value | None:
        """Return the bound that solved positions prove, None without one.

        Raises:
            MillMateError: A table is damaged, or tables hold no such position.
        """
        return None

    def bounded_moves(self, board: Position) -> Sequence[MoveValue]:
        """Return every legal move, best first, with bounds where `moves` has no value.

        Only solved positions of chess have bounds (see `all_tables`).

        Raises:
            MillMateError: A table is damaged.
        """
        return ()

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
    ) -> list[MoveValue]:
        """Return every legal move with its value under the fifty-move rule, best first.

        Where tables and clock leave the best move open, or with `every` any move, a child process
        finds the distance to zeroing, given enough `seconds` and unless `stopped` becomes true.
        Large pairs of morris stay open (see `morris.dtz`), and so do solved positions, whose moves
        to zeroing are not counted.

        Raises:
            MissingTableError, UnprobeableError, TableError: As `moves`.
        """
        judged = self.moves(board)
        resolver = self._resolver(seconds, stopped) if self.is_whole(board) else None
        return rule50_moves(board, judged, resolver, every)

    def probe_rule50(
        self, board: Position, seconds: float = 0.0, stopped: Stopped = never
    ) -> Value:
        """Return the value of a position under the fifty-move rule; see `rule50_moves`.

        Raises:
            MissingTableError, UnprobeableError, TableError: As `probe`.
        """
        value, solved = self.sourced(board)
        return ruled(board, value, None if solved else self._resolver(seconds, stopped))

    def _resolver(self, seconds: float, stopped: Stopped) -> Resolver | None:
        return self._dtz.resolver(seconds, stopped) if seconds else None


def changed(directory: Path) -> int | None:
    """Return when a file was last added to or removed from a directory, None without one."""
    try:
        return directory.stat().st_mtime_ns
    except OSError:
        return None


Tables = DirectoryTables[Any, Any, Any]  # of any game


# Distances to zeroing, found in a child process ---------------------------------------------------


class DistanceTables(Protocol):
    """Tables that answer, such as `dtm50.ClockSlices`."""

    def distances(self, texts: Sequence[str], winner: bool) -> list[Distance | None]:
        """Return the distances of positions for a winner, None where they are unknown."""


OpenTables = Callable[[Path], DistanceTables]


class DtzProcess:
    """Asks a child process for the distances of positions of one game; safe from several threads.

    The window never loads the kernels that find them. Every answer is None where no child process
    is possible, as in the daemonic workers of a cluster, and once it has failed.
    """

    def __init__(self, directory: Path, open_tables: OpenTables) -> None:
        """Ask about positions whose tables are in `directory`; nothing is started yet.

        The child process calls `open_tables` with the directory.
        """
        work = partial(_distances, directory, open_tables)
        died = "the process that finds distances to zeroing has died"
        self._server = Server(Job("distances", work, died, patience=1.0), again=False)
        self._failed = not can_start()
        self.close = self._server.close

    def resolver(self, seconds: float, stopped: Stopped) -> Resolver:
        """Return a function that asks and waits up to `seconds` or until `stopped` is true."""

        def resolve(boards: Sequence[Board], winner: bool) -> list[Distance | None]:
            question = [board.fen() for board in boards], winner
            if not self._failed:
                try:
                    return self._server.ask(question, stopped, seconds=seconds)
                except JobStopped:
                    pass
                except MillMateError:
                    self._failed = True
            return [None] * len(boards)

        return resolve


# The child ----------------------------------------------------------------------------------------


def open_morris(directory: Path, large: bool = False) -> DistanceTables:
    """Return the distances to zeroing of morris, of `large` compact pairs too; loads kernels."""
    from millmate.tablebase.morris.dtz import MorrisDtz

    return MorrisDtz(directory, large)


def _distances(
    directory: Path, open_tables: OpenTables, question: tuple[list[str], bool], control: Control
) -> list[Distance | None]:
    return _tables(directory, open_tables).distances(*question)


@lru_cache(maxsize=1)
def _tables(directory: Path, open_tables: OpenTables) -> DistanceTables:
    return open_tables(directory)
