"""The search proper: principal variation search (PVS).

The first move of a node is searched with the whole window, all others with an empty one, to see
whether they are better at all (Marsland and Campbell, 1982). Checks that can resolve a node without
moves are in `pruning`, the loop over its moves in `move_loop`.
"""

from millmate.kernels.engine import frames as F
from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import Ints, Words, compiled, integer
from millmate.kernels.engine.move_loop import (
    MULTI_CUT,
    begin_moves,
    is_singular_candidate,
    make_and_reduce,
    next_move,
    singular_beta,
    singular_extension,
    store_node,
    update_best,
)
from millmate.kernels.engine.pruning import (
    NO_NULL,
    make_null_move,
    open_node,
    reduce_without_hash_move,
)
from millmate.kernels.engine.quiescence import quiesce


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
