"""The board of nine men's morris in numbers: points, lines, mills, symmetries.

Bit 8 * ring + position: ring 0 is the outer one; positions 0 to 7 go clockwise from the top left
corner, and the odd ones join the rings. Arrays only: nothing here needs Numba.
"""

import numpy as np
from numpy.typing import NDArray

POINTS = 24
ALL = (1 << POINTS) - 1

Masks = NDArray[np.uint32]


def _neighbours() -> NDArray[np.int64]:
    masks = np.zeros(POINTS, np.int64)
    for ring in range(3):
        for place in range(8):
            near = [8 * ring + (place + step) % 8 for step in (1, 7)]
            if place % 2:
                near += [8 * other + place for other in (ring - 1, ring + 1) if 0 <= other < 3]
            masks[8 * ring + place] = sum(1 << point for point in near)
    return masks


def _mills() -> NDArray[np.int64]:
    sides = [
        [8 * ring + (corner + step) % 8 for step in range(3)]
        for ring in range(3)
        for corner in (0, 2, 4, 6)
    ]
    bridges = [[8 * ring + place for ring in range(3)] for place in (1, 3, 5, 7)]
    return np.array([sum(1 << point for point in mill) for mill in sides + bridges], np.int64)


def _symmetries() -> NDArray[np.int64]:
    """Return where each of the 16 symmetries takes each point; the first one is the identity."""
    images = []
    for exchanged in (False, True):
        for mirrored in (False, True):
            for turn in (0, 2, 4, 6):
                images.append(
                    [
                        8 * (2 - ring if exchanged else ring)
                        + ((2 - place if mirrored else place) + turn) % 8
                        for ring in range(3)
                        for place in range(8)
                    ]
                )
    return np.array(images, np.int64)


# Masks of the points one step from a point.
NEIGHBOURS = _neighbours()
# The 16 mills, as masks.
MILLS = _mills()
# The other two points of both mills through each point, as masks: int64[24, 2].
MILLS_AT = np.array(
    [[mill ^ (1 << point) for mill in MILLS.tolist() if mill >> point & 1] for point in range(24)]
)
# `SYMMETRIES[t, point]`: where symmetry t takes a point.
SYMMETRIES = _symmetries()
# The symmetry that undoes each.
INVERSE = np.array(
    [int(np.flatnonzero((np.argsort(image) == SYMMETRIES).all(axis=1))[0]) for image in SYMMETRIES]
)
# `IMAGES[t, i, byte]`: the image of the points in byte i of a mask: uint32[16, 3, 256].
IMAGES = np.zeros((16, 3, 256), np.uint32)
for _bit in range(8):
    _has = (np.arange(256) >> _bit & 1).astype(np.uint32)
    for _byte in range(3):
        IMAGES[:, _byte] |= _has << SYMMETRIES[:, 8 * _byte + _bit, None].astype(np.uint32)


def images(masks: Masks, symmetry: int) -> Masks:
    """Return the masks that `symmetry` makes of `masks`."""
    parts = IMAGES[symmetry]
    image: Masks = parts[0][masks & 255] | parts[1][masks >> 8 & 255] | parts[2][masks >> 16]
    return image
