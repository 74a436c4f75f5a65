"""A node before its moves: what the table and the evaluation say, and what that cuts off.

The heuristics have their names as on chessprogramming.org, which says where each comes from; their
margins are in `search_params`.
"""

import numpy as np

from millmate.kernels.engine import frames as F
from millmate.kernels.engine import layout as L
from millmate.kernels.engine import search_params as P
from millmate.kernels.engine.bits import Ints, Words, compiled, integer
from millmate.kernels.engine.history import correction
from millmate.kernels.engine.network import evaluate
from millmate.kernels.engine.position import make_null, side_of
from millmate.kernels.engine.quiescence import quiesce
from millmate.kernels.engine.search_stack import enter_node, is_draw
from millmate.kernels.engine.tablebase import least_in, most_in, probe
from millmate.kernels.engine.transposition import (
    EXACT,
    LOWER,
    UPPER,
    bound_in,
    depth_in,
    evaluation_in,
    find,
    move_in,
    score_in,
    store,
)

NO_NULL = -1000  # no depth: the null move is not tried
_NOT_FOUND = -9  # the depth of a table entry that is not there


@compiled
def resolve(m: Ints, f: int, score: int) -> int:
    """Write the score of a node that needs no moves; return 1."""
    m[f + F.RESULT] = np.int32(score)
    return 1


@compiled
def has_pieces(w: Words, r: int, side: int) -> int:
    """Return 1 if a side has more than king and pawns, else 0: zugzwang is rare then."""
    men = w[r + L.KNIGHT] | w[r + L.BISHOP] | w[r + L.ROOK] | w[r + L.QUEEN]
    return integer((men & w[r + L.SIDES + side]) != np.uint64(0))


@compiled
def _probe_transposition(w: Words, m: Ints, f: int) -> int:
    """Copy the transposition entry to the frame; return 1 if it resolves the node, else 0.

    PV nodes are never resolved by it, so that their lines are whole (Greenblatt et al., 1967).
    """
    ply, depth = integer(m[f + F.PLY]), integer(m[f + F.DEPTH])
    m[f + F.TT_MOVE], m[f + F.TT_DEPTH], m[f + F.TT_BOUND] = 0, _NOT_FOUND, 0
    m[f + F.STATIC_EVAL] = L.UNKNOWN
    at = find(w, w[L.ROWS + L.ROW * ply + L.KEY])
    if at < 0:
        return 0
    data = w[at]
    score, bound = score_in(data, ply), bound_in(data)
    m[f + F.TT_MOVE], m[f + F.TT_SCORE] = np.int32(move_in(data)), np.int32(score)
    m[f + F.TT_DEPTH], m[f + F.TT_BOUND] = np.int32(depth_in(data)), np.int32(bound)
    m[f + F.STATIC_EVAL] = np.int32(evaluation_in(data))
    if m[f + F.PV_NODE] or m[f + F.EXCLUDED] or depth_in(data) < depth:
        return 0
    if bound == EXACT or (bound == LOWER and score >= m[f + F.BETA]):
        return resolve(m, f, score)
    if bound == UPPER and score <= m[f + F.ALPHA]:
        return resolve(m, f, score)
    return 0


@compiled
def _evaluate_node(w: Words, m: Ints, f: int) -> int:
    """Write the node's evaluations, and whether they improve on the side's last turn; return 0."""
    ply = integer(m[f + F.PLY])
    r = L.ROWS + L.ROW * ply
    m[f + F.IMPROVING] = 0
    if m[f + F.IN_CHECK]:
        m[f + F.STATIC_EVAL], m[f + F.EVAL] = L.UNKNOWN, L.UNKNOWN
        m[L.CORRECTED_EVALS + ply + 2] = L.UNKNOWN
        return 0
    static = integer(m[f + F.STATIC_EVAL])
    if static == L.UNKNOWN:
        static = evaluate(w, r)
        m[f + F.STATIC_EVAL] = np.int32(static)
        if m[f + F.TT_DEPTH] == _NOT_FOUND:
            store(w, w[r + L.KEY], ply, 0, static, static, -7, 0)
    corrected = static + correction(w, m, r)
    corrected = max(-L.MATE_IN_MAX_PLY + 1, min(L.MATE_IN_MAX_PLY - 1, corrected))
    m[L.CORRECTED_EVALS + ply + 2] = np.int32(corrected)
    before = integer(m[L.CORRECTED_EVALS + ply])
    if before != L.UNKNOWN and corrected > before:
        m[f + F.IMPROVING] = 1
    estimate, bound, score = corrected, integer(m[f + F.TT_BOUND]), integer(m[f + F.TT_SCORE])
    is_above = bound == LOWER and score > estimate
    is_below = bound == UPPER and score < estimate
    if bound == EXACT or is_above or is_below:
        estimate = score
    m[f + F.EVAL] = np.int32(estimate)
    return 0


