"""The same positions with the other side as the primary one.

Neither the primary side's moves, which lead from row to row, nor the other side's, which stay in
one, need a separate board for this; but a table may have the wrong side in its rows.
"""

from typing import NamedTuple

import numpy as np

from millmate.kernels.declare import Bytes2D, Bytes3D, allocating, exported, inlined
from millmate.kernels.integers import int64, popcount
from millmate.kernels.morris_labels import make_maps, mapped, spread
from millmate.kernels.morris_rows import Columns, Masks, Rows, image, rank


class Homes(NamedTuple):
    """Where placements of one number of stones have their rows.

    `every`: the columns of as many stones on an empty board; `home[column of every]`: row * 16 +
    the symmetry that leads there; `squeezed[byte of taken points, byte of a mask]`: the mask with
    the taken points left out.
    """

    every: Columns
    home: Masks
    squeezed: Bytes2D


@inlined
def without(mask: int, taken: int, homes: Homes) -> int:
    """Return `mask` in labels: the points in `taken` left out."""
    found = int64(homes.squeezed[taken & 255, mask & 255])
    place = 8 - popcount(taken & 255)
    found |= int64(homes.squeezed[taken >> 8 & 255, mask >> 8 & 255]) << place
    place += 8 - popcount(taken >> 8 & 255)
    return found | int64(homes.squeezed[taken >> 16, mask >> 16]) << place


@exported
@allocating
def exchange(
    rows: Rows,
    their_rows: Rows,
    homes: Homes,
    theirs: Bytes3D,
    ours: Bytes3D,
    start: int,
    end: int,
) -> None:
    """Fill rows of `ours`, [what, row, column], from `theirs`: with the other side the primary one.

    `homes` belongs to the other side's stones.
    """
    board, classes, columns = rows
    size = columns.masks.size
    maps = make_maps(columns, 1)
    to_row, to_column = np.empty(size, np.int64), np.empty(size, np.int64)
    for row in range(start, end):
        mask = int64(classes[row])
        spread(mask, board, maps)
        # First all positions, then their values: so that many reads are under way at once.
        for column in range(size):
            stones = int64(columns.masks[column])
            home = int64(homes.home[rank(mapped(stones, maps, 0), homes.every)])
            taken = int64(their_rows.classes[home >> 4])
            to_row[column] = home >> 4
            to_column[column] = rank(
                without(image(mask, home & 15, board), taken, homes), their_rows.columns
            )
        for what in range(ours.shape[0]):
            for column in range(size):
                ours[what, row, column] = theirs[what, to_row[column], to_column[column]]
