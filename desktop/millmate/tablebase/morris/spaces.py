"""The data on a pair's rows and columns that the kernels need."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.morris_exchange import Homes, find_homes
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_rows import (
    Columns,
    Steps,
    find_losses,
    find_moves,
    find_placements,
)
from millmate.tablebase.morris.index import classes

FLYING = 3  # stones with which a side flies


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
def homes(stones: int) -> Homes:
    """Return the rows of the placements of so many stones."""
    every = columns(POINTS, stones)
    found = Homes(every, np.zeros(len(every.masks), np.uint32), np.zeros((256, 256, 2), np.uint8))
    find_homes(classes(stones), found)
    return found


@cache
def moves(stones: int) -> Steps:
    """Return the moves of a side of `stones` stones: along lines, or flying with three."""
    most = 3 * (POINTS - 3) if stones == FLYING else 4 * stones
    steps = _room(stones, most, POINTS - stones)
    find_moves(classes(stones), stones == FLYING, steps)
    return _trimmed(steps)


@cache
def losses(stones: int) -> Steps:
    """Return the stones that a side of `stones` stones can lose."""
    steps = _room(stones, stones, POINTS - stones + 1)
    find_losses(classes(stones), classes(stones - 1), steps)
    return steps


@cache
def placements(stones: int) -> Steps:
    steps = _room(stones, POINTS - stones, POINTS - stones - 1)
    find_placements(classes(stones), classes(stones + 1), steps)
    return steps


def no_steps(stones: int) -> Steps:
    """Return no steps from any row."""
    return _room(stones, 1, POINTS - stones)


def _room(stones: int, most: int, labels: int) -> Steps:
    rows = classes(stones)
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
    most = int(steps.number.max())
    return Steps(
        steps.number,
        *(np.ascontiguousarray(part[:, :most]) for part in steps[1:]),  # type: ignore[arg-type]
    )
