"""Labels of a row, the points that the primary side leaves free: where they go, how they lie.

See `morris_rows` for rows, labels and steps. Ranks are tabulated by halves of masks; so what the
columns with the same upper half have in common is looked up once.
"""

from typing import NamedTuple

import numpy as np

from millmate.kernels.declare import allocating, inlined, kernel
from millmate.kernels.integers import first_bit, int64, popcount
from millmate.kernels.morris_geometry import POINTS
from millmate.kernels.morris_rows import (
    NOWHERE,
    After,
    Board,
    Codes,
    Columns,
    Ints,
    Masks,
    Masks3D,
    ReadCodes,
    Steps,
    every_label,
)

# The `worth` of values that are already final.
SAME = np.arange(256).astype(np.uint8)


class Maps(NamedTuple):
    """Where masks of labels go, tabulated by thirds, which pays off even for a few masks.

    `bits[label]`: what becomes of one label, of the step noted last; `tables[number, third, part of
    a mask]`: of masks, of several steps; `size`: the labels in a third.
    """

    bits: Ints
    tables: Masks3D
    size: int


class Lines(NamedTuple):
    """How the free points of a row lie, as masks of labels.

    `near[label]`: its neighbours; `mills`: those with all three points free, first; `pairs`: room
    for the pairs of labels that a move can lead between.
    """

    near: Ints
    mills: Ints
    pairs: Ints


# Where labels go ----------------------------------------------------------------------------------


@allocating
def make_maps(columns: Columns, number: int) -> Maps:
    """Return room for the maps of `number` steps from a row with these columns."""
    size = (popcount(every_label(columns)) + 2) // 3
    tables = np.empty((number, 3, 1 << size), np.uint32)
    return Maps(np.zeros(POINTS, np.int64), tables, size)


@inlined
def mapped(mask: int, maps: Maps, number: int) -> int:
    """Return where a mask of labels goes."""
    size, part = maps.size, (1 << maps.size) - 1
    after = int64(maps.tables[number, 0, mask & part])
    after |= int64(maps.tables[number, 1, mask >> size & part])
    return after | int64(maps.tables[number, 2, mask >> 2 * size])


@inlined
def mapped_few(mask: int, maps: Maps, many: bool) -> int:
    """Return where a mask of labels goes, by the tables if there are `many` to look up."""
    if many:
        return mapped(mask, maps, 0)
    after = 0
    while mask:
        after |= maps.bits[first_bit(mask)]
        mask &= mask - 1
    return after


@kernel
def tabulate(maps: Maps, number: int) -> None:
    """Tabulate where masks go, from where each label goes: `maps.bits`."""
    for third in range(3):
        out, first = maps.tables[number, third], third * maps.size
        out[0] = 0
        for label in range(maps.size):
            done = 1 << label
            for mask in range(done):
                out[done + mask] = int64(out[mask]) | maps.bits[first + label]


@kernel
def forwards(back: Codes, bits: Ints) -> None:
    """Find where labels go in a step: `bits[label]` is its mask there, 0 if it is taken then."""
    bits[:] = 0
    for label in range(back.size):
        if back[label] != NOWHERE:
            bits[back[label]] = 1 << label


@kernel
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
            bits[label] = 1 << int64(back[label])
    return left


@kernel
def tabulate_step(steps: Steps, row: int, step: int, maps: Maps, number: int) -> None:
    """Tabulate where labels go in a step."""
    forwards(steps.back[row, step], maps.bits)
    tabulate(maps, number)


@kernel
def spread(mask: int, board: Board, maps: Maps) -> None:
    """Tabulate which points masks of labels stand for in the row of `mask`."""
    free = board.every & ~mask
    for label in range(popcount(free)):
        maps.bits[label] = free & -free
        free &= free - 1
    tabulate(maps, 0)


# How they lie -------------------------------------------------------------------------------------


