"""The data on a pair's rows and columns that the kernels need."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.morris_exchange import Homes, find_homes
from millmate.kernels.morris_geometry import THREE_RINGS, Geometry
from millmate.kernels.morris_rows import (
    Board,
    Columns,
    Steps,
    find_losses,
    find_moves,
    find_placements,
)
from millmate.tablebase.morris.index import classes

FLYING = 3  # stones with which a side flies


@cache
def board(geometry: Geometry = THREE_RINGS, mills: bool = True) -> Board:
    """Return a board as kernels know it; without mills nobody minds them."""
    return Board(
        geometry.every,
        geometry.neighbours,
        geometry.mills if mills else geometry.mills[:0].copy(),
        geometry.mills_at if mills else np.zeros_like(geometry.mills_at),
        geometry.symmetries,
        geometry.images,
    )


@cache
def columns(labels: int, stones: int) -> Columns:
    """Return the masks of `stones` stones over `labels` labels, and how to find their ranks."""
    half = (labels + 1) // 2
    every = np.arange(1 << labels, dtype=np.uint32)
    masks = every[np.bitwise_count(every) == stones]
    low = _ranks(half)
    # A mask's rank is the rank of its upper part filled up with the lowest labels to the number of
    # stones, plus the rank of its lower part among those with as many stones.
    high = np.zeros(1 << (labels - half), np.uint32)
    for upper in range(len(high)):
        lacking = stones - upper.bit_count()
        if 0 <= lacking <= half:
            first = (upper << half) | ((1 << lacking) - 1)
            high[upper] = np.searchsorted(masks, first)
    return Columns(masks, low, high, half)


def _ranks(labels: int) -> NDArray[np.uint32]:
    """Return the rank of each mask among those with as many bits."""
    every = np.arange(1 << labels, dtype=np.uint32)
    counts = np.bitwise_count(every)
    ranks = np.zeros(1 << labels, np.uint32)
    for bits in range(labels + 1):
        same = counts == bits
        ranks[same] = np.arange(same.sum())
    return ranks


@cache
def homes(stones: int, geometry: Geometry = THREE_RINGS) -> Homes:
    """Return the rows of the placements of so many stones."""
    every = columns(geometry.points, stones)
    found = Homes(every, np.zeros(len(every.masks), np.uint32), np.zeros((256, 256, 2), np.uint8))
    find_homes(classes(stones, geometry), board(geometry), found)
    return found


@cache
def moves(
    stones: int,
    geometry: Geometry = THREE_RINGS,
    flying: bool | None = None,
    mills: bool = True,
) -> Steps:
    """Return the moves of a side of `stones` stones: along lines, or flying, if None with three."""
    if not stones:
        return no_steps(stones, geometry)
    flying = stones == FLYING if flying is None else flying
    most = stones * (geometry.points - stones) if flying else _most_steps(stones, geometry)
    steps = _room(stones, most, geometry.points - stones, geometry)
    find_moves(classes(stones, geometry), flying, board(geometry, mills), steps)
    return _trimmed(steps)


def _most_steps(stones: int, geometry: Geometry) -> int:
    """Return how many steps along lines a side can have at most, about."""
    return stones * int(np.bitwise_count(geometry.neighbours).max())


@cache
def losses(stones: int, geometry: Geometry = THREE_RINGS) -> Steps:
    """Return the stones that a side of `stones` stones can lose."""
    if not stones:
        return no_steps(stones, geometry)
    steps = _room(stones, stones, geometry.points - stones + 1, geometry)
    fewer = classes(stones - 1, geometry)
    find_losses(classes(stones, geometry), fewer, board(geometry), steps)
    return steps


@cache
def placements(stones: int, geometry: Geometry = THREE_RINGS, mills: bool = True) -> Steps:
    free = geometry.points - stones
    steps = _room(stones, free, free - 1, geometry)
    more = classes(stones + 1, geometry)
    find_placements(classes(stones, geometry), more, board(geometry, mills), steps)
    return steps


def no_steps(stones: int, geometry: Geometry = THREE_RINGS) -> Steps:
    """Return no steps from any row."""
    return _room(stones, 1, geometry.points - stones, geometry)


def _room(stones: int, most: int, labels: int, geometry: Geometry) -> Steps:
    rows = classes(stones, geometry)
    shape = len(rows), most
    return Steps(
        np.zeros(len(rows), np.uint8),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.uint8),
        np.zeros(shape, bool),
        np.zeros((*shape, labels), np.uint8),
    )


def _trimmed(steps: Steps) -> Steps:
    most = max(1, int(steps.number.max()))
    return Steps(
        steps.number,
        *(np.ascontiguousarray(part[:, :most]) for part in steps[1:]),  # type: ignore[arg-type]
    )
