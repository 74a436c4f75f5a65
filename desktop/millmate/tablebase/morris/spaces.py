"""The data on a pair's rows and columns that the kernels need."""

from functools import cache, lru_cache
from math import comb

import numpy as np

from millmate.kernels.morris_exchange import Homes
from millmate.kernels.morris_geometry import Geometry
from millmate.kernels.morris_rows import (
    Board,
    Columns,
    Masks,
    Masks2D,
    Slides,
    Steps,
    find_steps,
)
from millmate.tablebase.morris import index
from millmate.tablebase.morris.index import THREE_RINGS, classes, ranks


@cache
def board(geometry: Geometry = THREE_RINGS, mills: bool = True) -> Board:
    """Return a board for the kernels; without `mills` it has none."""
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
    low = ranks(np.arange(1 << half, dtype=np.uint32)).astype(np.uint32)
    # A mask's rank is the rank of its upper part filled up with the lowest labels to the number of
    # stones, plus the rank of its lower part among those with as many stones.
    upper = np.arange(1 << (labels - half), dtype=np.uint32)
    lacking = stones - np.bitwise_count(upper).astype(np.int64)
    filling = ((1 << lacking.clip(0, half)) - 1).astype(np.uint32)
    first = ranks(upper << np.uint32(half) | filling)
    high = np.where((lacking >= 0) & (lacking <= half), first, 0).astype(np.uint32)
    return Columns(index.placements(labels, stones), low, high, half)


@lru_cache(4)
def vacant(labels: int, stones: int) -> Masks2D:
    """Return the columns of `stones` stones in which each label is free: uint32[labels, n]."""
    return _with_labels(~columns(labels, stones).masks, labels, comb(labels - 1, stones))


@lru_cache(4)
def filled(labels: int, stones: int) -> Masks2D:
    """Return the columns in which a stone is on each label: uint32[labels, n].

    One stone more leads from the n-th in which the label is free to the n-th of these.
    """
    return _with_labels(columns(labels, stones).masks, labels, comb(labels - 1, stones - 1))


def _with_labels(masks: Masks, labels: int, number: int) -> Masks2D:
    found = [np.flatnonzero(masks >> label & 1) for label in range(labels)]
    return np.array(found, np.uint32).reshape(labels, number)


@lru_cache(4)
def slides(labels: int, stones: int) -> Slides:
    """Return the columns of `stones` stones that moving one stone connects."""
    masks = columns(labels, stones).masks
    on = [(masks >> label & 1).astype(bool) for label in range(labels)]
    pairs = [(on[i], on[j]) for j in range(labels) for i in range(j)]
    lower = [np.flatnonzero(on_i & ~on_j) for on_i, on_j in pairs]
    upper = [np.flatnonzero(on_j & ~on_i) for on_i, on_j in pairs]
    shape = len(pairs), comb(labels - 2, stones - 1) if stones and labels > 1 else 0
    return Slides(*(np.array(one, np.uint16).reshape(shape) for one in (lower, upper)))


@cache
def homes(stones: int, geometry: Geometry = THREE_RINGS) -> Homes:
    """Return the rows of the placements of `stones` stones."""
    every, byte = columns(geometry.points, stones), np.arange(256).astype(np.uint8)
    images = [geometry.image(every.masks, t) for t in range(len(geometry.symmetries))]
    least, symmetry = np.min(images, axis=0), np.argmin(images, axis=0)
    home = classes(stones, geometry).searchsorted(least) * 16 + symmetry
    squeezed, place = np.zeros((2, 256, 256), np.uint8)
    for bit in range(8):
        free = ~byte[:, None] >> bit & 1
        squeezed |= (byte >> bit & free) << place
        place += free
    return Homes(every, home.astype(np.uint32), squeezed)


@cache
def steps_of(
    stones: int,
    more: int,
    geometry: Geometry = THREE_RINGS,
    flying: bool = False,
    mills: bool = True,
) -> Steps:
    """Return the steps of a side of `stones` stones that then has `more`.

    They are its moves (0), along lines unless `flying`; its placements (1); or the stones that it
    can lose (-1).
    """
    free = geometry.points - stones
    # A stone goes anywhere, or along a line, of which a point has few.
    each = free if flying else int(np.bitwise_count(geometry.neighbours).max())
    steps = _room(stones, {0: stones * each, 1: free, -1: stones}[more], free - more, geometry)
    after = classes(max(stones + more, 0), geometry)
    find_steps(classes(stones, geometry), after, flying, board(geometry, mills), steps)
    most = max(1, int(steps.number.max()))
    return Steps(
        steps.number,
        *(np.ascontiguousarray(part[:, :most]) for part in steps[1:]),  # type: ignore[arg-type]
    )


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
