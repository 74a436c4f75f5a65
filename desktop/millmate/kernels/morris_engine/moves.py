"""Legal turns: generating and making them."""

from millmate.kernels.engine.bits import compiled, entry_point, pointer
from millmate.kernels.integers import first_bit, popcount
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_moves import closing, reach, removable

ALL, CLOSING = 0, 1  # which turns are wanted: CLOSING those that close a mill


@compiled
def is_lost(position: int) -> int:
    """Return 1 if the side to move has fewer than three stones, else 0."""
    return 1 if popcount(position & L.STONES) + (position >> L.HAND & 15) < 3 else 0


@compiled
def has_moves(position: int) -> int:
    """Return 1 if the side to move, which has not lost, has a turn, else 0."""
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    free = L.STONES & ~(own | other)
    if position >> L.HAND & 15 or popcount(own) == 3:
        return 1 if free else 0
    return 1 if reach(own) & free else 0


@compiled
def after(position: int, move: int) -> int:
    """Return the position after a legal turn, as the other side sees it."""
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    hand = position >> L.HAND & 15
    origin, taken = move >> 5 & 31, move >> 10 & 31
    own |= 1 << (move & 31)
    if origin == L.NOWHERE:
        hand -= 1
    else:
        own ^= 1 << origin
    if taken != L.NOWHERE:
        other ^= 1 << taken
    return other | own << L.OTHER | (position >> L.OTHER_HAND & 15) << L.HAND | hand << L.OTHER_HAND


@compiled
def _add(w: Words, at: int, origin: int, targets: int, closers: int, takings: int) -> int:
    """Write the turns of a stone onto `targets`; return where the next is to be written."""
    while targets:
        target = targets & -targets
        targets ^= target
        move = first_bit(target) | origin << 5
        if not (target & closers and takings):
            w[at] = move | L.NOWHERE << 10
            at += 2
            continue
        taken = takings
        while taken:
            w[at] = move | first_bit(taken) << 10
            at += 2
            taken &= taken - 1
    return at


@compiled
def generate(w: Words, begin: int, position: int, kind: int) -> int:
    """Write the legal turns of a side that has not lost from `w[begin]` on, every other integer.

    Returns the end of the list.
    """
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    free = L.STONES & ~(own | other)
    takings = removable(other)
    if position >> L.HAND & 15:
        closers = closing(own)
        targets = free & closers if kind == CLOSING else free
        return _add(w, begin, L.NOWHERE, targets, closers, takings)
    flying = popcount(own) == 3
    at, left = begin, own
    while left:
        stone = left & -left
        left ^= stone
        targets = free if flying else reach(stone) & free
        if targets == 0:
            continue
        closers = closing(own ^ stone)
        if kind == CLOSING:
            targets &= closers
        at = _add(w, at, first_bit(stone), targets, closers, takings)
    return at


@entry_point
def list_moves(words: Words, position: int) -> int:
    """Write the legal moves of a side that has not lost from `LISTS` on, every other integer.

    Returns the end of the list.
    """
    return generate(pointer(words), L.LISTS, position, ALL)
