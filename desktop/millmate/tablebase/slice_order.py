"""The order in which the slices of a table are solved, and which of them together."""

from collections.abc import Sequence
from itertools import groupby

from millmate.tablebase.layout import Layout, Pawns, after_promotion
from millmate.tablebase.spaces import MOST_TOGETHER, images_of


def batches(layout: Layout, numbers: Sequence[int]) -> list[list[int]]:
    """Return slices that are solved together, in order: those of kings and pawns need little each.

    Slices of a batch do not need each other, and have as many images.
    """
    if layout.pieces:
        return [[n] for n in sorted(numbers, key=lambda n: _solving_order(layout.placements[n]))]

    found = []
    keyed = sorted(
        (-_advancement(layout.placements[number]), images_of(layout, number), number)
        for number in numbers
    )
    for _, group in groupby(keyed, lambda key: key[:2]):
        batch = [number for *_, number in group]
        found += [batch[at : at + MOST_TOGETHER] for at in range(0, len(batch), MOST_TOGETHER)]
    return found


def _solving_order(pawns: Pawns) -> tuple[int, Pawns]:
    """Return a sort key: the more advanced slices first, then those that read the same tables."""
    return -_advancement(pawns), after_promotion(pawns)


def _advancement(pawns: Pawns) -> int:
    white, black = pawns
    return sum(square >> 3 for square in white) - sum(square >> 3 for square in black)
