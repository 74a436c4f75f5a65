"""Neighbours and mills as the rules in the buffer have them.

On three rings all points are looked at at once, as in `mills`; on any other board neighbours and
mills are gone through one by one. `spokes` is the buffer's word `SPOKES`, which callers read once:
a compiler cannot prove that their writes leave it unchanged.
"""

from millmate.kernels.engine.bits import compiled
from millmate.kernels.integers import first_bit
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_moves import CLOSING, IN_MILL


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
def closing(w: Words, spokes: int, stones: int) -> int:
    """Return the points, free or not, that complete a mill with two of `stones`."""
    if spokes == 0:
        return _closing_one_by_one(w, stones)
    outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
    points = CLOSING[outer] | middle & inner & spokes
    points |= (CLOSING[middle] | outer & inner & spokes) << 8
    return points | (CLOSING[inner] | outer & middle & spokes) << 16


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
    return IN_MILL[outer] | IN_MILL[middle] << 8 | IN_MILL[inner] << 16 | across


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
    left = (stones << 1) & 0xFEFEFE | (stones >> 7) & 0x010101
    right = (stones >> 1) & 0x7F7F7F | (stones << 7) & 0x808080
    joined = stones & spokes
    return left | right | (joined << 8 & L.STONES) | joined >> 8


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
