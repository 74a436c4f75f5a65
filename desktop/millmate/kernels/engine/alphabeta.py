"""The search proper: principal variation search (PVS).

The first move of a node is searched with the whole window, all others with an empty one, to see
whether they are better at all (Marsland and Campbell, 1982). Checks that can resolve a node without
moves are in `pruning`. Here is the loop over its moves: which comes next, how deep it is searched,
and what its score changes; their variables of the node are in its frame `f` (see `frames`). The
heuristics are named as on chessprogramming.org; their margins are in `search_params`.
"""

import numpy as np

from millmate.kernels.engine import frames as F
from millmate.kernels.engine import layout as L
from millmate.kernels.engine import search_params as P
from millmate.kernels.engine.bits import Ints, Words, compiled, integer
from millmate.kernels.engine.history import (
    GOOD_CAPTURE,
    KILLER,
    is_quiet,
    quiet_history,
    score_moves,
    select_next,
    update_correction,
    update_histories,
)
from millmate.kernels.engine.moves import ALL, QUIET, TACTICAL, generate
from millmate.kernels.engine.position import bit_of, prefetch_after, side_of
from millmate.kernels.engine.pruning import (
    NO_NULL,
    has_pieces,
    make_null_move,
    open_node,
    reduce_without_hash_move,
)
from millmate.kernels.engine.quiescence import quiesce
from millmate.kernels.engine.search_stack import make_move, update_variation
from millmate.kernels.engine.see import see_ge
from millmate.kernels.engine.tablebase import least_in, most_in
from millmate.kernels.engine.transposition import EXACT, LOWER, UPPER, short_move, store

MULTI_CUT = 9  # instead of an extension: the node is cut off


@compiled
def _is_quiet_hash_move(w: Words, r: int, hash_move: int) -> int:
    """Return 1 if the hash move, in 16 bits, neither promotes nor captures a man, else 0.

    En passant counts as quiet here, which only lists the quiet moves sooner.
    """
    if hash_move == 0 or hash_move >> 12:
        return 0
    men = w[r + L.SIDES + 1 - side_of(w, r)]
    return integer((men & bit_of((hash_move >> 6) & 63)) == np.uint64(0))


@compiled
def begin_moves(w: Words, m: Ints, f: int, begin: int) -> int:
    """Write the first moves to try from `m[begin]`; return their end.

    Moves are generated in stages: quiet ones only when captures and promotions have been tried,
    unless the hash move is one of them.
    """
    ply, hash_move = integer(m[f + F.PLY]), integer(m[f + F.TT_MOVE])
    r = L.ROWS + L.ROW * ply
    all_now = _is_quiet_hash_move(w, r, hash_move)
    end = generate(w, m, r, begin, ALL if all_now else TACTICAL)
    score_moves(w, m, r, ply, begin, end, hash_move)
    m[f + F.LIST_BEGIN], m[f + F.LIST_NEXT] = np.int32(begin), np.int32(begin)
    m[f + F.LIST_END], m[f + F.QUIETS_LISTED] = np.int32(end), np.int32(all_now)
    m[f + F.SKIP_QUIETS], m[f + F.MOVE_COUNT] = 0, 0
    m[f + F.BEST_SCORE], m[f + F.BEST_MOVE] = -L.INFINITE, 0
    return end


@compiled
def _add_quiet_moves(w: Words, m: Ints, f: int) -> int:
    """Write the quiet moves behind those that are left; return the new end."""
    ply, old_end = integer(m[f + F.PLY]), integer(m[f + F.LIST_END])
    r = L.ROWS + L.ROW * ply
    end = generate(w, m, r, old_end, QUIET)
    score_moves(w, m, r, ply, old_end, end, integer(m[f + F.TT_MOVE]))
    m[f + F.QUIETS_LISTED], m[f + F.LIST_END] = 1, np.int32(end)
    return end


