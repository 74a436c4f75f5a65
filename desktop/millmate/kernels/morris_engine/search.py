"""The search proper: principal variation search (Marsland and Campbell, 1982).

At its leaves mills are closed as long as that is better than to stand (quiescence search).
"""

from millmate.kernels.engine.bits import compiled, integer
from millmate.kernels.engine.transposition import EXACT, LOWER, UPPER
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine import search_params as P
from millmate.kernels.morris_engine.evaluate import evaluate
from millmate.kernels.morris_engine.history import (
    is_quiet,
    score_moves,
    select_best,
    update_histories,
)
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.moves import (
    ALL,
    CLOSING,
    after,
    generate,
    has_moves,
    is_lost,
)
from millmate.kernels.morris_engine.symmetry import canonical, move_image, move_source
from millmate.kernels.morris_engine.tablebase import probe_score
from millmate.kernels.morris_engine.transposition import (
    bound_in,
    depth_in,
    find,
    move_in,
    score_in,
    store,
)

_LAST = L.PLIES - 4
_JUST_TAKEN = integer(0)  # a clock; Numba cannot keep code that calls itself with a literal


@compiled
def update_variation(w: Words, ply: int, move: int) -> None:
    """Write the principal variation at `ply`: a turn, and the variation of the ply behind it."""
    here, there = L.VARIATIONS + L.PLIES * ply, L.VARIATIONS + L.PLIES * (ply + 1)
    length = min(w[there], L.PLIES - 2)
    w[here], w[here + 1] = length + 1, move & L.MOVE
    for at in range(length):
        w[here + 2 + at] = w[there + 1 + at]


@compiled
def enter_node(w: Words, ply: int, position: int) -> int:
    """Count a node and write it into the line; return 1 if the search has to stop, else 0."""
    w[L.NODES] += 1
    w[L.VARIATIONS + L.PLIES * ply] = 0
    w[L.KEYS + w[L.KEYS_BEFORE_ROOT] + ply] = position
    if ply > w[L.SELDEPTH]:
        w[L.SELDEPTH] = ply
    if w[L.NODES] >= w[L.NODE_LIMIT]:
        w[L.STOP] = 1
    return w[L.STOP]


@compiled
def is_draw(w: Words, ply: int, position: int, clock: int) -> int:
    """Return 1 if a position whose game has not ended is drawn by the rules, else 0.

    A position that came up since the root counts as repeated; one from before it, if it came up
    twice. The same side is to move every other ply.
    """
    if clock >= w[L.CLAIMED_AFTER]:
        return 1
    here, seen = L.KEYS + w[L.KEYS_BEFORE_ROOT] + ply, 0
    for back in range(4, min(clock, w[L.KEYS_BEFORE_ROOT] + ply) + 1, 2):
        if w[here - back] == position:
            seen += 1
            if back <= ply or seen == 2:
                return 1
    return 0


@compiled
def end_score(w: Words, ply: int, position: int) -> int:
    """Return the score of a position in which the game has ended, `UNKNOWN` if it has not.

    A side that cannot move has lost, unless stones fill the whole board.
    """
    if is_lost(w, position):
        return ply - L.MATE
    if has_moves(w, position):
        return L.UNKNOWN
    full = position & L.STONES | position >> L.OTHER & L.STONES == w[L.POINTS]
    return 0 if full else ply - L.MATE


