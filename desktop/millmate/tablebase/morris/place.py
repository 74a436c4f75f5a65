"""Where a table holds the value of a position of morris."""

from typing import NamedTuple

from millmate.tablebase.morris.index import locate
from millmate.tablebase.morris.names import Placing, Subspace
from millmate.tablebase.morris.situation import Situation, table_of


class Place(NamedTuple):
    """The place of a value: its table, and where in it (see `index` for rows and columns).

    `side` is 0 where the primary side is to move, and while stones are placed.
    """

    table: Subspace
    side: int
    row: int
    column: int


def place_of(situation: Situation) -> Place:
    """Return the place of the value of `situation`, which is not `lost`."""
    turn, (black, white), _ = situation
    table = table_of(situation)
    if isinstance(table, Placing):
        return Place(table, 0, *locate(white, black))
    own, other = (white, black) if turn else (black, white)
    if own.bit_count() == table.primary:
        return Place(table, 0, *locate(own, other))
    return Place(table, 1, *locate(other, own))
