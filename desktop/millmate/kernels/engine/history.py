"""Move ordering: what earlier nodes have taught about moves, and in which order they are tried.

The hash move first; then captures by the man taken (MVV) and their history, killers and the
countermove, quiet moves by their histories, and captures that lose by static exchange (SEE).

Sources: killer moves, Akl and Newborn (1977); the history heuristic, Schaeffer (1983), on butterfly
boards, Hartmann (1988); countermoves, Uiterwijk (1992). Capture and continuation histories, and the
correction of the evaluation by what deeper searches found, are as in Stockfish.
"""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine import search_params as P
from millmate.kernels.engine.bits import Ints, Words, compiled, integer
from millmate.kernels.engine.position import side_of
from millmate.kernels.engine.see import VALUES, see_ge
from millmate.kernels.engine.transposition import short_move

# Scores of moves by stage.
HASH_MOVE = 1 << 30
GOOD_CAPTURE = 1 << 24
KILLER = 1 << 21  # and the countermove; other quiet moves have less
BAD_CAPTURE = -(1 << 24)
_INDEX_BITS = 9  # of a move's place in its list
_INDEX_MASK = (1 << _INDEX_BITS) - 1


@compiled
def is_quiet(move: int) -> int:
    """Return 1 if a move neither takes nor promotes, else 0."""
    return 1 if (move >> 15) & 63 == L.NONE else 0


@compiled
def _kind_and_target(move: int) -> int:
    """Return a move's column in the continuation history: what moves, and where it goes."""
    return 64 * ((move >> 12) & 7) + ((move >> 6) & 63)


@compiled
def continuation_row(side: int, move: int) -> int:
    """Return the row of the continuation history, and of the countermoves, after a move."""
    return 384 * side + _kind_and_target(move)


@compiled
def _butterfly(side: int, move: int) -> int:
    """Return where a move's butterfly history is: by side, from and to."""
    return L.BUTTERFLY + 4096 * side + (move & 0xFFF)


@compiled
def _continuation(m: Ints, ply: int, move: int) -> int:
    """Return where a move's history is after the move that led to `ply`."""
    row = integer(m[L.LINE_MOVES + ply + 1])
    return L.CONTINUATION + L.CONTINUATION_ROW * row + _kind_and_target(move)


@compiled
def _capture(move: int) -> int:
    """Return where a capture's history is: by what moves, where it goes, and the kind taken."""
    return L.CAPTURE_HISTORY + _kind_and_target(move) * 6 + ((move >> 15) & 7) % 6


@compiled
def quiet_history(m: Ints, ply: int, side: int, move: int) -> int:
    """Return how well a quiet move did: in general, and after each of the two moves before."""
    general = integer(m[_butterfly(side, move)])
    reply = integer(m[_continuation(m, ply, move)])
    follow_up = integer(m[_continuation(m, ply - 1, move)])
    return general + reply + follow_up


