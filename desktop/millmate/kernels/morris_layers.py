"""The sets S_n of a pair, ply after ply: from positions decided in n plies to those in n + 1.

Each row looks where the primary side's moves lead, and follows the other side's moves, which stay
in the row, backwards; so every row is written by one thread alone. It counts first how many moves
lead from each column to positions decided last, and then decides 64 columns at a time: nearly
without branches that depend on a position. Positions decided are marked row by row, and listed;
those that captures decide are *events*: the columns of a row by their codes. See `morris_turns` for
codes and open moves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import Byte, Bytes2D, Words2D, allocating, exported, inlined, kernel
from millmate.kernels.integers import first_bit, int64, popcount
from millmate.kernels.morris_labels import (
    Maps,
    backwards,
    find_lines,
    list_pairs,
    make_lines,
    make_maps,
    mapped_few,
    tabulate,
)
from millmate.kernels.morris_rows import (
    Codes,
    Columns,
    Ints,
    Masks,
    Rows,
    Shorts,
    Steps,
    every_label,
    rank,
)
from millmate.kernels.morris_turns import SAVED

Bitsets = NDArray[np.uint64]

_NONE, _U1 = np.uint64(0), np.uint64(1)
# Positions decided last in a row from which on tables of label masks pay.
_MANY = 12
_TOGETHER = 32  # pairs of labels whose moves are found at the same time


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


class Tally(NamedTuple):
    """The number of moves that lead from each column of a row to marked positions.

    `hits[column]`: that number; `decided[bit]`: of 64 columns, those that this decides. `hit_words`
    and `decided_words` are the same bytes, eight together. `found` is room for columns.
    """

    hits: Codes
    hit_words: Bitsets
    decided: Codes
    decided_words: Bitsets
    found: Masks


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


# Moves to marked positions ------------------------------------------------------------------------


@allocating
def _make_tally(columns: Columns) -> Tally:
    """Return room for the tally of a row, empty."""
    words = columns.masks.size // 64 + 1
    hit_words, decided_words = np.zeros(8 * words, np.uint64), np.zeros(8, np.uint64)
    hits, decided = hit_words.view(np.uint8), decided_words.view(np.uint8)
    found = np.empty(columns.masks.size, np.uint32)
    return Tally(hits, hit_words, decided, decided_words, found)


@kernel
def _win(code: Byte, hits: Codes, codes: Codes, open_: Codes, decided: Codes) -> None:
    """Decide positions with a move that wins, with this code, unless they have won sooner."""
    for column in range(codes.size):
        before, left = codes[column], open_[column]
        stays = (hits[column] == 0) | ((left == 0) & (before <= code))
        codes[column] = before if stays else code
        open_[column] = left if stays else 0
        decided[column] = 0 if stays else 1


@kernel
def _lose(code: Byte, hits: Codes, codes: Codes, open_: Codes, decided: Codes) -> None:
    """Decide positions whose last open move loses, with this code, unless a capture loses later."""
    for column in range(codes.size):
        before, left, lost = codes[column], open_[column], hits[column]
        loses = (left != 0) & (left == lost) & (before <= code)
        codes[column] = code if loses else before
        open_[column] = left - lost if left else 0
        decided[column] = 1 if loses else 0


@inlined
def _gathered(flags: np.uint64) -> np.uint64:
    """Return a byte with the lowest bits of eight bytes, whose other bits are not set."""
    flags |= flags >> np.uint64(7)
    flags |= flags >> np.uint64(14)
    flags |= flags >> np.uint64(28)
    return flags & np.uint64(255)


@inlined
def _any(words: Bitsets, begin: int) -> bool:
    """Return whether any of eight words is not empty."""
    found = _NONE
    for word in range(begin, begin + 8):
        found |= words[word]
    return bool(found)


@kernel
def _settle(code: int, tally: Tally, codes: Codes, open_: Codes, marks: Marks, row: int) -> None:
    """Update a row by the moves counted to positions decided with `code`, and clear the tally.

    What that decides is marked.
    """
    for word in range(marks.bits.shape[1]):
        if not _any(tally.hit_words, 8 * word):
            continue
        begin, end = 64 * word, 64 * word + 64
        hits, of_word, still = tally.hits[begin:end], codes[begin:end], open_[begin:end]
        if code & 1:
            _win(code + 1, hits, of_word, still, tally.decided)
        else:
            _lose(code + 1, hits, of_word, still, tally.decided)
        new = _NONE
        for part in range(8):
            tally.hit_words[8 * word + part] = 0
            new |= _gathered(tally.decided_words[part]) << np.uint64(8 * part)
            tally.decided_words[part] = 0
        if new:
            marks.bits[row, word] |= new
            marks.some[row, word >> 6] |= _U1 << np.uint64(word & 63)
            marks.total[row] += popcount(new)


# Of the primary side ------------------------------------------------------------------------------


@kernel
def _count_step(
    listed: Shorts, left: int, many: bool, columns: Columns, before: Maps, tally: Tally
) -> None:
    """Count a move to the columns `listed`, which exists where the label `left` is vacant.

    The origins of all of them are found before any is counted: a processor delays reads while the
    address of a write is still unknown, which took twice as long.
    """
    number, found = 0, tally.found
    for column in listed:
        stones = columns.masks[column]
        found[number] = stones
        number += int64(stones) & left == 0
    for at in range(number):
        found[at] = rank(mapped_few(int64(found[at]), before, many), columns)
    for at in range(number):
        tally.hits[found[at]] += 1


@kernel
def _count_steps(
    row: int, columns: Columns, moves: Steps, decided: Listed, before: Maps, tally: Tally
) -> bool:
    """Count the moves from a row to positions decided last; return whether there can be some."""
    some = False
    for step in range(moves.number[row]):
        to = moves.row[row, step]
        begin, end = decided.begin[to], decided.begin[to + 1]
        if begin == end or moves.mill[row, step]:
            continue
        left, many = backwards(moves.back[row, step], before.bits), end - begin >= _MANY
        if many:
            tabulate(before, 0)
        _count_step(decided.columns[begin:end], left, many, columns, before, tally)
        some = True
    return some


@exported
@allocating
def advance_primary(
    code: int,
    columns: Columns,
    moves: Steps,
    decided: Listed,
    codes: Bytes2D,
    open_: Bytes2D,
    marks: Marks,
    start: int,
    end: int,
) -> None:
    """Update the positions from which the primary side has a move to one decided last.

    `decided` are those, with `code` and the other side to move; what they decide is marked in
    `marks`. For the rest see `morris_rows`.
    """
    before, tally = make_maps(columns, 1), _make_tally(columns)
    for row in range(start, end):
        if _count_steps(row, columns, moves, decided, before, tally):
            _settle(code, tally, codes[row], open_[row], marks, row)


# Of the other side --------------------------------------------------------------------------------


@kernel
def _note_pairs(pairs: Ints, first: Maps, second: Maps, many: bool) -> None:
    """Note at each label the pairs of which it is the first or the second one, by their bits."""
    first.bits[:] = 0
    second.bits[:] = 0
    for at in range(pairs.size):
        first.bits[first_bit(pairs[at])] |= 1 << at
        second.bits[first_bit(pairs[at] & (pairs[at] - 1))] |= 1 << at
    if many:
        tabulate(first, 0)
        tabulate(second, 0)


@kernel
def _count_moves(
    pairs: Ints,
    first: Maps,
    second: Maps,
    many: bool,
    mills: Ints,
    columns: Columns,
    listed: Shorts,
    tally: Tally,
) -> None:
    """Count the moves between these labels that led to the columns `listed`."""
    for column in listed:
        stones = int64(columns.masks[column])
        able = stones
        for mill in mills:  # a stone that came into one has taken another
            if (stones & mill) == mill:
                able &= ~mill
        moved = mapped_few(stones, first, many) ^ mapped_few(stones, second, many)
        moved &= mapped_few(able, first, many) | mapped_few(able, second, many)
        while moved:
            tally.hits[rank(stones ^ pairs[first_bit(moved)], columns)] += 1
            moved &= moved - 1


@kernel
def _count_row(
    number: int,
    pairs: Ints,
    first: Maps,
    second: Maps,
    mills: Ints,
    columns: Columns,
    listed: Shorts,
    tally: Tally,
) -> None:
    """Count the moves between `number` pairs of labels that led to the columns `listed`."""
    many = listed.size >= _MANY
    for begin in range(0, number, _TOGETHER):
        some = pairs[begin : min(begin + _TOGETHER, number)]
        _note_pairs(some, first, second, many)
        _count_moves(some, first, second, many, mills, columns, listed, tally)


@exported
@allocating
def advance_other(
    code: int,
    rows: Rows,
    flying: bool,
    decided: Listed,
    codes: Bytes2D,
    open_: Bytes2D,
    marks: Marks,
    start: int,
    end: int,
) -> None:
    """Update the positions from which the other side has a move to one decided last.

    `decided` has the primary side to move, `codes`, `open_` and `marks` are of positions with the
    other side to move; for the rest see `advance_primary`.
    """
    board, classes, columns = rows
    lines, every, tally = make_lines(board), every_label(columns), _make_tally(columns)
    first, second = make_maps(columns, 1), make_maps(columns, 1)
    for row in range(start, end):
        listed = decided.columns[decided.begin[row] : decided.begin[row + 1]]
        if not listed.size:
            continue
        mills = lines.mills[: find_lines(int64(classes[row]), board, lines)]
        number = list_pairs(every, lines, flying)
        _count_row(number, lines.pairs, first, second, mills, columns, listed, tally)
        _settle(code, tally, codes[row], open_[row], marks, row)