@compiled
def _reverse_futility(m: Ints, f: int) -> int:
    """Return 1 if the evaluation is so far above beta that it resolves the node, else 0.

    Reverse futility pruning, also called static null-move pruning: the opponent is not expected to
    win back the margin in so few plies. Futility pruning seen from the other side (Heinz, 1998).
    """
    depth, beta = integer(m[f + F.DEPTH]), integer(m[f + F.BETA])
    margin = P.RFP_MARGIN * (depth - integer(m[f + F.IMPROVING]))
    if depth > P.RFP_MAX_DEPTH or m[f + F.EVAL] - margin < beta:
        return 0
    return resolve(m, f, (integer(m[f + F.EVAL]) + beta) // 2)


@compiled
def _razor(w: Words, m: Ints, f: int, begin: int) -> int:
    """Return 1 if the evaluation is so far below alpha that quiescence resolves the node, else 0.

    Razoring (Birmingham and Kent, 1977).
    """
    depth, alpha = integer(m[f + F.DEPTH]), integer(m[f + F.ALPHA])
    margin = P.RAZOR_BASE + P.RAZOR_MARGIN * depth
    if depth > P.RAZOR_MAX_DEPTH or m[f + F.EVAL] + margin >= alpha:
        return 0
    score = quiesce(w, m, integer(m[f + F.PLY]), 1, begin, alpha, alpha + 1)
    if score <= alpha or w[L.STOP]:
        return resolve(m, f, score)
    return 0


@compiled
def _prune_by_evaluation(w: Words, m: Ints, f: int, begin: int) -> int:
    """Return 1 if reverse futility pruning or razoring resolves the node, else 0."""
    if m[f + F.PV_NODE] or m[f + F.IN_CHECK] or m[f + F.EXCLUDED]:
        return 0
    is_mate = abs(integer(m[f + F.BETA])) >= L.MATE_IN_MAX_PLY
    if is_mate or abs(integer(m[f + F.EVAL])) >= L.MATE_IN_MAX_PLY:
        return 0
    if _reverse_futility(m, f):
        return 1
    return _razor(w, m, f, begin)


@compiled
def open_node(
    w: Words, m: Ints, ply: int, f: int, begin: int, depth: int, alpha: int, beta: int, cut: int
) -> int:
    """Enter a node, and write its frame; return 1 if it needs no moves, else 0.

    In this order: the search was stopped, draws, endgame tables, the longest line, mate-distance
    pruning, the transposition table, and pruning by the evaluation. The score of a node that needs
    no moves is its frame's `RESULT`.
    """
    r = L.ROWS + L.ROW * ply
    if enter_node(w, m, ply) or is_draw(w, r, ply):
        return resolve(m, f, 0)
    known = probe(w, r, ply)
    least, most = least_in(known), most_in(known)
    if least == most or least >= beta:
        return resolve(m, f, least)
    if most <= alpha:
        return resolve(m, f, most)
    in_check = integer(w[r + L.CHECKERS] != np.uint64(0))
    if ply >= L.PLIES - 4:
        return resolve(m, f, 0 if in_check else evaluate(w, r))
    # Mate-distance pruning: no mate found here can be shorter than one that is known already.
    alpha, beta = max(alpha, ply - L.MATE), min(beta, L.MATE - ply - 1)
    if alpha >= beta:
        return resolve(m, f, alpha)
    alpha, beta, m[f + F.KNOWN] = max(alpha, least), min(beta, most), np.int32(known)
    m[f + F.PLY], m[f + F.DEPTH], m[f + F.CUT_NODE] = np.int32(ply), np.int32(depth), np.int32(cut)
    m[f + F.OLD_ALPHA], m[f + F.ALPHA] = np.int32(alpha), np.int32(alpha)
    m[f + F.BETA] = np.int32(beta)
    m[f + F.PV_NODE], m[f + F.SIDE] = np.int32(beta - alpha > 1), np.int32(side_of(w, r))
    m[f + F.IN_CHECK] = np.int32(in_check)
    if _probe_transposition(w, m, f):
        return 1
    _evaluate_node(w, m, f)
    m[L.KILLERS + 2 * ply + 2] = 0
    m[L.KILLERS + 2 * ply + 3] = 0
    return _prune_by_evaluation(w, m, f, begin)


@compiled
def make_null_move(w: Words, m: Ints, f: int) -> int:
    """Pass, if null-move pruning may apply; return the depth to search, else `NO_NULL`.

    A side that may even pass and still reaches beta is thought to reach it with a move, too. Not in
    zugzwang: the side must have a piece (Beal, 1989; Goetsch and Campbell, 1990; Donninger, 1993).
    """
    ply, depth, beta = integer(m[f + F.PLY]), integer(m[f + F.DEPTH]), integer(m[f + F.BETA])
    if m[f + F.PV_NODE] or m[f + F.IN_CHECK] or m[f + F.EXCLUDED]:
        return NO_NULL
    if depth < P.NULL_MIN_DEPTH or beta <= -L.MATE_IN_MAX_PLY:
        return NO_NULL
    estimate, static = integer(m[f + F.EVAL]), integer(m[L.CORRECTED_EVALS + ply + 2])
    if estimate < beta or static < beta - P.NULL_STATIC_MARGIN * depth + P.NULL_STATIC_BASE:
        return NO_NULL
    r = L.ROWS + L.ROW * ply
    passed_before = integer(m[L.LINE_MOVES + ply + 1]) == L.NO_PREVIOUS_MOVE
    if passed_before or not has_pieces(w, r, side_of(w, r)):
        return NO_NULL
    make_null(w, r)
    m[L.LINE_MOVES + ply + 2] = L.NO_PREVIOUS_MOVE
    surplus = min((estimate - beta) // P.NULL_EVAL_DIVISOR, P.NULL_MAX_EVAL_REDUCTION)
    return depth - P.NULL_REDUCTION - depth // P.NULL_DEPTH_DIVISOR - surplus


@compiled
def reduce_without_hash_move(m: Ints, f: int) -> int:
    """Take a ply off the depth where no hash move is known; return the depth.

    Internal iterative reduction (Ed Schroeder, 2022): the next iteration will have the move, and
    this one costs less. It replaced internal iterative deepening.
    """
    depth = integer(m[f + F.DEPTH])
    known = integer(m[f + F.TT_MOVE]) != 0 or integer(m[f + F.EXCLUDED]) != 0
    if not known and depth >= P.IIR_MIN_DEPTH and (m[f + F.PV_NODE] or m[f + F.CUT_NODE]):
        depth -= 1
        m[f + F.DEPTH] = np.int32(depth)
    return depth
