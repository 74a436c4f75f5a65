"""The file of a compact table of earlier versions: blocks, their index, metadata, checksums.

It starts with `MAGIC`. Each block is two zstd frames, one after the other: its results and its
losses (see `chess_compact`); results that are all 0, and no losses, have no bytes. The index is
uint32[blocks, 4], little-endian: the lengths of both frames and their CRC-32C. It is followed by
the metadata, a JSON object; their length, 64-bit little-endian; and the CRC-32C of everything but
the blocks.

The file is read rather than mapped: where a mapped file is truncated, the process dies.
"""

import os
from pathlib import Path
from typing import Any

import google_crc32c
import numpy as np

from millmate.decoder import DecodeError, decode, decode_text
from millmate.language import tr
from millmate.regular_files import open_regular, read_part
from millmate.tablebase import codec
from millmate.tablebase.blocks import PLACES, SIZE, Block, checked
from millmate.tablebase.codec import UnsoundError
from millmate.tablebase.sharded import TableError

MAGIC = b"MillMat3"
SUFFIX = ".compact"
FORMAT = 3
_ENTRY = 16  # bytes of the index for each block
_TAIL = 12  # bytes of the metadata's length and of the checksum
_LARGEST_METADATA = 100_000_000


class CompactFile:
    """A compact table's file, open for reading; safe from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the file and check everything but the blocks.

        Raises:
            TableError: The file is missing, damaged or truncated.
        """
        self.path, self._name = path, os.fspath(path)
        try:
            with open_regular(path) as file:
                size = file.seek(0, os.SEEK_END)
                self.metadata, index = _checked(file, size)
        except OSError as error:
            raise TableError(path, error.strerror or str(error)) from None
        except UnsoundError as error:
            raise TableError(path, str(error)) from None
        self.bytes = size
        self.written = path.stat().st_mtime_ns
        # A row for each block: its offset, then its entry in the index.
        self._index = np.empty((len(index), 5), np.int64)
        self._index[:, 1:] = index
        lengths = self._index[:, 1:3].sum(1)
        self._index[:, 0] = len(MAGIC) + np.cumsum(lengths) - lengths

    @property
    def blocks(self) -> int:
        return len(self._index)

    @property
    def payload_bytes(self) -> tuple[int, int]:
        """The bytes of the results and of the losses."""
        results, losses = self._index[:, 1:3].sum(0).tolist()
        return results, losses

    def block(self, number: int) -> Block:
        """Return a block; raises `TableError` if it is damaged."""
        start, results, losses, *checksums = self._index[number].tolist()
        try:
            content = read_part(self._name, start, results + losses)
        except OSError as error:
            raise TableError(self.path, error.strerror or str(error)) from None
        packed, unpacked = (content[:results], content[results:]), self._unpacked
        found = unpacked(number, packed[0], checksums[0], SIZE, SIZE) if results else bytes(SIZE)
        told = losses + codec.told_size(packed[1]) if losses else 0

        def unpack() -> bytes:
            content = unpacked(number, packed[1], checksums[1], 0, PLACES)
            return checked(content, found, self.path, number)

        return Block(found, told, unpack)

    def _unpacked(self, number: int, frame: bytes, checksum: int, least: int, most: int) -> bytes:
        """Return the content of a frame, from `least` to `most` bytes."""
        if google_crc32c.value(frame) != checksum:
            raise TableError(self.path, tr("block {number} is corrupted", number=number))
        try:
            return codec.unpacked(frame, least, most) if frame else b""
        except UnsoundError as error:
            raise TableError(self.path, str(error)) from None


def _checked(file: Any, size: int) -> tuple[dict[str, Any], Any]:
    """Return the metadata and the index of a file of `size` bytes."""
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
        metadata = decode_text(dict, content)
        blocks = decode(int, metadata.get("blocks"))
    except DecodeError:
        raise UnsoundError(tr("its metadata are corrupted")) from None
    start = size - _TAIL - length - _ENTRY * blocks
    if start < len(MAGIC) or blocks < 0:
        raise UnsoundError(tr("it is truncated"))
    file.seek(start)
    rest = file.read(_ENTRY * blocks) + content + tail[:8]
    if google_crc32c.value(magic + rest).to_bytes(4, "little") != tail[8:]:
        raise UnsoundError(tr("its metadata are corrupted"))
    index = np.frombuffer(rest, "<u4", 4 * blocks).reshape(blocks, 4)
    if len(MAGIC) + int(index[:, :2].sum(dtype=np.int64)) != start:
        raise UnsoundError(tr("it is truncated"))
    return metadata, index
