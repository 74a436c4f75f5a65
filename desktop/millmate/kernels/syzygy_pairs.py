"""Values taken in order, pairs replaced by symbols, symbols written as codes: Syzygy's format."""

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.jit import Bytes2D, Ints2D, kernel

Bytes = NDArray[np.uint8]
Symbols = NDArray[np.uint16]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

_U1 = np.uint64(1)


@kernel
def gather(source: Bytes, base: int, squares: Ints2D, ranks: Bytes2D, out: Bytes) -> None:
    """Take values from a table for all placements of men on free squares.

    Args:
        source: The table.
        base: The place in it with all these men on square 0.
        squares: For each man and each rank of a square, how much that adds to the place.
        ranks: For each man and each placement the rank of its square.
        out: The values, placement by placement.
    """
    for at in range(out.size):
        place = base
        for man in range(ranks.shape[0]):
            place += squares[man, ranks[man, at]]
        out[at] = source[place]


@kernel
def fill_bounded(values: Bytes, bounded: int) -> None:
    """Give each value that is `bounded` plus a bound the one before it, or the bound if less."""
    last = bounded
    for value in values:
        if value < bounded:
            last = value
            break
    for at in range(values.size):
        if values[at] >= bounded:
            values[at] = min(last, values[at] - bounded)
        last = values[at]


@kernel
def count_pairs(symbols: Symbols, size: int, counts: Ints) -> None:
    """Add up in `counts`, at left * size + right, how often two symbols are neighbours."""
    for at in range(symbols.size - 1):
        counts[np.int64(symbols[at]) * size + np.int64(symbols[at + 1])] += 1


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
    """Write symbols as codes into blocks that begin anew; return how many there are.

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
