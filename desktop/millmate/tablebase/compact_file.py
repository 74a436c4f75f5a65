"""The file of a compact table of earlier versions: blocks, their index, metadata, checksums.

It starts with `MAGIC`. Each block is two zstd frames, one after the other: its results and its
losses (see `chess_compact`); results that are all 0, and no losses, have no bytes. The index is
uint32[blocks, 4], little-endian: the lengths of both frames and their CRC-32C. It is followed by
the metadata, a JSON object; their length, 64-bit little-endian; and the CRC-32C of everything but
the blocks.

The file is read rather than mapped: where a mapped file is truncated, the process dies.
"""

import os
from typing import IO

import google_crc32c
import numpy as np

from millmate.decoder import DecodeError, decode, decode_text
from millmate.language import tr
from millmate.tablebase.blocks import LOSSES, RESULTS
from millmate.tablebase.codec import UnsoundError
from millmate.tablebase.container import ENTRY, Finished

MAGIC = b"MillMat3"
SUFFIX = ".compact"
FORMAT = 3
_ENTRY = 16  # bytes of the index for each block
_TAIL = 12  # bytes of the metadata's length and of the checksum
_LARGEST_METADATA = 100_000_000


class CompactFile(Finished):
    """A compact table's file, open for reading; safe from several threads."""

    def _open(self, file: IO[bytes]) -> None:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        magic = file.read(len(MAGIC))
        if magic != MAGIC:
            raise UnsoundError(tr("it is not a compact table"))
        file.seek(max(0, size - _TAIL))
        tail = file.read()
        length = int.from_bytes(tail[:8], "little")
        if len(tail) < _TAIL or length > min(size - _TAIL, _LARGEST_METADATA):
            raise UnsoundError(tr("it is truncated"))
        file.seek(size - _TAIL - length)
        content = file.read(length)
        try:
            self.metadata = decode_text(dict, content)
            blocks = decode(int, self.metadata.get("blocks"))
        except DecodeError:
            raise UnsoundError(tr("its metadata are corrupted")) from None
        start = size - _TAIL - length - _ENTRY * blocks
        if start < len(MAGIC) or blocks < 0:
            raise UnsoundError(tr("it is truncated"))
        file.seek(start)
        rest = file.read(_ENTRY * blocks) + content + tail[:8]
        if google_crc32c.value(magic + rest).to_bytes(4, "little") != tail[8:]:
            raise UnsoundError(tr("its metadata are corrupted"))
        index = np.frombuffer(rest, "<u4", 4 * blocks).reshape(blocks, 2, 2)
        ends = len(MAGIC) + np.cumsum(index[:, 0], dtype=np.int64).reshape(blocks, 2)
        if (ends[-1, 1] if blocks else len(MAGIC)) != start:
            raise UnsoundError(tr("it is truncated"))
        for at, name in enumerate((RESULTS, LOSSES)):
            own = self._indexes[name] = np.zeros(blocks, ENTRY)
            own["length"], own["crc"] = index[:, 0, at], index[:, 1, at]
            own["offset"] = ends[:, at] - index[:, 0, at]
