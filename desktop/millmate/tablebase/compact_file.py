"""The file of a compact table: blocks, an index of them, and metadata; every byte has a checksum.

It starts with `MAGIC`. Each block is two zstd frames, one after the other: its results and its
losses (see `chess_compact`); results that are all 0, and no losses, have no bytes. The index is
uint32[blocks, 4], little-endian: the lengths of both frames and their CRC-32C. It is followed by
the metadata, a JSON object; their length, 64-bit little-endian; and the CRC-32C of everything but
the blocks.

The file is read rather than mapped: where a mapped file is truncated, the process dies.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate.decoder import DecodeError, decode, decode_text
from millmate.language import tr
from millmate.regular_files import open_regular, read_part
from millmate.tablebase import codec
from millmate.tablebase.codec import UnsoundError, Values
from millmate.tablebase.sharded import TableError

MAGIC = b"MillMat3"
SUFFIX = ".compact"
LOST_BITS = np.uint64(0xAAAAAAAAAAAAAAAA)  # the higher bit of the result of each of 32 places
_LEVEL = 14
_ENTRY = 16  # bytes of the index for each block
_TAIL = 12  # bytes of the metadata's length and of the checksum
_LARGEST_METADATA = 100_000_000


class Packed(NamedTuple):
    """A block as it is in the file: the frames of its results and of its losses."""

    results: bytes
    losses: bytes


def pack(results: Values, losses: Values) -> Packed:
    """Return a block's frames."""
    return Packed(
        codec.compressed(results, _LEVEL) if results.any() else b"",
        codec.compressed(losses, _LEVEL) if losses.size else b"",
    )


class Block:
    """A block as it is read: the losses are checked and unpacked when they are first asked for."""

    __slots__ = ("_before", "_losses", "_size", "_unpack", "results")

    def __init__(self, results: bytes, size: int, unpack: Callable[[], bytes]) -> None:
        """Hold the results, four places a byte; `unpack` returns the losses, one byte each.

        `size` is the memory of the losses and their frame, in bytes.
        """
        self.results = results
        self._size, self._unpack = len(results) + size, unpack
        self._losses: bytes | None = None
        self._before: NDArray[np.int32] | None = None

    def __len__(self) -> int:
        """Return its bytes in memory with its losses."""
        return self._size

    def losses(self) -> bytes:
        """Return the distances of the lost places; raises `TableError` if they are damaged."""
        if self._losses is None:
            self._losses = self._unpack()
        return self._losses

    def losses_before(self, word: int) -> int:
        """Return the number of losses before the places of a word of 64 bits of the results."""
        if self._before is None:
            words = np.frombuffer(self.results, "<u8") & LOST_BITS
            self._before = np.add.accumulate(np.bitwise_count(words).astype(np.int32))
        return int(self._before[word - 1]) if word else 0


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

    def block(self, number: int, places: int) -> Block:
        """Return a block of `places` places.

        Raises:
            TableError: It is damaged.
        """
        start, results, losses, *checksums = self._index[number].tolist()
        try:
            content = read_part(self._name, start, results + losses)
        except OSError as error:
            raise TableError(self.path, error.strerror or str(error)) from None
        packed, unpacked = (content[:results], content[results:]), self._unpacked
        size = places // 4
        found = unpacked(number, packed[0], checksums[0], size, size) if results else bytes(size)
        told = losses + codec.told_size(packed[1]) if losses else 0
        return Block(found, told, partial(unpacked, number, packed[1], checksums[1], 0, places))

    def _unpacked(self, number: int, frame: bytes, checksum: int, least: int, most: int) -> bytes:
        """Return the content of a frame, from `least` to `most` bytes."""
        if google_crc32c.value(frame) != checksum:
            raise TableError(self.path, tr("block {number} is corrupted", number=number))
        try:
            return codec.unpacked(frame, least, most) if frame else b""
        except UnsoundError as error:
            raise TableError(self.path, str(error)) from None


def write(file: IO[bytes], metadata: Mapping[str, Any], blocks: Iterable[Packed]) -> None:
    """Write metadata and blocks into an empty file."""
    file.write(MAGIC)
    entries = []
    for block in blocks:
        file.write(block.results + block.losses)
        lengths = len(block.results), len(block.losses)
        entries.append((*lengths, *map(google_crc32c.value, block)))
    rest = np.array(entries, "<u4").reshape(-1, 4).tobytes()
    content = json.dumps(metadata).encode()
    rest += content + len(content).to_bytes(8, "little")
    file.write(rest + google_crc32c.value(MAGIC + rest).to_bytes(4, "little"))


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
