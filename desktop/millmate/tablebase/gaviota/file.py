"""The container of a Gaviota file: a head, the offsets of blocks, and the blocks.

The head has ten numbers of four bytes; a block is 16,384 positions, one byte each, as a stream of
LZMA with its own head of 13 bytes behind two bytes of zero. White to move comes first.
"""

import lzma
import struct
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import IO

from millmate.files import open_atomically

SUFFIX = ".gtb.cp4"
POSITIONS = 16_384  # in a block

_HEAD = struct.Struct("<10I")
_SCHEME = 2  # as published files of compression scheme 4 have it
_STREAM_HEAD = 13  # bytes; the last eight hold the size of the block
_FILTERS = [
    {
        "id": lzma.FILTER_LZMA1,
        "lc": 3,
        "lp": 0,
        "pb": 2,
        "dict_size": 4096,
        "mode": lzma.MODE_NORMAL,
        "mf": lzma.MF_BT4,
        "nice_len": 273,
        "depth": 64,
    }
]
_TOGETHER = 128  # blocks that threads share


def write(path: Path, sides: Iterable[Iterable[bytes]], size: int, threads: int) -> None:
    """Write a file, whole or not at all.

    Args:
        path: Where it goes.
        sides: The positions with White and with Black to move, in parts of any length.
        size: The number of positions with each side to move.
        threads: The number of threads.

    Raises:
        OSError: The directory cannot be written or is full.
    """
    blocks = 2 * -(-size // POSITIONS)
    start = _HEAD.size + 4 * (blocks + 1)
    with open_atomically(path) as file, ThreadPoolExecutor(threads) as pool:
        file.seek(start)
        starts = [start, *_write_blocks(file, start, sides, pool)]
        assert len(starts) == blocks + 1
        file.seek(0)
        tail = size % POSITIONS
        file.write(_HEAD.pack(0, 0, POSITIONS, 0, tail, 0, tail, 0, start, _SCHEME))
        file.write(struct.pack(f"<{len(starts)}I", *starts))


def _write_blocks(
    file: IO[bytes], place: int, sides: Iterable[Iterable[bytes]], pool: ThreadPoolExecutor
) -> Iterator[int]:
    """Write all blocks; yield where each ends."""
    for parts in sides:
        blocks = _cut(parts)
        while some := list(islice(blocks, _TOGETHER)):
            for packed in pool.map(_packed, some):
                file.write(packed)
                place += len(packed)
                yield place


def _cut(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of parts as blocks."""
    left = b""
    for part in parts:
        whole = left + part
        end = len(whole) - len(whole) % POSITIONS
        for at in range(0, end, POSITIONS):
            yield whole[at : at + POSITIONS]
        left = whole[end:]
    if left:
        yield left


def _packed(block: bytes) -> bytes:
    stream = lzma.compress(block, lzma.FORMAT_ALONE, filters=_FILTERS)
    size = struct.pack("<q", len(block))
    return b"\0\0" + stream[: _STREAM_HEAD - 8] + size + stream[_STREAM_HEAD:]
