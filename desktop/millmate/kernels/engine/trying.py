"""The moves of a node, one after the other: which is next, how deep, and what it showed."""

import numpy as np

from millmate.kernels.engine.bits import I8, Ints, M, W, Words, compiled, integer
from millmate.kernels.engine.exchange import gains
from millmate.kernels.engine.frames import (
    ALPHA,
    BEGIN,
    BEST,
    BETA,
    CHOSEN,
    CUT,
    DEPTH,
    END,
    EXCLUDED,
    IMPROVING,
    IN_CHECK,
    LESS,
    LOW,
    MOVE,
    NEXT,
    NUMBER,
    ORDER,
    PAST,
    PLY,
    QUIET,
    QUIETS,
    SIDE,
    SKIP,
    TABLE_BOUND,
    TABLE_DEPTH,
    TABLE_MOVE,
    TABLE_SCORE,
    THIS,
    WIDE,
    WORTH,
)
from millmate.kernels.engine.history import (
    GOOD,
    KILLER,
    bring_next,
    is_quiet,
    learn_correction,
    learn_cutoff,
    quiet_history,
    score_moves,
)
from millmate.kernels.engine.layout import (
    CHECKERS,
    INFINITE,
    KEY,
    LISTS,
    MATE,
    MATES,
    REDUCTION,
    ROW,
    ROWS,
    SIDES,
    STATIC,
)
from millmate.kernels.engine.lines import lengthen
from millmate.kernels.engine.moves import ALL, TACTICAL, generate
from millmate.kernels.engine.moves import QUIET as QUIET_MOVES
from millmate.kernels.engine.node import has_pieces
from millmate.kernels.engine.position import bit_of, expect
from millmate.kernels.engine.quiescence import move_on
from millmate.kernels.engine.table import EXACT, LOWER, UPPER, short_move, store


@compiled(I8(W, I8, I8))
def _goes_quietly(w: Words, r: int, table_move: int) -> int:
    """Return 1 unless a move in 16 bits takes a man where it goes, or promotes, else 0."""
    if table_move == 0 or table_move >> 12:
        return 0
    men = w[r + SIDES] | w[r + SIDES + 1]
    return integer((men & bit_of((table_move >> 6) & 63)) == np.uint64(0))


@compiled(I8(W, M, I8, I8))
def list_moves(w: Words, m: Ints, f: int, begin: int) -> int:
    """Write the first moves to try from `m[begin]`; return their end.

    Quiet moves are only written when their turn has come, or one of them is the first.
    """
    ply, table_move = integer(m[f + PLY]), integer(m[f + TABLE_MOVE])
    r = ROWS + ROW * ply
    all_now = _goes_quietly(w, r, table_move)
    end = generate(w, m, r, begin, ALL if all_now else TACTICAL)
    score_moves(w, m, r, ply, begin, end, table_move)
    m[f + BEGIN], m[f + THIS], m[f + END] = np.int32(begin), np.int32(begin), np.int32(end)
    m[f + QUIETS], m[f + SKIP], m[f + NUMBER] = np.int32(all_now), 0, 0
    m[f + BEST], m[f + CHOSEN] = -INFINITE, 0
    return end


@compiled(I8(W, M, I8))
def _pick(w: Words, m: Ints, f: int) -> int:
    """Write the next move of the list and its order; return 0 if there is none, else 1."""
    ply = integer(m[f + PLY])
    r = ROWS + ROW * ply
    order = -INFINITE
    if m[f + THIS] < m[f + END]:
        order = bring_next(w, m, r, integer(m[f + THIS]), integer(m[f + END]), 0)
    if not m[f + QUIETS] and order < GOOD // 2:
        m[f + QUIETS] = 1
        old = integer(m[f + END])
        end = generate(w, m, r, old, QUIET_MOVES)
        score_moves(w, m, r, ply, old, end, integer(m[f + TABLE_MOVE]))
        m[f + END] = np.int32(end)
        if m[f + THIS] < end:
            order = bring_next(w, m, r, integer(m[f + THIS]), end, 0)
    if m[f + THIS] == m[f + END]:
        return 0
    m[f + MOVE], m[f + ORDER] = m[integer(m[f + THIS])], np.int32(order)
    m[f + THIS] += 1
    return 1


