"""Values compressed by replacing pairs and by canonical Huffman codes, as Syzygy files have them.

Again and again the most frequent pairs of neighbours become symbols of their own (Re-Pair); the
symbols that are left are coded in blocks, none of which needs another one.

Source: the format of R. de Man's tables, as `chess.syzygy` reads it; N. J. Larsson and A. Moffat,
Offline dictionary-based compression (1999).
"""

import heapq
import struct
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.syzygy_pairs import count_pairs, fill_blocks, replace_pairs

Bytes = NDArray[np.uint8]
Symbols = NDArray[np.uint16]
Ints = NDArray[np.int64]

BLOCK_BITS = 5  # of the size of a block in bytes
_BLOCK = 1 << BLOCK_BITS
_SPAN_BITS = 12  # of the number of values between two entries of the index
_SPAN = 1 << _SPAN_BITS
_MOST_SYMBOLS = 1024
_LONGEST = 256  # values that a symbol stands for
_MOST_VALUES = 32_768  # in a block, fewer than two bytes can count, for the sake of the index
_AT_ONCE = 16  # new symbols between two counts
_LEAST = 12  # times that a pair must occur to be worth a symbol
_NO_PAIR = 0xFFF
_ONE_VALUE = 0x80


@dataclass(frozen=True, slots=True)
class Packed:
    """The parts of a file about one side to move."""

    head: bytes
    index: bytes = b""
    sizes: bytes = b""
    blocks: bytes = b""


def pack(values: Bytes) -> Packed:
    """Return values from 0 to 4 as the parts of a file."""
    if values.min() == values.max():
        return Packed(bytes([_ONE_VALUE, int(values[0])]))
    left, right, symbols = _paired(values)
    lengths = _code_lengths(np.maximum(np.bincount(symbols, minlength=left.size), 1))
    by_length = np.argsort(-lengths, kind="stable")  # the longest codes come first
    number = np.empty(left.size, np.int64)
    number[by_length] = np.arange(left.size)
    spans = _spans(left, right)
    sorted_lengths = lengths[by_length]
    codes = _codes(sorted_lengths)
    blocks, sizes = _coded(number[symbols], sorted_lengths, codes, spans[by_length], values.size)
    head = _head(left[by_length], right[by_length], number, sorted_lengths, sizes.size)
    index = _index(sizes, values.size)
    return Packed(head, index, (sizes - 1).astype("<u2").tobytes(), blocks.tobytes())


# Pairs ------------------------------------------------------------------------------------------


def _paired(values: Bytes) -> tuple[Ints, Ints, Symbols]:
    """Return what symbols stand for, the left and the right of a pair, and the values in symbols.

    A symbol of one value has it on the left and `_NO_PAIR` on the right.
    """
    leaves = int(values.max()) + 1
    left, right = list(range(leaves)), [_NO_PAIR] * leaves
    spans = [1] * leaves
    symbols = values.astype(np.uint16)
    while len(left) < _MOST_SYMBOLS:
        size = len(left)
        counts = np.zeros(size * size, np.int64)
        count_pairs(symbols, size, counts)
        most = min(_AT_ONCE, _MOST_SYMBOLS - size)
        best = np.argsort(counts, kind="stable")[::-1][: 4 * most].tolist()
        new = [
            pair
            for pair in best
            if counts[pair] >= max(_LEAST, counts[best[0]] // 3)
            and spans[pair // size] + spans[pair % size] <= _LONGEST
        ][:most]
        if not new:
            break
        into = np.zeros(size * size, np.uint16)
        for pair in new:
            one, two = divmod(pair, size)
            into[pair] = len(left)
            left.append(one)
            right.append(two)
            spans.append(spans[one] + spans[two])
        symbols = symbols[: replace_pairs(symbols, into, size)]
    return np.array(left), np.array(right), symbols


def _spans(left: Ints, right: Ints) -> Ints:
    """Return how many values each symbol stands for."""
    spans = np.ones(left.size, np.int64)
    for symbol in np.flatnonzero(right != _NO_PAIR):
        spans[symbol] = spans[left[symbol]] + spans[right[symbol]]
    return spans


# Codes ------------------------------------------------------------------------------------------


def _code_lengths(counts: Ints) -> Ints:
    """Return the length of each symbol's Huffman code."""
    lengths = np.zeros(counts.size, np.int64)
    order = count()
    heap = [(number, next(order), [symbol]) for symbol, number in enumerate(counts.tolist())]
    heapq.heapify(heap)
    while len(heap) > 1:
        one, two = heapq.heappop(heap), heapq.heappop(heap)
        both = one[2] + two[2]
        lengths[both] += 1
        heapq.heappush(heap, (one[0] + two[0], next(order), both))
    assert lengths.max() <= 32  # it takes more values than tables have to make a longer one
    return lengths


def _codes(lengths: Ints) -> NDArray[np.uint64]:
    """Return the canonical codes of symbols whose lengths descend."""
    codes, code = np.zeros(lengths.size, np.uint64), 0
    for symbol in range(1, lengths.size):
        code = (code + 1) >> int(lengths[symbol - 1] - lengths[symbol])
        codes[symbol] = code
    return codes


def _coded(
    symbols: Ints, lengths: Ints, codes: NDArray[np.uint64], spans: Ints, values: int
) -> tuple[Bytes, Ints]:
    """Return the blocks end to end, and how many values each has."""
    most = 2 + int(lengths[symbols].sum()) // (8 * _BLOCK - 32) + values // (_MOST_VALUES // 2)
    blocks, sizes = np.zeros(most * _BLOCK, np.uint8), np.zeros(most, np.int64)
    used = fill_blocks(symbols, lengths, codes, spans, _BLOCK, _MOST_VALUES, blocks, sizes)
    return blocks[: used * _BLOCK], sizes[:used]


# Heads ------------------------------------------------------------------------------------------


def _head(left: Ints, right: Ints, number: Ints, lengths: Ints, blocks: int) -> bytes:
    """Return the head: sizes, where the codes of each length begin, and what symbols stand for."""
    least, most = int(lengths[-1]), int(lengths[0])
    head = struct.pack("<BBBBIBB", 0, BLOCK_BITS, _SPAN_BITS, 0, blocks, most, least)
    # The first symbol of a length, or where it would be: all with longer codes come before it.
    firsts = [int((lengths > length).sum()) for length in range(least, most + 1)]
    head += struct.pack(f"<{len(firsts) + 1}H", *firsts, lengths.size)
    pairs = right != _NO_PAIR
    ones = np.where(pairs, number[left], left)
    twos = np.where(pairs, number[np.where(pairs, right, 0)], _NO_PAIR)
    both = (ones | twos << 12).astype("<u4").view(np.uint8).reshape(-1, 4)[:, :3]
    symbols: bytes = both.tobytes()
    return head + symbols + b"\0" * (lengths.size & 1)


def _index(sizes: Ints, values: int) -> bytes:
    """Return, for the middle of each span of values, its block and where in that it is.

    A middle beyond the last value is told as if the last block went on.
    """
    ends = np.cumsum(sizes)
    middles = np.arange(_SPAN // 2, values + _SPAN // 2, _SPAN)
    blocks = np.minimum(np.searchsorted(ends, middles, side="right"), sizes.size - 1)
    found = np.empty(middles.size, np.dtype([("block", "<u4"), ("offset", "<u2")]))
    found["block"], found["offset"] = blocks, middles - (ends - sizes)[blocks]
    return found.tobytes()
