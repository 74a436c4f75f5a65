"""The search proper: principal variation search, mills closed to the end at its leaves."""

from numba import void

from millmate.kernels.engine.bits import I8, compiled, integer
from millmate.kernels.morris_engine.evaluate import evaluate
from millmate.kernels.morris_engine.history import bring_best, is_quiet, learn_cutoff, score_moves
from millmate.kernels.morris_engine.layout import (
    BEFORE,
    CLAIMED_AFTER,
    INFINITE,
    KEYS,
    KILLERS,
    LEAST_SYMMETRY,
    LEAST_TABLE,
    LINES,
    MATE,
    NODE_LIMIT,
    NODES,
    NOWHERE,
    PLIES,
    REDUCTION,
    SELECTIVE,
    STOP,
    UNKNOWN,
)
from millmate.kernels.morris_engine.moves import ALL, CLOSING, after, generate, has_moves, is_lost
from millmate.kernels.morris_engine.solved import solved_score
from millmate.kernels.morris_engine.symmetry import canonical, move_image, move_source
from millmate.kernels.morris_engine.table import (
    EXACT,
    LOWER,
    UPPER,
    bound_in,
    depth_in,
    find,
    move_in,
    score_in,
    store,
)
from millmate.kernels.morris_engine.words import W, Words

_LAST = PLIES - 4
_JUST_TAKEN = integer(0)  # a clock; Numba cannot keep code that calls itself with a literal


@compiled(void(W, I8, I8))
def lengthen(w: Words, ply: int, move: int) -> None:
    """Make the line at `ply` of a move and the line behind it."""
    here, there = LINES + PLIES * ply, LINES + PLIES * (ply + 1)
    length = min(w[there], PLIES - 2)
    w[here], w[here + 1] = length + 1, move & 0x7FFF
    for at in range(length):
        w[here + 2 + at] = w[there + 1 + at]


@compiled(I8(W, I8, I8))
def _enter(w: Words, ply: int, position: int) -> int:
    """Count a node and write it into the line; return 1 if the search has to stop, else 0."""
    w[NODES] += 1
    w[LINES + PLIES * ply] = 0
    w[KEYS + w[BEFORE] + ply] = position
    if ply > w[SELECTIVE]:
        w[SELECTIVE] = ply
    if w[NODES] >= w[NODE_LIMIT]:
        w[STOP] = 1
    return w[STOP]


@compiled(I8(W, I8, I8, I8))
def is_draw(w: Words, ply: int, position: int, clock: int) -> int:
    """Return 1 if a position that goes on is drawn by the rules, else 0.

    A position that came up since the root counts as repeated; one from before it, if it came up
    twice. The same side is to move every other ply.
    """
    if clock >= CLAIMED_AFTER:
        return 1
    here, seen = KEYS + w[BEFORE] + ply, 0
    for back in range(4, min(clock, w[BEFORE] + ply) + 1, 2):
        if w[here - back] == position:
            seen += 1
            if back <= ply or seen == 2:
                return 1
    return 0


@compiled(I8(W, I8, I8, I8, I8, I8, I8))
def quiesce(
    w: Words, ply: int, begin: int, position: int, clock: int, alpha: int, beta: int
) -> int:
    """Return a score of the position: mills are closed as long as that is better than to stand.

    See `search`. A turn that closes a mill takes a stone, so that nothing is repeated.
    """
    if _enter(w, ply, position):
        return 0
    if is_lost(position) or not has_moves(position):
        return ply - MATE
    known = solved_score(w, ply, position, clock)
    if known != UNKNOWN:
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
        move = bring_best(w, this, end)
        if is_quiet(move):  # there is no stone to take
            continue
        score = -quiesce(w, ply + 1, end, after(position, move), _JUST_TAKEN, -beta, -alpha)
        if w[STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                lengthen(w, ply, move)
                if score >= beta:
                    break
    return best


@compiled(I8(W, I8, I8, I8))
def _less(w: Words, depth: int, number: int, move: int) -> int:
    """Return by how many plies less a late move is searched at first."""
    if depth < 3 or number < 4 or not is_quiet(move):
        return 0
    return w[REDUCTION + 64 * min(depth, 63) + min(number, 63)]


@compiled(I8(W, I8, I8, I8, I8, I8, I8, I8))
def search(
    w: Words, ply: int, begin: int, position: int, clock: int, depth: int, alpha: int, beta: int
) -> int:
    """Return a score of the position: at most `alpha`, at least `beta`, or in between.

    `begin` is where lists of moves may be written, `clock` the plies since a mill or placement.
    Below the root only.
    """
    if depth <= 0 and (clock < 4 or not is_draw(w, ply, position, clock)):
        return quiesce(w, ply, begin, position, clock, alpha, beta)
    if _enter(w, ply, position):
        return 0
    if is_lost(position) or not has_moves(position):
        return ply - MATE
    if is_draw(w, ply, position, clock):
        return 0
    known = solved_score(w, ply, position, clock)
    if known != UNKNOWN:
        return known
    if ply >= _LAST:
        return evaluate(w, position)
    low = max(alpha, ply - MATE)
    alpha, beta = low, min(beta, MATE - ply - 1)
    if alpha >= beta:
        return alpha
    key, symmetry = position, 0
    if depth >= w[LEAST_SYMMETRY]:
        key = canonical(position)
        key, symmetry = key >> 4, key & 15
    data, table_move = find(w, key) if depth >= w[LEAST_TABLE] else 0, 0
    if data:
        score, bound = score_in(data, ply), bound_in(data)
        if depth_in(data) >= depth and beta - alpha == 1:
            if bound == EXACT or (bound == LOWER and score >= beta):
                return score
            if bound == UPPER and score <= alpha:
                return score
        if move_in(data):
            table_move = move_source(move_in(data), symmetry)
    w[KILLERS + 2 * ply + 2] = 0
    w[KILLERS + 2 * ply + 3] = 0
    end = generate(w, begin, position, ALL)
    score_moves(w, ply, begin, end, position, table_move)
    best, chosen = -INFINITE, 0
    for this in range(begin, end, 2):
        move, number = bring_best(w, this, end), (this - begin) // 2 + 1
        next_position = after(position, move)
        next_clock = 0 if not is_quiet(move) or (move >> 5 & 31) == NOWHERE else clock + 1
        if number == 1:
            score = -search(w, ply + 1, end, next_position, next_clock, depth - 1, -beta, -alpha)
        else:
            less = _less(w, depth, number, move)
            score = -search(
                w, ply + 1, end, next_position, next_clock, depth - 1 - less, -alpha - 1, -alpha
            )
            if score > alpha and less and not w[STOP]:
                score = -search(
                    w, ply + 1, end, next_position, next_clock, depth - 1, -alpha - 1, -alpha
                )
            if score > alpha and score < beta and not w[STOP]:
                score = -search(
                    w, ply + 1, end, next_position, next_clock, depth - 1, -beta, -alpha
                )
        if w[STOP]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha, chosen = score, move
                lengthen(w, ply, move)
                if score >= beta:
                    learn_cutoff(w, ply, move, depth, begin, this)
                    break
    bound = LOWER if best >= beta else EXACT if alpha > low else UPPER
    if depth >= w[LEAST_TABLE]:
        kept = move_image(chosen, symmetry) if chosen else 0
        store(w, key, ply, kept, best, 0, depth, bound)
    return best
