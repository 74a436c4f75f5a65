"""Mills and gaps in mills, for all points of the board at once.

For boards of three rings: they are turned by one or two points so that neighbours lie upon each
other. A mill is known by the point that completes it: of a side from its first corner, its last,
its middle, or of a spoke. `spokes` are the points where rings are joined: the middles of the sides,
with diagonals all.
"""

from millmate.kernels.engine.bits import compiled
from millmate.kernels.morris_engine import layout as L

_CORNERS, _MIDDLES = 0x555555, 0xAAAAAA
_FIRST, _LAST = 0x010101, 0x808080  # of each ring
Four = tuple[int, int, int, int]


@compiled
def turned_on(stones: int) -> int:
    """Return stones, each one point further clockwise."""
    return (stones & ~_LAST) << 1 | (stones & _LAST) >> 7


@compiled
def turned_back(stones: int) -> int:
    """Return stones, each one point back."""
    return (stones & ~_FIRST) >> 1 | (stones & _FIRST) << 7


@compiled
def beside(stones: int, spokes: int) -> int:
    """Return the points one step along a spoke from any of the stones."""
    stones &= spokes
    return (stones << 8) & L.STONES | stones >> 8


@compiled
def gaps(stones: int, spokes: int) -> Four:
    """Return the points, free or not, whose stone would complete a mill, by the kind of mill."""
    after, before = turned_back(stones), turned_on(stones)
    outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
    spoke = (middle & inner | (outer & inner) << 8 | (outer & middle) << 16) & spokes
    return (
        after & turned_back(after) & _CORNERS,
        before & turned_on(before) & _CORNERS,
        before & after & _MIDDLES,
        spoke,
    )


@compiled
def closable(stones: int, spokes: int, forward: int, backward: int, side: int, spoke: int) -> Four:
    """Return those gaps that a stone outside the mill can step into."""
    after, before, across = turned_back(stones), turned_on(stones), beside(stones, spokes)
    return (
        forward & (before | across),
        backward & (after | across),
        side & across,
        spoke & (before | after),
    )


@compiled
def in_mills(stones: int, spokes: int) -> int:
    """Return those stones that are in mills."""
    found = gaps(stones, spokes)
    middles = found[2] & stones
    return middles | turned_on(middles) | turned_back(middles) | found[3] & stones
