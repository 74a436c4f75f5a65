"""The search proper: principal variation search with what has proved itself for pruning it.

Plies near the leaves are cut off where the evaluation is far outside the window; a side that may
even pass and is still ahead is thought to be ahead (null move); late moves are searched less deep
first (reductions); a move that alone holds the score is searched deeper (singular extension).
"""

from millmate.kernels.engine.bits import I8, Ints, M, W, Words, compiled, integer
from millmate.kernels.engine.frames import (
    ALPHA,
    END,
    EXCLUDED,
    NEXT,
    NUMBER,
    RESULT,
    TABLE_MOVE,
    TABLE_SCORE,
    WIDE,
)
from millmate.kernels.engine.layout import FRAME, MATES, STOP
from millmate.kernels.engine.node import open_node, shorten, try_passing
from millmate.kernels.engine.quiescence import quiesce
from millmate.kernels.engine.trying import (
    close_node,
    extension,
    is_singular_candidate,
    list_moves,
    next_move,
    note_score,
    try_move,
)


@compiled(I8(W, M, I8, I8, I8, I8, I8, I8, I8))
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
        return integer(m[f + RESULT])
    g = f + FRAME
    m[g + EXCLUDED] = 0
    passed = try_passing(w, m, f)
    if passed:
        score = -search(w, m, ply + 1, g, begin, passed - 1024, -beta, 1 - beta, 1 - cut)
        if score >= beta or w[STOP]:
            return beta if score >= MATES else score
    depth = shorten(m, f)
    list_moves(w, m, f, begin)
    while next_move(w, m, f):
        end, more = integer(m[f + END]), 0
        if is_singular_candidate(m, f):
            bar = integer(m[f + TABLE_SCORE]) - 2 * depth
            m[g + EXCLUDED] = m[f + TABLE_MOVE]
            score = search(w, m, ply, g, end, (depth - 1) // 2, bar - 1, bar, cut)
            m[g + EXCLUDED] = 0
            if w[STOP]:
                return 0
            more = extension(m, f, score, bar)
            if more == 9:
                return bar
        # At first less deep and with an empty window, for most moves; then what is called for.
        shallow = try_move(w, m, f, more)
        full, low, wide = integer(m[f + NEXT]), integer(m[f + ALPHA]), integer(m[f + WIDE])
        if wide and m[f + NUMBER] == 1:
            score = low + 1
        else:
            expected = 1 if shallow < full else 1 - cut
            score = -search(w, m, ply + 1, g, end, shallow, -low - 1, -low, expected)
            if score > low and shallow < full and not w[STOP]:
                score = -search(w, m, ply + 1, g, end, full, -low - 1, -low, 1 - cut)
        if wide and score > low and not w[STOP]:
            # Not a literal 0: a cached function that calls itself with one does not load.
            score = -search(w, m, ply + 1, g, end, full, -beta, -low, integer(0))
        if w[STOP]:
            return 0
        if note_score(w, m, f, score):
            break
    return close_node(w, m, f)
