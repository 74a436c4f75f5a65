"""What earlier nodes have taught about moves, and the order in which moves are tried."""

from numba import void

from millmate.kernels.engine.bits import I8, compiled
from millmate.kernels.morris_engine.layout import (
    HISTORY,
    HISTORY_SIDE,
    KILLERS,
    NOWHERE,
    OTHER,
    STONES,
)
from millmate.kernels.morris_engine.shapes import gaps, turned_back, turned_on
from millmate.kernels.morris_engine.words import W, Words
from millmate.kernels.morris_moves import closing

# Scores of moves: the table's move, turns that close mills, killers, other turns.
FIRST = 1 << 30
TAKING = 1 << 24
KILLER = 1 << 21
_BLOCKS = 12_000  # a turn onto a point where the other side would close a mill
_LETS = -8_000  # one away from such a point
_MOST = 16_384  # of a history, either way


@compiled(I8(I8))
def is_quiet(move: int) -> int:
    """Return 1 if a move takes no stone, else 0."""
    return 1 if move >> 10 == NOWHERE else 0


@compiled(I8(I8, I8))
def _place(ply: int, move: int) -> int:
    return HISTORY + HISTORY_SIDE * (ply & 1) + 24 * (move >> 5 & 31) + (move & 31)


@compiled(void(W, I8, I8))
def _learn(w: Words, at: int, bonus: int) -> None:
    """Move a history towards its limit; the nearer it is, the less."""
    w[at] += bonus - w[at] * abs(bonus) // _MOST


@compiled(void(W, I8, I8, I8, I8, I8))
def learn_cutoff(w: Words, ply: int, move: int, depth: int, begin: int, this: int) -> None:
    """Remember the move that refuted, and the quiet ones tried before it, from `begin` on."""
    bonus = min(32 * depth * depth, 2048)
    if is_quiet(move):
        if w[KILLERS + 2 * ply] != move:
            w[KILLERS + 2 * ply + 1] = w[KILLERS + 2 * ply]
            w[KILLERS + 2 * ply] = move
        _learn(w, _place(ply, move), bonus)
    for at in range(begin, this, 2):
        if w[at] != move and is_quiet(w[at]):
            _learn(w, _place(ply, w[at]), -bonus)


@compiled(I8(I8, I8))
def _threatening(stones: int, free: int) -> int:
    """Return those stones that stand two in a line whose third point is free."""
    forward, backward, side, spoke = gaps(stones)
    ahead, behind = turned_back(backward & free), turned_on(forward & free)
    middle = side & free
    lines = ahead | turned_back(ahead) | behind | turned_on(behind)
    lines |= turned_on(middle) | turned_back(middle)
    spoke &= free
    lines |= spoke << 8 & STONES | spoke >> 8 | spoke << 16 & STONES | spoke >> 16
    return lines & stones


@compiled(void(W, I8, I8, I8, I8, I8))
def score_moves(w: Words, ply: int, begin: int, end: int, position: int, table_move: int) -> None:
    """Write the score of each move of a list behind it."""
    own, other = position & STONES, position >> OTHER & STONES
    free = STONES & ~(own | other)
    killer, second = w[KILLERS + 2 * ply], w[KILLERS + 2 * ply + 1]
    threats = closing(other) & free
    guards = closing(other) & own
    takes = _threatening(other, free)
    for at in range(begin, end, 2):
        move = w[at]
        target, origin = 1 << (move & 31), 1 << (move >> 5 & 31)
        if move == table_move:
            score = FIRST
        elif not is_quiet(move):
            score = TAKING + w[_place(ply, move)] // 16
            score += 4096 if 1 << (move >> 10) & takes else 0
            score += 2048 if target & threats else 0
        elif move == killer:
            score = KILLER + 1
        elif move == second:
            score = KILLER
        else:
            score = w[_place(ply, move)]
            score += _BLOCKS if target & threats else 0
            score += _LETS if origin & guards else 0
        w[at + 1] = score


@compiled(I8(W, I8, I8))
def bring_best(w: Words, begin: int, end: int) -> int:
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
