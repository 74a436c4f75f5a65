"""Where tables hold many positions at once: arrays of squares become places, places chunks.

The same as `Men.place` and `Layout.chunk_of` for one position; NumPy alone, no compiled kernels.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import KING_INDEX, TO_TRIANGLE, TRANSFORMED
from millmate.tablebase.layout import Layout, layout_of

_TOP_TO_BOTTOM = 56
_TRANSFORMED = TRANSFORMED.astype(np.uint8).reshape(-1)
_ACROSS = TRANSFORMED[4]  # exchanges files and ranks
_TWO_BYTES = 1 << 15  # numbers of two bytes are sorted in a tenth of the time

Ints = NDArray[np.int64]


class Group(NamedTuple):
    """The positions whose codes are in one chunk: their numbers, and where in it they are."""

    chunk: int
    positions: Ints
    offsets: Ints


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
    for first, last in _runs(layout):
        moved[first:last] = np.sort(np.stack(moved[first:last]), axis=0)
    known = places >= 0
    for square in moved:
        places <<= 6
        places |= square
    places[~white_to_move] += layout.slices * layout.slice_size
    places[~known] = -1
    return layout, places


def by_chunk(layout: Layout, places: Ints) -> Iterator[Group]:
    """Yield the positions that have a place, chunk by chunk."""
    side_size = layout.slices * layout.slice_size
    side = places >= side_size
    at = places - side * side_size
    numbers = at // layout.chunk_size
    offsets = at - numbers * layout.chunk_size
    numbers += side * layout.side_chunks
    small = 2 * layout.side_chunks < _TWO_BYTES
    order = np.argsort(numbers.astype(np.int16 if small else np.int64), kind="stable")
    numbers, offsets = numbers[order], offsets[order]
    begins = np.flatnonzero(np.diff(numbers, prepend=-2)).tolist()
    for begin, end in zip(begins, [*begins[1:], len(order)], strict=True):
        if numbers[begin] >= 0:
            yield Group(int(numbers[begin]), order[begin:end], offsets[begin:end])


def first_images(layout: Layout, places: Ints) -> Ints:
    """Return the smaller one of each place of a slice and that of `Layout.image`."""
    if any(layout.pawns):
        return places
    king = places >> 6 * (layout.pieces + 1)
    squares = [_ACROSS[places >> 6 * man & 63] for man in range(layout.pieces, -1, -1)]
    for first, last in _runs(layout):
        squares[first:last] = np.sort(np.stack(squares[first:last]), axis=0)
    images = king
    for square in squares:
        images = images << 6 | square
    has_image = np.array(layout.kings)[king] % 9 == 0  # the king is on the long diagonal
    return np.where(has_image, np.minimum(places, images), places)


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


def _runs(layout: Layout) -> list[tuple[int, int]]:
    """Return which pieces are like each other: the first of a run, and one past its last."""
    ends = [piece for piece in range(layout.pieces) if piece not in layout.like]
    runs = zip([0, *[end + 1 for end in ends]], ends, strict=False)
    return [(first, last + 1) for first, last in runs if last > first]
