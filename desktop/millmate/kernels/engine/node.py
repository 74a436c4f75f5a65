"""A node before its moves: what the table and the evaluation say, and what that cuts off."""

import numpy as np

from millmate.kernels.engine.bits import I8, Ints, M, W, Words, compiled, integer
from millmate.kernels.engine.draws import is_draw
from millmate.kernels.engine.endings import table_score
from millmate.kernels.engine.frames import (
    ALPHA,
    BETA,
    CUT,
    DEPTH,
    EXCLUDED,
    GUESS,
    IMPROVING,
    IN_CHECK,
    LOW,
    PLY,
    RESULT,
    SIDE,
    TABLE_BOUND,
    TABLE_DEPTH,
    TABLE_MOVE,
    TABLE_SCORE,
    WIDE,
    WORTH,
)
from millmate.kernels.engine.history import correction
from millmate.kernels.engine.judging import worth_of
from millmate.kernels.engine.layout import (
    BISHOP,
    CHECKERS,
    KEY,
    KILLERS,
    KNIGHT,
    MATE,
    MATES,
    NO_MOVE_BEFORE,
    PLAYED,
    PLIES,
    QUEEN,
    ROOK,
    ROW,
    ROWS,
    SIDES,
    STATIC,
    STOP,
    UNKNOWN,
)
from millmate.kernels.engine.position import make_null, side_of
from millmate.kernels.engine.quiescence import enter, quiesce
from millmate.kernels.engine.table import (
    EXACT,
    LOWER,
    UPPER,
    bound_in,
    depth_in,
    evaluation_in,
    find,
    move_in,
    score_in,
    store,
)


@compiled(I8(M, I8, I8))
def answer(m: Ints, f: int, score: int) -> int:
    """Write a node's score; return 1."""
    m[f + RESULT] = np.int32(score)
    return 1


@compiled(I8(W, I8, I8))
def has_pieces(w: Words, r: int, side: int) -> int:
    """Return 1 if a side has more than king and pawns, else 0."""
    men = w[r + KNIGHT] | w[r + BISHOP] | w[r + ROOK] | w[r + QUEEN]
    return integer((men & w[r + SIDES + side]) != np.uint64(0))


@compiled(I8(W, M, I8))
def _ask_table(w: Words, m: Ints, f: int) -> int:
    """Write what the table knows; return 1 if that answers, else 0."""
    ply, depth = integer(m[f + PLY]), integer(m[f + DEPTH])
    m[f + TABLE_MOVE], m[f + TABLE_DEPTH], m[f + TABLE_BOUND] = 0, -9, 0
    m[f + WORTH] = UNKNOWN
    at = find(w, w[ROWS + ROW * ply + KEY])
    if at < 0:
        return 0
    data = w[at]
    score, bound = score_in(data, ply), bound_in(data)
    m[f + TABLE_MOVE], m[f + TABLE_SCORE] = np.int32(move_in(data)), np.int32(score)
    m[f + TABLE_DEPTH], m[f + TABLE_BOUND] = np.int32(depth_in(data)), np.int32(bound)
    m[f + WORTH] = np.int32(evaluation_in(data))
    if m[f + WIDE] or m[f + EXCLUDED] or depth_in(data) < depth:
        return 0
    if bound == EXACT or (bound == LOWER and score >= m[f + BETA]):
        return answer(m, f, score)
    if bound == UPPER and score <= m[f + ALPHA]:
        return answer(m, f, score)
    return 0


@compiled(I8(W, M, I8))
def _judge(w: Words, m: Ints, f: int) -> int:
    """Write what the position is worth by itself, and whether that rose; return 0."""
    ply = integer(m[f + PLY])
    r = ROWS + ROW * ply
    m[f + IMPROVING] = 0
    if m[f + IN_CHECK]:
        m[f + WORTH], m[f + GUESS], m[STATIC + ply + 2] = UNKNOWN, UNKNOWN, UNKNOWN
        return 0
    worth = integer(m[f + WORTH])
    if worth == UNKNOWN:
        worth = worth_of(w, r)
        m[f + WORTH] = np.int32(worth)
        if m[f + TABLE_DEPTH] == -9:
            store(w, w[r + KEY], ply, 0, worth, worth, -7, 0)
    static = max(-MATES + 1, min(MATES - 1, worth + correction(w, m, r)))
    m[STATIC + ply + 2] = np.int32(static)
    before = integer(m[STATIC + ply])
    if before != UNKNOWN and static > before:
        m[f + IMPROVING] = 1
    bound, score = integer(m[f + TABLE_BOUND]), integer(m[f + TABLE_SCORE])
    if bound == EXACT or (bound == LOWER and score > static) or (bound == UPPER and score < static):
        static = score
    m[f + GUESS] = np.int32(static)
    return 0