@compiled
def quiesce(
    w: Words, ply: int, begin: int, position: int, clock: int, alpha: int, beta: int
) -> int:
    """Return a score of the position once the mills worth closing are closed.

    See `search`. A turn that closes a mill takes a stone, so that nothing is repeated.
    """
    if enter_node(w, ply, position):
        return 0
    known = end_score(w, ply, position)
    if known != L.UNKNOWN:
        return known
    known = probe_score(w, ply, position, clock)
    if known != L.UNKNOWN:
        return known
    best = evaluate(w, position)
    if best >= beta or ply >= _LAST:
        return best
    alpha = max(alpha, best)
    end = generate(w, begin, position, CLOSING)
    if end == begin:
        return best
    score_moves(w, ply, begin, end, position, 0)
    for this in range(begin, end, 2):
        move = select_best(w, this, end)
        if is_quiet(move):  # there is no stone to take
            continue
        score = -quiesce(w, ply + 1, end, after(position, move), _JUST_TAKEN, -beta, -alpha)
        if w[L.STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                update_variation(w, ply, move)
                if score >= beta:
                    break
    return best


@compiled
def _late_move_reduction(w: Words, depth: int, number: int, move: int) -> int:
    """Return by how many plies a late turn is reduced at first."""
    if depth < P.LMR_MIN_DEPTH or number < P.LMR_MOVES or not is_quiet(move):
        return 0
    return w[L.REDUCTIONS + 64 * min(depth, 63) + min(number, 63)]


@compiled
def search(
    w: Words, ply: int, begin: int, position: int, clock: int, depth: int, alpha: int, beta: int
) -> int:
    """Return a score of the position: at most `alpha`, at least `beta`, or in between.

    `begin` is where lists of moves may be written, `clock` the plies since a mill or placement.
    Below the root only.
    """
    if depth <= 0 and not is_draw(w, ply, position, clock):
        return quiesce(w, ply, begin, position, clock, alpha, beta)
    if enter_node(w, ply, position):
        return 0
    known = end_score(w, ply, position)
    if known != L.UNKNOWN:
        return known
    if is_draw(w, ply, position, clock):
        return 0
    known = probe_score(w, ply, position, clock)
    if known != L.UNKNOWN:
        return known
    if ply >= _LAST:
        return evaluate(w, position)
    low = max(alpha, ply - L.MATE)
    alpha, beta = low, min(beta, L.MATE - ply - 1)
    if alpha >= beta:
        return alpha
    key, symmetry = position, 0
    if depth >= w[L.LEAST_SYMMETRY] and w[L.SYMMETRIC]:
        key = canonical(position)
        key, symmetry = key >> 4, key & 15
    data, hash_move = find(w, key) if depth >= w[L.LEAST_TABLE] else 0, 0
    if data:
        score, bound = score_in(data, ply), bound_in(data)
        if depth_in(data) >= depth and beta - alpha == 1:
            if bound == EXACT or (bound == LOWER and score >= beta):
                return score
            if bound == UPPER and score <= alpha:
                return score
        if move_in(data):
            hash_move = move_source(move_in(data), symmetry)
    w[L.KILLERS + 2 * ply + 2] = 0
    w[L.KILLERS + 2 * ply + 3] = 0
    end = generate(w, begin, position, ALL)
    score_moves(w, ply, begin, end, position, hash_move)
    best, best_move = -L.INFINITE, 0
    for this in range(begin, end, 2):
        move, number = select_best(w, this, end), (this - begin) // 2 + 1
        there = after(position, move)
        then = 0 if not is_quiet(move) or (move >> 5 & 31) == L.NOWHERE else clock + 1
        if number == 1:
            score = -search(w, ply + 1, end, there, then, depth - 1, -beta, -alpha)
        else:
            reduction = _late_move_reduction(w, depth, number, move)
            reduced = depth - 1 - reduction
            score = -search(w, ply + 1, end, there, then, reduced, -alpha - 1, -alpha)
            if score > alpha and reduction and not w[L.STOP]:
                score = -search(w, ply + 1, end, there, then, depth - 1, -alpha - 1, -alpha)
            if score > alpha and score < beta and not w[L.STOP]:
                score = -search(w, ply + 1, end, there, then, depth - 1, -beta, -alpha)
        if w[L.STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, best_move = score, move
                update_variation(w, ply, move)
                if score >= beta:
                    update_histories(w, ply, move, depth, begin, this)
                    break
    bound = LOWER if best >= beta else EXACT if alpha > low else UPPER
    if depth >= w[L.LEAST_TABLE]:
        kept = move_image(best_move, symmetry) if best_move else 0
        store(w, key, ply, kept, best, depth, bound)
    return best
