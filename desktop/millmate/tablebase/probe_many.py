"""Where tables hold many positions at once: as `Key.place`, but like pieces in any order."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED
from millmate.tablebase.layout import Layout, layout_of

_TOP_TO_BOTTOM = 56
_TRANSFORMED = TRANSFORMED.astype(np.uint8).reshape(-1)

Ints = NDArray[np.int64]


def places_of(material: Material, turns: ArrayLike, squares: ArrayLike) -> tuple[Layout, Ints]:
    """Return the layout of a table, and for each position its place there, -1 if it has none.

    Args:
        material: The men of all positions, White's first, whichever side is the stronger.
        turns: bool[n], whether White is to move.
        squares: Whole numbers[n, men], the squares of the men, a1 = 0, in the order of the
            material's name, kings included: KRPvKN has K, R, P of White, then K, N of Black.

    Raises:
        ValueError: The arrays have other shapes, or there are squares beyond h8.
    """
    white_to_move, columns = _checked(material, turns, squares)
    canonical = material.canonical()
    layout = layout_of(canonical)
    sides = [columns[: len(material.white)], columns[len(material.white) :]]
    if canonical != material:
        flip = _TOP_TO_BOTTOM if any(layout.pawns) else 0
        sides = [sides[1] ^ flip, sides[0] ^ flip]
        white_to_move = ~white_to_move
    places, transform = _starts(layout, sides)
    each = zip(sides, layout.pawns, strict=True)
    pieces = [man for side, pawns in each for man in side[1 : len(side) - pawns]]
    moved = [_TRANSFORMED[transform | square] for square in (*pieces, sides[1][0])]
    known = places >= 0
    for square in moved:
        places <<= 6
        places |= square
    places[~white_to_move] += layout.slices * layout.slice_size
    places[~known] = -1
    return layout, places


def _checked(
    material: Material, turns: ArrayLike, squares: ArrayLike
) -> tuple[NDArray[np.bool_], Ints]:
    """Return whether White is to move, and the squares, one row for each man."""
    white_to_move, columns = np.asarray(turns, np.bool_), np.asarray(squares)
    if white_to_move.ndim != 1 or columns.shape != (len(white_to_move), material.men):
        raise ValueError(f"squares of {material}: {columns.shape}, turns: {white_to_move.shape}")
    if columns.size and not (columns.min() >= 0 and columns.max() < 64):
        raise ValueError("squares are numbers from 0 to 63")
    return white_to_move, np.ascontiguousarray(columns.T, np.int64)


def _starts(layout: Layout, sides: list[Ints]) -> tuple[Ints, Ints]:
    """Return the first part of positions' places: slice and pivot king; and 64 * the symmetry.

    It is -1 where two pawns are on one square, or one on the first or the last rank.
    """
    king = sides[0][0]
    if not any(layout.pawns):
        return KING_INDEX[king], TO_TRIANGLE[king] << 6
    index = np.zeros_like(king)
    for side, pawns in zip(sides, layout.pawns, strict=True):
        for square in np.sort(side[len(side) - pawns :], axis=0):
            index = index << 6 | square
    entries = layout.slice_numbers[index].astype(np.int64)
    mirrored = (entries & 1) << 6
    starts = entries >> 1 << 6 | _TRANSFORMED[mirrored | king]
    starts[entries < 0] = -1
    return starts, mirrored


def runs(layout: Layout) -> list[tuple[int, int]]:
    """Return which pieces are like each other: the first of a run, and one past its last."""
    ends = [piece for piece in range(layout.pieces) if piece not in layout.like]
    runs = zip([0, *[end + 1 for end in ends]], ends, strict=False)
    return [(first, last + 1) for first, last in runs if last > first]
