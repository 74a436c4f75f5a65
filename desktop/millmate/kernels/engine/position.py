"""Positions as rows: setting them up, finding checks and pins, making moves."""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.attacks import bishop_attacks, rook_attacks
from millmate.kernels.engine.bits import (
    U0,
    U1,
    Words,
    compiled,
    entry_point,
    integer,
    pointer,
    prefetch,
)
from millmate.kernels.engine.transposition import bucket
from millmate.kernels.integers import first_bit, popcount

# The phase weight of each kind of piece.
_WEIGHTS = np.array([0, 1, 1, 2, 4, 0, 0], np.uint64)
_BLACK_TO_MOVE = L.ZOBRIST_STATE + 81
_EN_PASSANT_KEYS = L.ZOBRIST_STATE + 16


@compiled
def bit_of(square: int) -> np.uint64:
    """Return the word with one square."""
    return U1 << np.uint64(square)


@compiled
def side_of(w: Words, r: int) -> int:
    """Return the side to move."""
    return integer(w[r + L.STATE] >> np.uint64(11)) & 1


@compiled
def kind_at(w: Words, r: int, square: int) -> int:
    """Return the kind of the man on a square, `NONE` if it is empty."""
    bit = bit_of(square)
    if not (w[r + L.SIDES] | w[r + L.SIDES + 1]) & bit:
        return L.NONE
    for kind in range(5):
        if w[r + kind] & bit:
            return kind
    return L.KING


@compiled
def attackers(w: Words, r: int, square: int, side: int, occupied: np.uint64) -> np.uint64:
    """Return the men of `side` that attack a square, with `occupied` in the sliders' way."""
    queens = w[r + L.QUEEN]
    found = w[L.PAWN_FROM + 64 * (1 - side) + square] & w[r + L.PAWN]
    found |= w[L.KNIGHT_FROM + square] & w[r + L.KNIGHT]
    found |= w[L.KING_FROM + square] & w[r + L.KING]
    found |= bishop_attacks(w, square, occupied) & (w[r + L.BISHOP] | queens)
    found |= rook_attacks(w, square, occupied) & (w[r + L.ROOK] | queens)
    return found & w[r + L.SIDES + side]


@compiled
def find_checks(w: Words, r: int) -> None:
    """Write which men give check to the side to move, and which of its men are pinned."""
    side = side_of(w, r)
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    king = first_bit(w[r + L.KING] & own)
    occupied = own | other
    queens = w[r + L.QUEEN]
    lines, diagonals = (w[r + L.ROOK] | queens) & other, (w[r + L.BISHOP] | queens) & other
    checks = w[L.PAWN_FROM + 64 * side + king] & w[r + L.PAWN] & other
    checks |= w[L.KNIGHT_FROM + king] & w[r + L.KNIGHT] & other
    pinned = U0
    # Sliders that would give check were it not for our own men.
    snipers = rook_attacks(w, king, other) & lines
    snipers |= bishop_attacks(w, king, other) & diagonals
    while snipers:
        sniper = first_bit(snipers)
        snipers &= snipers - U1
        between = w[L.BETWEEN + 64 * king + sniper] & occupied
        if not between:
            checks |= bit_of(sniper)
        elif not between & (between - U1):
            pinned |= between
    w[r + L.CHECKERS] = checks
    w[r + L.PINNED] = pinned


@compiled
def complete(w: Words, r: int) -> None:
    """Write the parts of a row that follow from its men, state and clock."""
    state = integer(w[r + L.STATE])
    key = w[L.ZOBRIST_STATE + (state & 15)] ^ w[_EN_PASSANT_KEYS + ((state >> 4) & 127)]
    if state >> 11:
        key ^= w[_BLACK_TO_MOVE]
    pawn_key, score, phase = U0, U0, U0
    for side in range(2):
        for kind in range(6):
            men = w[r + kind] & w[r + L.SIDES + side]
            phase += np.uint64(popcount(men)) * _WEIGHTS[kind]
            while men:
                at = 384 * side + 64 * kind + first_bit(men)
                men &= men - U1
                key ^= w[L.ZOBRIST + at]
                score += w[L.SQUARE_SCORE + at]
                if kind == L.PAWN:
                    pawn_key ^= w[L.ZOBRIST + at]
    w[r + L.KEY], w[r + L.PAWN_KEY] = key, pawn_key
    w[r + L.SCORE], w[r + L.PHASE] = score, phase
    find_checks(w, r)