@allocating
def make_lines(board: Board) -> Lines:
    """Return room for the lines of a row."""
    pairs = np.empty(POINTS * (POINTS - 1) // 2, np.int64)
    return Lines(np.zeros(POINTS, np.int64), np.zeros(board.mills.size, np.int64), pairs)


@kernel
def _labels(points: int, free: int) -> int:
    """Return a mask of points as one of labels, where `free` are the points that have some."""
    mask = 0
    while points:
        point = points & -points
        points ^= point
        mask |= 1 << popcount(free & (point - 1))
    return mask


@kernel
def find_lines(mask: int, board: Board, lines: Lines) -> int:
    """Describe the points that `mask` leaves free; return the number of mills among them."""
    label = 0
    free = board.every & ~mask
    left = free
    while left:
        point = first_bit(left)
        left &= left - 1
        lines.near[label] = _labels(board.neighbours[point] & free, free)
        label += 1
    number = 0
    for mill in board.mills:
        if (mill & mask) == 0:
            lines.mills[number] = _labels(mill, free)
            number += 1
    return number


@kernel
def list_pairs(every: int, lines: Lines, flying: bool) -> int:
    """List the pairs of labels that a move leads between, as masks; return their number."""
    number = 0
    for label in range(popcount(every)):
        others = (every if flying else lines.near[label]) & ((1 << label) - 1)
        while others:
            lines.pairs[number] = 1 << label | others & -others
            others &= others - 1
            number += 1
    return number


# Where a step leads from all columns --------------------------------------------------------------


class Sorted(NamedTuple):
    """Masks by their number of bits: `masks[begin[bits] : begin[bits + 1]]`, ascending."""

    masks: Masks
    begin: Ints


class Sweep(NamedTuple):
    """Working memory for sweeps over the columns of a row.

    `low`, `high`: the halves of masks of labels. For the lower halves that occur with the same
    upper ones, `there` has their images, `rank` their parts of the rank.
    """

    low: Sorted
    high: Sorted
    there: Masks
    rank: Masks


@allocating
def _sorted(size: int) -> Sorted:
    """Sort the masks below `size`, a power of 2."""
    bits = popcount(size - 1)
    masks, begin = np.empty(size, np.uint32), np.zeros(bits + 2, np.int64)
    number = 0
    for count in range(bits + 1):
        for mask in range(size):
            if popcount(mask) == count:
                masks[number] = mask
                number += 1
        begin[count + 1] = number
    return Sorted(masks, begin)


@allocating
def make_sweep(columns: Columns) -> Sweep:
    """Return the working memory for sweeps over these columns."""
    size = columns.low.size
    there, rank = np.empty(size, np.uint32), np.empty(size, np.uint32)
    return Sweep(_sorted(size), _sorted(columns.high.size), there, rank)


@kernel
def sweep_step(
    arriving: int,
    columns: Columns,
    sweep: Sweep,
    maps: Maps,
    to: int,
    after: After,
    worth: ReadCodes,
    best: Codes,
) -> None:
    """Improve `best[column]` by the value of a step that leads to row `to` of `after`.

    `arriving` is the label that it leads to, as a mask: it must be free. `maps` is of the step,
    `worth[code]` the value of leading to a position with that code.
    """
    codes, led_to = after.codes[to], after.columns
    half, low_half = led_to.half, (1 << led_to.half) - 1
    for lower in range(sweep.low.begin.size - 1):
        upper = popcount(columns.masks[0]) - lower
        if upper < 0 or upper >= sweep.high.begin.size - 1:
            continue
        number = 0
        for mask in sweep.low.masks[sweep.low.begin[lower] : sweep.low.begin[lower + 1]]:
            sweep.there[number] = mapped(int64(mask), maps, 0)
            sweep.rank[number] = columns.low[mask]
            number += (int64(mask) & arriving) == 0
        for mask in sweep.high.masks[sweep.high.begin[upper] : sweep.high.begin[upper + 1]]:
            if int64(mask) << columns.half & arriving:
                continue
            high = mapped(int64(mask) << columns.half, maps, 0)
            first = int64(columns.high[mask])
            for at in range(number):
                stones = int64(sweep.there[at]) | high
                found = int64(led_to.low[stones & low_half]) + int64(led_to.high[stones >> half])
                column = first + int64(sweep.rank[at])
                best[column] = max(best[column], worth[codes[found]])
