"""The order in which the slices of a table are solved, and which of them together."""

from collections.abc import Sequence

from millmate.tablebase.layout import Layout, after_promotion, levels
from millmate.tablebase.spaces import MOST_TOGETHER, images_of


def batches(layout: Layout, numbers: Sequence[int]) -> list[list[list[int]]]:
    """Return the slices of each level (see `layout.levels`) as batches that are solved together.

    Those of kings and pawns need little each: up to `MOST_TOGETHER` with as many images are a
    batch. Of others each is one, those that read the same tables one after the other.
    """
    placements, found = layout.placements, []
    for level in levels(layout, numbers):
        if layout.pieces:
            found.append([[n] for n in sorted(level, key=lambda n: after_promotion(placements[n]))])
            continue
        alike = [
            [n for n in sorted(level) if images_of(layout, n) == images] for images in (0, 1, 2)
        ]
        found.append(
            [
                each[at : at + MOST_TOGETHER]
                for each in alike
                for at in range(0, len(each), MOST_TOGETHER)
            ]
        )
    return found
