"""The classical evaluation: the static value of a position, from hand-picked terms.

The weights are in `eval_params`; middlegame and ending are blended by the phase (tapered). The
score of the pawns and the passed pawns are cached by the pawn key.
"""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.attacks import bishop_attacks, rook_attacks
from millmate.kernels.engine.bits import U0, U1, Words, compiled, entry_point, integer, pointer
from millmate.kernels.engine.eval_params import places
from millmate.kernels.engine.moves import pawn_east, pawn_steps, pawn_west
from millmate.kernels.engine.position import bit_of, side_of
from millmate.kernels.integers import first_bit, last_bit, popcount

_FILE = np.uint64(0x0101010101010101)
_LIGHT = np.uint64(0x55AA55AA55AA55AA)
# Where a knight or bishop may be an outpost, by side.
_FAR = (np.uint64(0x0000FFFFFF000000), np.uint64(0x000000FFFFFF0000))
_RANK_3, _RANK_6 = np.uint64(0x0000000000FF0000), np.uint64(0x0000FF0000000000)
_LOW_HALF, _SIGN = np.uint64(0xFFFFFFFF), np.uint64(0x80000000)

# In the scratch words of a side: attacks by kind, by any, by two or more; the squares around its
# king; how much danger it puts the other king in; what guards nothing for a king.
_ANY, _TWICE, _ZONE, _DANGER = 6, 7, 8, 9
_SIDE = 12

_MOBILITY = np.array([*places("knight_reach", "bishop_reach", "rook_reach", "queen_reach")])
_PASSED, _PASSED_FREE, _PASSED_SAFE = places("passed", "passed_free", "passed_safe")
_PASSED_OWN_KING, _PASSED_OTHER_KING = places("passed_own_king", "passed_other_king")
_BISHOP_PAIR, _BISHOP_BLOCKED, _OUTPOST = places("bishop_pair", "bishop_blocked", "outpost")
_ROOK_OPEN, _ROOK_HALF_OPEN = places("rook_open", "rook_half_open")
_PAWN_HITS, _MINOR_HITS, _ROOK_HITS = places("pawn_hits", "minor_hits", "rook_hits")
_KING_HITS, _HANGING, _PUSH_HITS = places("king_hits", "hanging", "push_hits")
_SHELTER, _STORM, _TEMPO = places("shelter", "storm", "tempo")
_DANGER_ATTACKER, _DANGER_SQUARE = places("danger_attacker", "danger_square")
_DANGER_WEAK, _DANGER_CHECK = places("danger_weak", "danger_check")
_DANGER_NO_QUEEN, _DANGER_BIAS = places("danger_no_queen", "danger_bias")
_ISOLATED, _ISOLATED_OPEN, _DOUBLED = places("isolated", "isolated_open", "doubled")
_BACKWARD, _SUPPORTED, _BESIDE = places("backward", "supported", "beside")


# Pawns --------------------------------------------------------------------------------------------


@compiled
def _neighbours(square: int) -> np.uint64:
    """Return the squares to the left and right of a square; at the edge, one is on another rank."""
    return (bit_of(square) << U1) | (bit_of(square) >> U1)


@compiled
def _pawn(w: Words, r: int, side: int, square: int) -> np.uint64:
    """Return the score of a pawn's place among the pawns for its side."""
    own, other = w[r + L.PAWN] & w[r + L.SIDES + side], w[r + L.PAWN] & w[r + L.SIDES + 1 - side]
    ahead = w[L.AHEAD + 64 * side + square]
    file = _FILE << np.uint64(square & 7)
    near = w[L.FILES_NEAR + (square & 7)]
    rank = square >> 3
    if side:
        rank = 7 - rank
    row = np.uint64(0xFF) << np.uint64(square & 56)
    opposed = other & file & ahead
    score = U0
    support = w[L.PAWN_FROM + 64 * (1 - side) + square] & own
    if support:
        score += w[_SUPPORTED + rank] * np.uint64(popcount(support))
    if near & row & own & _neighbours(square):
        score += w[_BESIDE + rank]
    if not near & own:
        score += w[_ISOLATED]
        if not opposed:
            score += w[_ISOLATED_OPEN]
    elif not support and not near & own & ~ahead:
        stop = pawn_steps(bit_of(square), side)
        if (w[L.PAWN_FROM + 64 * side + first_bit(stop)] | stop) & other:
            score += w[_BACKWARD]
    if own & file & ahead:
        score += w[_DOUBLED]
    return score


