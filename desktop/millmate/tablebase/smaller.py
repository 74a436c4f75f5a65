"""Which tables captures lead into, and how their pieces correspond to the larger table's."""

from dataclasses import dataclass

from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout


@dataclass(frozen=True, slots=True)
class CaptureTable:
    """The table that the capture of one piece leads into.

    `material` has the colours of the larger table, `canonical` is the name of the table,
    `swapped` whether these differ. Piece i of the canonical table is piece `order[i]` of the
    larger one.
    """

    material: Material
    canonical: Material
    swapped: bool
    order: tuple[int, ...]


def capture_tables(layout: Layout) -> list[CaptureTable]:
    """Return the table without each piece of `layout`."""
    return [_without(layout, victim) for victim in range(layout.pieces)]


def _without(layout: Layout, victim: int) -> CaptureTable:
    left = [piece for piece in range(layout.pieces) if piece != victim]
    whites = [piece for piece in left if layout.white[piece]]
    blacks = [piece for piece in left if not layout.white[piece]]
    names = layout.names
    material = Material(
        "K" + "".join(names[p][0] for p in whites), "K" + "".join(names[p][0] for p in blacks)
    )
    canonical = material.canonical()
    swapped = canonical != material
    order = blacks + whites if swapped else whites + blacks
    return CaptureTable(material, canonical, swapped, tuple(order))
