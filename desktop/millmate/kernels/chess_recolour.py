"""A table as seen with the colours exchanged."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED, TRIANGLE


@njit("void(uint8[:,:,::1], int64[::1], uint8[:,:,::1])", nogil=True, cache=True)
def recolour(values: NDArray[np.uint8], source: NDArray[np.int64], out: NDArray[np.uint8]) -> None:
    """Fill `out[side to move, index, square]` with the values of the colour-swapped positions.

    `source[i]` is which of the pieces of `out` is piece i of `values`. The board need not be
    turned, since no material here has pawns.
    """
    pieces = source.size
    placements = 1 << (6 * pieces)
    for index in range(out.shape[1]):
        king, placement = TRIANGLE[index // placements], index % placements
        for square in range(64):
            transform = TO_TRIANGLE[square]
            there = KING_INDEX[square]
            for i in range(pieces):
                piece = (placement >> (6 * (pieces - 1 - source[i]))) & 63
                there = (there << 6) | TRANSFORMED[transform, piece]
            word_square = TRANSFORMED[transform, king]
            out[0, index, square] = values[1, there, word_square]
            out[1, index, square] = values[0, there, word_square]
