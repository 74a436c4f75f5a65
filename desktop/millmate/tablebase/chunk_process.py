"""Chunks of compact tables, found in a child process: the window loads no compiled kernels."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue

from millmate import language, machine
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.language import Language, tr
from millmate.tablebase import store
from millmate.tablebase.child_process import ChildProcess
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.progress import Stopped
from millmate.tablebase.store import Others
from millmate.tablebase.table import Table

_POLL = 0.02  # seconds between two looks at whether the answer is still wanted
_GOODBYE = 1.0  # seconds that the process has to end
_REST = 60.0  # seconds without a question after which it ends, and gives its memory back

_STEP = 0.02  # of a slice: how often it is told how much is found

_Question = tuple[int, Path, int, bool]
_Answer = bytes | MillMateError
_Ask = tuple[Path, int, bool]  # a table, a chunk, whether its wins matter


class UnwantedError(MillMateError):
    """Nobody waits for the chunk any more."""


class ChunkProcess:
    """Finds chunks; safe from several threads.

    It answers abandoned questions too: the slice that it found for one serves the next.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = threading.Lock()
        self._child: ChildProcess | None = None
        self._asked = 0

    def chunk(
        self,
        table: Path,
        number: int,
        wins: bool,
        unwanted: Stopped,
        progress: Between,
    ) -> bytes:
        """Return a chunk of the compact table at a path, with 1 for wins unless `wins`.

        `progress` is called with how much of a slice has been found, 0 to 1.

        Raises:
            TableError: It is damaged, or one that its moves lead to.
            MissingTableError: One that they lead to is missing.
            UnwantedError: `unwanted` has become true.
        """
        ask = table, number, wins
        with self._lock:
            try:
                answer = self._answer(ask, unwanted, progress)
            except (EOFError, OSError):  # it has ended, perhaps after a rest
                self._end()
                answer = self._answer_or_fail(ask, unwanted, progress)
        if isinstance(answer, MillMateError):
            raise answer
        return answer

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            self._end()

    def _answer_or_fail(self, ask: _Ask, unwanted: Stopped, progress: Between) -> _Answer:
        try:
            return self._answer(ask, unwanted, progress)
        except (EOFError, OSError):
            self._end()
            return MillMateError(tr("the process that reads compact tables has died"))

    def _answer(self, ask: _Ask, unwanted: Stopped, progress: Between) -> _Answer:
        if self._child is None:
            self._child = ChildProcess("compact tables", _serve, language.current())
        pipe = self._child.pipe
        self._asked += 1
        pipe.send((self._asked, *ask))
        while not unwanted():
            if pipe.poll(_POLL):
                answer: _Answer | float
                asked, answer = pipe.recv()
                if asked == self._asked:
                    if not isinstance(answer, float):
                        return answer
                    progress(answer)
        raise UnwantedError

    def _end(self) -> None:
        if self._child is not None:
            self._child.end(_GOODBYE)
            self._child = None


PROCESS = ChunkProcess()  # of this window


class TableApart(CompactTable):
    """A compact table whose chunks a child process finds."""

    def __init__(self, path: Path, others: Callable[..., Table], unwanted: Stopped) -> None:
        """Open the table; waiting for a chunk ends once `unwanted` is true."""
        super().__init__(path, others)
        self._unwanted = unwanted

    def _chunk(self, number: int, wins: bool) -> bytes:
        return PROCESS.chunk(self.path, number, wins, self._unwanted, self.progress or ignore)


def opened(directory: Path, material: Material, unwanted: Stopped) -> Table:
    """Return the table of `material` as `store.opened` does, its chunks found apart if compact."""
    table = store.opened(directory, material)
    if not isinstance(table, CompactTable):
        return table
    return TableApart(table.path, Others(table.path.parent), unwanted)


# The child ----------------------------------------------------------------------------------------


def _serve(pipe: Connection, spoken: Language) -> None:
    """Answer questions until the other side closes the pipe, or has none for a while."""
    language.use(spoken)  # so that errors are in the window's language
    questions: SimpleQueue[_Question] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    with suppress(Empty, OSError):
        while True:
            asked, path, number, wins = questions.get(timeout=_REST)
            pipe.send((asked, _found(path, number, wins, _teller(pipe, asked))))


def _teller(pipe: Connection, asked: int) -> Between:
    """Return what tells the other side how much of a slice has been found."""
    told = 0.0

    def tell(fraction: float) -> None:
        nonlocal told
        if fraction > told + _STEP:
            told = fraction
            pipe.send((asked, fraction))

    return tell


def _found(path: Path, number: int, wins: bool, progress: Between) -> _Answer:
    try:
        table = _table(path, path.stat().st_mtime_ns)
        table.progress = progress
        return table.chunk(number) if wins else table.stored_chunk(number)
    except MillMateError as error:
        return error
    except OSError as error:
        return MillMateError(str(error))


@lru_cache(maxsize=4)
def _table(path: Path, written: int) -> Table:
    table = CompactTable(path, Others(path.parent))
    table.threads = machine.processors()
    return table


def _listen(pipe: Connection, questions: SimpleQueue[_Question]) -> None:
    """Pass questions on; end the process at once when the other side has gone."""
    with suppress(EOFError, OSError):
        while True:
            questions.put(pipe.recv())
    os._exit(0)