@compiled(I8(W, M, I8))
def _is_hopeless(w: Words, m: Ints, f: int) -> int:
    """Return 1 if a move is so late or bad that it is left out, else 0."""
    ply, depth, order = integer(m[f + PLY]), integer(m[f + DEPTH]), integer(m[f + ORDER])
    r, move, number = ROWS + ROW * ply, integer(m[f + MOVE]), integer(m[f + NUMBER])
    if m[f + BEST] <= -MATES or not has_pieces(w, r, integer(m[f + SIDE])):
        return 0
    if not m[f + QUIET]:
        return integer(depth <= 7 and order < GOOD // 2 and gains(w, r, move, -95 * depth) == 0)
    past = integer(m[f + PAST])
    left = max(0, depth - 1 - (integer(m[f + LESS]) >> 10))
    if number > (4 + depth * depth) // (2 - integer(m[f + IMPROVING])):
        m[f + SKIP] = 1
    static = integer(m[STATIC + ply + 2])
    near = left <= 7 and not m[f + IN_CHECK]
    if near and static + 100 + 95 * left + past // 128 <= m[f + ALPHA]:
        m[f + SKIP] = 1
    if order >= KILLER:
        return 0
    if left <= 4 and past < -4000 * depth:
        return 1
    return integer(left <= 7 and gains(w, r, move, -25 * left * left) == 0)


@compiled(I8(M, I8))
def _leave_quiet_moves(m: Ints, f: int) -> int:
    """Take the quiet moves out of what is left of the list; return its end."""
    kept = integer(m[f + THIS])
    for at in range(kept, integer(m[f + END])):
        if not is_quiet(integer(m[at])):
            m[kept], m[kept + LISTS] = m[at], m[at + LISTS]
            kept += 1
    m[f + END] = np.int32(kept)
    return kept


@compiled(I8(W, M, I8))
def next_move(w: Words, m: Ints, f: int) -> int:
    """Choose the next move that deserves a search; return 0 if none is left, else 1."""
    ply, side, depth = integer(m[f + PLY]), integer(m[f + SIDE]), integer(m[f + DEPTH])
    while _pick(w, m, f):
        move, order = integer(m[f + MOVE]), integer(m[f + ORDER])
        quiet = is_quiet(move)
        if m[f + EXCLUDED] and short_move(move) == m[f + EXCLUDED]:
            m[f + NUMBER] += 1
            continue
        if quiet and m[f + SKIP] and order < KILLER:
            _leave_quiet_moves(m, f)
            continue
        expect(w, ROWS + ROW * ply, move)
        m[f + NUMBER] += 1
        number = integer(m[f + NUMBER])
        m[f + QUIET] = np.int32(quiet)
        m[f + PAST] = np.int32(quiet_history(m, ply, side, move) if quiet else 0)
        m[f + LESS] = m[REDUCTION + 64 * min(depth, 63) + min(number, 63)]
        if not _is_hopeless(w, m, f):
            return 1
    return 0


@compiled(I8(M, I8))
def is_singular_candidate(m: Ints, f: int) -> int:
    """Return 1 if it is worth knowing whether the move is the only good one, else 0."""
    if short_move(integer(m[f + MOVE])) != m[f + TABLE_MOVE] or m[f + EXCLUDED]:
        return 0
    depth = integer(m[f + DEPTH])
    if depth < 7 or m[f + PLY] > 90 or m[f + TABLE_BOUND] < LOWER:
        return 0
    return integer(m[f + TABLE_DEPTH] >= depth - 3 and abs(integer(m[f + TABLE_SCORE])) < MATES)


@compiled(I8(M, I8, I8, I8))
def extension(m: Ints, f: int, score: int, bar: int) -> int:
    """Return how many plies more a move deserves whose rivals reach `score`, less than `bar`.

    9 stands for a cutoff: even without this move the score is high enough.
    """
    if score < bar:
        return 2 if not m[f + WIDE] and score < bar - 25 else 1
    if bar >= m[f + BETA]:
        return 9
    return -1 if m[f + TABLE_SCORE] >= m[f + BETA] else 0


@compiled(I8(W, M, I8, I8))
def try_move(w: Words, m: Ints, f: int, more: int) -> int:
    """Make the move and write how deep it is searched; return how deep at first."""
    ply, depth = integer(m[f + PLY]), integer(m[f + DEPTH])
    quiet, number, wide = integer(m[f + QUIET]), integer(m[f + NUMBER]), integer(m[f + WIDE])
    n = move_on(w, m, ROWS + ROW * ply, ply, integer(m[f + MOVE]), integer(m[f + SIDE]))
    gives_check = integer(w[n + CHECKERS] != np.uint64(0))
    if more == 0 and gives_check and wide and ply < 60:
        more = 1
    full = depth - 1 + more
    m[f + NEXT] = np.int32(full)
    if depth < 2 or number <= 1 + wide or (not quiet and number <= 3):
        return full
    less = integer(m[f + LESS]) - 1000 * wide
    if quiet:
        less -= integer(m[f + PAST]) // 10
        less += 800 * (1 - integer(m[f + IMPROVING])) + 1400 * integer(m[f + CUT])
        if m[f + ORDER] >= KILLER:
            less -= 1000
    else:
        less = less // 2
        if m[f + ORDER] < 0:
            less += 700
    if gives_check or m[f + IN_CHECK]:
        less -= 900
    return max(1, min(full, full - (less >> 10)))


@compiled(I8(W, M, I8, I8))
def note_score(w: Words, m: Ints, f: int, score: int) -> int:
    """Take a move's score into account; return 1 if it refutes, else 0."""
    if score <= m[f + BEST]:
        return 0
    m[f + BEST] = np.int32(score)
    if score <= m[f + ALPHA]:
        return 0
    move, ply = integer(m[f + MOVE]), integer(m[f + PLY])
    m[f + ALPHA], m[f + CHOSEN] = np.int32(score), np.int32(move)
    lengthen(m, ply, move)
    if score < m[f + BETA]:
        return 0
    begin, this = integer(m[f + BEGIN]), integer(m[f + THIS])
    depth, quiet = integer(m[f + DEPTH]), integer(m[f + QUIET])
    learn_cutoff(m, ply, integer(m[f + SIDE]), move, depth, begin, this, quiet)
    return 1


@compiled(I8(W, M, I8))
def close_node(w: Words, m: Ints, f: int) -> int:
    """Remember what was found; return the score."""
    ply, best, depth = integer(m[f + PLY]), integer(m[f + BEST]), integer(m[f + DEPTH])
    in_check, chosen = integer(m[f + IN_CHECK]), integer(m[f + CHOSEN])
    if m[f + NUMBER] == 0:
        return ply - MATE if in_check else 0
    if best == -INFINITE:  # all others were left out
        return integer(m[f + ALPHA])
    if m[f + EXCLUDED]:
        return best
    bound = UPPER
    if best >= m[f + BETA]:
        bound = LOWER
    elif m[f + ALPHA] > m[f + LOW]:
        bound = EXACT
    r, static = ROWS + ROW * ply, integer(m[STATIC + ply + 2])
    worth = integer(m[f + WORTH])
    taught = (bound != LOWER or best > static) and (bound != UPPER or best < static)
    if not in_check and taught and abs(best) < MATES and (chosen == 0 or is_quiet(chosen)):
        learn_correction(w, m, r, best - worth, depth)
    store(w, w[r + KEY], ply, short_move(chosen) if chosen else 0, best, worth, depth, bound)
    return best
