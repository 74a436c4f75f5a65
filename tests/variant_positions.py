"""A position of every variant of morris, and the tables of three stones against three."""

import random

from millmate.games.catalogue import Position
from millmate.games.morris.positions import random_position
from millmate.games.morris.variants import VARIANTS
from millmate.tablebase.morris.names import SOLVED

# Without stones in hand, Lasker morris has the tables of nine men's morris.
TABLES = {name: f"morris:{name}:3-3" for name in SOLVED} | dict.fromkeys(
    ("standard", "lasker"), "morris:3-3"
)


def position_of(name: str) -> Position:
    """Return a position of a variant, always the same one."""
    return Position.of(random_position(3, 3, random.Random(name), variant=VARIANTS[name]))
