"""The line being searched: nodes entered, draws, moves made, principal variations."""

import numpy as np

from millmate.kernels.engine import layout as L
from millmate.kernels.engine.bits import Ints, Words, compiled, integer
from millmate.kernels.engine.history import continuation_row
from millmate.kernels.engine.moves import count
from millmate.kernels.engine.position import make
from millmate.kernels.integers import popcount


@compiled
def enter_node(w: Words, m: Ints, ply: int) -> int:
    """Count a node and start its line; return 1 if the search has to stop, else 0."""
    w[L.NODES] += np.uint64(1)
    if w[L.NODES] >= w[L.NODE_LIMIT]:
        w[L.STOP] = np.uint64(1)
    if integer(w[L.SELDEPTH]) < ply:
        w[L.SELDEPTH] = np.uint64(ply)
    w[L.KEYS + integer(w[L.KEYS_BEFORE_ROOT]) + ply] = w[L.ROWS + L.ROW * ply + L.KEY]
    m[L.VARIATIONS + L.PLIES * ply] = 0
    return integer(w[L.STOP])


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


@compiled
def make_move(w: Words, m: Ints, ply: int, move: int, side: int) -> int:
    """Make a move of the line; return where the row after it starts."""
    r = L.ROWS + L.ROW * ply
    make(w, r, move)
    m[L.LINE_MOVES + ply + 2] = np.int32(continuation_row(side, move))
    return r + L.ROW


@compiled
def update_variation(m: Ints, ply: int, move: int) -> None:
    """Write the principal variation at `ply`: a move, and the variation of the ply behind it."""
    here, there = L.VARIATIONS + L.PLIES * ply, L.VARIATIONS + L.PLIES * (ply + 1)
    length = min(integer(m[there]), L.PLIES - 2)
    m[here], m[here + 1] = np.int32(length + 1), np.int32(move)
    for at in range(length):
        m[here + 2 + at] = m[there + 1 + at]