@compiled
def _select(w: Words, m: Ints, f: int) -> int:
    """Bring the best move to the front of those that are left; return its score."""
    begin, end = integer(m[f + F.LIST_NEXT]), integer(m[f + F.LIST_END])
    if begin == end:
        return -L.INFINITE
    return select_next(w, m, L.ROWS + L.ROW * integer(m[f + F.PLY]), begin, end)


@compiled
def _pick(w: Words, m: Ints, f: int) -> int:
    """Write the next move of the list and its score to the frame; return 0 if none is left."""
    score = _select(w, m, f)
    if not m[f + F.QUIETS_LISTED] and score < GOOD_CAPTURE // 2:
        _add_quiet_moves(w, m, f)
        score = _select(w, m, f)
    if m[f + F.LIST_NEXT] == m[f + F.LIST_END]:
        return 0
    m[f + F.MOVE], m[f + F.MOVE_SCORE] = m[integer(m[f + F.LIST_NEXT])], np.int32(score)
    m[f + F.LIST_NEXT] += 1
    return 1


@compiled
def _is_pruned_capture(w: Words, m: Ints, f: int) -> int:
    """Return 1 if a capture or promotion loses too much by static exchange, else 0: SEE pruning."""
    depth = integer(m[f + F.DEPTH])
    if depth > P.SEE_CAPTURE_MAX_DEPTH or m[f + F.MOVE_SCORE] >= GOOD_CAPTURE // 2:
        return 0
    r = L.ROWS + L.ROW * integer(m[f + F.PLY])
    return 1 - see_ge(w, r, integer(m[f + F.MOVE]), -P.SEE_CAPTURE_MARGIN * depth)


@compiled
def _skip_quiets_if_late(m: Ints, f: int, left: int) -> int:
    """Set `SKIP_QUIETS` if the quiet moves behind this one are hopeless; return 0.

    Late move pruning: `most` moves have failed already. Not in PV nodes: near the leaves they would
    keep a losing score without a look at the quiet moves that avoid the loss. Futility pruning
    (Schaeffer, 1986; Heinz, 1998): the evaluation is so far below alpha that no quiet move is
    expected to make up for it in the `left` plies.
    """
    depth, history = integer(m[f + F.DEPTH]), integer(m[f + F.MOVE_HISTORY])
    most = (P.LMP_BASE + depth * depth) // (2 - integer(m[f + F.IMPROVING]))
    if m[f + F.MOVE_COUNT] > most and not m[f + F.PV_NODE]:
        m[f + F.SKIP_QUIETS] = 1
    if left <= P.FUTILITY_MAX_DEPTH and not m[f + F.IN_CHECK]:
        static = integer(m[L.CORRECTED_EVALS + integer(m[f + F.PLY]) + 2])
        margin = P.FUTILITY_BASE + P.FUTILITY_MARGIN * left
        if static + margin + history // P.FUTILITY_HISTORY_DIVISOR <= m[f + F.ALPHA]:
            m[f + F.SKIP_QUIETS] = 1
    return 0


@compiled
def _is_pruned_quiet(w: Words, m: Ints, f: int) -> int:
    """Return 1 if a quiet move is left out, else 0; write whether those behind it are.

    History pruning: it has failed too often. SEE pruning: what moves can be taken there.
    """
    depth, history = integer(m[f + F.DEPTH]), integer(m[f + F.MOVE_HISTORY])
    left = max(0, depth - 1 - (integer(m[f + F.REDUCTION]) >> 10))
    _skip_quiets_if_late(m, f, left)
    if m[f + F.MOVE_SCORE] >= KILLER:
        return 0
    bar = -P.HISTORY_PRUNING_MARGIN * depth
    if left <= P.HISTORY_PRUNING_MAX_DEPTH and history < bar:
        return 1
    if left > P.SEE_QUIET_MAX_DEPTH:
        return 0
    r = L.ROWS + L.ROW * integer(m[f + F.PLY])
    return 1 - see_ge(w, r, integer(m[f + F.MOVE]), -P.SEE_QUIET_MARGIN * left * left)


