"""How long builds take by the clock: one estimate for everything that tells one."""

from __future__ import annotations

from collections.abc import Iterable

from millmate import machine
from millmate.games.chess.material import Material
from millmate.kernels import cache
from millmate.tablebase.plan import Plan, PlannedTable

# Seconds that one core takes to compile all kernels that build tables of a game, as measured.
_COMPILING = {"chess": 50.0, "morris": 40.0}


def of_plan(plan: Plan[object], threads: int | None = None) -> float:
    """Return the seconds that `threads`, or all processors, take to build what is missing.

    Kernels that have not been compiled on this machine yet are counted in.
    """
    missing = plan.missing
    if not missing:
        return 0.0
    hands = threads or machine.processors()
    shared = plan.seconds / hands
    longest = max(of_table(table, hands) for table in missing)
    return max(shared, longest) + compiling(missing)


def of_table(table: PlannedTable[object], threads: int | None = None) -> float:
    """Return the seconds that a table takes by itself, nothing being compiled."""
    hands = threads or machine.processors()
    return table.seconds / (1 if _is_one_unit(table.material) else hands)


def compiling(tables: Iterable[PlannedTable[object]]) -> float:
    """Return the seconds of compiling before these tables are built, 0.0 if that was done."""
    games = {"chess" if isinstance(table.material, Material) else "morris" for table in tables}
    return sum(_COMPILING[game] for game in games if cache.is_cold(game))


def _is_one_unit(material: object) -> bool:
    """Tell whether a table is built by one thread: one of chess without pawns."""
    return isinstance(material, Material) and not sum(material.pawns)
