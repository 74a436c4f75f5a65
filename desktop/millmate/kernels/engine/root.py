"""The search from the root: every move that is not among the better lines."""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine import search_params as P
from millmate.kernels.engine.alphabeta import search
from millmate.kernels.engine.bits import Ints, Words, compiled, entry_point, integer, pointer
from millmate.kernels.engine.history import correction, is_quiet
from millmate.kernels.engine.network import evaluate
from millmate.kernels.engine.position import side_of
from millmate.kernels.engine.search_stack import enter_node, make_move, update_variation
from millmate.kernels.engine.transposition import EXACT, short_move, store


@entry_point
def open_root(words: Words, ints: Ints) -> None:
    """Evaluate row 0 before its moves are searched."""
    w, m = pointer(words), pointer(ints)
    static = L.UNKNOWN
    if not w[L.ROWS + L.CHECKERS]:
        static = evaluate(w, L.ROWS) + correction(w, m, L.ROWS)
    m[L.CORRECTED_EVALS + 2] = np.int32(static)


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


@entry_point
def search_root(
    words: Words, ints: Ints, depth: int, alpha: int, beta: int, place: int, moves: int
) -> int:
    """Search root moves `depth` plies from row 0, after `open_root`; return the best score.

    The root's `moves` moves are at `ROOT_MOVES`; those from `place` on are searched. The best one
    is moved to `place`, its score, depth and line are left there. A score between `alpha` and
    `beta` is exact unless the search was stopped.
    """
    w, m, low = pointer(words), pointer(ints), alpha
    side, best = side_of(w, L.ROWS), -L.INFINITE
    enter_node(w, m, 0)
    for number in range(place, moves):
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
                    break
    if place == 0 and low < best < beta:
        move, static = short_move(integer(m[L.ROOT_MOVES])), integer(m[L.CORRECTED_EVALS + 2])
        store(w, w[L.ROWS + L.KEY], 0, move, best, static, depth, EXACT)
    return best
