"""One iteration from the root: every move, for each of the best lines that are wanted.

Each line is searched with an aspiration window around its last score (Gillogly, 1972).
"""

import numpy as np

from millmate.kernels.engine import frames as F
from millmate.kernels.engine import layout as L
from millmate.kernels.engine import search_params as P
from millmate.kernels.engine.alphabeta import search
from millmate.kernels.engine.bits import Ints, Words, compiled, entry_point, integer, pointer
from millmate.kernels.engine.history import correction, is_quiet
from millmate.kernels.engine.network import evaluate
from millmate.kernels.engine.position import side_of
from millmate.kernels.engine.search_stack import enter_node, make_move, update_variation
from millmate.kernels.engine.transposition import EXACT, short_move, store


@compiled
def _fill_reductions(m: Ints) -> None:
    """Write by how many plies, in 1024ths, a late move is searched less deep."""
    for depth in range(1, 64):
        for number in range(1, 64):
            plies = P.LMR_BASE + np.log(depth) * np.log(number) / P.LMR_DIVISOR
            m[L.REDUCTIONS + 64 * depth + number] = np.int32(1024 * plies)


@entry_point
def prepare(ints: Ints) -> None:
    """Write the constants of the buffer of ints, and forget the moves before the root."""
    m = pointer(ints)
    _fill_reductions(m)
    for ply in range(2):
        m[L.LINE_MOVES + ply] = L.NO_PREVIOUS_MOVE
        m[L.CORRECTED_EVALS + ply] = L.UNKNOWN
    m[L.FRAMES + F.EXCLUDED] = 0


@compiled
def _save_line(w: Words, m: Ints, place: int, number: int, depth: int, score: int) -> None:
    """Move the root move at `number` to `place` and save its depth, score and line there."""
    move = m[L.ROOT_MOVES + number]
    for at in range(number, place, -1):
        m[L.ROOT_MOVES + at] = m[L.ROOT_MOVES + at - 1]
    m[L.ROOT_MOVES + place] = move
    m[L.ROOT_SCORES + place], m[L.ROOT_DEPTHS + place] = np.int32(score), np.int32(depth)
    m[L.ROOT_SELDEPTHS + place] = np.int32(integer(w[L.SELDEPTH]))
    update_variation(m, 0, integer(move))
    length = min(integer(m[L.VARIATIONS]), L.ROOT_LINE - 1)
    line = L.ROOT_LINES + L.ROOT_LINE * place
    m[line] = np.int32(length)
    for at in range(1, length + 1):
        m[line + at] = m[L.VARIATIONS + at]


@compiled
def _search_root(w: Words, m: Ints, depth: int, alpha: int, beta: int, place: int, end: int) -> int:
    """Search the root moves from `place` to `end`; return the best score."""
    side, best = side_of(w, L.ROWS), -L.INFINITE
    enter_node(w, m, 0)
    for number in range(place, end):
        move = integer(m[L.ROOT_MOVES + number])
        n = make_move(w, m, 0, move, side)
        late = number - place
        if late == 0:
            value = -search(w, m, 1, L.FRAMES, 0, depth - 1, -beta, -alpha, 0)
        else:
            less = 0
            reduced = depth >= P.ROOT_LMR_MIN_DEPTH and late >= P.ROOT_LMR_MOVES
            if reduced and is_quiet(move) and not w[n + L.CHECKERS]:
                two = depth >= P.ROOT_LMR_TWO_MIN_DEPTH and late >= P.ROOT_LMR_TWO_MOVES
                less = 1 + integer(two)
            value = -search(w, m, 1, L.FRAMES, 0, depth - 1 - less, -alpha - 1, -alpha, 1)
            if value > alpha and less and not w[L.STOP]:
                value = -search(w, m, 1, L.FRAMES, 0, depth - 1, -alpha - 1, -alpha, 1)
            if value > alpha and not w[L.STOP]:
                value = -search(w, m, 1, L.FRAMES, 0, depth - 1, -beta, -alpha, 0)
        if w[L.STOP]:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                _save_line(w, m, place, number, depth, value)
                if value >= beta:
                    return best
    return best


@entry_point
def iterate(words: Words, ints: Ints, depth: int, lines: int, moves: int) -> int:
    """Search `depth` plies from row 0; return how many of the best lines were finished.

    The root's `moves` moves are at `ROOT_MOVES`, those of the last iteration's best lines first;
    the results are left at `ROOT_MOVES` and behind it. A score is exact unless the search was
    stopped in its line.
    """
    w, m = pointer(words), pointer(ints)
    static = L.UNKNOWN
    if not w[L.ROWS + L.CHECKERS]:
        static = evaluate(w, L.ROWS) + correction(w, m, L.ROWS)
    m[L.CORRECTED_EVALS + 2] = np.int32(static)
    for place in range(min(lines, moves)):
        w[L.SELDEPTH] = np.uint64(0)
        alpha, beta, delta = -L.INFINITE, L.INFINITE, P.ASPIRATION_WINDOW
        last = integer(m[L.ROOT_SCORES + place])
        if depth >= P.ASPIRATION_MIN_DEPTH and abs(last) < L.MATE_IN_MAX_PLY:
            alpha, beta = max(last - delta, -L.INFINITE), min(last + delta, L.INFINITE)
        while True:
            score = _search_root(w, m, depth, alpha, beta, place, moves)
            if w[L.STOP]:
                return place
            if score <= alpha:
                beta = (alpha + beta) // 2
                alpha = max(score - delta, -L.INFINITE)
            elif score >= beta:
                beta = min(score + delta, L.INFINITE)
            else:
                break
            delta *= 2
            if delta > P.ASPIRATION_MAX_WINDOW:
                alpha, beta = -L.INFINITE, L.INFINITE
        if place == 0:
            move = short_move(integer(m[L.ROOT_MOVES]))
            store(w, w[L.ROWS + L.KEY], 0, move, score, static, depth, EXACT)
    return min(lines, moves)
