"""The other side's stones in many columns of a table at once; `index` handles single ones."""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.morris_geometry import POINTS, SYMMETRIES, Masks, images
from millmate.tablebase.morris.index import classes

Places = NDArray[np.int64]


@cache
def placements(points: int, stones: int) -> Masks:
    """Return all masks of `stones` stones on `points` points, ascending."""
    every = np.arange(1 << points, dtype=np.uint32)
    masks: Masks = every[np.bitwise_count(every) == stones]
    return masks


def spread(masks: Masks, taken: Masks | np.uint32) -> Masks:
    """Return masks over the free points as masks over all; bit i is the i-th point not `taken`."""
    found = np.zeros_like(masks)
    masks = masks.copy()
    for point in range(POINTS):
        free = ~taken >> np.uint32(point) & np.uint32(1)
        found |= (masks & free) << np.uint32(point)
        masks >>= free
    return found


def squeezed(masks: Masks, taken: Masks) -> Masks:
    """Return masks with the points in `taken` left out; the inverse of `spread`."""
    found, place = np.zeros_like(masks), np.zeros_like(masks)
    for point in range(POINTS):
        found |= (masks >> np.uint32(point) & np.uint32(1)) << place
        place += ~taken >> np.uint32(point) & np.uint32(1)
    return found


def located(primary: Masks, other: Masks) -> tuple[Places, Places]:
    """Return the rows and columns of positions with these masks; see `index.locate`."""
    best, least = other.copy(), primary.copy()
    for symmetry in range(1, len(SYMMETRIES)):
        image = images(primary, symmetry)
        less = image < least
        least[less] = image[less]
        best[less] = images(other[less], symmetry)
    stones = int(primary[0]).bit_count() if primary.size else 0
    rows = np.searchsorted(classes(stones), least)
    return rows.astype(np.int64), _ranks(squeezed(best, least))


def _ranks(masks: Masks) -> Places:
    """Return for each mask the number of smaller masks with as many bits."""
    ranks, count = np.zeros(masks.size, np.int64), np.zeros(masks.size, np.int64)
    for point in range(POINTS):
        there = (masks >> np.uint32(point) & np.uint32(1)).astype(np.int64)
        count += there
        ranks += _CHOOSE[point, count] * there
    return ranks


_CHOOSE = np.array([[comb(n, k) for k in range(POINTS + 1)] for n in range(POINTS)])
