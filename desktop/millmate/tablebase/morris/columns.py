"""The other side's stones of a table's columns, many at once; `index` does it one by one."""

from functools import cache

import numpy as np

from millmate.kernels.morris_geometry import POINTS, Masks


@cache
def placements(points: int, stones: int) -> Masks:
    """Return the masks of so many stones on so many points, ascending."""
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
