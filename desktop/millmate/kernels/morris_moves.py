"""Moves of nine men's morris counted on masks, standard rules.

A point's bit is 8 * ring + position, clockwise from the top left corner; odd positions are joined
between the rings. The last ply's turns are counted, not made: a point that closes a mill counts
once for each stone that may be taken.
"""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import exported, inlined, kernel
from millmate.kernels.integers import popcount
from millmate.kernels.morris_geometry import ALL

Bytes = NDArray[np.int64]

_SPOKES = 0b10101010
_SIDES = [(0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0)]

# By the stones on a ring: those in a mill of the ring, and the points that would complete one.
IN_MILL: Bytes = np.array(
    [
        sum(1 << p for p in range(8) if any(p in s and all(r >> q & 1 for q in s) for s in _SIDES))
        for r in range(256)
    ],
    np.int64,
)
CLOSING: Bytes = np.array(
    [
        sum(
            1 << p
            for p in range(8)
            if any(p in s and all(r >> q & 1 for q in s if q != p) for s in _SIDES)
        )
        for r in range(256)
    ],
    np.int64,
)


@inlined
def removable(stones: int) -> int:
    """Return those of `stones` that may be taken: outside mills, or all if all are in mills."""
    outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
    spokes = outer & middle & inner & _SPOKES
    mills = IN_MILL[outer] | IN_MILL[middle] << 8 | IN_MILL[inner] << 16 | spokes * 0x010101
    free = stones & ~mills
    return free if free else stones


@inlined
def closing(stones: int) -> int:
    """Return the points that complete a mill with two of `stones`."""
    outer, middle, inner = stones & 255, stones >> 8 & 255, stones >> 16
    points: int = CLOSING[outer] | middle & inner & _SPOKES
    points |= (CLOSING[middle] | outer & inner & _SPOKES) << 8
    points |= (CLOSING[inner] | outer & middle & _SPOKES) << 16
    return points


@inlined
def reach(stones: int) -> int:
    """Return the points one step from any of `stones`."""
    left = (stones << 1) & 0xFEFEFE | (stones >> 7) & 0x010101
    right = (stones >> 1) & 0x7F7F7F | (stones << 7) & 0x808080
    spokes = stones & _SPOKES * 0x010101
    return left | right | (spokes << 8 & ALL) | spokes >> 8


@inlined
def turns(own: int, targets: int, takings: int) -> int:
    """Return the number of turns onto `targets` of a stone that is not in `own`.

    `takings` is the number of opposing stones that may be taken, at least 1.
    """
    return popcount(targets) + (takings - 1) * popcount(targets & closing(own))


@kernel
def count_moves(own: int, other: int, hand: int) -> int:
    """Return the number of legal turns of the side with `own` stones and `hand` stones in hand."""
    stones = popcount(own)
    if stones + hand < 3:
        return 0
    free = ALL & ~(own | other)
    takings = max(popcount(removable(other)), 1)
    if hand:
        return turns(own, free, takings)
    leaves = 0
    left = own
    while left:
        stone = left & -left
        left ^= stone
        targets = free if stones == 3 else reach(stone) & free
        if targets:
            leaves += turns(own ^ stone, targets, takings)
    return leaves


@exported
@kernel
def perft(own: int, other: int, hand: int, other_hand: int, depth: int) -> int:
    """Return the number of sequences of `depth` turns; the side with `own` stones starts.

    Every position on the way is visited each time it comes up.
    """
    if depth <= 1:
        return count_moves(own, other, hand) if depth == 1 else 1
    stones = popcount(own)
    if stones + hand < 3:
        return 0
    free = ALL & ~(own | other)
    takings = removable(other)
    left = 0 if hand else own
    hand = max(hand - 1, 0)
    leaves = 0
    while True:
        stone = left & -left  # 0 for a stone from the hand
        left ^= stone
        kept = own ^ stone
        targets = free if stone == 0 or stones == 3 else reach(stone) & free
        closers = closing(kept)
        while targets:
            target = targets & -targets
            targets ^= target
            if not target & closers or not takings:
                leaves += perft(other, kept | target, other_hand, hand, depth - 1)
                continue
            taken = takings
            while taken:
                one = taken & -taken
                taken ^= one
                leaves += perft(other ^ one, kept | target, other_hand, hand, depth - 1)
        if not left:
            return leaves