@compiled
def _update(m: Ints, at: int, bonus: int) -> None:
    """Add a bonus to a history, less of it the nearer the history is to its limit (gravity)."""
    value = integer(m[at])
    m[at] = np.int32(value + bonus - value * abs(bonus) // P.HISTORY_MAX)


@compiled
def _update_quiet(m: Ints, ply: int, side: int, move: int, bonus: int) -> None:
    """Add a bonus, or below 0 a penalty, to the three histories of a quiet move."""
    _update(m, _butterfly(side, move), bonus)
    _update(m, _continuation(m, ply, move), bonus)
    _update(m, _continuation(m, ply - 1, move), bonus)


@compiled
def update_histories(
    m: Ints, ply: int, side: int, move: int, depth: int, begin: int, end: int, quiet: int
) -> None:
    """Reward the move that caused a cutoff, and penalize those tried before it, `m[begin:end]`.

    A quiet one becomes a killer and the countermove as well.
    """
    bonus = min(P.HISTORY_BONUS * depth, P.HISTORY_MAX_BONUS)
    if quiet:
        killers = L.KILLERS + 2 * ply
        if m[killers] != move:
            m[killers + 1] = m[killers]
            m[killers] = np.int32(move)
        m[L.COUNTER_MOVES + integer(m[L.LINE_MOVES + ply + 1])] = np.int32(move)
        _update_quiet(m, ply, side, move, bonus)
    else:
        _update(m, _capture(move), bonus)
    for at in range(begin, end):
        other = integer(m[at])
        if other == move:
            continue
        if not is_quiet(other):
            _update(m, _capture(other), -bonus)
        elif quiet:
            _update_quiet(m, ply, side, other, -bonus)


@compiled
def score_moves(w: Words, m: Ints, r: int, ply: int, begin: int, end: int, hash_move: int) -> None:
    """Write the scores of the moves `m[begin:end]`."""
    side = side_of(w, r)
    killer, second = m[L.KILLERS + 2 * ply], m[L.KILLERS + 2 * ply + 1]
    counter = m[L.COUNTER_MOVES + integer(m[L.LINE_MOVES + ply + 1])]
    for at in range(begin, end):
        move = integer(m[at])
        if hash_move and short_move(move) == hash_move:
            score = HASH_MOVE
        elif not is_quiet(move):
            promoted = (move >> 18) & 7
            score = GOOD_CAPTURE + 16 * VALUES[(move >> 15) & 7] + integer(m[_capture(move)]) // 4
            if promoted == L.QUEEN:
                score += 10_000
            elif promoted:
                score = BAD_CAPTURE
        elif move == killer:
            score = KILLER + 2
        elif move == second:
            score = KILLER + 1
        elif move == counter:
            score = KILLER
        else:
            score = quiet_history(m, ply, side, move)
        m[at + L.LISTS] = np.int32(score)


@compiled
def select_best(m: Ints, begin: int, end: int) -> int:
    """Bring the best of the moves `m[begin:end]` to the beginning; return its score."""
    # Score and place in one number, so that the greatest is found without a branch.
    found = -(1 << 62)
    for at in range(begin, end):
        found = max(found, (integer(m[at + L.LISTS]) << _INDEX_BITS) + (begin - at))
    best = (found + _INDEX_MASK) >> _INDEX_BITS
    where = begin + (best << _INDEX_BITS) - found
    if where != begin:
        m[where], m[begin] = m[begin], m[where]
        m[where + L.LISTS], m[begin + L.LISTS] = m[begin + L.LISTS], m[where + L.LISTS]
    return best


@compiled
def select_next(w: Words, m: Ints, r: int, begin: int, end: int) -> int:
    """Bring the next move to try to the beginning; return its score.

    A capture that loses by static exchange is put behind the quiet moves.
    """
    while True:
        score = select_best(m, begin, end)
        if score < GOOD_CAPTURE // 2 or score == HASH_MOVE or see_ge(w, r, integer(m[begin]), 0):
            return score
        m[begin + L.LISTS] = np.int32(BAD_CAPTURE + (score - GOOD_CAPTURE))


@compiled
def _correction(w: Words, r: int) -> int:
    """Return where the correction is for the side to move with these pawns."""
    return L.CORRECTION_HISTORY + 4096 * side_of(w, r) + (integer(w[r + L.PAWN_KEY]) & 4095)


@compiled
def correction(w: Words, m: Ints, r: int) -> int:
    """Return by how much the evaluation has been too low lately with these pawns."""
    return integer(m[_correction(w, r)]) // P.CORRECTION_GRAIN


@compiled
def update_correction(w: Words, m: Ints, r: int, error: int, depth: int) -> None:
    """Note by how much the evaluation was below what `depth` plies showed."""
    at = _correction(w, r)
    weight = min(depth + 1, P.CORRECTION_MAX_WEIGHT)
    value = (integer(m[at]) * (256 - weight) + error * P.CORRECTION_GRAIN * weight) // 256
    most = P.CORRECTION_MAX * P.CORRECTION_GRAIN
    m[at] = np.int32(max(-most, min(most, value)))
