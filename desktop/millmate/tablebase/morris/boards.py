"""The variants of morris with tables, and their boards in numbers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from millmate.games.morris.points import BOARDS, PLAIN
from millmate.games.morris.variants import STANDARD, VARIANTS, Removals, Variant

if TYPE_CHECKING:  # it imports numpy, and the window reads names
    from millmate.kernels.morris_geometry import Geometry

# By name. A turn that takes two stones would lead to pairs that are two stones smaller.
SOLVED: dict[str, Variant] = {
    name: variant for name, variant in VARIANTS.items() if variant.removals is Removals.ONE
}


def has_tables(variant: Variant) -> bool:
    """Return whether tables of a variant can be built."""
    return SOLVED.get(variant.name) == variant


def geometry_of(rules: str = STANDARD.name) -> Geometry:
    """Return the board of the variant with this name."""
    return _geometry(SOLVED[rules].board)


@cache
def _geometry(board: str) -> Geometry:
    from millmate.kernels.morris_geometry import THREE_RINGS, Geometry

    lines = BOARDS[board]
    if lines is PLAIN:
        return THREE_RINGS
    return Geometry(lines.points, lines.rings, lines.neighbours, lines.mills)
