"""Move ordering: what earlier nodes have taught about turns, and in which order they are tried.

The hash move, turns that close mills, killers, and other turns by their butterfly history
(Schaeffer, 1983): from where to where.
"""

from millmate.kernels.engine.bits import compiled
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine import search_params as P
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.lines import closing, gaps, turned_back, turned_on

# Scores of turns by stage.
HASH_MOVE = 1 << 30
CLOSES_MILL = 1 << 24
KILLER = 1 << 21


@compiled
def is_quiet(move: int) -> int:
    """Return 1 if a move takes no stone, else 0."""
    return 1 if move & L.QUIET == L.QUIET else 0


@compiled
def _butterfly(ply: int, move: int) -> int:
    return L.BUTTERFLY + L.BUTTERFLY_SIDE * (ply & 1) + 24 * (move >> 5 & 31) + (move & 31)


@compiled
def _update(w: Words, at: int, bonus: int) -> None:
    """Add a bonus to a history, less of it the nearer the history is to its limit (gravity)."""
    w[at] += bonus - w[at] * abs(bonus) // P.HISTORY_MAX


@compiled
def update_histories(w: Words, ply: int, move: int, depth: int, begin: int, this: int) -> None:
    """Reward the turn that caused a cutoff, and penalize the quiet ones before it in its list."""
    bonus = min(P.HISTORY_BONUS * depth * depth, P.HISTORY_MAX_BONUS)
    if is_quiet(move):
        if w[L.KILLERS + 2 * ply] != move:
            w[L.KILLERS + 2 * ply + 1] = w[L.KILLERS + 2 * ply]
            w[L.KILLERS + 2 * ply] = move
        _update(w, _butterfly(ply, move), bonus)
    for at in range(begin, this, 2):
        if w[at] != move and is_quiet(w[at]):
            _update(w, _butterfly(ply, w[at]), -bonus)


@compiled
def _threatening_one_by_one(w: Words, stones: int, free: int) -> int:
    points = 0
    for at in range(L.MILLS, L.MILLS + w[L.MILLS_NUMBER]):
        lacking = w[at] & ~stones
        if lacking & (lacking - 1) == 0 and lacking & free:
            points |= w[at] & stones
    return points


@compiled
def _threatening(w: Words, spokes: int, stones: int, free: int) -> int:
    """Return the stones of those pairs in a line whose third point is free."""
    if spokes == 0:
        return _threatening_one_by_one(w, stones, free)
    forward, backward, side, spoke = gaps(stones, spokes)
    ahead, behind = turned_back(backward & free), turned_on(forward & free)
    middle = side & free
    lines = ahead | turned_back(ahead) | behind | turned_on(behind)
    lines |= turned_on(middle) | turned_back(middle)
    spoke &= free
    lines |= spoke << 8 & L.STONES | spoke >> 8 | spoke << 16 & L.STONES | spoke >> 16
    return lines & stones


@compiled
def score_moves(w: Words, ply: int, begin: int, end: int, position: int, hash_move: int) -> None:
    """Write the score of each move of a list behind it."""
    own, other = position & L.STONES, position >> L.OTHER & L.STONES
    free = w[L.POINTS] & ~(own | other)
    killer, second = w[L.KILLERS + 2 * ply], w[L.KILLERS + 2 * ply + 1]
    spokes = w[L.SPOKES]
    completing = closing(w, spokes, other)
    threats, guards = completing & free, completing & own
    takes = _threatening(w, spokes, other, free)
    for at in range(begin, end, 2):
        move = w[at]
        target, origin = 1 << (move & 31), 1 << (move >> 5 & 31)
        if move == hash_move:
            score = HASH_MOVE
        elif not is_quiet(move):
            score = CLOSES_MILL + w[_butterfly(ply, move)] // 16
            taken = 1 << (move >> 10 & 31) | 1 << (move >> 15)
            score += P.TAKES_THREAT if taken & takes else 0
            score += P.BLOCKS_TOO if target & threats else 0
        elif move == killer:
            score = KILLER + 1
        elif move == second:
            score = KILLER
        else:
            score = w[_butterfly(ply, move)]
            score += P.BLOCKS_MILL if target & threats else 0
            score += P.UNBLOCKS_MILL if origin & guards else 0
        w[at + 1] = score


@compiled
def select_best(w: Words, begin: int, end: int) -> int:
    """Bring the best move of a list to its beginning; return it."""
    where = begin
    for at in range(begin + 2, end, 2):
        if w[at + 1] > w[where + 1]:
            where = at
    move, score = w[where], w[where + 1]
    if where != begin:
        w[where], w[where + 1] = w[begin], w[begin + 1]
        w[begin], w[begin + 1] = move, score
    return move
