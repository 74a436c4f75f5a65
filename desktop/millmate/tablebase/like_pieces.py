"""Like pieces, stored in one order (squares ascending) and read in every order.

Two rooks of one colour on a1 and b1 are one position but two places of the table. On disk the
place with descending squares holds 0, which compresses to almost nothing.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.layout import Layout

Values = NDArray[np.uint8]


def stored_once(layout: Layout, number: int, chunk: Values) -> Values:
    """Return the values of a chunk, with 0 where squares of like pieces do not ascend.

    Args:
        layout: The layout of the table.
        number: The number of the chunk within its slice and side to move.
        chunk: The values of the chunk, in any shape; not changed.
    """
    if not layout.like:
        return chunk
    # Within a chunk the last two pieces and the lane king vary; the other pieces are fixed.
    still = layout.pieces - 2
    squares = [number >> 6 * (still - 1 - piece) & 63 for piece in range(still)]
    flat = chunk.reshape(-1)
    if any(squares[p] > squares[p + 1] for p in layout.like if p + 1 < still):
        return np.zeros_like(flat)
    kept = flat * _ascending() if still in layout.like else flat.copy()
    if still - 1 in layout.like:
        kept.reshape(64, -1)[: squares[-1]] = 0
    return kept


def fill_orders(layout: Layout, values: Values) -> None:
    """Fill the places of a slice where squares of like pieces do not ascend, in place.

    `values[words, 64]` has one side to move.
    """
    like = set(layout.like)
    for last in layout.like:
        # Each place gets the value of the one with sorted squares, in steps of an insertion sort.
        piece = last
        while piece in like:
            _take_from_exchanged(values, layout.pieces, piece)
            piece -= 1


def _take_from_exchanged(values: Values, pieces: int, piece: int) -> None:
    """Copy values from the places with `piece` and the next piece exchanged, where they descend."""
    after = int(64 ** (pieces - 1 - piece))
    both = values.reshape(-1, 64, 64, after)
    for square in range(63):
        both[:, square + 1 :, square] = both[:, square, square + 1 :]


@cache
def _ascending() -> Values:
    """Return 1 where the squares of a chunk's two pieces ascend, 0 elsewhere; flat."""
    triangle = np.triu(np.ones((64, 64), np.uint8))
    return np.repeat(triangle.reshape(-1), 64)