@compiled
def _passed_pawns(w: Words, r: int, side: int) -> np.uint64:
    """Return a side's passed pawns: no opposing pawn ahead on its file or beside."""
    own, other = w[r + L.PAWN] & w[r + L.SIDES + side], w[r + L.PAWN] & w[r + L.SIDES + 1 - side]
    found, rest = U0, own
    while rest:
        square = first_bit(rest)
        rest &= rest - U1
        file = _FILE << np.uint64(square & 7)
        ahead = w[L.AHEAD + 64 * side + square]
        if not ahead & ((file | w[L.FILES_NEAR + (square & 7)]) & other | file & own):
            found |= bit_of(square)
    return found


@compiled
def pawn_entry(w: Words, r: int) -> int:
    """Return where the pawns' entry is: key, score for White, passed pawns of both sides."""
    key = w[r + L.PAWN_KEY]
    at = L.PAWN_TABLE + 4 * (integer(key) & (L.PAWN_ENTRIES - 1))
    if w[at] == key:
        return at
    score = U0
    for side in range(2):
        rest = w[r + L.PAWN] & w[r + L.SIDES + side]
        while rest:
            if side:
                score -= _pawn(w, r, side, first_bit(rest))
            else:
                score += _pawn(w, r, side, first_bit(rest))
            rest &= rest - U1
        w[at + 2 + side] = _passed_pawns(w, r, side)
    w[at], w[at + 1] = key, score
    return at


# Pieces, kings, the whole -------------------------------------------------------------------------


@compiled
def middle(score: np.uint64) -> int:
    """Return the half of a score that counts in the middlegame."""
    return integer((score & _LOW_HALF) ^ _SIGN) - 0x80000000


@compiled
def ending(score: np.uint64) -> int:
    """Return the half of a score that counts in the ending."""
    return integer(score + _SIGN) >> 32


@compiled
def distance(a: int, b: int) -> int:
    """Return the number of king's steps between two squares."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


@compiled
def _init_attacks(w: Words, r: int, side: int) -> None:
    """Write the attacks of a side's king and pawns, and the squares around its king."""
    at = L.SCRATCH + _SIDE * side
    own = w[r + L.SIDES + side]
    king = first_bit(w[r + L.KING] & own)
    pawns = w[r + L.PAWN] & own
    west, east = pawn_west(pawns, side), pawn_east(pawns, side)
    around = w[L.KING_FROM + king]
    w[at + L.PAWN], w[at + L.KING] = west | east, around
    for kind in range(L.KNIGHT, L.KING):
        w[at + kind] = U0
    w[at + _ANY] = west | east | around
    w[at + _TWICE] = (west & east) | ((west | east) & around)
    w[at + _ZONE] = around | pawn_steps(around, side) | bit_of(king)
    w[at + _DANGER] = U0


