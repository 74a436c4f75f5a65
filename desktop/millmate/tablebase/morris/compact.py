"""Make pairs of morris compact: who wins, without the distances (see `layout`).

A compact table answers the same questions about the result, not those about its length. Pairs with
more stones cannot be built from it; tables of the placing phase can.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import describe_error
from millmate.language import tr
from millmate.tablebase.morris import store
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Pair, Subspace
from millmate.tablebase.morris.store import MorrisInfo, MorrisTable
from millmate.tablebase.names import file_name
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table_build import alone, refuse_while_building

Between = Callable[[float], None]

_REMOVED = ".removed-"
_CHUNKS_READ = 2  # times that each chunk of the compact table is worked on: packed, compared


def compact(
    directory: Path,
    table: Subspace,
    between: Between = lambda fraction: None,
    threads: int | None = None,
) -> MorrisInfo:
    """Put a compact table in place of a full one, and return its metadata.

    A table that is compact, or never has distances, stays as it is. The compact one gets its name
    once it has been read and compared, and then the full one is removed: what a killed call leaves
    the next one finishes or removes.

    Args:
        directory: Where the tables are.
        table: Which one.
        between: Called now and then with the fraction done; may raise to stop.
        threads: The number of threads, by default one for each processor.

    Raises:
        MissingTableError: There is no such table.
        MillMateError: It is not verified; tables are being built there; the directory cannot be
            written or is full. The full table is intact.
        TableError: The table is damaged.
    """
    full = store.full_path(directory, table)
    if isinstance(table, Pair) and (full.is_dir() or _left(directory, table).is_dir()):
        try:
            with alone(directory, file_name(table), table):
                shutil.rmtree(_left(directory, table), ignore_errors=True)
                if full.is_dir():
                    _write(MorrisTable(full), directory, between, threads or machine.processors())
                    refuse_while_building(directory, file_name(table), table)
                    full.rename(_left(directory, table))
                    shutil.rmtree(_left(directory, table))
        except OSError as error:
            told = tr("{what}; no table is lost: run it again to continue")
            raise MillMateError(told.format(what=describe_error(error))) from error
    return store.opened(directory, table).info


def _left(directory: Path, table: Subspace) -> Path:
    """Return where a full table is while it is removed."""
    return directory / f"{_REMOVED}{file_name(table)}"


def _write(full: MorrisTable, directory: Path, between: Between, threads: int) -> None:
    """Write the compact table beside the full one, unless it is there and equal."""
    table = full.layout.table
    if not full.info.verified:
        raise MillMateError(
            tr(
                "{name} is not verified, and only verified tables are compacted: delete {path} "
                "and build it again",
                name=table,
                path=full.path,
            )
        )
    values, done = full.values(threads), 0
    total = _CHUNKS_READ * Layout(table, compact=True).chunks

    def check() -> None:
        nonlocal done
        done += 1  # threads may lose one now and then; it is only shown
        between(min(done / total, 1.0))

    final = store.compact_path(directory, table)
    if final.is_dir():  # from a call that was killed, or found a build at work
        try:
            if MorrisTable(final).holds(values, threads, check):
                return
        except TableError:
            pass
        shutil.rmtree(final)
    store.write(directory, table, values, full.facts, threads, check, compact=True)
