"""The place of a position in a morris table.

One side is the *primary* one. A row is a class of placements of its stones that the board's 16
symmetries make equal, represented by the least of their masks. The columns of a row are the
placements of the other side's stones: masks over the free points, bit i for the i-th free point, in
ascending order. Some classes are symmetrical themselves; their rows hold a position in several
columns.
"""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.morris_geometry import ALL, IMAGES, POINTS, images

Masks = NDArray[np.uint32]


@cache
def classes(stones: int) -> Masks:
    """Return the least mask of each class of `stones` stones, ascending: uint32[classes]."""
    masks = _candidates()
    masks = masks[np.bitwise_count(masks) == stones]
    least = np.ones(len(masks), bool)
    for symmetry in range(1, 16):
        masks = masks[least]
        least = images(masks, symmetry) >= masks
    found: Masks = masks[least]
    return found


@cache
def _candidates() -> Masks:
    """Return the masks that may be the least of their class, ascending: a tenth of all.

    The inner ring is the highest byte: turned, mirrored or exchanged for the outer ring, it would
    not be less.
    """
    least = IMAGES[:8, 0].min(axis=0)  # of the images of a ring
    middle = np.arange(256, dtype=np.uint32)[:, None] << 8
    parts = []
    for inner in np.flatnonzero(least == np.arange(256)).astype(np.uint32):
        outer = np.flatnonzero(least >= inner).astype(np.uint32)
        parts.append((inner << 16 | middle | outer).ravel())
    return np.concatenate(parts)


@cache
def orbit(stones: int) -> NDArray[np.uint8]:
    """Return the number of placements in each class: uint8[classes], 1 to 16."""
    masks = classes(stones)
    fixed = sum((images(masks, symmetry) == masks).astype(np.uint8) for symmetry in range(16))
    return (16 // np.asarray(fixed)).astype(np.uint8)


def rows(stones: int) -> int:
    """Return the number of rows where the primary side has `stones` stones."""
    return len(classes(stones))


def row_length(primary: int, other: int) -> int:
    """Return the number of columns: placements of `other` stones on points free of `primary`."""
    return comb(POINTS - primary, other)


def locate(primary: int, other: int) -> tuple[int, int]:
    """Return the row and the column of the position with these masks."""
    best, symmetry = min((_image(primary, t), t) for t in range(16))
    row = int(np.searchsorted(classes(primary.bit_count()), best))
    return row, _rank(_squeezed(_image(other, symmetry), best))


def position(primary: int, other: int, row: int, column: int) -> tuple[int, int]:
    """Return the masks of the position in `row` and `column` of sides with so many stones."""
    mask = int(classes(primary)[row])
    return mask, _spread(_unrank(column, other), mask)


def _image(mask: int, symmetry: int) -> int:
    parts = _IMAGES[symmetry]
    return parts[0][mask & 255] | parts[1][mask >> 8 & 255] | parts[2][mask >> 16]


_IMAGES: list[list[list[int]]] = IMAGES.tolist()


def _squeezed(mask: int, taken: int) -> int:
    """Return `mask` without the points in `taken`."""
    squeezed, bit = 0, 1
    free = ALL & ~taken
    while free:
        point = free & -free
        if mask & point:
            squeezed |= bit
        free ^= point
        bit <<= 1
    return squeezed


def _spread(squeezed: int, taken: int) -> int:
    """Return the mask that `_squeezed` turned into `squeezed`."""
    mask = 0
    free = ALL & ~taken
    while squeezed:
        point = free & -free
        if squeezed & 1:
            mask |= point
        free ^= point
        squeezed >>= 1
    return mask


def _rank(mask: int) -> int:
    """Return the number of lesser masks with as many bits."""
    rank, count = 0, 0
    while mask:
        count += 1
        rank += comb((mask & -mask).bit_length() - 1, count)
        mask &= mask - 1
    return rank


def _unrank(rank: int, bits: int) -> int:
    mask = 0
    for count in range(bits, 0, -1):
        place = count - 1
        while comb(place + 1, count) <= rank:
            place += 1
        mask |= 1 << place
        rank -= comb(place, count)
    return mask
