"""The sets S_n of a pair, ply after ply: from positions decided in n plies to those in n + 1.

Positions decided last are *marked*, row by row. Each row looks where the primary side's moves
lead, and follows the other side's moves, which stay in the row, backwards; so every row is written
by one thread alone. What captures decide comes as *events*: the columns of a row by their codes.
See `morris_initial` for codes and open moves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.integers import first_bit, int64
from millmate.kernels.jit import Byte, Bytes2D, Words2D, allocating, inlined, kernel
from millmate.kernels.morris_initial import SAVED
from millmate.kernels.morris_labels import (
    Maps,
    backwards,
    find_lines,
    make_lines,
    make_maps,
    mapped,
    tabulate,
)
from millmate.kernels.morris_rows import (
    Board,
    Codes,
    Columns,
    Ints,
    Masks,
    Steps,
    every_label,
    rank,
)

Bitsets = NDArray[np.uint64]


class Marks(NamedTuple):
    """Positions of a set, row by row.

    `bits[row, word]`: bit i of word j is for column 64 j + i; `some[row, word]`: bit j of word k
    tells that word 64 k + j of `bits` is not empty; `total[row]`.
    """

    bits: Words2D
    some: Words2D
    total: Ints


class Events(NamedTuple):
    """Positions decided before the search: the columns of a row by their codes, the least first.

    `next[row]`: the first one to come in `columns`; `end[row]`: where the next row's begin.
    """

    columns: NDArray[np.uint16]
    next: Ints
    end: Ints


_U1 = np.uint64(1)
# Marked positions in a row from which on tables of label masks pay.
_MANY = 100


# Events -------------------------------------------------------------------------------------------


@inlined
def _awaited(code: Byte, open_: Byte) -> bool:
    """Tell whether a position is decided, or may be lost by a capture in the end."""
    return open_ == 0 or (code != 0 and open_ < SAVED)


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


@allocating
def list_events(
    codes: Bytes2D, open_: Bytes2D, size: int, events: Events, start: int, end: int
) -> None:
    """List the events of rows `start` to `end`; `events.next` tells where to begin."""
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


@kernel
def mark_events(
    code: int, codes: Bytes2D, open_: Bytes2D, events: Events, marks: Marks, start: int, end: int
) -> int:
    """Mark the events of `code` in rows `start` to `end`.

    Returns the number of all positions marked in these rows.
    """
    number = 0
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
        number += marks.total[row]
    return number


@kernel
def clear_marks(marks: Marks, start: int, end: int) -> None:
    """Take all marks away in rows `start` to `end`."""
    for row in range(start, end):
        if marks.total[row] == 0:
            continue
        marks.total[row] = 0
        for number in range(marks.some.shape[1]):
            words = marks.some[row, number]
            marks.some[row, number] = 0
            while words:
                marks.bits[row, 64 * number + first_bit(words)] = 0
                words &= words - _U1


# A ply --------------------------------------------------------------------------------------------


@inlined
def _update(code: int, column: int, codes: Codes, open_: Codes) -> int:
    """Update a position with a move to one decided with `code`; return 1 if that decides it."""
    if open_[column] == 0:
        if code & 1 and int64(codes[column]) > code + 1:  # a capture that wins later
            codes[column] = code + 1
            return 1
        return 0
    if code & 1:
        open_[column] = 0
        codes[column] = code + 1
        return 1
    open_[column] -= 1
    if open_[column] or int64(codes[column]) > code + 1:  # a capture that loses later
        return 0
    codes[column] = code + 1
    return 1


@kernel
def _list(marks: Marks, row: int, columns: NDArray[np.uint16]) -> int:
    """List the columns marked in a row; return their number."""
    number = 0
    for at in range(marks.some.shape[1]):
        words = marks.some[row, at]
        while words:
            word = 64 * at + first_bit(words)
            words &= words - _U1
            bits = marks.bits[row, word]
            while bits:
                columns[number] = 64 * word + first_bit(bits)
                number += 1
                bits &= bits - _U1
    return number


@inlined
def _mapped_singly(mask: int, maps: Maps) -> int:
    """Return where a mask of labels goes, without tables."""
    after = 0
    while mask:
        after |= maps.bits[first_bit(mask)]
        mask &= mask - 1
    return after


@allocating
def advance_primary(
    code: int,
    columns: Columns,
    moves: Steps,
    marks: Marks,
    codes: Bytes2D,
    open_: Bytes2D,
    found: Marks,
    start: int,
    end: int,
) -> None:
    """Update the positions from which the primary side has a move to a marked one.

    `marks` are those decided last, with `code` and the other side to move; those that this decides
    are marked in `found`. For the rest see `morris_rows`.
    """
    maps = make_maps(columns, 1)
    listed = np.empty(columns.masks.size, np.uint16)
    for row in range(start, end):
        line, still, count = codes[row], open_[row], 0
        new_bits, new_some = found.bits[row], found.some[row]
        for step in range(moves.number[row]):
            to = moves.row[row, step]
            if marks.total[to] == 0 or moves.mill[row, step]:
                continue
            left = backwards(moves.back[row, step], maps.bits)
            many = marks.total[to] >= _MANY
            if many:
                tabulate(maps, 0)
            for at in range(_list(marks, to, listed)):
                stones = int64(columns.masks[listed[at]])
                if stones & left:
                    continue
                before = mapped(stones, maps, 0) if many else _mapped_singly(stones, maps)
                column = rank(before, columns)
                if _update(code, column, line, still):
                    count += _mark(column, new_bits, new_some)
        found.total[row] += count


@allocating
def advance_other(
    code: int,
    board: Board,
    classes: Masks,
    columns: Columns,
    flying: bool,
    marks: Marks,
    codes: Bytes2D,
    open_: Bytes2D,
    found: Marks,
    start: int,
    end: int,
) -> None:
    """Update the positions from which the other side has a move to a marked one.

    `classes` are the masks of the rows, `marks` is of positions with the primary side to move,
    `codes`, `open_` and `found` of those with the other side to move; for the rest see
    `advance_primary`.
    """
    lines, every = make_lines(board), every_label(columns)
    listed = np.empty(columns.masks.size, np.uint16)
    for row in range(start, end):
        if marks.total[row] == 0:
            continue
        line, still, count = codes[row], open_[row], 0
        new_bits, new_some = found.bits[row], found.some[row]
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        for at in range(_list(marks, row, listed)):
            stones = int64(columns.masks[listed[at]])
            left = stones
            for mill in mills:  # a stone that came into one has taken another
                if (stones & mill) == mill:
                    left &= ~mill
            while left:
                arrived = left & -left
                left ^= arrived
                origins = (every if flying else lines.near[first_bit(arrived)]) & ~stones
                while origins:
                    origin = origins & -origins
                    origins ^= origin
                    column = rank(stones ^ arrived ^ origin, columns)
                    if _update(code, column, line, still):
                        count += _mark(column, new_bits, new_some)
        found.total[row] += count


@kernel
def mark_draws(codes: Bytes2D, open_: Bytes2D, start: int, end: int) -> None:
    """Make draws of the positions never decided in rows `start` to `end`."""
    for row in range(start, end):
        for column in range(codes.shape[1]):
            if open_[row, column]:
                codes[row, column] = 0
