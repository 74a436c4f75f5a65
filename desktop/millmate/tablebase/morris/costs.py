"""What morris tables cost: bytes on disk, memory and time, estimated before anything is built."""

from math import comb

from millmate.tablebase.morris.names import Pair, Placing, Subspace

PROGRAM = 300_000_000  # bytes that the building process takes with its kernels and no table

# Classes of placements by the number of stones, as `index.rows` counts them.
_ROWS = (1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880)
_POINTS = 24

# Measured; see the README.
_BYTES_PER_PLACE, _BYTES_PER_PLACE_PLACING = 0.35, 0.10
_NANOSECONDS, _NANOSECONDS_PLACING = 330.0, 180.0
_SECONDS_PER_TABLE = 0.05
# Solving a pair takes, besides the codes of both sides to move, as much again and two bits each.
_PAIR_MEMORY = 2.25


def places(table: Subspace) -> int:
    """Return the number of codes in a table (see `layout.Layout.size`)."""
    if isinstance(table, Placing):
        return _rows_by_columns(table.white, table.black)
    sides = 1 if table.primary == table.other else 2
    return sides * _rows_by_columns(table.primary, table.other)


def disk(table: Subspace) -> int:
    """Return the estimated bytes of a table on disk."""
    each = _BYTES_PER_PLACE if isinstance(table, Pair) else _BYTES_PER_PLACE_PLACING
    return round(each * places(table)) + 3_000


def seconds(table: Subspace) -> float:
    """Return the estimated computing time of a table on one core, in seconds."""
    each = _NANOSECONDS if isinstance(table, Pair) else _NANOSECONDS_PLACING
    return each * 1e-9 * places(table) + _SECONDS_PER_TABLE


def memory(table: Subspace) -> int:
    """Return the estimated bytes that building a table takes, those it needs held in memory."""
    own = places(table)
    if isinstance(table, Pair):
        own = round(_PAIR_MEMORY * 2 * _rows_by_columns(*table))
    return PROGRAM + own + sum(places(needed) for needed in table.needs())


def _rows_by_columns(primary: int, other: int) -> int:
    return _ROWS[primary] * comb(_POINTS - primary, other)
