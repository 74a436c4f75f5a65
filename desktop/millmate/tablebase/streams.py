"""The order in which blocks hold the places of a table.

The slices of each side to move stand one after another by `Layout.ranks`, each in the same order of
axes. Blocks of 65,536 places that are larger than a slice hold several whole ones.
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from millmate.tablebase.codec import BLOCK
from millmate.tablebase.layout import Layout

Order = tuple[int, ...]


@dataclass(frozen=True)
class Stream:
    """The order of the places of one side to move: axes of a slice, as numbered in `layout`.

    Axis 0 is the pivot king's, the last one the lane king's.
    """

    layout: Layout
    order: Order

    def members(self, group: int) -> list[int]:
        """Return the slices that share blocks, in their order."""
        ranks = self.layout.ranks
        found = np.flatnonzero(ranks // self.layout.group == group)
        members: list[int] = found[np.argsort(ranks[found])].tolist()
        return members

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How far apart in the stream the places along the layout's axes are, last axis first."""
        shape, order = axes_of(self.layout), self.order
        steps = {axis: prod(shape[a] for a in order[at + 1 :]) for at, axis in enumerate(order)}
        return tuple(steps[axis] for axis in reversed(range(len(order))))

    def along(self, slices: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the sizes of the axes of a group of slices here, and their steps in the table."""
        shape = axes_of(self.layout)
        steps = [self.layout.slice_size, *[prod(shape[axis + 1 :]) for axis in self.order]]
        return np.array([slices, *[shape[axis] for axis in self.order]]), np.array(steps)

    def across(self, slices: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the sizes of the axes of a group of slices in the table, and their steps here."""
        sizes = [slices, *axes_of(self.layout)]
        return np.array(sizes), np.array([self.layout.slice_size, *self.steps[::-1]])

    def place(self, number: int, place: int) -> int:
        """Return where in the stream a place of a slice is."""
        found = int(self.layout.ranks[number]) * self.layout.slice_size
        for step in self.steps[:-1]:
            found += (place & 63) * step
            place >>= 6
        return found + place * self.steps[-1]

    def parts(self, slices: int) -> list[tuple[int, int]]:
        """Return the blocks of a group of `slices`: offset of the first place, number of places."""
        size = slices * self.layout.slice_size
        return [(start, min(BLOCK, size - start)) for start in range(0, size, BLOCK)]


def axes_of(layout: Layout) -> tuple[int, ...]:
    """Return the sizes of a slice's axes: pivot king, pieces, lane king."""
    return (len(layout.kings), *[64] * (layout.pieces + 1))