@compiled
def _is_pruned(w: Words, m: Ints, f: int) -> int:
    """Return 1 if the move is left out, else 0.

    Not before a move that does not get mated has been found, nor in pawn endings.
    """
    r = L.ROWS + L.ROW * integer(m[f + F.PLY])
    if m[f + F.BEST_SCORE] <= -L.MATE_IN_MAX_PLY or not has_pieces(w, r, integer(m[f + F.SIDE])):
        return 0
    return _is_pruned_quiet(w, m, f) if m[f + F.IS_QUIET] else _is_pruned_capture(w, m, f)


@compiled
def _drop_quiet_moves(m: Ints, f: int) -> int:
    """Remove the quiet moves from the rest of the list; return its end."""
    kept = integer(m[f + F.LIST_NEXT])
    for at in range(kept, integer(m[f + F.LIST_END])):
        if not is_quiet(integer(m[at])):
            m[kept], m[kept + L.LISTS] = m[at], m[at + L.LISTS]
            kept += 1
    m[f + F.LIST_END] = np.int32(kept)
    return kept


@compiled
def next_move(w: Words, m: Ints, f: int) -> int:
    """Write the next move that is not pruned to the frame; return 0 if none is left, else 1."""
    ply, side, depth = integer(m[f + F.PLY]), integer(m[f + F.SIDE]), integer(m[f + F.DEPTH])
    while _pick(w, m, f):
        move, score = integer(m[f + F.MOVE]), integer(m[f + F.MOVE_SCORE])
        quiet = is_quiet(move)
        if m[f + F.EXCLUDED] and short_move(move) == m[f + F.EXCLUDED]:
            m[f + F.MOVE_COUNT] += 1
            continue
        if quiet and m[f + F.SKIP_QUIETS] and score < KILLER:
            _drop_quiet_moves(m, f)
            continue
        prefetch_after(w, L.ROWS + L.ROW * ply, move)
        m[f + F.MOVE_COUNT] += 1
        number = integer(m[f + F.MOVE_COUNT])
        m[f + F.IS_QUIET] = np.int32(quiet)
        m[f + F.MOVE_HISTORY] = np.int32(quiet_history(m, ply, side, move) if quiet else 0)
        m[f + F.REDUCTION] = m[L.REDUCTIONS + 64 * min(depth, 63) + min(number, 63)]
        if not _is_pruned(w, m, f):
            return 1
    return 0


@compiled
def is_singular_candidate(m: Ints, f: int) -> int:
    """Return 1 if the move may be singular, else 0: the hash move, with a deep lower bound."""
    if short_move(integer(m[f + F.MOVE])) != m[f + F.TT_MOVE] or m[f + F.EXCLUDED]:
        return 0
    depth = integer(m[f + F.DEPTH])
    if depth < P.SINGULAR_MIN_DEPTH or m[f + F.PLY] > P.SINGULAR_MAX_PLY:
        return 0
    if m[f + F.TT_BOUND] < LOWER or m[f + F.TT_DEPTH] < depth - P.SINGULAR_TT_DEPTH:
        return 0
    return integer(abs(integer(m[f + F.TT_SCORE])) < L.MATE_IN_MAX_PLY)


@compiled
def singular_beta(m: Ints, f: int, depth: int) -> int:
    """Return the score that the other moves must not reach for the hash move to be singular."""
    return integer(m[f + F.TT_SCORE]) - P.SINGULAR_MARGIN * depth


@compiled
def singular_extension(m: Ints, f: int, score: int, bar: int) -> int:
    """Return by how many plies to extend the hash move, if the others reach `score` and not `bar`.

    Singular extension (Anantharaman, Campbell and Hsu, 1988), and two plies if none comes near.
    `MULTI_CUT`: the others reach beta as well, so the node is cut off (Bjornsson and Marsland,
    1998). -1, a negative extension: they nearly do.
    """
    if score < bar:
        alone = not m[f + F.PV_NODE] and score < bar - P.DOUBLE_EXTENSION_MARGIN
        return 2 if alone else 1
    if bar >= m[f + F.BETA]:
        return MULTI_CUT
    return -1 if m[f + F.TT_SCORE] >= m[f + F.BETA] else 0