@compiled
def _pieces(w: Words, r: int, side: int) -> np.uint64:
    """Return the score of a side's pieces for mobility and squares; write their attacks."""
    at, there = L.SCRATCH + _SIDE * side, L.SCRATCH + _SIDE * (1 - side)
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    occupied = own | other
    pawns, their_pawns = w[r + L.PAWN] & own, w[r + L.PAWN] & other
    king = first_bit(w[r + L.KING] & own)
    # Not onto own pawns that cannot move, the king, nor where a pawn takes.
    stuck = pawns & pawn_steps(occupied, 1 - side)
    open_squares = ~(w[there + L.PAWN] | bit_of(king) | stuck)
    queens = w[r + L.QUEEN]
    zone = w[there + _ZONE]
    score, danger = U0, U0
    for kind in range(L.KNIGHT, L.KING):
        men = w[r + kind] & own
        while men:
            square = first_bit(men)
            bit = bit_of(square)
            men &= men - U1
            if kind == L.KNIGHT:
                reach = w[L.KNIGHT_FROM + square]
            elif kind == L.BISHOP:
                reach = bishop_attacks(w, square, occupied ^ queens)
            elif kind == L.ROOK:
                reach = rook_attacks(w, square, occupied ^ queens ^ (w[r + L.ROOK] & own))
            else:
                reach = bishop_attacks(w, square, occupied) | rook_attacks(w, square, occupied)
            w[at + _TWICE] |= w[at + _ANY] & reach
            w[at + _ANY] |= reach
            w[at + kind] |= reach
            score += w[_MOBILITY[kind - L.KNIGHT] + popcount(reach & open_squares)]
            near = reach & zone
            if near:
                danger += w[_DANGER_ATTACKER + kind - 1]
                danger += w[_DANGER_SQUARE] * np.uint64(popcount(near))
            if kind == L.ROOK:
                file = _FILE << np.uint64(square & 7)
                if not file & pawns:
                    score += w[_ROOK_HALF_OPEN] if file & their_pawns else w[_ROOK_OPEN]
            elif kind != L.QUEEN:
                if bit & (_FAR[1] if side else _FAR[0]) and bit & w[at + L.PAWN]:
                    ahead = w[L.AHEAD + 64 * side + square] & w[L.FILES_NEAR + (square & 7)]
                    if not ahead & their_pawns:
                        score += w[_OUTPOST + kind - 1]
                if kind == L.BISHOP:
                    colour = _LIGHT if bit & _LIGHT else ~_LIGHT
                    score += w[_BISHOP_BLOCKED] * np.uint64(popcount(pawns & colour))
    bishops = w[r + L.BISHOP] & own
    if bishops & _LIGHT and bishops & ~_LIGHT:
        score += w[_BISHOP_PAIR]
    w[at + _DANGER] = danger
    return score


@compiled
def _threats(w: Words, r: int, side: int) -> np.uint64:
    """Return the score of a side's attacks on the other's men."""
    at, there = L.SCRATCH + _SIDE * side, L.SCRATCH + _SIDE * (1 - side)
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    score = U0
    guarded = w[there + L.PAWN] | (w[there + _TWICE] & ~w[at + _TWICE])
    weak = other & w[at + _ANY] & ~guarded
    minors = w[at + L.KNIGHT] | w[at + L.BISHOP]
    for kind in range(L.KING):
        men = w[r + kind] & other
        if men & w[at + L.PAWN]:
            score += w[_PAWN_HITS + kind] * np.uint64(popcount(men & w[at + L.PAWN]))
        strong = men & minors if kind > L.PAWN else men & minors & weak
        if strong:
            score += w[_MINOR_HITS + kind] * np.uint64(popcount(strong))
        hit = men & w[at + L.ROOK] & (weak | w[r + L.QUEEN])
        if hit:
            score += w[_ROOK_HITS + kind] * np.uint64(popcount(hit))
        hit = men & w[at + L.KING] & weak
        if hit:
            score += w[_KING_HITS + kind] * np.uint64(popcount(hit))
    loose = weak & ~w[there + _ANY] & ~w[r + L.PAWN]
    score += w[_HANGING] * np.uint64(popcount(loose))
    free = ~(own | other)
    steps = pawn_steps(w[r + L.PAWN] & own, side) & free
    steps |= pawn_steps(steps & (_RANK_6 if side else _RANK_3), side) & free
    steps &= ~w[there + L.PAWN] & (w[at + _ANY] | ~w[there + _ANY])
    pushed = (pawn_west(steps, side) | pawn_east(steps, side)) & other & ~w[r + L.PAWN]
    score += w[_PUSH_HITS] * np.uint64(popcount(pushed))
    return score


@compiled
def _nearest(men: np.uint64, side: int) -> int:
    """Return the rank of the nearest of some men ahead, as a side sees it."""
    return 7 - (last_bit(men) >> 3) if side else first_bit(men) >> 3


