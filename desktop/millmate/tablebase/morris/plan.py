"""What a build of morris tables has to make, in which order, and what it costs."""

from collections.abc import Iterable
from pathlib import Path

from millmate.tablebase import sharded
from millmate.tablebase.morris import estimates, store
from millmate.tablebase.morris.names import MorrisTarget, Subspace, closure
from millmate.tablebase.plan import Plan, PlannedTable


def plan(targets: Iterable[MorrisTarget], directory: Path) -> Plan[Subspace]:
    """Return the tables that `targets` need in `directory`, each after those it needs itself."""
    needed = closure(table for target in targets for table in target.tables)
    return Plan(tuple(_planned(table, directory) for table in needed))


def _planned(table: Subspace, directory: Path) -> PlannedTable[Subspace]:
    path = store.table_path(directory, table)
    exists = path.is_dir()
    return PlannedTable(
        table,
        exists,
        sharded.disk_bytes(path) if exists else estimates.disk(table),
        estimates.memory(table),
        estimates.seconds(table),
    )
