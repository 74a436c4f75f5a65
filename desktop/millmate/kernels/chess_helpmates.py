"""Helpmates: the positions of one space from which a side can still be mated, both sides helping.

The set grows ply by ply backwards: a position is in it if it is a mate of that side, or if some
move of the side to move leads into it, in the space or out of it. Each position's rank is the
number of plies after which it was found, a move out of the space into the set counting one.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_dense import unmove_dense
from millmate.kernels.chess_layers import clear, is_sparse, keep_and_list, record
from millmate.kernels.chess_spaces import Geometry, Ints
from millmate.kernels.chess_sparse import unmove_sparse
from millmate.kernels.declare import Bytes3D, Shape, Words2D, allocating, exported

# The rows of sets: positions not found yet, found last, and being found, each with White and with
# Black to move; and those whose men stand apart.
LEFT, LAST, NEXT, FREE = 0, 2, 4, 6
SETS = 7
LISTS = 4  # the nonempty words found last and being found, with White and with Black to move
MARK = 128  # the code of rank 0
MOST = 127  # the greatest rank that a code can store


@exported
@allocating
def spread(
    sets: Words2D,
    lists: Annotated[NDArray[np.int32], Shape(2)],
    geometry: Geometry,
    codes: Bytes3D,
    twice: Ints,
) -> int:
    """Find all positions of a space from which a side can be mated.

    Args:
        sets: uint64[SETS, words]. At first the rows LEFT hold the legal positions, LAST the mates,
            NEXT those with a move out of the space into the set; at the end LEFT holds the
            positions from which there is no helpmate.
        lists: int32[LISTS, words], room.
        geometry: The description of the space.
        codes: uint8[2 (White to move first), words, 64]; `MARK` and the rank is written where a
            position is found.
        twice: int64[2], set to twice the number of positions found with each side to move,
            distinct up to the board's symmetry.

    Returns:
        The greatest rank.

    Raises:
        OverflowError: A rank exceeds `MOST`.
    """
    none, free = np.empty((0, 64), np.uint8), sets[FREE]
    counts = np.zeros(2, np.int64)
    last, following, rank = 0, 2, 0
    for side in range(2):
        counts[side] = keep_and_list(sets[LAST + side], sets[LEFT + side], True, lists[side])
    while True:
        for side in range(2):
            words, left = sets[LAST + last + side], sets[LEFT + side]
            twice[side] += record(
                words, lists[last + side], counts[side], rank, MARK, left, codes[side], none, MOST,
                geometry,
            )  # fmt: skip
        if not (rank == 0 or counts[0] or counts[1]):
            return rank - 1
        found = np.zeros(2, np.int64)
        for side in range(2):
            after, listed = sets[LAST + last + 1 - side], lists[last + 1 - side]
            left, before = sets[LEFT + side], sets[LAST + following + side]
            to = lists[following + side]
            if rank and is_sparse(side == 0, counts[1 - side], after.size, geometry):
                found[side] = unmove_sparse(
                    side == 0, after, listed, counts[1 - side], left, geometry, before, to
                )
            else:
                unmove_dense(side == 0, after, free, geometry, 0, geometry.kings.size, before)
                found[side] = keep_and_list(before, left, True, to)
        for side in range(2):
            clear(sets[LAST + last + side], lists[last + side], counts[side])
        counts, last, following, rank = found, following, last, rank + 1