@compiled
def _king(w: Words, r: int, side: int) -> np.uint64:
    """Return a side's king safety: shelter, storm and attackers (below 0)."""
    at, there = L.SCRATCH + _SIDE * side, L.SCRATCH + _SIDE * (1 - side)
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    king = first_bit(w[r + L.KING] & own)
    score = U0
    centre = min(max(king & 7, 1), 6)
    ahead = w[L.AHEAD + 64 * side + king] | (np.uint64(0xFF) << np.uint64(king & 56))
    for file in range(centre - 1, centre + 2):
        column = (_FILE << np.uint64(file)) & ahead & w[r + L.PAWN]
        where = 0 if file == (king & 7) else 8
        mine, theirs = column & own, column & other
        score += w[_SHELTER + where + (_nearest(mine, side) if mine else 0)]
        if theirs:
            score += w[_STORM + where + _nearest(theirs, side)]
    # Danger: what attacks, squares that only king and queen guard, checks that cannot be taken.
    danger = middle(w[there + _DANGER] + w[_DANGER_BIAS])
    unsafe = w[there + _ANY] & ~w[at + _TWICE]
    guards = w[at + L.PAWN] | w[at + L.KNIGHT] | w[at + L.BISHOP] | w[at + L.ROOK]
    weak = unsafe & ~guards
    danger += middle(w[_DANGER_WEAK]) * popcount(weak & w[at + _ZONE])
    occupied = own | other
    safe = ~other & (~w[at + _ANY] | (weak & w[there + _TWICE]))
    lines = rook_attacks(w, king, occupied ^ (w[r + L.QUEEN] & own))
    diagonals = bishop_attacks(w, king, occupied ^ (w[r + L.QUEEN] & own))
    if w[L.KNIGHT_FROM + king] & w[there + L.KNIGHT] & safe:
        danger += middle(w[_DANGER_CHECK])
    if diagonals & w[there + L.BISHOP] & safe:
        danger += middle(w[_DANGER_CHECK + 1])
    if lines & w[there + L.ROOK] & safe:
        danger += middle(w[_DANGER_CHECK + 2])
    if (lines | diagonals) & w[there + L.QUEEN] & safe & ~w[at + L.QUEEN]:
        danger += middle(w[_DANGER_CHECK + 3])
    if not w[r + L.QUEEN] & other:
        danger += middle(w[_DANGER_NO_QUEEN])
    if danger > 0:
        danger = min(danger, 500)
        score -= np.uint64(danger * danger >> 9) + (np.uint64(danger >> 4) << np.uint64(32))
    return score


@compiled
def _passed(w: Words, r: int, side: int, pawns: np.uint64) -> np.uint64:
    """Return the score of a side's passed pawns."""
    there = L.SCRATCH + _SIDE * (1 - side)
    own, other = w[r + L.SIDES + side], w[r + L.SIDES + 1 - side]
    king, their_king = first_bit(w[r + L.KING] & own), first_bit(w[r + L.KING] & other)
    score = U0
    while pawns:
        square = first_bit(pawns)
        pawns &= pawns - U1
        rank = square >> 3
        stop = square + 8
        if side:
            rank = 7 - rank
            stop = square - 8
        score += w[_PASSED + rank]
        if not (own | other) & bit_of(stop):
            score += w[_PASSED_FREE + rank]
            if not w[there + _ANY] & bit_of(stop):
                score += w[_PASSED_SAFE + rank]
        score += w[_PASSED_OWN_KING + rank] * np.uint64(distance(king, stop))
        score += w[_PASSED_OTHER_KING + rank] * np.uint64(distance(their_king, stop))
    return score


