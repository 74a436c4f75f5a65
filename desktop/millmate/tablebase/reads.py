"""The slices of the same and of other tables that a slice is solved and verified from."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from millmate.games.chess.material import Material
from millmate.tablebase.layout import Layout, Pawns, layout_of
from millmate.tablebase.reach import leads_to

_TOP_TO_BOTTOM = 56  # exchanges the ranks of a square: turns Black's into White's


def reads(layout: Layout, numbers: Iterable[int]) -> dict[Material, set[int]]:
    """Return the slices that some slices of the whole table of a material need, by material.

    These are where captures, promotions and pawn moves lead, and where captures en passant lead in
    reply to a double push. Other slices among `numbers` may be among them; two bare kings are not.
    """
    found: defaultdict[Material, set[int]] = defaultdict(set)
    white, black = layout.material.white, layout.material.black
    for number in numbers:
        pawns = layout.placements[number]
        for own, other, after in leads_to(white, black, pawns):
            _add(found, own, other, after)
        for taken, after in _en_passant(pawns):
            if taken:
                _add(found, white.replace("P", "", 1), black, after)
            else:
                _add(found, white, black.replace("P", "", 1), after)
    return dict(found)


def _add(found: dict[Material, set[int]], white: str, black: str, pawns: Pawns) -> None:
    material, swapped = _home(white, black)
    if material.men > 2:
        layout = layout_of(material)
        placed = _exchanged(pawns) if swapped else pawns
        found[material].add(layout.slices_of[placed][0] if material.has_pawns else 0)


def _en_passant(pawns: Pawns) -> Iterator[tuple[bool, Pawns]]:
    """Yield the pawns after each double push and a capture en passant in reply.

    For each it also yields whether the captured pawn is White's.
    """
    white, black = pawns
    taken = {*white, *black}
    for square in white:
        if square < 16 and not {square + 8, square + 16} & taken:
            for taker in _beside(square + 16, black):
                yield True, (_less(white, square), _with(_less(black, taker), square + 8))
    for square in black:
        if square >= 48 and not {square - 8, square - 16} & taken:
            for taker in _beside(square - 16, white):
                yield False, (_with(_less(white, taker), square - 8), _less(black, square))


def _beside(square: int, pawns: tuple[int, ...]) -> list[int]:
    return [pawn for pawn in pawns if abs(pawn - square) == 1 and pawn >> 3 == square >> 3]


def _less(squares: tuple[int, ...], square: int) -> tuple[int, ...]:
    return tuple(each for each in squares if each != square)


def _with(squares: tuple[int, ...], square: int) -> tuple[int, ...]:
    return tuple(sorted((*squares, square)))


def _exchanged(pawns: Pawns) -> Pawns:
    white, black = pawns
    return (
        tuple(sorted(square ^ _TOP_TO_BOTTOM for square in black)),
        tuple(sorted(square ^ _TOP_TO_BOTTOM for square in white)),
    )


@lru_cache(maxsize=4096)
def _home(white: str, black: str) -> tuple[Material, bool]:
    """Return the canonical material, and whether its colours are exchanged."""
    material = Material(white, black)
    canonical = material.canonical()
    return canonical, canonical != material
