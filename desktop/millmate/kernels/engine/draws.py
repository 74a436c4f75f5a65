"""Draws in the tree: repetition, fifty moves, insufficient material."""

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import Words, compiled, integer, popcount
from millmate.kernels.engine.moves import count


@compiled
def is_draw(w: Words, r: int, ply: int) -> int:
    """Return 1 if the position is drawn as it stands, else 0.

    A position that came up since the root counts as repeated; one from before it, if it came up
    twice.
    """
    clock = integer(w[r + L.CLOCK])
    if clock >= 100:
        return 1 if not w[r + L.CHECKERS] or count(w, r) else 0
    if (
        not w[r + L.PAWN] | w[r + L.ROOK] | w[r + L.QUEEN]
        and popcount(w[r + L.SIDES] | w[r + L.SIDES + 1]) < 4
    ):
        return 1
    here = L.KEYS + integer(w[L.KEYS_BEFORE_ROOT]) + ply
    key = w[r + L.KEY]
    seen = 0
    for back in range(4, min(clock, integer(w[L.KEYS_BEFORE_ROOT]) + ply) + 1, 2):
        if w[here - back] == key:
            seen += 1
            if back <= ply or seen == 2:
                return 1
    return 0
