"""Rows of positions of nine men's morris: one placement of the primary side, all of the other's.

A *row* is a class of placements of the primary side's stones (its least mask); a *column* is the
rank of the other side's stones as a mask of *labels*: label i is the i-th point that the primary
side leaves free. A *step* changes the primary side's stones (a move, a placement, a loss of a
stone) and leads from a row to a row, whose labels are those of this one in another order.
"""

from typing import NamedTuple

import numpy as np
from numba import njit, types
from numba.cpython.unsafe.numbers import trailing_zeros  # the machine's instruction
from numpy.typing import NDArray

from millmate.kernels.morris_geometry import ALL, IMAGES, MILLS, MILLS_AT, NEIGHBOURS, SYMMETRIES

Masks = NDArray[np.uint32]
Codes = NDArray[np.uint8]
Ints = NDArray[np.int64]

NOWHERE = 24  # in place of a point: no stone arrives, none leaves
_NEVER = 1 << 40  # a mill that cannot be closed: this label does not exist


class Columns(NamedTuple):
    """Where the masks of one number of stones over one number of labels stand.

    `masks`: all of them, ascending. The rank of a mask is `low[mask & (1 << half) - 1] +
    high[mask >> half]`.
    """

    masks: Masks
    low: Masks
    high: Masks
    half: int


class Steps(NamedTuple):
    """All steps of one kind from each row, `count[row]` of them.

    `leaving`, `arriving`: points, or `NOWHERE`; `row`: the one led to; `symmetry`: what takes the
    stones there to that row's own; `mill`: whether the stone that arrives closes one. All but
    `count` are [row, step]. `back[row, step, label]` is the label in this row of a label in the row
    led to, `NOWHERE` for the point that the stone left.
    """

    count: Codes
    leaving: Codes
    arriving: Codes
    row: NDArray[np.int32]
    symmetry: Codes
    mill: NDArray[np.bool_]
    back: NDArray[np.uint8]


_MASKS, _CODES, _CODES2 = types.uint32[::1], types.uint8[::1], types.uint8[:, ::1]
COLUMNS = types.NamedTuple([_MASKS, _MASKS, _MASKS, types.int64], Columns)  # type: ignore[no-untyped-call]
STEPS = types.NamedTuple(  # type: ignore[no-untyped-call]
    [
        _CODES,
        _CODES2,
        _CODES2,
        types.int32[:, ::1],
        _CODES2,
        types.boolean[:, ::1],
        types.uint8[:, :, ::1],
    ],
    Steps,
)


@njit("int64(int64)", nogil=True, cache=True, inline="always")
def popcount(mask: int) -> int:
    """Return the number of bits in a mask of at most 32."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) & 0xFFFFFFFF) >> 24


@njit("int64(int64)", nogil=True, cache=True, inline="always")
def first_bit(mask: int) -> int:
    """Return the place of the lowest bit of a mask that is not empty."""
    return np.int64(trailing_zeros(mask))  # type: ignore[no-any-return]


@njit("int64(int64, int64)", nogil=True, cache=True, inline="always")
def image(mask: int, symmetry: int) -> int:
    """Return what a symmetry makes of a mask of points."""
    return (
        np.int64(IMAGES[symmetry, 0, mask & 255])
        | np.int64(IMAGES[symmetry, 1, (mask >> 8) & 255])
        | np.int64(IMAGES[symmetry, 2, mask >> 16])
    )


@njit("UniTuple(int64, 2)(int64, uint32[::1])", nogil=True, cache=True)
def find(mask: int, classes: Masks) -> tuple[int, int]:
    """Return the row of `mask` and the symmetry that takes it to the row's own mask."""
    best, symmetry = mask, 0
    for t in range(1, 16):
        other = image(mask, t)
        if other < best:
            best, symmetry = other, t
    below, above = 0, classes.size - 1
    while below < above:
        middle = (below + above) >> 1
        if np.int64(classes[middle]) < best:
            below = middle + 1
        else:
            above = middle
    return below, symmetry


@njit("boolean(int64, int64)", nogil=True, cache=True)
def in_mill(mask: int, point: int) -> bool:
    """Tell whether `mask` holds the other two points of a mill through `point`."""
    first, second = MILLS_AT[point, 0], MILLS_AT[point, 1]
    return (mask & first) == first or (mask & second) == second


@njit(nogil=True, cache=True)  # type: ignore[untyped-decorator]  # mills: writable or not
def removable(mask: int, mills: Ints) -> int:
    """Return which of the stones in `mask` can be taken, where `mills` are those there can be."""
    protected = 0
    for mill in mills:
        if (mask & mill) == mill:
            protected |= mill
    open_ = mask & ~protected
    return open_ if open_ else mask


