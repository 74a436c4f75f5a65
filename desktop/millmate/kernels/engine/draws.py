"""Draws on the way: repetition, fifty moves, too little material."""

from millmate.kernels.engine.bits import I8, W, Words, compiled, integer, popcount
from millmate.kernels.engine.layout import (
    BEFORE,
    CHECKERS,
    CLOCK,
    KEY,
    KEYS,
    PAWN,
    QUEEN,
    ROOK,
    SIDES,
)
from millmate.kernels.engine.moves import count


@compiled(I8(W, I8, I8))
def is_draw(w: Words, r: int, ply: int) -> int:
    """Return 1 if the position is drawn as it stands, else 0.

    A position that came up since the root counts as repeated; one from before it, if it came up
    twice.
    """
    clock = integer(w[r + CLOCK])
    if clock >= 100:
        return 1 if not w[r + CHECKERS] or count(w, r) else 0
    if (
        not w[r + PAWN] | w[r + ROOK] | w[r + QUEEN]
        and popcount(w[r + SIDES] | w[r + SIDES + 1]) < 4
    ):
        return 1
    here = KEYS + integer(w[BEFORE]) + ply
    key = w[r + KEY]
    seen = 0
    for back in range(4, min(clock, integer(w[BEFORE]) + ply) + 1, 2):
        if w[here - back] == key:
            seen += 1
            if back <= ply or seen == 2:
                return 1
    return 0
