"""Where a step of the primary side leads from all columns of a row.

Where labels go is tabulated by halves (see `morris_labels.Maps`), and so are ranks; so what the
columns with the same upper half have in common is looked up once.
"""

from typing import NamedTuple

import numpy as np

from millmate.kernels.declare import allocating, kernel
from millmate.kernels.integers import int64, popcount
from millmate.kernels.morris_labels import Maps
from millmate.kernels.morris_rows import After, Codes, Columns, Ints, Masks, ReadCodes

# The `worth` of values that are already final.
SAME = np.arange(256).astype(np.uint8)


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
            sweep.there[number] = maps.low[0, mask]
            sweep.rank[number] = columns.low[mask]
            number += (int64(mask) & arriving) == 0
        for mask in sweep.high.masks[sweep.high.begin[upper] : sweep.high.begin[upper + 1]]:
            if int64(mask) << columns.half & arriving:
                continue
            high, first = int64(maps.high[0, mask]), int64(columns.high[mask])
            for at in range(number):
                stones = int64(sweep.there[at]) | high
                found = int64(led_to.low[stones & low_half]) + int64(led_to.high[stones >> half])
                column = first + int64(sweep.rank[at])
                best[column] = max(best[column], worth[codes[found]])
