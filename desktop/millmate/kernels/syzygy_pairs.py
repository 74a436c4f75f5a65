"""Values taken in order, pairs replaced by symbols, symbols written as codes: Syzygy's format."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.declare import Bytes2D, Bytes3D, Ints2D, exported, kernel

Bytes = NDArray[np.uint8]
Symbols = NDArray[np.uint16]
Ints = NDArray[np.int64]
Counts = NDArray[np.int32]
Words = NDArray[np.uint64]

_U1 = np.uint64(1)


@exported
@kernel
def gather(
    source: Bytes,
    placements: Bytes2D,
    ranks: Bytes2D,
    weights: Ints,
    king: int,
    kings: Ints,
    turns: Ints,
    images: Ints2D,
    free: Ints,
    first: int,
    out: Bytes3D,
) -> None:
    """Take values from a slice of a table for placements of men.

    Args:
        source: The slice.
        placements: The squares of the fixed men, a row for each placement.
        ranks: For each movable man and placement the rank of its square among those left free.
        weights: By how much the square of each man counts in a place, the fixed men's first.
        king: The number of White's king among all men.
        kings: Its index by its square.
        turns: The symmetry that it asks for by its square.
        images: The squares by symmetry and square.
        free: Room for 64 squares.
        first: Where in `out` the first placement of the fixed men is.
        out: The values, by placements of the movable men, then of the fixed, then of the movable.
    """
    fixed, movable = placements.shape[1], ranks.shape[0]
    together = out.shape[2]
    for row in range(placements.shape[0]):
        taken = np.uint64(0)
        for man in range(fixed):
            taken |= _U1 << np.uint64(placements[row, man])
        number = 0
        for square in range(64):
            if not (taken >> np.uint64(square)) & _U1:
                free[number] = square
                number += 1
        base, turn = 0, 0
        for column in range(ranks.shape[1]):
            if column == 0 or king >= fixed:
                at = free[ranks[king - fixed, column]] if king >= fixed else placements[row, king]
                turn, base = turns[at], weights[king] * kings[at]
                for man in range(fixed):
                    if man != king:
                        base += weights[man] * images[turn, placements[row, man]]
            place = base
            for man in range(movable):
                if man + fixed != king:
                    place += weights[man + fixed] * images[turn, free[ranks[man, column]]]
            out[column // together, first + row, column % together] = source[place]


@exported
@kernel
def fill_free(values: Bytes, most: Bytes, counts: Ints) -> None:
    """Replace values that have a lesser one in `most`, up to which any will do.

    They become the more frequent one of the values around them, if that will do, else the other.

    Args:
        values: The values.
        most: The greatest value that may stand for each, itself if none other may.
        counts: How often each is among the values.
    """
    before, at = np.int64(-1), 0
    while at < values.size:
        end = at
        while end < values.size and most[values[end]] != values[end]:
            end += 1
        after = np.int64(values[end]) if end < values.size else before
        before = after if before < 0 else before
        rather, other = before, after
        if before >= 0 and counts[after] > counts[before]:
            rather, other = after, before
        for free in range(at, end):
            bound = np.int64(most[values[free]])
            found = rather if rather <= bound else min(other, bound)
            values[free] = np.uint8(found if found > 0 else 0)
        before, at = after, end + 1


@exported
@kernel
def count_pairs(symbols: Symbols, size: int, counts: Counts) -> None:
    """Add up in `counts`, at left * size + right, how often two symbols are neighbours."""
    for at in range(symbols.size - 1):
        counts[np.int64(symbols[at]) * size + np.int64(symbols[at + 1])] += 1


@exported
@kernel
def replace_pairs(symbols: Symbols, into: Symbols, size: int) -> int:
    """Replace pairs of neighbours from the left, in place; return how many symbols remain.

    Args:
        symbols: Numbers below `size`; the first of them are those that remain.
        into: The symbol for each pair, at left * size + right; 0 for those that stay.
        size: How many symbols there were before these.
    """
    at, end = 0, 0
    while at < symbols.size:
        symbol = symbols[at]
        if at + 1 < symbols.size:
            new = into[np.int64(symbol) * size + np.int64(symbols[at + 1])]
            if new != 0:
                symbol = new
                at += 1
        at += 1
        symbols[end] = symbol
        end += 1
    return end


@exported
@kernel
def fill_blocks(
    symbols: Ints,
    lengths: Ints,
    codes: Words,
    spans: Ints,
    block_bytes: int,
    most_values: int,
    blocks: Bytes,
    sizes: Ints,
) -> int:
    """Write symbols as codes into independent blocks; return the number of blocks.

    Args:
        symbols: The symbols.
        lengths: The bits of each symbol's code.
        codes: The codes; the highest bit is written first.
        spans: How many values each symbol stands for.
        block_bytes: The size of a block.
        most_values: How many values a block has at most.
        blocks: Zeros, filled block by block.
        sizes: Zeros; set to the number of values in each block.
    """
    block, bit = 0, 0
    for symbol in symbols:
        length = lengths[symbol]
        if bit + length > 8 * block_bytes or sizes[block] + spans[symbol] > most_values:
            block, bit = block + 1, 0
        code = codes[symbol]
        for shift in range(length):
            if (code >> np.uint64(length - 1 - shift)) & _U1:
                blocks[block * block_bytes + (bit >> 3)] |= np.uint8(128 >> (bit & 7))
            bit += 1
        sizes[block] += spans[symbol]
    return block + 1
