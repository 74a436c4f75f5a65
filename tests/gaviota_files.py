"""Small Gaviota files with invented values: correct in format, meaningless as chess.

Compression scheme 4: a head of ten numbers, where blocks begin, then blocks of 16,384 positions,
White to move first, each two bytes and a stream of LZMA with a head of its own. The format is as
`chess.gaviota` reads it.
"""

import lzma
import struct

_POSITIONS = 16_384  # in a block
_FILTERS = [{"id": lzma.FILTER_LZMA1, "lc": 3, "lp": 0, "pb": 2, "dict_size": 4096}]
_HEAD = 13  # bytes before the stream; the last eight hold its size


def file(code: int, positions: int) -> bytes:
    """Return a table of a number of positions for each side to move, all with one code."""
    sizes = [min(_POSITIONS, positions - at) for at in range(0, positions, _POSITIONS)] * 2
    blocks = [block(bytes([code]) * size) for size in sizes]
    start = 40 + 4 * (len(blocks) + 1)
    starts = [start + sum(map(len, blocks[:number])) for number in range(len(blocks) + 1)]
    head = struct.pack("<10I", 0, 0, _POSITIONS, 0, 0, 0, 0, 0, start, 4)
    return head + struct.pack(f"<{len(starts)}I", *starts) + b"".join(blocks)


def block(values: bytes, told: int | None = None) -> bytes:
    """Return a block that holds `values` and declares `told` bytes."""
    stream = lzma.compress(values, lzma.FORMAT_ALONE, filters=_FILTERS)
    size = struct.pack("<q", len(values) if told is None else told)
    return b"\0\0" + stream[: _HEAD - 8] + size + stream[_HEAD:]