@compiled
def _reduction(m: Ints, f: int, gives_check: int) -> int:
    """Return the late move reduction of the move, in 1024ths of a ply (Romstad, about 2006)."""
    reduction = integer(m[f + F.REDUCTION]) + P.LMR_PV_NODE * integer(m[f + F.PV_NODE])
    if m[f + F.IS_QUIET]:
        reduction -= integer(m[f + F.MOVE_HISTORY]) // P.LMR_HISTORY_DIVISOR
        reduction += P.LMR_NOT_IMPROVING * (1 - integer(m[f + F.IMPROVING]))
        reduction += P.LMR_CUT_NODE * integer(m[f + F.CUT_NODE])
        if m[f + F.MOVE_SCORE] >= KILLER:
            reduction += P.LMR_KILLER
    else:
        reduction = reduction // 2
        if m[f + F.MOVE_SCORE] < 0:
            reduction += P.LMR_BAD_CAPTURE
    if gives_check or m[f + F.IN_CHECK]:
        reduction += P.LMR_CHECK
    return reduction


@compiled
def make_and_reduce(w: Words, m: Ints, f: int, extension: int) -> int:
    """Make the move; write its full depth to `NEW_DEPTH`, and return the depth to try first.

    Checks in PV nodes are extended; late moves are reduced.
    """
    ply, depth = integer(m[f + F.PLY]), integer(m[f + F.DEPTH])
    number, pv_node = integer(m[f + F.MOVE_COUNT]), integer(m[f + F.PV_NODE])
    n = make_move(w, m, ply, integer(m[f + F.MOVE]), integer(m[f + F.SIDE]))
    gives_check = integer(w[n + L.CHECKERS] != np.uint64(0))
    if extension == 0 and gives_check and pv_node and ply < P.CHECK_EXTENSION_MAX_PLY:
        extension = 1
    full = depth - 1 + extension
    m[f + F.NEW_DEPTH] = np.int32(full)
    is_early = number <= 1 + pv_node or (not m[f + F.IS_QUIET] and number <= P.LMR_CAPTURES)
    if depth < P.LMR_MIN_DEPTH or is_early:
        return full
    return max(1, min(full, full - (_reduction(m, f, gives_check) >> 10)))


@compiled
def update_best(w: Words, m: Ints, f: int, score: int) -> int:
    """Take a move's score into account; return 1 if it causes a beta cutoff, else 0."""
    if score <= m[f + F.BEST_SCORE]:
        return 0
    m[f + F.BEST_SCORE] = np.int32(score)
    if score <= m[f + F.ALPHA]:
        return 0
    move, ply = integer(m[f + F.MOVE]), integer(m[f + F.PLY])
    m[f + F.ALPHA], m[f + F.BEST_MOVE] = np.int32(score), np.int32(move)
    update_variation(m, ply, move)
    if score < m[f + F.BETA]:
        return 0
    begin, end = integer(m[f + F.LIST_BEGIN]), integer(m[f + F.LIST_NEXT])
    depth, quiet = integer(m[f + F.DEPTH]), integer(m[f + F.IS_QUIET])
    update_histories(m, ply, integer(m[f + F.SIDE]), move, depth, begin, end, quiet)
    return 1


@compiled
def _learn_correction(w: Words, m: Ints, f: int, bound: int) -> int:
    """Teach the correction history, unless the score says nothing of the evaluation; return 0."""
    ply, best = integer(m[f + F.PLY]), integer(m[f + F.BEST_SCORE])
    move = integer(m[f + F.BEST_MOVE])
    if m[f + F.IN_CHECK] or abs(best) >= L.MATE_IN_MAX_PLY or (move and not is_quiet(move)):
        return 0
    static = integer(m[L.CORRECTED_EVALS + ply + 2])
    if (bound == LOWER and best <= static) or (bound == UPPER and best >= static):
        return 0
    error = best - integer(m[f + F.STATIC_EVAL])
    update_correction(w, m, L.ROWS + L.ROW * ply, error, integer(m[f + F.DEPTH]))
    return 0


