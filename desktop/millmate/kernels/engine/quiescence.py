"""Search of captures until the position is quiet; when in check, of every move."""

import numpy as np

from millmate.kernels.engine.attacks import bishop_attacks, rook_attacks
from millmate.kernels.engine.bits import (
    I8,
    U0,
    Ints,
    M,
    W,
    Words,
    compiled,
    first,
    integer,
)
from millmate.kernels.engine.draws import is_draw
from millmate.kernels.engine.endings import table_score
from millmate.kernels.engine.exchange import VALUES, gains
from millmate.kernels.engine.history import (
    bring_best,
    correction,
    is_quiet,
    played,
    score_moves,
)
from millmate.kernels.engine.judging import worth_of
from millmate.kernels.engine.layout import (
    BEFORE,
    BISHOP,
    CHECKERS,
    INFINITE,
    KEY,
    KEYS,
    KING,
    KNIGHT,
    KNIGHT_FROM,
    LINES,
    LISTS,
    MATE,
    MATES,
    NODE_LIMIT,
    NODES,
    PAWN,
    PAWN_FROM,
    PLAYED,
    PLIES,
    ROOK,
    ROW,
    ROWS,
    SELECTIVE,
    SIDES,
    STOP,
    UNKNOWN,
)
from millmate.kernels.engine.lines import lengthen
from millmate.kernels.engine.moves import ALL, QUIET, TACTICAL, generate
from millmate.kernels.engine.position import bit_of, expect, make, side_of
from millmate.kernels.engine.table import (
    EXACT,
    LOWER,
    UPPER,
    bound_in,
    evaluation_in,
    find,
    move_in,
    score_in,
    short_move,
    store,
)

_SAFETY = 180  # how much more than the man taken a capture may win


@compiled(I8(W, M, I8))
def enter(w: Words, m: Ints, ply: int) -> int:
    """Count a node and tell with 1 that the search has to stop, else 0."""
    w[NODES] += np.uint64(1)
    if w[NODES] >= w[NODE_LIMIT]:
        w[STOP] = np.uint64(1)
    if integer(w[SELECTIVE]) < ply:
        w[SELECTIVE] = np.uint64(ply)
    w[KEYS + integer(w[BEFORE]) + ply] = w[ROWS + ROW * ply + KEY]
    m[LINES + PLIES * ply] = 0
    return integer(w[STOP])


@compiled(I8(W, M, I8, I8, I8, I8))
def move_on(w: Words, m: Ints, r: int, ply: int, move: int, side: int) -> int:
    """Make a move of the line; return where the row after it begins."""
    make(w, r, move)
    m[PLAYED + ply + 2] = np.int32(played(side, move))
    return r + ROW


@compiled(I8(W, M, I8, I8))
def _checks(w: Words, m: Ints, r: int, begin: int) -> int:
    """Write quiet moves that give check from `m[begin]`, the best first; return their end."""
    end = generate(w, m, r, begin, QUIET)
    side = side_of(w, r)
    there = w[r + SIDES + 1 - side]
    king, occupied = first(w[r + KING] & there), w[r + SIDES] | there
    lines, diagonals = rook_attacks(w, king, occupied), bishop_attacks(w, king, occupied)
    jumps, pawns = w[KNIGHT_FROM + king], w[PAWN_FROM + 64 * (1 - side) + king]
    kept = begin
    for at in range(begin, end):
        move = integer(m[at])
        kind, to = (move >> 12) & 7, bit_of((move >> 6) & 63)
        gives = U0
        if kind == KNIGHT:
            gives = jumps & to
        elif kind == PAWN:
            gives = pawns & to
        elif kind != KING:
            if kind != ROOK:
                gives = diagonals & to
            if kind != BISHOP:
                gives |= lines & to
        if gives:
            m[kept] = np.int32(move)
            m[kept + LISTS] = np.int32(0)
            kept += 1
    return kept


@compiled(I8(W, M, I8, I8, I8, I8, I8))
def quiesce(w: Words, m: Ints, ply: int, below: int, begin: int, alpha: int, beta: int) -> int:
    """Return a score of the position at `ply`: at most `alpha`, at least `beta`, or in between.

    `below` is how many plies the search proper ended above; checks are tried at the first.
    """
    r = ROWS + ROW * ply
    if enter(w, m, ply):
        return 0
    if is_draw(w, r, ply):
        return 0
    known = table_score(w, r, ply)
    if known != UNKNOWN:
        return known
    if ply >= PLIES - 3:
        return 0 if w[r + CHECKERS] else worth_of(w, r)
    key, in_check, side = w[r + KEY], integer(w[r + CHECKERS] != np.uint64(0)), side_of(w, r)
    worth, table_move = UNKNOWN, 0
    at = find(w, key)
    if at >= 0:
        data = w[at]
        score, bound = score_in(data, ply), bound_in(data)
        fits = bound == EXACT or (bound == LOWER and score >= beta)
        if beta - alpha == 1 and (fits or (bound == UPPER and score <= alpha)):
            return score
        table_move, worth = move_in(data), evaluation_in(data)
    best = -INFINITE
    if not in_check:
        if worth == UNKNOWN:
            worth = worth_of(w, r)
        best = max(-MATES + 1, min(MATES - 1, worth + correction(w, m, r)))
        if best >= beta:
            if at < 0:
                store(w, key, ply, 0, best, worth, -1, LOWER)
            return best
    else:
        worth = UNKNOWN
    stand, low = best, alpha
    alpha = max(alpha, best)
    end = generate(w, m, r, begin, ALL if in_check else TACTICAL)
    score_moves(w, m, r, ply, begin, end, table_move)
    chosen, tried = 0, 0
    checks = 0 if in_check or below else 1
    this = begin
    while True:
        if this == end:
            if not checks:
                break
            checks = 0
            end = _checks(w, m, r, this)
            continue
        bring_best(m, this, end)
        move = integer(m[this])
        this += 1
        if not in_check or (best > -MATES and tried > 0):
            if not in_check and is_quiet(move) == 0:
                hope = stand + _SAFETY + VALUES[(move >> 15) & 7]
                if hope <= alpha and (move >> 18) & 7 == 0:
                    best = max(best, hope)
                    continue
            expect(w, r, move)
            if not gains(w, r, move, 0):
                continue
        tried += 1
        move_on(w, m, r, ply, move, side)
        score = -quiesce(w, m, ply + 1, below + 1, end, -beta, -alpha)
        if w[STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, chosen = score, short_move(move)
                lengthen(m, ply, move)
                if score >= beta:
                    break
    if in_check and end == begin:
        return ply - MATE
    bound = UPPER
    if best >= beta:
        bound = LOWER
    elif alpha > low:
        bound = EXACT
    store(w, key, ply, chosen, best, worth, 0 if in_check or below == 0 else -1, bound)
    return best
