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

_LEAST_BITS = 5  # of the size of a block in bytes
_MOST_SYMBOLS = 4095
_LONGEST = 256  # values that a symbol stands for
_MOST_VALUES = 65_536  # in a block: two bytes count them
_AT_ONCE = 16  # new symbols between two counts, and as many more for this many symbols
_LEAST = 16  # times that a pair must occur to be worth a symbol
_SPAN_BLOCKS = 8  # blocks between two entries of the index
_NO_PAIR = 0xFFF
_ONE_VALUE = 0x80


@dataclass(frozen=True, slots=True)
class Packed:
    """The parts of a file about one side to move."""

    head: bytes
    index: bytes = b""
    sizes: bytes = b""
    blocks: bytes = b""


def pack(values: Bytes, most_bits: int, flags: int = 0) -> Packed:
    """Return values as the parts of a file.

    Args:
        values: The values.
        most_bits: The most bits of the size of a block in bytes: large blocks are slow to read.
        flags: The properties of the values in the head.
    """
    if values.min() == values.max():
        return Packed(bytes([_ONE_VALUE | flags, int(values[0])]))
    left, right, spans, symbols = _paired(values)
    lengths = _code_lengths(np.maximum(np.bincount(symbols, minlength=left.size), 1))
    by_length = np.argsort(-lengths, kind="stable")  # the longest codes come first
    number = np.empty(left.size, np.int64)
    number[by_length] = np.arange(left.size)
    lengths = lengths[by_length]
    coded = number[symbols], lengths, spans[by_length]
    tried = {
        bits: _coded(*coded, 1 << bits, values.size) for bits in range(_LEAST_BITS, most_bits + 1)
    }
    block_bits = min(tried, key=lambda bits: tried[bits][0].size + 2 * tried[bits][1].size)
    blocks, sizes = tried[block_bits]
    span_bits = int(values.size * _SPAN_BLOCKS // sizes.size).bit_length()
    index, beyond = _index(sizes, values.size, 1 << span_bits)
    head = struct.pack("<BBBBI", flags, block_bits, span_bits, beyond, sizes.size)
    head += _symbols(left[by_length], right[by_length], number, lengths)
    sizes = np.append(sizes, np.full(beyond, _MOST_VALUES)) - 1
    return Packed(head, index, sizes.astype("<u2").tobytes(), blocks.tobytes())


# Pairs ------------------------------------------------------------------------------------------


def _paired(values: Bytes) -> tuple[Ints, Ints, Ints, Symbols]:
    """Return the left and right parts of symbols, their numbers of values, and the symbols.

    A symbol of one value has it on the left and `_NO_PAIR` on the right.
    """
    leaves = int(values.max()) + 1
    left, right = list(range(leaves)), [_NO_PAIR] * leaves
    spans = [1] * leaves
    symbols = values.astype(np.uint16)
    while new := _frequent(symbols, np.array(spans)):
        size = len(left)
        into = np.zeros(size * size, np.uint16)
        for pair in new:
            one, two = divmod(pair, size)
            into[pair] = len(left)
            left.append(one)
            right.append(two)
            spans.append(spans[one] + spans[two])
        symbols = symbols[: replace_pairs(symbols, into, size)]
    return np.array(left), np.array(right), np.array(spans), symbols


def _frequent(symbols: Symbols, spans: Ints) -> list[int]:
    """Return the most frequent pairs worth symbols of their own, as left * size + right."""
    size = spans.size
    counts = np.zeros(size * size, np.int32)
    count_pairs(symbols, size, counts)
    often = np.flatnonzero(counts >= _LEAST)
    often = often[spans[often // size] + spans[often % size] <= _LONGEST]
    counts = counts[often]
    best = np.argsort(-counts, kind="stable")
    best = best[counts[best] > counts.max(initial=0) // 3]
    best = best[: min(_AT_ONCE + size // _AT_ONCE, _MOST_SYMBOLS - size)]
    return [int(pair) for pair in often[best]]


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
    symbols: Ints, lengths: Ints, spans: Ints, block: int, values: int
) -> tuple[Bytes, Ints]:
    """Return the blocks of `block` bytes end to end, and the number of values of each."""
    most = 2 + int(lengths[symbols].sum()) // (8 * block - 32) + values // (_MOST_VALUES // 2)
    blocks, sizes = np.zeros(most * block, np.uint8), np.zeros(most, np.int64)
    codes = _codes(lengths)
    used = fill_blocks(symbols, lengths, codes, spans, block, _MOST_VALUES, blocks, sizes)
    return blocks[: used * block], sizes[:used]


# Heads ------------------------------------------------------------------------------------------


def _symbols(left: Ints, right: Ints, number: Ints, lengths: Ints) -> bytes:
    """Return the head's part on symbols: the first of each code length, and the parts of all."""
    least, most = int(lengths[-1]), int(lengths[0])
    # The first symbol of a length, or where it would be: all with longer codes come before it.
    firsts = [int((lengths > length).sum()) for length in range(least, most + 1)]
    head = struct.pack(f"<BB{len(firsts) + 1}H", most, least, *firsts, lengths.size)
    pairs = right != _NO_PAIR
    ones = np.where(pairs, number[left], left)
    twos = np.where(pairs, number[np.where(pairs, right, 0)], _NO_PAIR)
    both = (ones | twos << 12).astype("<u4").view(np.uint8).reshape(-1, 4)[:, :3]
    symbols: bytes = both.tobytes()
    return head + symbols + b"\0" * (lengths.size & 1)


def _index(sizes: Ints, values: int, span: int) -> tuple[bytes, int]:
    """Return, for the middle of each span of values, its block and where in that it is.

    A middle beyond the last value is in one of the additional blocks, which have no bytes.
    """
    middles = np.arange(span // 2, values + span // 2, span)
    beyond = max(0, -(-(int(middles[-1]) + 1 - values) // _MOST_VALUES))
    ends = np.cumsum(np.append(sizes, np.full(beyond, _MOST_VALUES)))
    blocks = np.searchsorted(ends, middles, side="right")
    found = np.empty(middles.size, np.dtype([("block", "<u4"), ("offset", "<u2")]))
    found["block"], found["offset"] = blocks, middles - np.append(0, ends)[blocks]
    return found.tobytes(), beyond