@compiled
def store_node(w: Words, m: Ints, f: int) -> int:
    """Store the result in the transposition table; return the node's score.

    Without legal moves it is mate or stalemate. A node whose moves were all pruned fails low.
    """
    ply, best = integer(m[f + F.PLY]), integer(m[f + F.BEST_SCORE])
    move = integer(m[f + F.BEST_MOVE])
    if m[f + F.MOVE_COUNT] == 0:
        return ply - L.MATE if m[f + F.IN_CHECK] else 0
    if best == -L.INFINITE:
        return integer(m[f + F.ALPHA])
    if m[f + F.EXCLUDED]:
        return best
    known = integer(m[f + F.KNOWN])
    best = min(max(best, least_in(known)), most_in(known))
    raised = m[f + F.ALPHA] > m[f + F.OLD_ALPHA]
    bound = LOWER if best >= m[f + F.BETA] else EXACT if raised else UPPER
    _learn_correction(w, m, f, bound)
    key, hash_move = w[L.ROWS + L.ROW * ply + L.KEY], short_move(move) if move else 0
    static, depth = integer(m[f + F.STATIC_EVAL]), integer(m[f + F.DEPTH])
    store(w, key, ply, hash_move, best, static, depth, bound)
    return best


@compiled
def search(
    w: Words, m: Ints, ply: int, f: int, begin: int, depth: int, alpha: int, beta: int, cut: int
) -> int:
    """Return a score of the position at `ply`: at most `alpha`, at least `beta`, or in between.

    `f` is the node's frame, `begin` where lists of moves may be written; `cut` is 1 where a cutoff
    is expected. Below the root only.
    """
    if depth <= 0:
        return quiesce(w, m, ply, 0, begin, alpha, beta)
    if open_node(w, m, ply, f, begin, depth, alpha, beta, cut):
        return integer(m[f + F.RESULT])
    g = f + L.FRAME  # of the nodes below
    m[g + F.EXCLUDED] = 0
    null_depth = make_null_move(w, m, f)
    if null_depth != NO_NULL:
        score = -search(w, m, ply + 1, g, begin, null_depth, -beta, 1 - beta, 1 - cut)
        if score >= beta or w[L.STOP]:
            return beta if score >= L.MATE_IN_MAX_PLY else score
    depth = reduce_without_hash_move(m, f)
    begin_moves(w, m, f, begin)
    while next_move(w, m, f):
        end, extension = integer(m[f + F.LIST_END]), 0
        if is_singular_candidate(m, f):
            bar = singular_beta(m, f, depth)
            m[g + F.EXCLUDED] = m[f + F.TT_MOVE]
            score = search(w, m, ply, g, end, (depth - 1) // 2, bar - 1, bar, cut)
            m[g + F.EXCLUDED] = 0
            if w[L.STOP]:
                return 0
            extension = singular_extension(m, f, score, bar)
            if extension == MULTI_CUT:
                return bar
        # Reduced and with an empty window at first, then to full depth, then with the whole window.
        reduced = make_and_reduce(w, m, f, extension)
        full, low = integer(m[f + F.NEW_DEPTH]), integer(m[f + F.ALPHA])
        pv_node = integer(m[f + F.PV_NODE])
        if pv_node and m[f + F.MOVE_COUNT] == 1:
            score = low + 1
        else:
            child_cut = 1 if reduced < full else 1 - cut
            score = -search(w, m, ply + 1, g, end, reduced, -low - 1, -low, child_cut)
            if score > low and reduced < full and not w[L.STOP]:
                score = -search(w, m, ply + 1, g, end, full, -low - 1, -low, 1 - cut)
        if pv_node and score > low and not w[L.STOP]:
            # Not a literal 0: a cached function that calls itself with one does not load.
            score = -search(w, m, ply + 1, g, end, full, -beta, -low, integer(0))
        if w[L.STOP]:
            return 0
        if update_best(w, m, f, score):
            break
    return store_node(w, m, f)
