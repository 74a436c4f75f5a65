"""The sets that the search for the layers S_n starts from."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_dense import pull
from millmate.kernels.chess_geometry import PULL_STEPS, PUSH_STEPS
from millmate.kernels.chess_layers import FREE, LOST, NOT_WON, OPEN, WON, Ground
from millmate.tablebase.layout import Layout, mirrored
from millmate.tablebase.spaces import Space


def images_of(layout: Layout, number: int) -> int:
    """Return in how many places each position of a slice stands; 0 if the diagonal decides."""
    pawns = layout.placements[number]
    if not any(layout.pawns):
        return 0
    return 2 if mirrored(pawns) == pawns else 1


def ground_of(space: Space, images: int) -> Ground:
    """Return what the kernels need to know about a space; `images` as in `weight`."""
    return Ground(
        space.kinds,
        space.white,
        space.kings,
        space.standing,
        PULL_STEPS[space.everywhere],
        PUSH_STEPS[space.everywhere],
        images,
    )


def initialize(space: Space, winner: bool, sets: NDArray[np.uint64]) -> None:
    """Make LOST hold the mates, S_0, and take positions without a move from OPEN.

    Before, FREE holds all positions whose men stand apart, NOT_WON the winner's legal ones, OPEN
    the loser's quiet ones.
    """
    movable, mated = sets[WON], sets[LOST]
    movable[:] = 0
    steps = PULL_STEPS[space.everywhere]
    pull(not winner, sets[NOT_WON], sets[FREE], space.kinds, space.white, steps, movable)
    # Mated: no move at all, and in check, which would be illegal if it were the winner's turn.
    np.bitwise_not(movable, out=mated)
    mated &= sets[OPEN]
    mated &= sets[FREE]
    np.bitwise_and(sets[OPEN], movable, out=sets[OPEN])
    np.bitwise_not(sets[NOT_WON], out=movable)
    mated &= movable
    movable[:] = 0
