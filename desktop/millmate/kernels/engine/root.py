"""One iteration from the root: every move, for each of the best lines that are wanted."""

import numpy as np
from numba import void

from millmate.kernels.engine.alphabeta import search
from millmate.kernels.engine.bits import I8, Ints, M, W, Words, compiled, integer, pointer
from millmate.kernels.engine.frames import EXCLUDED
from millmate.kernels.engine.history import correction, is_quiet
from millmate.kernels.engine.judging import worth_of
from millmate.kernels.engine.layout import (
    CHECKERS,
    FRAMES,
    INFINITE,
    KEY,
    LINES,
    MATES,
    NO_MOVE_BEFORE,
    PLAYED,
    REDUCTION,
    ROOT_DEPTHS,
    ROOT_LINE,
    ROOT_LINES,
    ROOT_MOVES,
    ROOT_SCORES,
    ROOT_SELECTIVE,
    ROWS,
    SELECTIVE,
    STATIC,
    STOP,
    UNKNOWN,
)
from millmate.kernels.engine.lines import lengthen
from millmate.kernels.engine.position import side_of
from millmate.kernels.engine.quiescence import enter, move_on
from millmate.kernels.engine.table import EXACT, short_move, store


@compiled(void(M))
def _fill_reductions(m: Ints) -> None:
    """Write by how many plies, in 1024ths, a late move is searched less deep."""
    for depth in range(1, 64):
        for number in range(1, 64):
            plies = 0.6 + np.log(depth) * np.log(number) / 2.1
            m[REDUCTION + 64 * depth + number] = np.int32(1024 * plies)


@compiled("void(int32[::1])")
def prepare(ints: Ints) -> None:
    """Write the constants of the buffer of ints, and forget the moves before the root."""
    m = pointer(ints)
    _fill_reductions(m)
    for ply in range(2):
        m[PLAYED + ply] = NO_MOVE_BEFORE
        m[STATIC + ply] = UNKNOWN
    m[FRAMES + EXCLUDED] = 0


@compiled(void(W, M, I8, I8, I8, I8))
def _keep(w: Words, m: Ints, place: int, number: int, depth: int, score: int) -> None:
    """Bring the root move at `number` to `place` and write what is known of it there."""
    move = m[ROOT_MOVES + number]
    for at in range(number, place, -1):
        m[ROOT_MOVES + at] = m[ROOT_MOVES + at - 1]
    m[ROOT_MOVES + place] = move
    m[ROOT_SCORES + place], m[ROOT_DEPTHS + place] = np.int32(score), np.int32(depth)
    m[ROOT_SELECTIVE + place] = np.int32(integer(w[SELECTIVE]))
    lengthen(m, 0, integer(move))
    length = min(integer(m[LINES]), ROOT_LINE - 1)
    line = ROOT_LINES + ROOT_LINE * place
    m[line] = np.int32(length)
    for at in range(1, length + 1):
        m[line + at] = m[LINES + at]


@compiled(I8(W, M, I8, I8, I8, I8, I8))
def _search_root(w: Words, m: Ints, depth: int, alpha: int, beta: int, place: int, end: int) -> int:
    """Search the root moves from `place` to `end`; return the best score."""
    side, best = side_of(w, ROWS), -INFINITE
    enter(w, m, 0)
    for number in range(place, end):
        move = integer(m[ROOT_MOVES + number])
        n = move_on(w, m, ROWS, 0, move, side)
        late = number - place
        if late == 0:
            value = -search(w, m, 1, FRAMES, 0, depth - 1, -beta, -alpha, 0)
        else:
            less = 0
            if depth >= 3 and late >= 3 and is_quiet(move) and not w[n + CHECKERS]:
                less = 1 + integer(late >= 10 and depth >= 6)
            value = -search(w, m, 1, FRAMES, 0, depth - 1 - less, -alpha - 1, -alpha, 1)
            if value > alpha and less and not w[STOP]:
                value = -search(w, m, 1, FRAMES, 0, depth - 1, -alpha - 1, -alpha, 1)
            if value > alpha and not w[STOP]:
                value = -search(w, m, 1, FRAMES, 0, depth - 1, -beta, -alpha, 0)
        if w[STOP]:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                _keep(w, m, place, number, depth, value)
                if value >= beta:
                    return best
    return best


@compiled("int64(uint64[::1], int32[::1], int64, int64, int64)")
def iterate(words: Words, ints: Ints, depth: int, lines: int, moves: int) -> int:
    """Search `depth` plies from row 0; return how many of the best lines were finished.

    The root's `moves` moves stand at `ROOT_MOVES`, those of the last iteration's best lines first;
    what is found is left at `ROOT_MOVES` and behind it. A score is exact unless the search was
    stopped in its line.
    """
    w, m = pointer(words), pointer(ints)
    static = UNKNOWN
    if not w[ROWS + CHECKERS]:
        static = worth_of(w, ROWS) + correction(w, m, ROWS)
    m[STATIC + 2] = np.int32(static)
    for place in range(min(lines, moves)):
        w[SELECTIVE] = np.uint64(0)
        alpha, beta, delta = -INFINITE, INFINITE, 14
        last = integer(m[ROOT_SCORES + place])
        if depth >= 5 and abs(last) < MATES:
            alpha, beta = max(last - delta, -INFINITE), min(last + delta, INFINITE)
        while True:
            score = _search_root(w, m, depth, alpha, beta, place, moves)
            if w[STOP]:
                return place
            if score <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(score - delta, -INFINITE)
            elif score >= beta:
                beta = min(score + delta, INFINITE)
            else:
                break
            delta *= 2
            if delta > 600:
                alpha, beta = -INFINITE, INFINITE
        if place == 0:
            move = short_move(integer(m[ROOT_MOVES]))
            store(w, w[ROWS + KEY], 0, move, score, static, depth, EXACT)
    return min(lines, moves)
