"""The boards of morris in numbers: points, lines, mills, symmetries.

Bit 8 * ring + position: ring 0 is the outer one; positions 0 to 7 go clockwise from the top left
corner. Smaller boards leave the last bits out. Arrays only: nothing here needs Numba.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

POINTS = 24
ALL = (1 << POINTS) - 1

Masks = NDArray[np.uint32]


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


SYMMETRIES = _symmetries()  # of three rings
# The symmetry that undoes each.
INVERSE = np.array(
    [int(np.flatnonzero((np.argsort(image) == SYMMETRIES).all(axis=1))[0]) for image in SYMMETRIES]
)