@compiled
def make(w: Words, r: int, move: int) -> None:
    """Write the row after a legal move, with its checks and pins."""
    n = r + L.ROW
    for k in range(8):
        w[n + k] = w[r + k]
    start, end = move & 63, (move >> 6) & 63
    kind, taken = (move >> 12) & 7, (move >> 15) & 7
    promoted, special = (move >> 18) & 7, (move >> 21) & 3
    state = integer(w[r + L.STATE])
    side = (state >> 11) & 1
    own, others = L.ZOBRIST + 384 * side, L.ZOBRIST + 384 * (1 - side)
    # From a man's place among the Zobrist numbers to its place among the squares' scores.
    to_score = L.SQUARE_SCORE - L.ZOBRIST
    corner = 0
    if special == L.CASTLING:
        right = 2 * side
        if end != integer(w[L.CASTLES + 4 * right]):
            right += 1
        corner = integer(w[L.CASTLES + 4 * right + 1])
        end = 56 * side + 6 - 4 * (right & 1)
    from_bit, to_bit = bit_of(start), bit_of(end)
    both = from_bit ^ to_bit
    key, pawn_key = w[r + L.KEY] ^ w[_BLACK_TO_MOVE], w[r + L.PAWN_KEY]
    score, phase = w[r + L.SCORE], w[r + L.PHASE]
    clock = w[r + L.CLOCK] + U1
    rights, passing = state & 15, (state >> 4) & 127
    key ^= w[_EN_PASSANT_KEYS + passing]
    passing = L.NO_SQUARE

    if taken != L.NONE:
        square = end
        if special == L.EN_PASSANT:
            square = end ^ 8
        gone = bit_of(square)
        at = others + 64 * taken + square
        w[n + taken] &= ~gone
        w[n + L.SIDES + 1 - side] &= ~gone
        key ^= w[at]
        score -= w[at + to_score]
        phase -= _WEIGHTS[taken]
        clock = U0
        if taken == L.PAWN:
            pawn_key ^= w[at]

    here, there = own + 64 * kind + start, own + 64 * kind + end
    w[n + kind] ^= both
    w[n + L.SIDES + side] ^= both
    key ^= w[here] ^ w[there]
    score += w[there + to_score] - w[here + to_score]
    if kind == L.PAWN:
        clock = U0
        pawn_key ^= w[here] ^ w[there]
        if promoted:
            queen = own + 64 * promoted + end
            w[n + L.PAWN] ^= to_bit
            w[n + promoted] ^= to_bit
            key ^= w[there] ^ w[queen]
            pawn_key ^= w[there]
            score += w[queen + to_score] - w[there + to_score]
            phase += _WEIGHTS[promoted]
        elif special == L.DOUBLE:
            skipped = (start + end) >> 1
            if w[L.PAWN_FROM + 64 * side + skipped] & w[n + L.PAWN] & w[n + L.SIDES + 1 - side]:
                passing = skipped
                key ^= w[_EN_PASSANT_KEYS + skipped]
    elif special == L.CASTLING:
        beside = end + 1 if end & 7 == 2 else end - 1
        hop = bit_of(corner) ^ bit_of(beside)
        w[n + L.ROOK] ^= hop
        w[n + L.SIDES + side] ^= hop
        at = own + 64 * L.ROOK
        key ^= w[at + corner] ^ w[at + beside]
        score += w[at + beside + to_score] - w[at + corner + to_score]

    kept = rights & integer(w[L.KEPT_RIGHTS + start] & w[L.KEPT_RIGHTS + end])
    if kept != rights:
        key ^= w[L.ZOBRIST_STATE + rights] ^ w[L.ZOBRIST_STATE + kept]
    w[n + L.KEY], w[n + L.PAWN_KEY] = key, pawn_key
    w[n + L.SCORE], w[n + L.PHASE] = score, phase
    w[n + L.CLOCK] = clock
    w[n + L.STATE] = np.uint64(kept | passing << 4 | (1 - side) << 11)
    prefetch(w, bucket(w, key))
    find_checks(w, n)


@compiled
def prefetch_after(w: Words, r: int, move: int) -> int:
    """Prefetch the table's cache line for the position after a move; return where it is.

    It takes as long to come as a hundred instructions, so it is asked for before it is known
    whether the move will be made. Castling, promotion and lost rights are ignored here: `make`
    prefetches the right line.
    """
    side = side_of(w, r)
    own, others = L.ZOBRIST + 384 * side, L.ZOBRIST + 384 * (1 - side)
    start, end = move & 63, (move >> 6) & 63
    kind, taken = own + 64 * ((move >> 12) & 7), (move >> 15) & 7
    key = w[r + L.KEY] ^ w[_BLACK_TO_MOVE] ^ w[kind + start] ^ w[kind + end]
    if taken != L.NONE:
        key ^= w[others + 64 * taken + end]
    return prefetch(w, bucket(w, key))


@compiled
def make_null(w: Words, r: int) -> None:
    """Write the row after a null move; the side to move must not be in check."""
    n = r + L.ROW
    for k in range(L.ROW):
        w[n + k] = w[r + k]
    state = integer(w[r + L.STATE])
    passing = (state >> 4) & 127
    w[n + L.KEY] ^= w[_BLACK_TO_MOVE] ^ w[_EN_PASSANT_KEYS + passing]
    w[n + L.STATE] = np.uint64((state & 15) | L.NO_SQUARE << 4 | (1 - (state >> 11)) << 11)
    w[n + L.CLOCK] += U1
    find_checks(w, n)


@entry_point
def complete_row(words: Words, row: int) -> None:
    """Complete the row that starts at `row` from its men, state and clock."""
    complete(pointer(words), row)


@entry_point
def make_move(words: Words, row: int, move: int) -> None:
    """Write the row after a legal move behind the row that starts at `row`."""
    make(pointer(words), row, move)
