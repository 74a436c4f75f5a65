"""One iteration from the root: every move, for each of the best lines that are wanted."""

import numpy as np
from numba import void

from millmate.kernels.engine.bits import I8, compiled, pointer
from millmate.kernels.morris_engine.history import is_quiet
from millmate.kernels.morris_engine.layout import (
    BEFORE,
    HISTORY,
    INFINITE,
    KEYS,
    LINES,
    LISTS,
    MATES,
    NOWHERE,
    REDUCTION,
    ROOT_DEPTHS,
    ROOT_LINE,
    ROOT_LINES,
    ROOT_MOVES,
    ROOT_SCORES,
    ROOT_SELECTIVE,
    SELECTIVE,
    STOP,
    WEIGHTS,
)
from millmate.kernels.morris_engine.moves import after
from millmate.kernels.morris_engine.search import lengthen, search
from millmate.kernels.morris_engine.words import W, Words


@compiled("void(int64[::1])")
def prepare(words: Words) -> None:
    """Write the constants of the buffer, and forget what was learnt of moves."""
    w = pointer(words)
    for depth in range(1, 64):
        for number in range(1, 64):
            plies = 0.4 + np.log(depth) * np.log(number) / 2.6
            w[REDUCTION + 64 * depth + number] = min(np.int64(plies), depth - 1)
    for at in range(HISTORY, WEIGHTS):
        w[at] = 0


@compiled(void(W, I8, I8, I8, I8))
def _keep(w: Words, place: int, number: int, depth: int, score: int) -> None:
    """Bring the root move at `number` to `place` and write what is known of it there."""
    move = w[ROOT_MOVES + number]
    for at in range(number, place, -1):
        w[ROOT_MOVES + at] = w[ROOT_MOVES + at - 1]
    w[ROOT_MOVES + place] = move
    w[ROOT_SCORES + place], w[ROOT_DEPTHS + place] = score, depth
    w[ROOT_SELECTIVE + place] = w[SELECTIVE]
    lengthen(w, 0, move)
    line = ROOT_LINES + ROOT_LINE * place
    w[line] = min(w[LINES], ROOT_LINE - 1)
    for at in range(1, w[line] + 1):
        w[line + at] = w[LINES + at]


@compiled(I8(W, I8, I8, I8, I8, I8, I8))
def _search_root(
    w: Words, clock: int, depth: int, alpha: int, beta: int, place: int, end: int
) -> int:
    """Search the root moves from `place` to `end`; return the best score."""
    best, position = -INFINITE, w[KEYS + w[BEFORE]]
    for number in range(place, end):
        move = w[ROOT_MOVES + number]
        there = after(position, move)
        quiet = is_quiet(move) and (move >> 5 & 31) != NOWHERE
        then = clock + 1 if quiet else 0
        value = alpha + 1
        if number > place:
            value = -search(w, 1, LISTS, there, then, depth - 1, -alpha - 1, -alpha)
        if value > alpha and not w[STOP]:
            value = -search(w, 1, LISTS, there, then, depth - 1, -beta, -alpha)
        if w[STOP]:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                _keep(w, place, number, depth, value)
                if value >= beta:
                    return best
    return best


@compiled("int64(int64[::1], int64, int64, int64, int64)")
def iterate(words: Words, clock: int, depth: int, lines: int, moves: int) -> int:
    """Search `depth` plies; return how many of the best lines were finished.

    The root stands behind the game's positions, its `moves` moves at `ROOT_MOVES`, those of the
    last iteration's best lines first; what is found is left at `ROOT_MOVES` and behind it. A score
    is exact unless the search was stopped in its line. `clock` counts the plies since a mill or
    placement.
    """
    w = pointer(words)
    for place in range(min(lines, moves)):
        w[SELECTIVE] = 0
        alpha, beta, delta = -INFINITE, INFINITE, 20
        last = w[ROOT_SCORES + place]
        if depth >= 5 and abs(last) < MATES:
            alpha, beta = last - delta, last + delta
        while True:
            score = _search_root(w, clock, depth, alpha, beta, place, moves)
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
    return min(lines, moves)
