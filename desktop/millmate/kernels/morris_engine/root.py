"""The search from the root: every move that is not among the better lines."""

from millmate.kernels.engine.bits import compiled, entry_point, pointer
from millmate.kernels.morris_engine import layout as L
from millmate.kernels.morris_engine.history import is_quiet
from millmate.kernels.morris_engine.layout import Words
from millmate.kernels.morris_engine.moves import after
from millmate.kernels.morris_engine.search import search, update_variation


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


@entry_point
def search_root(
    words: Words, clock: int, depth: int, alpha: int, beta: int, place: int, moves: int
) -> int:
    """Search root moves `depth` plies; return the best score.

    The root follows the game's positions, its `moves` moves are at `ROOT_MOVES`; those from `place`
    on are searched. The best one is moved to `place`, its score, depth and line are left there. A
    score between `alpha` and `beta` is exact unless the search was stopped. `clock` counts the
    plies since a mill or placement.
    """
    w, best = pointer(words), -L.INFINITE
    position = w[L.KEYS + w[L.KEYS_BEFORE_ROOT]]
    for number in range(place, moves):
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
