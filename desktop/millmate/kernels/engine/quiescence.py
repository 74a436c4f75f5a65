"""Quiescence search: captures until the position is quiet; when in check, every move.

With standing pat, delta pruning, SEE pruning, and quiet checks at the first ply (Shannon, 1950, on
quiescent positions; Beal, 1990).
"""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine import search_params as P
from millmate.kernels.engine.attacks import bishop_attacks, rook_attacks
from millmate.kernels.engine.bits import U0, Ints, Words, compiled, integer
from millmate.kernels.engine.history import correction, is_quiet, score_moves, select_best
from millmate.kernels.engine.moves import ALL, QUIET, TACTICAL, generate
from millmate.kernels.engine.network import evaluate
from millmate.kernels.engine.position import bit_of, prefetch_after, side_of
from millmate.kernels.engine.search_stack import enter_node, is_draw, make_move, update_variation
from millmate.kernels.engine.see import VALUES, see_ge
from millmate.kernels.engine.tablebase import least_in, most_in, probe
from millmate.kernels.engine.transposition import (
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
from millmate.kernels.integers import first_bit


@compiled
def _quiet_checks(w: Words, m: Ints, r: int, begin: int) -> int:
    """Write quiet moves that give check from `m[begin]`, the best first; return their end."""
    end = generate(w, m, r, begin, QUIET)
    side = side_of(w, r)
    there = w[r + L.SIDES + 1 - side]
    king, occupied = first_bit(w[r + L.KING] & there), w[r + L.SIDES] | there
    lines, diagonals = rook_attacks(w, king, occupied), bishop_attacks(w, king, occupied)
    jumps, pawns = w[L.KNIGHT_FROM + king], w[L.PAWN_FROM + 64 * (1 - side) + king]
    kept = begin
    for at in range(begin, end):
        move = integer(m[at])
        kind, to = (move >> 12) & 7, bit_of((move >> 6) & 63)
        gives = U0
        if kind == L.KNIGHT:
            gives = jumps & to
        elif kind == L.PAWN:
            gives = pawns & to
        elif kind != L.KING:
            if kind != L.ROOK:
                gives = diagonals & to
            if kind != L.BISHOP:
                gives |= lines & to
        if gives:
            m[kept] = np.int32(move)
            m[kept + L.LISTS] = np.int32(0)
            kept += 1
    return kept


@compiled
def quiesce(w: Words, m: Ints, ply: int, below: int, begin: int, alpha: int, beta: int) -> int:
    """Return a score of the position at `ply`: at most `alpha`, at least `beta`, or in between.

    `below` is how many plies the search proper ended above; checks are tried at the first.
    """
    r = L.ROWS + L.ROW * ply
    if enter_node(w, m, ply) or is_draw(w, r, ply):
        return 0
    known = probe(w, r, ply)
    least, most = least_in(known), most_in(known)
    if least == most or least >= beta:
        return least
    if most <= alpha:
        return most
    if ply >= L.PLIES - 3:
        return 0 if w[r + L.CHECKERS] else evaluate(w, r)
    key, in_check, side = w[r + L.KEY], integer(w[r + L.CHECKERS] != np.uint64(0)), side_of(w, r)
    alpha, beta, static, hash_move = max(alpha, least), min(beta, most), L.UNKNOWN, 0
    at = find(w, key)
    if at >= 0:
        data = w[at]
        score, bound = score_in(data, ply), bound_in(data)
        fits = bound == EXACT or (bound == LOWER and score >= beta)
        if beta - alpha == 1 and (fits or (bound == UPPER and score <= alpha)):
            return score
        hash_move, static = move_in(data), evaluation_in(data)
    best = -L.INFINITE
    if not in_check:
        if static == L.UNKNOWN:
            static = evaluate(w, r)
        # Stand pat: a side that is not in check need not take.
        best = static + correction(w, m, r)
        best = max(-L.MATE_IN_MAX_PLY + 1, min(L.MATE_IN_MAX_PLY - 1, best))
        if best >= beta:
            best = min(best, most)
            if at < 0:
                store(w, key, ply, 0, best, static, -1, LOWER)
            return best
    else:
        static = L.UNKNOWN
    stand_pat, old_alpha = best, alpha
    alpha = max(alpha, best)
    end = generate(w, m, r, begin, ALL if in_check else TACTICAL)
    score_moves(w, m, r, ply, begin, end, hash_move)
    best_move, tried = 0, 0
    wants_checks = 0 if in_check or below else 1
    this = begin
    while True:
        if this == end:
            if not wants_checks:
                break
            wants_checks = 0
            end = _quiet_checks(w, m, r, this)
            continue
        select_best(m, this, end)
        move = integer(m[this])
        this += 1
        if not in_check or (best > -L.MATE_IN_MAX_PLY and tried > 0):
            if not in_check and is_quiet(move) == 0:
                # Delta pruning: not even the man taken and a margin would reach alpha.
                hope = stand_pat + P.DELTA_MARGIN + VALUES[(move >> 15) & 7]
                if hope <= alpha and (move >> 18) & 7 == 0:
                    best = max(best, hope)
                    continue
            prefetch_after(w, r, move)
            if not see_ge(w, r, move, 0):
                continue
        tried += 1
        make_move(w, m, ply, move, side)
        score = -quiesce(w, m, ply + 1, below + 1, end, -beta, -alpha)
        if w[L.STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, short_move(move)
                update_variation(m, ply, move)
                if score >= beta:
                    break
    if in_check and end == begin:
        return ply - L.MATE
    best = min(max(best, least), most)
    bound = LOWER if best >= beta else EXACT if alpha > old_alpha else UPPER
    store(w, key, ply, best_move, best, static, 0 if in_check or below == 0 else -1, bound)
    return best
