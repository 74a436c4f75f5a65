"""Static evaluation for the side to move, in hundredths of a stone or so.

A sum of counts (see `FEATURES`) for either side, weighted by the phase of the game, and of a table
of how many stones the sides have. The weights were fitted to exact tables of the standard game.
"""

from millmate.kernels.engine.bits import compiled, entry_point, pointer
from millmate.kernels.integers import first_bit, popcount
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.lines import (
    Four,
    beside,
    closable,
    gaps,
    in_mills,
    reach,
    reach_on_rings,
    turned_back,
    turned_on,
)

# Of each side: moves to neighbouring points, stones that have none, mills, mills that can be closed
# by the next turn, gaps in mills that are free and those that the other side holds, stones in mills
# that can step out, steps out of a mill into another.
FEATURES = 8
PHASES = 7
BALANCE = PHASES * 2 * FEATURES  # then: placing or not, own stones, the other side's: 16 each


@compiled
def phase_of(w: Words, position: int) -> int:
    """Return the phase: placing (three), moving, own, the other or both sides flying."""
    hand = position >> L.HAND & 15
    if hand:
        return 0 if hand > w[L.EARLY] else 1 if hand > w[L.MIDDLE] else 2
    if not w[L.FLAGS] & L.FLYING:
        return 3
    own = popcount(position & L.STONES) == 3
    other = popcount(position >> L.OTHER & L.STONES) == 3 and not position >> L.OTHER_HAND & 15
    return 3 + own + 2 * other


@compiled
def _total(masks: Four) -> int:
    """Return the number of points in four masks."""
    return popcount(masks[0]) + popcount(masks[1]) + popcount(masks[2]) + popcount(masks[3])


@compiled
def _measure_mills(w: Words, at: int, own: int, other: int, free_hand: int) -> None:
    """Write the counts of mills and gaps in mills, one mill after the other."""
    free, standing = w[L.POINTS] & ~(own | other), in_mills(w, 0, own)
    for number in range(2, 8):
        w[at + number] = 0
    for mill in range(L.MILLS, L.MILLS + w[L.MILLS_NUMBER]):
        lacking = w[mill] & ~own
        if lacking == 0:
            w[at + 2] += 1
        elif lacking & (lacking - 1) == 0 and lacking & other:
            w[at + 5] += 1
        elif lacking & (lacking - 1) == 0:
            near = w[L.NEIGHBOURS + first_bit(lacking)] & ~w[mill]
            w[at + 4] += 1
            w[at + 3] += 1 if free_hand or near & own else 0
            w[at + 7] += 1 if not free_hand and near & standing else 0
    w[at + 6] = popcount(standing & reach(w, 0, free))


@compiled
def _measure_one_by_one(w: Words, at: int, own: int, other: int, free_hand: int) -> None:
    """Write the same as `_measure`, on any board."""
    free, left = w[L.POINTS] & ~(own | other), own
    w[at] = 0
    while left:
        w[at] += popcount(w[L.NEIGHBOURS + first_bit(left)] & free)
        left &= left - 1
    w[at + 1] = popcount(own & ~reach(w, 0, free))
    _measure_mills(w, at, own, other, free_hand)


@compiled
def _measure_on_rings(w: Words, at: int, own: int, other: int, free_hand: int, spokes: int) -> None:
    """Write the same as `_measure`, on a board of three rings."""
    free = L.STONES & ~(own | other)
    forward, backward, side, spoke = gaps(own, spokes)
    mills = popcount(side & own) + popcount(spoke & own) // 3
    moves = turned_on(own) & free, turned_back(own) & free, beside(own, spokes) & free
    w[at] = popcount(moves[0]) + popcount(moves[1]) + popcount(moves[2])
    reachable = reach_on_rings(spokes, free)
    w[at + 1] = popcount(own & ~reachable)
    w[at + 2] = mills
    chances = forward & free, backward & free, side & free, spoke & free
    w[at + 4] = _total(chances)
    w[at + 5] = _total((forward & other, backward & other, side & other, spoke & other))
    standing = in_mills(w, spokes, own)
    w[at + 6] = popcount(standing & reachable)
    w[at + 3] = w[at + 4] if free_hand else _total(closable(own, spokes, *chances))
    w[at + 7] = 0 if free_hand or not standing else _total(closable(standing, spokes, *chances))


@compiled
def _measure(w: Words, at: int, own: int, other: int, free_hand: int) -> None:
    """Write a side's counts from `w[at]` on; `free_hand` is 1 if its stones can go anywhere."""
    spokes = w[L.SPOKES]
    if spokes:
        _measure_on_rings(w, at, own, other, free_hand, spokes)
    else:
        _measure_one_by_one(w, at, own, other, free_hand)


@compiled
def weigh(w: Words, at: int, position: int) -> int:
    """Return the weighted sum of the counts from `w[at]` on."""
    own = popcount(position & L.STONES) + (position >> L.HAND & 15)
    other = popcount(position >> L.OTHER & L.STONES) + (position >> L.OTHER_HAND & 15)
    placing = 0 if position >> L.HAND else 1
    worth = w[L.WEIGHTS + BALANCE + 256 * placing + 16 * own + other]
    weights = L.WEIGHTS + 2 * FEATURES * phase_of(w, position)
    for number in range(2 * FEATURES):
        worth += w[weights + number] * w[at + number]
    return worth


@compiled
def measure_both(w: Words, at: int, position: int) -> None:
    """Write the counts of the side to move, then the other side's, from `w[at]` on."""
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    few = 3 if w[L.FLAGS] & L.FLYING else -1  # stones that fly
    _measure(w, at, own, other, 1 if position >> L.HAND & 15 or popcount(own) == few else 0)
    anywhere = 1 if position >> L.OTHER_HAND & 15 or popcount(other) == few else 0
    _measure(w, at + FEATURES, other, own, anywhere)


@compiled
def evaluate(w: Words, position: int) -> int:
    """Return the score of a position in which neither side has lost."""
    measure_both(w, L.SCRATCH, position)
    return weigh(w, L.SCRATCH, position)


@entry_point
def worth(words: Words, position: int) -> int:
    """Return the evaluation of a position in which neither side has lost."""
    return evaluate(pointer(words), position)


@entry_point
def phase(words: Words, position: int) -> int:
    """Return the number of the phase."""
    return phase_of(pointer(words), position)


@entry_point
def counts(words: Words, at: int, position: int) -> None:
    """Write the evaluation's counts of both sides from `words[at]` on."""
    measure_both(pointer(words), at, position)
