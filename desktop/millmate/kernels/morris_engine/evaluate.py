"""Static evaluation for the side to move, in hundredths of a stone or so.

A sum of counts (see `FEATURES`) for either side, weighted by the phase of the game, and of a table
of how many stones the sides have. The weights were fitted to exact tables.
"""

from millmate.kernels.engine.bits import compiled, entry_point, pointer
from millmate.kernels.integers import popcount
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.mills import (
    Four,
    beside,
    closable,
    gaps,
    in_mills,
    turned_back,
    turned_on,
)
from millmate.kernels.morris_moves import reach

# Of each side: moves to neighbouring points, stones that have none, mills, mills that can be closed
# by the next turn, gaps in mills that are free and those that the other side holds, stones in mills
# that can step out, steps out of a mill into another.
FEATURES = 8
PHASES = 7
BALANCE = PHASES * 2 * FEATURES  # then: placing or not, own stones, the other side's


@compiled
def phase_of(position: int) -> int:
    """Return the phase: placing (three), moving, own, the other or both sides flying."""
    hand = position >> L.HAND & 15
    if hand:
        return 0 if hand > 6 else 1 if hand > 3 else 2
    own = popcount(position & L.STONES) == 3
    other = popcount(position >> L.OTHER & L.STONES) == 3 and not position >> L.OTHER_HAND & 15
    return 3 + own + 2 * other


@compiled
def _total(masks: Four) -> int:
    """Return the number of points in four masks."""
    return popcount(masks[0]) + popcount(masks[1]) + popcount(masks[2]) + popcount(masks[3])


@compiled
def measure(w: Words, at: int, own: int, other: int, free_hand: int) -> None:
    """Write a side's counts from `w[at]` on; `free_hand` is 1 if its stones may go anywhere."""
    free = 0xFFFFFF & ~(own | other)
    forward, backward, side, spoke = gaps(own)
    mills = popcount(side & own) + popcount(spoke & own) // 3
    moves = turned_on(own) & free, turned_back(own) & free, beside(own) & free
    w[at] = popcount(moves[0]) + popcount(moves[1]) + popcount(moves[2])
    w[at + 1] = popcount(own & ~reach(free))
    w[at + 2] = mills
    chances = forward & free, backward & free, side & free, spoke & free
    w[at + 4] = _total(chances)
    w[at + 5] = _total((forward & other, backward & other, side & other, spoke & other))
    standing = in_mills(own)
    w[at + 6] = popcount(standing & reach(free))
    w[at + 3] = w[at + 4] if free_hand else _total(closable(own, *chances))
    w[at + 7] = 0 if free_hand or not standing else _total(closable(standing, *chances))


@compiled
def weigh(w: Words, at: int, position: int) -> int:
    """Return the weighted sum of the counts from `w[at]` on."""
    own = popcount(position & L.STONES) + (position >> L.HAND & 15)
    other = popcount(position >> L.OTHER & L.STONES) + (position >> L.OTHER_HAND & 15)
    placing = 0 if position >> L.HAND else 1
    worth = w[L.WEIGHTS + BALANCE + 100 * placing + 10 * own + other]
    weights = L.WEIGHTS + 2 * FEATURES * phase_of(position)
    for number in range(2 * FEATURES):
        worth += w[weights + number] * w[at + number]
    return worth


@compiled
def measure_both(w: Words, at: int, position: int) -> None:
    """Write the counts of the side to move, then the other side's, from `w[at]` on."""
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    measure(w, at, own, other, 1 if position >> L.HAND & 15 or popcount(own) == 3 else 0)
    anywhere = 1 if position >> L.OTHER_HAND & 15 or popcount(other) == 3 else 0
    measure(w, at + FEATURES, other, own, anywhere)


@compiled
def evaluate(w: Words, position: int) -> int:
    """Return the worth of a position in which nobody has lost."""
    measure_both(w, L.SCRATCH, position)
    return weigh(w, L.SCRATCH, position)


@entry_point
def worth(words: Words, position: int) -> int:
    """Return the evaluation of a position in which nobody has lost."""
    return evaluate(pointer(words), position)


@entry_point
def counts(words: Words, at: int, position: int) -> None:
    """Write the evaluation's counts of both sides from `words[at]` on."""
    measure_both(pointer(words), at, position)
