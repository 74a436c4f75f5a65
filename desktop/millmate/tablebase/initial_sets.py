"""The sets that the search for the layers S_n starts from."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_dense import unmove_dense
from millmate.kernels.chess_layers import FREE, LOST, NOT_WON, OPEN, WON
from millmate.kernels.chess_spaces import Geometry


def initialize(geometry: Geometry, winner: bool, sets: NDArray[np.uint64]) -> None:
    """Make LOST hold the mates, S_0, and remove positions without a move from OPEN.

    Before, FREE holds all positions whose men stand apart, NOT_WON the winner's legal ones, OPEN
    the loser's quiet ones.
    """
    movable, mated = sets[WON], sets[LOST]
    movable[:] = 0
    unmove_dense(not winner, sets[NOT_WON], sets[FREE], geometry, movable)
    # Mated: no move at all, and in check, which would be illegal if it were the winner's turn.
    np.bitwise_not(movable, out=mated)
    mated &= sets[OPEN]
    mated &= sets[FREE]
    np.bitwise_and(sets[OPEN], movable, out=sets[OPEN])
    np.bitwise_not(sets[NOT_WON], out=movable)
    mated &= movable
    movable[:] = 0
