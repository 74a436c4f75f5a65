"""The boards of morris in numbers: points, lines, mills, symmetries.

Bit 8 * ring + position: ring 0 is the outer one; positions 0 to 7 go clockwise from the top left
corner, and the odd ones join the rings. Smaller boards leave the last bits out. The constants are
those of nine men's morris. Arrays only: nothing here needs Numba.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def _symmetries(rings: int = 3) -> NDArray[np.int64]:
    """Return where each of the symmetries takes each point; the first one is the identity.

    Points that are on none of the rings stay where they are.
    """
    images = []
    for exchanged in (False, True) if rings > 1 else (False,):
        for mirrored in (False, True):
            for turn in (0, 2, 4, 6):
                moved = [
                    8 * (rings - 1 - ring if exchanged else ring)
                    + ((2 - place if mirrored else place) + turn) % 8
                    for ring in range(rings)
                    for place in range(8)
                ]
                images.append([*moved, *range(8 * rings, POINTS)])
    return np.array(images, np.int64)


def _images(symmetries: NDArray[np.int64]) -> Masks:
    """Return `[t, i, byte]`, the image of the points in byte i of a mask: uint32[., 3, 256]."""
    found = np.zeros((len(symmetries), 3, 256), np.uint32)
    for bit in range(8):
        has = (np.arange(256) >> bit & 1).astype(np.uint32)
        for byte in range(3):
            found[:, byte] |= has << symmetries[:, 8 * byte + bit, None].astype(np.uint32)
    return found


class Geometry:
    """A board of up to 24 points; equal only to itself.

    `points`: how many it has; `every`: the mask of them; `neighbours[point]` and `mills`: masks;
    `mills_at[point, n]`: the other points of the n-th mill through a point, 0 if it has fewer;
    `symmetries[t, point]`: where each takes a point, `images[t, i, byte]` a part of a mask.
    """

    def __init__(
        self, points: int, rings: int, neighbours: Sequence[int], mills: Sequence[int]
    ) -> None:
        self.points, self.every = points, (1 << points) - 1
        self.neighbours = np.array([*neighbours, *[0] * (POINTS - points)], np.int64)
        self.mills = np.array(mills, np.int64)
        self.symmetries = _symmetries(rings)
        self.images = _images(self.symmetries)
        at = [[mill ^ 1 << p for mill in mills if mill >> p & 1] for p in range(POINTS)]
        self.mills_at = np.zeros((POINTS, max(2, *map(len, at))), np.int64)
        for point, others in enumerate(at):
            self.mills_at[point, : len(others)] = others

    def image(self, masks: Masks, symmetry: int) -> Masks:
        """Return the masks that a symmetry makes of `masks`."""
        parts = self.images[symmetry]
        image: Masks = parts[0][masks & 255] | parts[1][masks >> 8 & 255] | parts[2][masks >> 16]
        return image


# Three rings: masks of the points one step from a point, the 16 mills, and the other points of the
# mills through each point, int64[24, 2].
THREE_RINGS = Geometry(POINTS, 3, _neighbours().tolist(), _mills().tolist())
NEIGHBOURS, MILLS, MILLS_AT = THREE_RINGS.neighbours, THREE_RINGS.mills, THREE_RINGS.mills_at
SYMMETRIES, IMAGES = THREE_RINGS.symmetries, THREE_RINGS.images
# The symmetry that undoes each.
INVERSE = np.array(
    [int(np.flatnonzero((np.argsort(image) == SYMMETRIES).all(axis=1))[0]) for image in SYMMETRIES]
)
