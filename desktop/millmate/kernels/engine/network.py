"""Evaluation by a small network (NNUE; Nasu, 2018) from `resources/networks/train.py`.

Every man is an input twice, as each side sees the board: own men or the other's, from its own end,
with left and right exchanged if its king is on the files a to d. A side's inputs add up to a row of
`WIDTH` numbers (the accumulator), which are clipped to 0 to 1 and squared; those of the side to
move and of the other are weighed together, by one of eight sets of weights: by the number of men.
All numbers are whole: 255 stands for 1 in a row, 64 for the weights behind it.

Every ply has a slot with the rows of the position last evaluated there, and its men. A row is
updated from the slot of this ply or of the one before, whichever has more men in common; so the
network needs no moves as input, and nothing has to be undone.
"""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import U0, Words, compiled, entry_point, integer, pointer
from millmate.kernels.engine.classical import classical_eval
from millmate.kernels.engine.position import side_of
from millmate.kernels.engine.vectors import TOP, shift_row, weigh_row
from millmate.kernels.integers import first_bit, popcount

ONE = 64  # what stands for 1 in the weights behind the rows
SCALE = 300  # hundredths of a pawn to a unit of what comes out: 1.3 times the scores taught
_MOST = 10_000


@compiled
def _changed(w: Words, r: int, slot: int) -> np.uint64:
    """Return the squares on which a row's men are not those of a slot."""
    changed = U0
    for part in range(8):
        changed |= w[r + part] ^ w[slot + part]
    return changed


@compiled
def _input(w: Words, men: int, view: int, bit: np.uint64) -> int:
    """Return the row of weights of the man on a square, of zeros if the square is empty.

    `men` is where eight words of men are stored; `view` is side << 6 | the exclusive-or mask that
    turns squares to its view.
    """
    side = view >> 6
    if w[men + L.SIDES + side] & bit:
        row = 0
    elif w[men + L.SIDES + 1 - side] & bit:
        row = 384
    else:
        return L.ZEROS
    for kind in range(1, 6):
        if w[men + kind] & bit:
            row += 64 * kind
    return L.NETWORK + L.ROW_WORDS * (row + (first_bit(bit) ^ (view & 63)))


@compiled
def _update_row(w: Words, r: int, source: int, slot: int, view: int, changed: np.uint64) -> None:
    """Write a side's row of numbers to a slot: that of `source` with `changed` squares."""
    start = source + L.SUMS + L.ROW_WORDS * (view >> 6)
    to = slot + L.SUMS + L.ROW_WORDS * (view >> 6)
    if not changed and start != to:
        shift_row(w, to, start, L.ZEROS, L.ZEROS)
    while changed:
        bit = changed & (U0 - changed)
        changed ^= bit
        start = shift_row(w, to, start, _input(w, r, view, bit), _input(w, source, view, bit))


@compiled
def _refresh(w: Words, r: int, slot: int, view: int) -> None:
    """Write a side's row of numbers to a slot from scratch."""
    to = slot + L.SUMS + L.ROW_WORDS * (view >> 6)
    start, men = L.BIASES, w[r + L.SIDES] | w[r + L.SIDES + 1]
    while men:
        bit = men & (U0 - men)
        men ^= bit
        start = shift_row(w, to, start, _input(w, r, view, bit), L.ZEROS)


@compiled
def _update(w: Words, r: int) -> int:
    """Bring the slot of a row up to date; return where it is."""
    ply = (r - L.ROWS) // L.ROW
    slot = L.SLOTS + L.SLOT * ply
    here, there = _changed(w, r, slot), U0
    before = slot
    if ply > 0:
        before = slot - L.SLOT
        there = _changed(w, r, before)
        if popcount(here) <= popcount(there):
            before = slot
    for side in range(2):
        king = first_bit(w[r + L.KING] & w[r + L.SIDES + side])
        mirrored = 1 - ((king >> 2) & 1)
        view = side << 6 | 56 * side ^ 7 * mirrored
        source, other = before, 2 * slot - L.SLOT - before
        if integer(w[source + L.MIRRORED + side]) != mirrored and ply > 0:
            source = other
        if integer(w[source + L.MIRRORED + side]) != mirrored:
            _refresh(w, r, slot, view)
        else:
            _update_row(w, r, source, slot, view, here if source == slot else there)
        w[slot + L.MIRRORED + side] = np.uint64(mirrored)
    for part in range(8):
        w[slot + part] = w[r + part]
    return slot


@compiled
def network_eval(w: Words, r: int) -> int:
    """Return the score of a row in hundredths of a pawn for the side to move."""
    slot, side = _update(w, r), side_of(w, r)
    men = popcount(w[r + L.SIDES] | w[r + L.SIDES + 1])
    group = min((men - 1) >> 2, L.MEN_GROUPS - 1)
    out = L.OUTPUT + 2 * L.ROW_WORDS * group
    own = slot + L.SUMS + L.ROW_WORDS * side
    other = slot + L.SUMS + L.ROW_WORDS * (1 - side)
    total = weigh_row(w, own, out) + weigh_row(w, other, out + L.ROW_WORDS)
    total += integer(w[L.OUTPUT_BIASES + group]) * TOP
    # An advantage counts for less as the fifty-move rule comes nearer.
    total = total * (220 - min(integer(w[r + L.CLOCK]), 100)) * SCALE
    worth = total // (TOP * TOP * ONE * 220)
    return max(-_MOST, min(_MOST, worth))


@compiled
def evaluate(w: Words, r: int) -> int:
    """Return the score of a row in hundredths of a pawn for the side to move.

    Against a bare king the classical evaluation is used: it has a term for driving it to the edge.
    """
    if w[L.USES_NETWORK] == U0:
        return classical_eval(w, r)
    pieces = ~w[r + L.KING]
    if w[r + L.SIDES] & pieces == U0 or w[r + L.SIDES + 1] & pieces == U0:
        return classical_eval(w, r)
    return network_eval(w, r)


@entry_point
def network_evaluation(words: Words, row: int) -> int:
    """Return the `network_eval` of the row that starts at `row`."""
    return network_eval(pointer(words), row)