@compiled
def _scale(w: Words, r: int, strong: int) -> int:
    """Return how much of an ending's score counts for the side ahead, in 64ths."""
    own, other = w[r + L.SIDES + strong], w[r + L.SIDES + 1 - strong]
    pawns = popcount(w[r + L.PAWN] & own)
    heavy = w[r + L.ROOK] | w[r + L.QUEEN]
    minors = w[r + L.KNIGHT] | w[r + L.BISHOP]
    if pawns == 0:
        mine = 5 * popcount(heavy & own) + 3 * popcount(minors & own)
        mine += 4 * popcount(w[r + L.QUEEN] & own)
        theirs = 5 * popcount(heavy & other) + 3 * popcount(minors & other)
        theirs += 4 * popcount(w[r + L.QUEEN] & other)
        if mine - theirs <= 3:
            return 0 if mine <= 3 else 10
        if mine == 6 and not w[r + L.BISHOP] & own:  # two knights
            return 4
    bishops = w[r + L.BISHOP]
    alone = popcount(bishops & own) == 1 and popcount(bishops & other) == 1
    if alone and popcount(bishops & _LIGHT) == 1:
        return 32 if not (heavy | w[r + L.KNIGHT]) else 50
    return min(64, 44 + 5 * pawns)


@compiled
def _mop_up(w: Words, r: int, strong: int) -> int:
    """Return a bonus for driving a bare king to the edge, or to the right corner (mop-up)."""
    king = first_bit(w[r + L.KING] & w[r + L.SIDES + strong])
    bare = first_bit(w[r + L.KING] & w[r + L.SIDES + 1 - strong])
    file, rank = bare & 7, bare >> 3
    edge = max(3 - file, file - 4) + max(3 - rank, rank - 4)
    bonus = 10 * edge + 6 * (7 - distance(king, bare))
    men = w[r + L.SIDES + strong]
    bishops = w[r + L.BISHOP] & men
    if (
        bishops
        and w[r + L.KNIGHT] & men
        and not (w[r + L.PAWN] | w[r + L.ROOK] | w[r + L.QUEEN]) & men
    ):
        # 7 in a corner that the bishop can guard, 0 on the diagonal between the others.
        corner = abs(file - rank) if bishops & _LIGHT else abs(7 - file - rank)
        bonus += 30 * corner + 12 * (7 - distance(king, bare))
        bonus += 8 * (7 - distance(first_bit(w[r + L.KNIGHT] & men), bare))
    return bonus


@compiled
def _rounded(value: int, parts: int) -> int:
    """Return a quotient rounded towards 0, the same for both sides."""
    return -(-value // parts) if value < 0 else value // parts


@compiled
def classical_eval(w: Words, r: int) -> int:
    """Return the score of a row in hundredths of a pawn for the side to move.

    Finished games and positions in check are evaluated like all others.
    """
    side = side_of(w, r)
    at = pawn_entry(w, r)
    score = w[r + L.SCORE] + w[at + 1]
    _init_attacks(w, r, 0)
    _init_attacks(w, r, 1)
    score += _pieces(w, r, 0) - _pieces(w, r, 1)
    score += _threats(w, r, 0) - _threats(w, r, 1)
    score += _king(w, r, 0) - _king(w, r, 1)
    score += _passed(w, r, 0, w[at + 2]) - _passed(w, r, 1, w[at + 3])
    if side:
        score -= w[_TEMPO]
    else:
        score += w[_TEMPO]
    late = ending(score)
    strong = 0 if late > 0 else 1
    late = late * _scale(w, r, strong)
    phase = min(integer(w[r + L.PHASE]), 24)
    worth = _rounded(64 * middle(score) * phase + late * (24 - phase), 24 * 64)
    if w[r + L.SIDES + 1 - strong] == w[r + L.KING] & w[r + L.SIDES + 1 - strong]:
        bonus = _mop_up(w, r, strong)
        worth += -bonus if strong else bonus
        return -worth if side else worth
    # An advantage counts for less as the fifty-move rule comes nearer.
    worth = _rounded(worth * (220 - min(integer(w[r + L.CLOCK]), 100)), 220)
    return -worth if side else worth


@entry_point
def evaluation(words: Words, row: int) -> int:
    """Return the `classical_eval` of the row that starts at `row`."""
    return classical_eval(pointer(words), row)
