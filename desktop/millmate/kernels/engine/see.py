"""Static exchange evaluation (SEE): what captures on one square amount to, taken in turn.

The swap algorithm, with a threshold so that it can stop early, as in Stockfish.
"""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.attacks import bishop_attacks, rook_attacks
from millmate.kernels.engine.bits import U1, Words, compiled
from millmate.kernels.engine.position import attackers, bit_of, side_of

# The values of men in an exchange, in hundredths of a pawn; the last is for an empty square.
VALUES = np.array([100, 320, 330, 500, 950, 20_000, 0], np.int64)


@compiled
def see_ge(w: Words, r: int, move: int, threshold: int) -> int:
    """Return 1 if the exchange that a move starts gains its side at least `threshold`, else 0.

    Both sides take with their least man and may stop at any time; pins are not looked at.
    """
    start, end = move & 63, (move >> 6) & 63
    kind, promoted, special = (move >> 12) & 7, (move >> 18) & 7, (move >> 21) & 3
    balance = VALUES[(move >> 15) & 7] - threshold
    if promoted:
        balance += VALUES[promoted] - VALUES[L.PAWN]
        kind = promoted
    if balance < 0:
        return 0
    balance = VALUES[kind] - balance  # what the other side is ahead after taking back
    if balance <= 0 or special == L.CASTLING:
        return 1
    side = side_of(w, r)
    occupied = (w[r + L.SIDES] | w[r + L.SIDES + 1]) & ~bit_of(start) | bit_of(end)
    if special == L.EN_PASSANT:
        occupied &= ~bit_of(end ^ 8)
    bearing = attackers(w, r, end, 0, occupied) | attackers(w, r, end, 1, occupied)
    lines, diagonals = w[r + L.ROOK] | w[r + L.QUEEN], w[r + L.BISHOP] | w[r + L.QUEEN]
    good = 1
    while True:
        side = 1 - side
        bearing &= occupied
        mine = bearing & w[r + L.SIDES + side]
        if not mine:
            return good
        good = 1 - good
        least_kind = L.PAWN
        while not mine & w[r + least_kind]:
            least_kind += 1
        if least_kind == L.KING:
            # The king takes last, and only unguarded men.
            return 1 - good if bearing & w[r + L.SIDES + 1 - side] else good
        balance = VALUES[least_kind] - balance
        if balance < good:
            return good
        men = mine & w[r + least_kind]
        occupied &= ~(men & (~men + U1))
        if least_kind in (L.PAWN, L.BISHOP, L.QUEEN):
            bearing |= bishop_attacks(w, end, occupied) & diagonals
        if least_kind in (L.ROOK, L.QUEEN):
            bearing |= rook_attacks(w, end, occupied) & lines
