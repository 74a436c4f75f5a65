"""How long builds take by the clock: the one estimate that everything shows."""

from __future__ import annotations

from collections.abc import Iterable

from millmate import machine
from millmate.games.chess.material import Material
from millmate.kernels import cache
from millmate.tablebase.plan import Plan, PlannedTable

# Measured seconds that one core takes to compile all kernels that build tables of a game.
_COMPILING = {"chess": 50.0, "morris": 40.0}


def of_plan(plan: Plan[object], threads: int | None = None) -> float:
    """Return the seconds that `threads`, or all processors, take to build what is missing.

    That includes kernels that have not been compiled on this machine yet.
    """
    missing = plan.missing
    if not missing:
        return 0.0
    workers = threads or machine.processors()
    shared = plan.seconds / workers
    longest = max(of_table(table, workers) for table in missing)
    return max(shared, longest) + compiling(missing)


def of_table(table: PlannedTable[object], threads: int | None = None) -> float:
    """Return the seconds that a table takes alone, with compiled kernels."""
    workers = threads or machine.processors()
    return table.seconds / (1 if _is_one_unit(table.material) else workers)


def compiling(tables: Iterable[PlannedTable[object]]) -> float:
    """Return the seconds of compiling before these tables are built, 0.0 if nothing is left."""
    games = {"chess" if isinstance(table.material, Material) else "morris" for table in tables}
    return sum(_COMPILING[game] for game in games if cache.is_cold(game))


def _is_one_unit(material: object) -> bool:
    """Return whether one thread builds a table: in chess, one without pawns."""
    return isinstance(material, Material) and not sum(material.pawns)
