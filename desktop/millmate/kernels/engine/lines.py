"""Principal variations: for each ply its length and moves, copied upwards."""

import numpy as np
from numba import void

from millmate.kernels.engine.bits import I8, Ints, M, compiled, integer
from millmate.kernels.engine.layout import LINES, PLIES


@compiled(void(M, I8, I8))
def lengthen(m: Ints, ply: int, move: int) -> None:
    """Make the line at `ply` of a move and the line behind it."""
    here, there = LINES + PLIES * ply, LINES + PLIES * (ply + 1)
    length = min(integer(m[there]), PLIES - 2)
    m[here], m[here + 1] = np.int32(length + 1), np.int32(move)
    for at in range(length):
        m[here + 2 + at] = m[there + 1 + at]
