"""Chunks of compact tables, found in a child process, so that the window does not wait."""

from functools import cache, lru_cache
from pathlib import Path

from millmate import machine
from millmate.errors import MillMateError
from millmate.jobs.job import Control, Job
from millmate.jobs.server import Server
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.progress import Stopped
from millmate.tablebase.store import Others
from millmate.tablebase.table import Table

_REST = 60.0  # seconds without a question after which it exits and frees its memory

_STEP = 0.02  # share of a slice between two progress reports


@cache
def _server() -> Server[bytes]:
    died = tr("the process that reads compact tables has died")
    return Server(Job("compact tables", _find, died, patience=1.0), _REST)


class TableApart(CompactTable):
    """A compact table whose chunks a child process finds."""

    def __init__(self, directory: Path, table: CompactTable, unwanted: Stopped) -> None:
        """Open the table of a directory; waiting ends with `JobStopped` once `unwanted` is true."""
        super().__init__(table.path, Others(directory), table.layout)
        self._question = directory, str(table.layout.material)
        self._unwanted = unwanted

    def _chunk(self, number: int, wins: bool) -> bytes:
        question = *self._question, number, wins
        return _server().ask(question, self._unwanted, self.progress or ignore)


# The child ----------------------------------------------------------------------------------------


def _find(question: tuple[Path, str, int, bool], control: Control) -> bytes:
    """Return a chunk of a table of a directory, with 1 for wins unless they matter."""
    directory, name, number, wins = question
    try:
        table = _table(directory, name, store.written(directory, name))
        table.progress = _teller(control)
        return table.chunk(number) if wins else table.stored_chunk(number)
    except OSError as error:
        raise MillMateError(str(error)) from None


def _teller(control: Control) -> Between:
    """Return a function that reports to the parent process how much of a slice has been found."""
    told = 0.0

    def tell(fraction: float) -> None:
        nonlocal told
        if fraction > told + _STEP:
            told = fraction
            control.send(fraction)

    return tell


@lru_cache(maxsize=4)
def _table(directory: Path, name: str, written: int) -> Table:
    table = store.opened(directory, name)
    if isinstance(table, CompactTable):
        table.threads = machine.processors()
    return table