@njit(nogil=True, cache=True)  # type: ignore[untyped-decorator]
def _note(steps, row, leaving, arriving, mask, classes):  # type: ignore[no-untyped-def]
    """Add a step after which the primary side has the stones `mask`."""
    number = steps.count[row]
    steps.leaving[row, number] = leaving
    steps.arriving[row, number] = arriving
    to, symmetry = find(mask, classes)
    steps.row[row, number] = to
    steps.symmetry[row, number] = symmetry
    steps.mill[row, number] = arriving != NOWHERE and in_mill(mask, arriving)
    steps.count[row] = number + 1
    there = ALL & ~np.int64(classes[to])
    back = steps.back[row, number]
    before, own = 0, ALL & ~mask
    if leaving != NOWHERE:
        own &= ~(1 << leaving)
        back[popcount(there & ((1 << SYMMETRIES[symmetry, leaving]) - 1))] = NOWHERE
    if arriving != NOWHERE:
        own |= 1 << arriving
    while own:
        point = first_bit(own)
        own &= own - 1
        if point != arriving:
            back[popcount(there & ((1 << SYMMETRIES[symmetry, point]) - 1))] = before
        before += 1


@njit((_MASKS, types.boolean, STEPS), nogil=True, cache=True)
def find_moves(classes: Masks, flying: bool, steps: Steps) -> None:
    """Fill in the moves of the primary side from each row, the other side's stones aside."""
    for row in range(classes.size):
        mask = np.int64(classes[row])
        left = mask
        while left:
            point = first_bit(left)
            left &= left - 1
            targets = (ALL if flying else NEIGHBOURS[point]) & ~mask
            while targets:
                target = first_bit(targets)
                targets &= targets - 1
                _note(steps, row, point, target, mask ^ (1 << point) ^ (1 << target), classes)


@njit((_MASKS, _MASKS, STEPS), nogil=True, cache=True)
def find_losses(classes: Masks, fewer: Masks, steps: Steps) -> None:
    """Fill in the stones that the primary side can lose: none in a mill, unless all are."""
    for row in range(classes.size):
        mask = np.int64(classes[row])
        left = removable(mask, MILLS)
        while left:
            point = first_bit(left)
            left &= left - 1
            _note(steps, row, point, NOWHERE, mask ^ (1 << point), fewer)


@njit((_MASKS, _MASKS, STEPS), nogil=True, cache=True)
def find_placements(classes: Masks, more: Masks, steps: Steps) -> None:
    """Fill in the placements of the primary side, the other side's stones aside."""
    for row in range(classes.size):
        mask = np.int64(classes[row])
        left = ALL & ~mask
        while left:
            point = first_bit(left)
            left &= left - 1
            _note(steps, row, NOWHERE, point, mask | (1 << point), more)


@njit(types.int64(types.int64, COLUMNS), nogil=True, cache=True, inline="always")
def rank(mask: int, columns: Columns) -> int:
    """Return the column of a mask of labels."""
    low = mask & ((1 << columns.half) - 1)
    return np.int64(columns.low[low]) + np.int64(columns.high[mask >> columns.half])


# Labels -------------------------------------------------------------------------------------------


@njit("void(uint8[::1], int64[::1])", nogil=True, cache=True)
def forwards(back: Codes, bits: Ints) -> None:
    """Find where labels go in a step: `bits[label]` is its mask there, 0 if it is taken then."""
    bits[:] = 0
    for label in range(back.size):
        if back[label] != NOWHERE:
            bits[back[label]] = 1 << label


@njit("int64(uint8[::1], int64[::1])", nogil=True, cache=True)
def backwards(back: Codes, bits: Ints) -> int:
    """Find where labels come from in a step: `bits[label]` is its mask here.

    Returns the mask there of the point that the stone left.
    """
    left = 0
    for label in range(back.size):
        if back[label] == NOWHERE:
            bits[label] = 0
            left = 1 << label
        else:
            bits[label] = 1 << np.int64(back[label])
    return left


@njit("void(int64[::1], int64, int64, int64[::1], int64[::1])", nogil=True, cache=True)
def tabulate(bits: Ints, labels: int, half: int, low: Ints, high: Ints) -> None:
    """Tabulate what becomes of masks of labels: of their lower half in `low`, the rest in `high`.

    `bits[label]` is the image of one label.
    """
    low[0] = high[0] = 0
    for i in range(half):
        for mask in range(1 << i):
            low[(1 << i) + mask] = low[mask] | bits[i]
    for i in range(labels - half):
        for mask in range(1 << i):
            high[(1 << i) + mask] = high[mask] | bits[half + i]


@njit("int64(int64, int64)", nogil=True, cache=True)
def _labels(points: int, free: int) -> int:
    mask = 0
    while points:
        point = points & -points
        points ^= point
        mask |= 1 << popcount(free & (point - 1))
    return mask


@njit("int64(int64, int64[::1], int64[::1], int64[:, ::1])", nogil=True, cache=True)
def survey(mask: int, near: Ints, mills: Ints, mills_at: NDArray[np.int64]) -> int:
    """Describe the points that `mask` leaves free, in labels; return the number of free mills.

    `near[label]`: its neighbours; `mills`: the mills with all three points free, first;
    `mills_at[label]`: the other two points of both mills through it, a mask that nothing holds
    where one of them is not free.
    """
    number = 0
    free = ALL & ~mask
    left = free
    while left:
        point = first_bit(left)
        left &= left - 1
        near[number] = _labels(NEIGHBOURS[point] & free, free)
        for which in range(2):
            rest = MILLS_AT[point, which]
            mills_at[number, which] = _labels(rest, free) if (rest & mask) == 0 else _NEVER
        number += 1
    count = 0
    for mill in MILLS:
        if (mill & mask) == 0:
            mills[count] = _labels(mill, free)
            count += 1
    return count
