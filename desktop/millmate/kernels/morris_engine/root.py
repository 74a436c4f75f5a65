"""One iteration from the root: every move, for each of the best lines that are wanted."""

import numpy as np

from millmate.kernels.engine.bits import compiled, entry_point, pointer
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine import search_params as P
from millmate.kernels.morris_engine.history import is_quiet
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.moves import after
from millmate.kernels.morris_engine.search import search, update_variation


@entry_point
def prepare(words: Words) -> None:
    """Write the constants of the buffer, and clear the move statistics."""
    w = pointer(words)
    for depth in range(1, 64):
        for number in range(1, 64):
            plies = P.LMR_BASE + np.log(depth) * np.log(number) / P.LMR_DIVISOR
            w[L.REDUCTIONS + 64 * depth + number] = min(np.int64(plies), depth - 1)
    for at in range(L.BUTTERFLY, L.WEIGHTS):
        w[at] = 0


@compiled
def _save_line(w: Words, place: int, number: int, depth: int, score: int) -> None:
    """Move the root move at `number` to `place` and save its depth, score and line there."""
    move = w[L.ROOT_MOVES + number]
    for at in range(number, place, -1):
        w[L.ROOT_MOVES + at] = w[L.ROOT_MOVES + at - 1]
    w[L.ROOT_MOVES + place] = move
    w[L.ROOT_SCORES + place], w[L.ROOT_DEPTHS + place] = score, depth
    w[L.ROOT_SELDEPTHS + place] = w[L.SELDEPTH]
    update_variation(w, 0, move)
    line = L.ROOT_LINES + L.ROOT_LINE * place
    w[line] = min(w[L.VARIATIONS], L.ROOT_LINE - 1)
    for at in range(1, w[line] + 1):
        w[line + at] = w[L.VARIATIONS + at]


@compiled
def _search_root(
    w: Words, clock: int, depth: int, alpha: int, beta: int, place: int, end: int
) -> int:
    """Search the root moves from `place` to `end`; return the best score."""
    best, position = -L.INFINITE, w[L.KEYS + w[L.KEYS_BEFORE_ROOT]]
    for number in range(place, end):
        move = w[L.ROOT_MOVES + number]
        there = after(position, move)
        quiet = is_quiet(move) and (move >> 5 & 31) != L.NOWHERE
        then = clock + 1 if quiet else 0
        value = alpha + 1
        if number > place:
            value = -search(w, 1, L.LISTS, there, then, depth - 1, -alpha - 1, -alpha)
        if value > alpha and not w[L.STOP]:
            value = -search(w, 1, L.LISTS, there, then, depth - 1, -beta, -alpha)
        if w[L.STOP]:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                _save_line(w, place, number, depth, value)
                if value >= beta:
                    return best
    return best


@entry_point
def iterate(words: Words, clock: int, depth: int, lines: int, moves: int) -> int:
    """Search `depth` plies; return how many of the best lines were finished.

    The root follows the game's positions, its `moves` moves are at `ROOT_MOVES`, those of the last
    iteration's best lines first; the results are left at `ROOT_MOVES` and behind it. A score is
    exact unless the search was stopped in its line. `clock` counts the plies since a mill or
    placement.
    """
    w = pointer(words)
    for place in range(min(lines, moves)):
        w[L.SELDEPTH] = 0
        alpha, beta, delta = -L.INFINITE, L.INFINITE, P.ASPIRATION_WINDOW
        last = w[L.ROOT_SCORES + place]
        if depth >= P.ASPIRATION_MIN_DEPTH and abs(last) < L.MATE_IN_MAX_PLY:
            alpha, beta = last - delta, last + delta
        while True:
            score = _search_root(w, clock, depth, alpha, beta, place, moves)
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
    return min(lines, moves)
