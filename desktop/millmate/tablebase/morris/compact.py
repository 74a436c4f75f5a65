"""Make pairs of morris compact: who wins, without the distances (see `layout`).

A compact table answers the same questions about the result, not those about its length. Pairs with
more stones cannot be built from it; tables of the placing phase can.
"""

from itertools import count
from pathlib import Path

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import describe_error
from millmate.language import tr
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.morris import store
from millmate.tablebase.morris.layout import Layout
from millmate.tablebase.morris.names import Subspace
from millmate.tablebase.morris.store import MorrisInfo
from millmate.tablebase.names import file_name
from millmate.tablebase.table_build import alone, refuse_while_building


def compact(
    directory: Path,
    table: Subspace,
    between: Between = ignore,
    threads: int | None = None,
) -> MorrisInfo:
    """Put a compact table in place of a full one, and return its metadata.

    A table that is compact, or never has distances, stays as it is. The compact one replaces the
    full one once it has been read and compared.

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
    full, threads = store.opened(directory, table), threads or machine.processors()
    if not full.info.distances:
        return full.info
    if not full.info.verified:
        raise MillMateError(
            tr(
                "{name} is not verified, and only verified tables are compacted: delete {path} "
                "and build it again",
                name=table,
                path=full.path,
            )
        )
    name, done, total = file_name(table), count(1), 2 * Layout(table, compact=True).chunks
    try:
        with alone(directory, name, table):
            return store.write(
                directory, table, full.values(threads), full.facts, threads,
                check=lambda: between(min(next(done) / total, 1.0)),  # packed, then compared
                compact=True, named=lambda: refuse_while_building(directory, name, table),
            ).info  # fmt: skip
    except OSError as error:
        told = tr("{what}; no table is lost: run it again to continue")
        raise MillMateError(told.format(what=describe_error(error))) from error
