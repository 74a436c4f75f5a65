"""Positions that are decided in the same number of plies: marked row by row, and listed.

What captures decide comes as *events*: the columns of a row by their codes. See `morris_initial`
for codes and open moves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import Byte, Bytes2D, Words2D, allocating, exported, inlined, kernel
from millmate.kernels.integers import first_bit, int64
from millmate.kernels.morris_initial import SAVED
from millmate.kernels.morris_rows import Ints, Shorts

Bitsets = NDArray[np.uint64]


class Marks(NamedTuple):
    """Positions of a set, row by row.

    `bits[row, word]`: bit i of word j is for column 64 j + i; `some[row, word]`: bit j of word k is
    set if word 64 k + j of `bits` is not empty; `total[row]`.
    """

    bits: Words2D
    some: Words2D
    total: Ints


class Events(NamedTuple):
    """Positions decided before the search: the columns of a row by their codes, the least first.

    `next[row]`: the index of the next one in `columns`; `end[row]`: where the next row's start.
    """

    columns: Shorts
    next: Ints
    end: Ints


class Listed(NamedTuple):
    """The columns marked in each row, ascending: `columns[begin[row] : begin[row + 1]]`."""

    columns: Shorts
    begin: Ints


_U1 = np.uint64(1)


# Events -------------------------------------------------------------------------------------------


@inlined
def _awaited(code: Byte, open_: Byte) -> bool:
    """Return whether a position is decided, or may turn out to be lost by a capture."""
    return open_ == 0 or (code != 0 and open_ < SAVED)


@exported
@kernel
def count_events(
    codes: Bytes2D, open_: Bytes2D, size: int, counts: Ints, start: int, end: int
) -> None:
    """Count the events of rows `start` to `end`, of the first `size` columns."""
    for row in range(start, end):
        count = 0
        for column in range(size):
            count += _awaited(codes[row, column], open_[row, column])
        counts[row] = count


@exported
@allocating
def list_events(
    codes: Bytes2D, open_: Bytes2D, size: int, events: Events, start: int, end: int
) -> None:
    """List the events of rows `start` to `end`, each row's from its `Events.next` on."""
    places = np.empty(257, np.int64)
    for row in range(start, end):
        places[:] = 0
        for column in range(size):
            if _awaited(codes[row, column], open_[row, column]):
                places[int64(codes[row, column]) + 1] += 1
        places[0] += events.next[row]
        for code in range(256):
            places[code + 1] += places[code]
        for column in range(size):
            code = codes[row, column]
            if _awaited(code, open_[row, column]):
                events.columns[places[code]] = column
                places[code] += 1


# Marks --------------------------------------------------------------------------------------------


@inlined
def _mark(column: int, bits: Bitsets, some: Bitsets) -> int:
    """Mark a column in a row; return 1, or 0 if it was marked already."""
    word, bit = column >> 6, _U1 << np.uint64(column & 63)
    if bits[word] & bit:
        return 0
    bits[word] |= bit
    some[word >> 6] |= _U1 << np.uint64(word & 63)
    return 1


@exported
@kernel
def mark_events(
    code: int, codes: Bytes2D, open_: Bytes2D, events: Events, marks: Marks, start: int, end: int
) -> None:
    """Mark the events of `code` in rows `start` to `end`."""
    for row in range(start, end):
        at = events.next[row]
        while at < events.end[row]:
            column = int64(events.columns[at])
            if codes[row, column] > code:
                break
            if open_[row, column] == 0 and codes[row, column] == code:
                marks.total[row] += _mark(column, marks.bits[row], marks.some[row])
            at += 1
        events.next[row] = at


@exported
@kernel
def list_marks(marks: Marks, listed: Listed, start: int, end: int) -> None:
    """List the marked positions in rows `start` to `end`, and clear the marks."""
    for row in range(start, end):
        if marks.total[row] == 0:
            continue
        marks.total[row] = 0
        at = listed.begin[row]
        for number in range(marks.some.shape[1]):
            words = marks.some[row, number]
            marks.some[row, number] = 0
            while words:
                word = 64 * number + first_bit(words)
                words &= words - _U1
                bits = marks.bits[row, word]
                marks.bits[row, word] = 0
                while bits:
                    listed.columns[at] = 64 * word + first_bit(bits)
                    bits &= bits - _U1
                    at += 1
