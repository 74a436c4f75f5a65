"""Neighbours, mills and gaps in mills as the rules in the buffer have them.

On three rings all points are looked at at once: the rings are turned by one or two points so that
neighbours lie upon each other. On any other board neighbours and mills are gone through one by one.
`spokes` is the buffer's word `SPOKES`, which callers read once: a compiler cannot prove that their
writes leave it unchanged. Spokes are the points where rings are joined: the middles of the sides,
with diagonals all.
"""

import numpy as np

from millmate.kernels.engine.bits import compiled
from millmate.kernels.integers import first_bit
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words

_CORNERS, _MIDDLES = 0x555555, 0xAAAAAA
_FIRST, _LAST = 0x010101, 0x808080  # of each ring
Four = tuple[int, int, int, int]
# The sides of a ring; and the rest of each that a point completes, and that point.
_SIDES = (0b111, 0b11100, 0b1110000, 0b11000001)
_RESTS = [(side & ~(1 << p), 1 << p) for side in _SIDES for p in range(8) if side >> p & 1]
_RINGS = np.arange(256)
# By the stones on a ring: those in a mill of the ring, and the points that would complete one.
_IN_MILL = np.bitwise_or.reduce([(_RINGS & side == side) * side for side in _SIDES])
_CLOSING = np.bitwise_or.reduce([(_RINGS & rest == rest) * point for rest, point in _RESTS])


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
    """Return the points, free or not, whose stone would complete a mill, by the kind of mill.

    It completes a side from its first corner, its last or its middle, or a spoke.
    """
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
def _closing_one_by_one(w: Words, stones: int) -> int:
    points = 0
    for at in range(L.MILLS, L.MILLS + w[L.MILLS_NUMBER]):
        lacking = w[at] & ~stones
        if lacking == 0:
            points |= w[at]
        elif lacking & (lacking - 1) == 0:
            points |= lacking
    return points


@compiled
def closing_on_rings(spokes: int, stones: int) -> int:
    """Return the same as `closing` on a board of three rings."""
    outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
    points = _CLOSING[outer] | middle & inner & spokes
    points |= (_CLOSING[middle] | outer & inner & spokes) << 8
    return points | (_CLOSING[inner] | outer & middle & spokes) << 16


@compiled
def closing(w: Words, spokes: int, stones: int) -> int:
    """Return the points, free or not, that complete a mill with two of `stones`."""
    return closing_on_rings(spokes, stones) if spokes else _closing_one_by_one(w, stones)


@compiled
def _in_mills_one_by_one(w: Words, stones: int) -> int:
    points = 0
    for at in range(L.MILLS, L.MILLS + w[L.MILLS_NUMBER]):
        if w[at] & ~stones == 0:
            points |= w[at]
    return points


@compiled
def in_mills(w: Words, spokes: int, stones: int) -> int:
    """Return those of `stones` that are in a mill formed by `stones`."""
    if spokes == 0:
        return _in_mills_one_by_one(w, stones)
    outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
    across = (outer & middle & inner & spokes) * 0x010101
    return _IN_MILL[outer] | _IN_MILL[middle] << 8 | _IN_MILL[inner] << 16 | across


@compiled
def removable(w: Words, spokes: int, stones: int) -> int:
    """Return those of `stones` that may be taken: outside mills, or all if all are in mills."""
    free = stones & ~in_mills(w, spokes, stones)
    return free if free else stones


@compiled
def _reach_one_by_one(w: Words, stones: int) -> int:
    points = 0
    while stones:
        points |= w[L.NEIGHBOURS + first_bit(stones)]
        stones &= stones - 1
    return points


@compiled
def reach_on_rings(spokes: int, stones: int) -> int:
    """Return the same as `reach` on a board of three rings."""
    return turned_on(stones) | turned_back(stones) | beside(stones, spokes)


@compiled
def reach(w: Words, spokes: int, stones: int) -> int:
    """Return the points one step from any of `stones`."""
    return reach_on_rings(spokes, stones) if spokes else _reach_one_by_one(w, stones)


@compiled
def mills_closed(w: Words, own: int, target: int) -> int:
    """Return how many mills the point `target`, a mask, completes with `own` stones."""
    number, stones = 0, own | target
    for at in range(L.MILLS, L.MILLS + w[L.MILLS_NUMBER]):
        if w[at] & target and w[at] & ~stones == 0:
            number += 1
    return number
