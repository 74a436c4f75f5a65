"""What earlier nodes have taught about moves, and the order in which moves are tried."""

import numpy as np
from numba import void

from millmate.kernels.engine.bits import I8, Ints, M, W, Words, compiled, integer
from millmate.kernels.engine.exchange import VALUES, gains
from millmate.kernels.engine.layout import (
    CORRECTION,
    COUNTER,
    FOLLOWED,
    FOLLOWED_ROW,
    HISTORY,
    KILLERS,
    LISTS,
    NONE,
    PAWN_KEY,
    PLAYED,
    QUEEN,
    TAKING,
)
from millmate.kernels.engine.position import side_of
from millmate.kernels.engine.table import short_move

# Scores of moves: the table's move, good captures, killers, quiet moves, captures that lose.
FIRST = 1 << 30
GOOD = 1 << 24
KILLER = 1 << 21
BAD = -(1 << 24)
_MOST = 16_384  # of a history, either way
_PLACES = 9  # bits of a move's place in its list
_LAST = (1 << _PLACES) - 1


@compiled(I8(I8))
def is_quiet(move: int) -> int:
    """Return 1 if a move neither takes nor promotes, else 0."""
    return 1 if (move >> 15) & 63 == NONE else 0


@compiled(I8(I8, I8))
def played(side: int, move: int) -> int:
    """Return the row of `FOLLOWED` after a move."""
    return 384 * side + 64 * ((move >> 12) & 7) + ((move >> 6) & 63)


@compiled(I8(M, I8, I8, I8))
def quiet_history(m: Ints, ply: int, side: int, move: int) -> int:
    """Return how well a quiet move did: in general, and after the two moves before."""
    here = 64 * ((move >> 12) & 7) + ((move >> 6) & 63)
    general = integer(m[HISTORY + 4096 * side + (move & 0xFFF)])
    last = m[FOLLOWED + FOLLOWED_ROW * integer(m[PLAYED + ply + 1]) + here]
    own = m[FOLLOWED + FOLLOWED_ROW * integer(m[PLAYED + ply]) + here]
    return general + integer(last) + integer(own)


@compiled(void(M, I8, I8))
def _learn(m: Ints, at: int, bonus: int) -> None:
    """Move a history towards its limit; the nearer it is, the less."""
    value = integer(m[at])
    m[at] = np.int32(value + bonus - value * abs(bonus) // _MOST)


@compiled(void(M, I8, I8, I8, I8))
def learn_quiet(m: Ints, ply: int, side: int, move: int, bonus: int) -> None:
    """Remember that a quiet move did well (`bonus` above 0) or badly."""
    here = 64 * ((move >> 12) & 7) + ((move >> 6) & 63)
    _learn(m, HISTORY + 4096 * side + (move & 0xFFF), bonus)
    _learn(m, FOLLOWED + FOLLOWED_ROW * integer(m[PLAYED + ply + 1]) + here, bonus)
    _learn(m, FOLLOWED + FOLLOWED_ROW * integer(m[PLAYED + ply]) + here, bonus)


@compiled(I8(I8))
def _taking(move: int) -> int:
    kind, end, taken = (move >> 12) & 7, (move >> 6) & 63, (move >> 15) & 7
    return TAKING + (64 * kind + end) * 6 + taken % 6


@compiled(void(M, I8, I8, I8, I8, I8, I8, I8))
def learn_cutoff(
    m: Ints, ply: int, side: int, move: int, depth: int, begin: int, end: int, quiet: int
) -> None:
    """Remember the move that refuted, and those tried before it: `m[begin:end]`."""
    bonus = min(150 * depth, 1800)
    if quiet:
        if m[KILLERS + 2 * ply] != move:
            m[KILLERS + 2 * ply + 1] = m[KILLERS + 2 * ply]
            m[KILLERS + 2 * ply] = np.int32(move)
        m[COUNTER + integer(m[PLAYED + ply + 1])] = np.int32(move)
        learn_quiet(m, ply, side, move, bonus)
    else:
        _learn(m, _taking(move), bonus)
    for at in range(begin, end):
        other = integer(m[at])
        if other == move:
            continue
        if not is_quiet(other):
            _learn(m, _taking(other), -bonus)
        elif quiet:
            learn_quiet(m, ply, side, other, -bonus)


@compiled(void(W, M, I8, I8, I8, I8, I8))
def score_moves(w: Words, m: Ints, r: int, ply: int, begin: int, end: int, table_move: int) -> None:
    """Write the scores of the moves `m[begin:end]`."""
    side = side_of(w, r)
    killer, second = m[KILLERS + 2 * ply], m[KILLERS + 2 * ply + 1]
    counter = m[COUNTER + integer(m[PLAYED + ply + 1])]
    for at in range(begin, end):
        move = integer(m[at])
        if table_move and short_move(move) == table_move:
            score = FIRST
        elif not is_quiet(move):
            promoted = (move >> 18) & 7
            score = GOOD + 16 * VALUES[(move >> 15) & 7] + integer(m[_taking(move)]) // 4
            if promoted == QUEEN:
                score += 10_000
            elif promoted:
                score = BAD
        elif move == killer:
            score = KILLER + 2
        elif move == second:
            score = KILLER + 1
        elif move == counter:
            score = KILLER
        else:
            score = quiet_history(m, ply, side, move)
        m[at + LISTS] = np.int32(score)


@compiled(I8(M, I8, I8))
def bring_best(m: Ints, begin: int, end: int) -> int:
    """Bring the best of the moves `m[begin:end]` to the beginning; return its score."""
    # Score and place in one number, so that the greatest is found without a branch.
    found = -(1 << 62)
    for at in range(begin, end):
        found = max(found, (integer(m[at + LISTS]) << _PLACES) + (begin - at))
    best = (found + _LAST) >> _PLACES
    where = begin + (best << _PLACES) - found
    if where != begin:
        m[where], m[begin] = m[begin], m[where]
        m[where + LISTS], m[begin + LISTS] = m[begin + LISTS], m[where + LISTS]
    return best


@compiled(I8(W, M, I8, I8, I8, I8))
def bring_next(w: Words, m: Ints, r: int, begin: int, end: int, least: int) -> int:
    """Bring the next move to try to the beginning; return its score.

    A capture that turns out to lose more than `least` is put behind the quiet moves.
    """
    while True:
        score = bring_best(m, begin, end)
        if score < GOOD // 2 or score == FIRST or gains(w, r, integer(m[begin]), least):
            return score
        m[begin + LISTS] = np.int32(BAD + (score - GOOD))


@compiled(I8(W, M, I8))
def correction(w: Words, m: Ints, r: int) -> int:
    """Return by how much the evaluation missed lately with these pawns."""
    at = CORRECTION + 4096 * side_of(w, r) + (integer(w[r + PAWN_KEY]) & 4095)
    return integer(m[at]) // 256


@compiled(void(W, M, I8, I8, I8))
def learn_correction(w: Words, m: Ints, r: int, miss: int, depth: int) -> None:
    """Remember by how much the evaluation missed what `depth` plies showed."""
    at = CORRECTION + 4096 * side_of(w, r) + (integer(w[r + PAWN_KEY]) & 4095)
    weight = min(depth + 1, 16)
    value = (integer(m[at]) * (256 - weight) + miss * 256 * weight) // 256
    m[at] = np.int32(max(-64 * 256, min(64 * 256, value)))