@compiled(I8(W, M, I8, I8))
def _is_decided(w: Words, m: Ints, f: int, begin: int) -> int:
    """Return 1 if the evaluation is so far outside the window that it answers, else 0."""
    depth, guess = integer(m[f + DEPTH]), integer(m[f + GUESS])
    alpha, beta = integer(m[f + ALPHA]), integer(m[f + BETA])
    if abs(beta) >= MATES or abs(guess) >= MATES:
        return 0
    if depth <= 8 and guess - 78 * (depth - integer(m[f + IMPROVING])) >= beta:
        return answer(m, f, (guess + beta) // 2)
    if depth <= 3 and guess + 150 + 200 * depth < alpha:
        score = quiesce(w, m, integer(m[f + PLY]), 1, begin, alpha, alpha + 1)
        if score <= alpha or w[STOP]:
            return answer(m, f, score)
    return 0


@compiled(I8(W, M, I8, I8, I8, I8, I8, I8, I8))
def open_node(
    w: Words, m: Ints, ply: int, f: int, begin: int, depth: int, alpha: int, beta: int, cut: int
) -> int:
    """Enter a node; return 1 if it is answered without looking at moves, else 0."""
    r = ROWS + ROW * ply
    if enter(w, m, ply) or is_draw(w, r, ply):
        return answer(m, f, 0)
    known = table_score(w, r, ply)
    if known != UNKNOWN:
        return answer(m, f, known)
    in_check = integer(w[r + CHECKERS] != np.uint64(0))
    if ply >= PLIES - 4:
        return answer(m, f, 0 if in_check else worth_of(w, r))
    alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply - 1)
    if alpha >= beta:
        return answer(m, f, alpha)
    m[f + PLY], m[f + DEPTH], m[f + CUT] = np.int32(ply), np.int32(depth), np.int32(cut)
    m[f + LOW], m[f + ALPHA], m[f + BETA] = np.int32(alpha), np.int32(alpha), np.int32(beta)
    m[f + WIDE], m[f + SIDE] = np.int32(beta - alpha > 1), np.int32(side_of(w, r))
    m[f + IN_CHECK] = np.int32(in_check)
    if _ask_table(w, m, f):
        return 1
    _judge(w, m, f)
    m[KILLERS + 2 * ply + 2] = 0
    m[KILLERS + 2 * ply + 3] = 0
    if not (m[f + WIDE] or in_check or m[f + EXCLUDED]):
        return _is_decided(w, m, f, begin)
    return 0


@compiled(I8(W, M, I8))
def try_passing(w: Words, m: Ints, f: int) -> int:
    """Pass, if that is worth a try; return the depth to search it plus 1024, else 0."""
    ply, depth, beta = integer(m[f + PLY]), integer(m[f + DEPTH]), integer(m[f + BETA])
    if m[f + WIDE] or m[f + IN_CHECK] or m[f + EXCLUDED] or depth < 2 or beta <= -MATES:
        return 0
    guess, static = integer(m[f + GUESS]), integer(m[STATIC + ply + 2])
    if guess < beta or static < beta - 20 * depth + 120:
        return 0
    r = ROWS + ROW * ply
    if integer(m[PLAYED + ply + 1]) == NO_MOVE_BEFORE or not has_pieces(w, r, side_of(w, r)):
        return 0
    make_null(w, r)
    m[PLAYED + ply + 2] = NO_MOVE_BEFORE
    return 1024 + depth - 3 - depth // 3 - min((guess - beta) // 180, 3)


@compiled(I8(M, I8))
def shorten(m: Ints, f: int) -> int:
    """Take a ply off the depth where no move is known to begin with; return the depth."""
    depth = integer(m[f + DEPTH])
    known = integer(m[f + TABLE_MOVE]) != 0 or integer(m[f + EXCLUDED]) != 0
    if not known and depth >= 4 and (m[f + WIDE] or m[f + CUT]):
        depth -= 1
        m[f + DEPTH] = np.int32(depth)
    return depth
