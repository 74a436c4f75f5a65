"""The place of a position in a morris table.

One side is the *primary* one. A row is a class of placements of its stones that the board's
symmetries, 16 on three rings, make equal, represented by the least of their masks. The columns of a
row are the placements of the other side's stones: masks over the free points, bit i for the i-th
free point, in ascending order. Some classes are symmetrical themselves; their rows hold a position
in several columns.
"""

from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.variants import STANDARD
from millmate.kernels.morris_geometry import POINTS, Geometry
from millmate.tablebase.morris.names import Placing, Subspace, geometry_of, subspace_of

Masks = NDArray[np.uint32]
Places = NDArray[np.int64]
_NONE = np.uint32(0)  # of the points

THREE_RINGS = geometry_of(STANDARD.board)


class Place(NamedTuple):
    """The place of a value: its table, and where in it.

    `side` is 0 where the primary side is to move, and while stones are placed.
    """

    table: Subspace
    side: int
    row: int
    column: int


def place_of(board: MorrisBoard) -> Place:
    """Return the place of the value of a position in which the side to move has not lost."""
    turn, (black, white) = board.turn, board.stones
    table = subspace_of(board)
    if isinstance(table, Placing):
        return Place(table, 0, *locate(white, black, table.geometry))
    own, other = (white, black) if turn else (black, white)
    if (board.on_board(turn), board.hand[turn]) == table.sides[0]:
        return Place(table, 0, *locate(own, other, table.geometry))
    return Place(table, 1, *locate(other, own, table.geometry))


@cache
def classes(stones: int, board: Geometry = THREE_RINGS) -> Masks:
    """Return the least mask of each class of `stones` stones, ascending: uint32[classes]."""
    if board.points == POINTS:
        masks = _candidates()
    else:
        masks = np.arange(1 << board.points, dtype=np.uint32)
    masks = masks[np.bitwise_count(masks) == stones]
    least = np.ones(len(masks), bool)
    for symmetry in range(1, len(board.symmetries)):
        masks = masks[least]
        least = board.image(masks, symmetry) >= masks
    found: Masks = masks[least]
    return found


@cache
def _candidates() -> Masks:
    """Return the masks that may be the least of their class, ascending: a tenth of all.

    The inner ring is the highest byte: turned, mirrored or exchanged for the outer ring, it would
    not be less.
    """
    least = THREE_RINGS.images[:8, 0].min(axis=0)  # of the images of a ring
    middle = np.arange(256, dtype=np.uint32)[:, None] << 8
    parts = []
    for inner in np.flatnonzero(least == np.arange(256)).astype(np.uint32):
        outer = np.flatnonzero(least >= inner).astype(np.uint32)
        parts.append((inner << 16 | middle | outer).ravel())
    return np.concatenate(parts)


@cache
def orbit(stones: int, board: Geometry = THREE_RINGS) -> NDArray[np.uint8]:
    """Return the number of placements in each class: uint8[classes], 1 to 16."""
    masks, every = classes(stones, board), len(board.symmetries)
    fixed = sum((board.image(masks, t) == masks).astype(np.uint8) for t in range(every))
    return (every // np.asarray(fixed)).astype(np.uint8)


def locate(primary: int, other: int, board: Geometry = THREE_RINGS) -> tuple[int, int]:
    """Return the row and the column of the position with these masks."""
    row, least, image = _least(primary, board)
    return row, _column(_image(other, image), least)


@lru_cache(maxsize=4096)  # questions about a position and its moves share the stones of a side
def _least(mask: int, board: Geometry) -> tuple[int, int, list[list[int]]]:
    """Return the row of a side's stones, their least image, and the images of bytes to it."""
    least, symmetry = min((_image(mask, part), t) for t, part in enumerate(_images(board)))
    # Of the array's type: otherwise NumPy converts the whole array.
    row = classes(mask.bit_count(), board).searchsorted(np.uint32(least))
    return int(row), least, _images(board)[symmetry]


def position(
    primary: int, other: int, row: int, column: int, board: Geometry = THREE_RINGS
) -> tuple[int, int]:
    """Return the masks of the position in `row` and `column` with these numbers of stones."""
    own, theirs = positions(primary, other, np.array([row]), np.array([column]), board)
    return int(own[0]), int(theirs[0])


def _image(mask: int, parts: list[list[int]]) -> int:
    return parts[0][mask & 255] | parts[1][mask >> 8 & 255] | parts[2][mask >> 16]


@cache
def _images(board: Geometry) -> list[list[list[int]]]:
    """Return the images of bytes of masks, by symmetry."""
    found: list[list[list[int]]] = board.images.tolist()
    return found


def _column(mask: int, taken: int) -> int:
    """Return the number of lesser masks with as many bits over the points not `taken`."""
    found, count = 0, 0
    while mask:
        point = mask & -mask
        count += 1
        found += comb((point - 1 & ~taken).bit_count(), count)
        mask ^= point
    return found


# Many positions at once -------------------------------------------------------------------------


@cache
def placements(points: int, stones: int) -> Masks:
    """Return all masks of `stones` stones on `points` points, ascending."""
    every = np.arange(1 << points, dtype=np.uint32)
    masks: Masks = every[np.bitwise_count(every) == stones]
    return masks


def positions(
    primary: int, other: int, rows: Places, columns: Places, board: Geometry = THREE_RINGS
) -> tuple[Masks, Masks]:
    """Return the masks of positions in some rows and columns; see `position`."""
    taken = classes(primary, board)[rows]
    return taken, spread(placements(board.points - primary, other)[columns], taken)


def spread(masks: Masks, taken: Masks | np.uint32) -> Masks:
    """Return masks over the free points as masks over all; bit i is the i-th point not `taken`."""
    found = np.zeros_like(masks)
    masks = masks.copy()
    for point in range(POINTS):
        free = ~taken >> np.uint32(point) & np.uint32(1)
        found |= (masks & free) << np.uint32(point)
        masks >>= free
    return found


def firsts(primary: Masks, other: Masks, board: Geometry = THREE_RINGS) -> NDArray[np.bool_]:
    """Return which positions are the first of their row among those that are alike by symmetry.

    `primary` are masks of rows: one that is symmetrical holds a position in several columns.
    """
    first = np.ones(primary.size, np.bool_)
    for symmetry in range(1, len(board.symmetries)):
        same = board.image(primary, symmetry) == primary
        if same.any():
            first &= ~same | (other <= board.image(other, symmetry))
    return first


def located(primary: Masks, other: Masks, board: Geometry = THREE_RINGS) -> tuple[Places, Places]:
    """Return the rows and columns of positions with these masks; see `locate`."""
    best, least = other.copy(), primary.copy()
    for symmetry in range(1, len(board.symmetries)):
        image = board.image(primary, symmetry)
        less = image < least
        least[less] = image[less]
        best[less] = board.image(other[less], symmetry)
    stones = int(primary[0]).bit_count() if primary.size else 0
    rows = np.searchsorted(classes(stones, board), least)
    return rows.astype(np.int64), ranks(best, least)


def ranks(masks: Masks, taken: Masks | np.uint32 = _NONE) -> Places:
    """Return for each mask the number of smaller ones with as many bits over points not `taken`."""
    found, count, label = (np.zeros(masks.size, np.int64) for _ in range(3))
    for point in range(POINTS):
        there = (masks >> np.uint32(point) & np.uint32(1)).astype(np.int64)
        count += there
        found += _CHOOSE[label, count] * there
        label += ~taken >> np.uint32(point) & np.uint32(1)
    return found


_CHOOSE = np.array([[comb(n, k) for k in range(POINTS + 1)] for n in range(POINTS)])
