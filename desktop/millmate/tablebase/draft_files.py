"""Files of a draft: the packed slices of one `put`, complete or not at all.

A file holds frames, then a JSON head that describes them, then the length of the head as 64-bit
little-endian and its CRC-32C. The head comes last because the lengths are known last.
"""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count
from pathlib import Path
from typing import IO, Any

import google_crc32c

from millmate.decoder import Care, decode
from millmate.files import open_atomically, sync
from millmate.regular_files import open_regular
from millmate.tablebase.codec import Frame, UnsoundError

_TAIL = 12  # bytes of the head's length and checksum


@dataclass(frozen=True)
class Block:
    """The frames of slices `first` to `first + slices` with one side to move.

    That is one slice and the frames of its chunks, or all slices that share a chunk and its frame.
    A block that is not `whole` is one slice of such a chunk, in its own frame.
    """

    path: Path
    side: int
    first: int
    slices: int
    whole: bool
    start: int  # offset of the frames in the file
    lengths: tuple[int, ...]
    checksums: tuple[int, ...]  # CRC-32C of each frame
    digests: tuple[str, ...]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset of each frame in the file, and the end of the last one."""
        return tuple(accumulate(self.lengths, initial=self.start))

    def frames(self) -> list[memoryview]:
        """Return the packed bytes of each frame.

        Raises:
            UnsoundError: The file is truncated or cannot be read.
        """
        content = memoryview(self._read(self.start, sum(self.lengths)))
        ends = accumulate(self.lengths)
        return [content[e - n : e] for e, n in zip(ends, self.lengths, strict=True)]

    def part(self, first: int, number: int) -> list[Frame]:
        """Return consecutive frames, checked; raises as `frame` does."""
        lengths = self.lengths[first : first + number]
        content = self._read(self.starts[first], sum(lengths))
        ends = accumulate(lengths)
        return [
            self._checked(at, content[end - length : end])
            for at, end, length in zip(count(first), ends, lengths, strict=False)
        ]

    def frame(self, number: int) -> Frame:
        """Return one frame, checked.

        Raises:
            UnsoundError: The file is damaged.
        """
        packed = self._read(self.starts[number], self.lengths[number])
        return self._checked(number, packed)

    def _checked(self, number: int, packed: bytes) -> Frame:
        if google_crc32c.value(packed) != self.checksums[number]:
            raise UnsoundError(f"{self.path.name} has been changed or is damaged")
        try:
            return Frame(packed, bytes.fromhex(self.digests[number]))
        except ValueError:
            raise UnsoundError(f"{self.path.name} has been changed or is damaged") from None

    def _read(self, start: int, length: int) -> bytes:
        try:
            with open_regular(self.path) as file:
                file.seek(start)
                content = file.read(length)
        except OSError as error:
            raise UnsoundError(f"{self.path.name}: {error.strerror}") from None
        if len(content) != length:
            raise UnsoundError(f"{self.path.name} is truncated")
        return content


def write(path: Path, head: dict[str, Any], frames: Iterable[Frame]) -> None:
    """Write frames and then their head; the file appears complete or not at all.

    Raises:
        OSError: The directory cannot be written or is full; nothing at `path` has changed.
    """
    told: dict[str, list[Any]] = {"lengths": [], "checksums": [], "digests": []}
    with open_atomically(path) as file:
        for frame in frames:
            file.write(frame.packed)
            told["lengths"].append(len(frame.packed))
            told["checksums"].append(google_crc32c.value(frame.packed))
            told["digests"].append(frame.digest.hex())
        _write_head(file, {**head, **told})


def rewrite_head(blocks: Sequence[Block], head: dict[str, Any], path: Path) -> None:
    """Give the file of some blocks, all that are in it, another head and the name `path`.

    Raises:
        OSError: It cannot be written, and is not to be used any more; nothing at `path` has
            changed.
    """
    told: dict[str, list[Any]] = {
        "lengths": [length for block in blocks for length in block.lengths],
        "checksums": [checksum for block in blocks for checksum in block.checksums],
        "digests": [digest for block in blocks for digest in block.digests],
    }
    with open_regular(blocks[0].path, "r+b") as file:
        file.truncate(blocks[-1].starts[-1])
        file.seek(0, os.SEEK_END)
        _write_head(file, {**head, **told})
        file.flush()
        os.fsync(file.fileno())
    blocks[0].path.replace(path)
    sync(path.parent)


def _write_head(file: IO[bytes], head: dict[str, Any]) -> None:
    content = json.dumps(head).encode()
    file.write(content + len(content).to_bytes(8, "little"))
    file.write(google_crc32c.value(content).to_bytes(4, "little"))


def read_head(path: Path) -> dict[str, Any]:
    """Return the head of a file.

    Raises:
        UnsoundError: The file is damaged.
    """
    try:
        with open_regular(path) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            tail = file.read()
            length = int.from_bytes(tail[:8], "little")
            if length > size - _TAIL:
                raise UnsoundError(f"{path.name} is truncated")
            file.seek(size - _TAIL - length)
            content = file.read(length)
    except OSError as error:
        raise UnsoundError(f"{path.name}: {error.strerror}") from None
    if google_crc32c.value(content).to_bytes(4, "little") != tail[8:]:
        raise UnsoundError(f"{path.name} has been changed or is damaged")
    try:
        head: dict[str, Any] = json.loads(content)
        told = decode(_Told, head, Care.KNOWN)
    except (ValueError, RecursionError):
        raise UnsoundError(f"{path.name} has been changed or is damaged") from None
    frames = sum(block[4] for block in told.blocks)
    sound = frames == len(told.lengths) == len(told.checksums) == len(told.digests)
    if not sound or min((*told.lengths, 0)) < 0 or any(block[4] < 0 for block in told.blocks):
        raise UnsoundError(f"{path.name} has been changed or is damaged")
    if sum(told.lengths) != size - _TAIL - length:
        raise UnsoundError(f"{path.name} is truncated")
    return head


@dataclass(frozen=True)
class _Told:
    """The part of every head that describes the frames; `blocks` as `blocks` reads them."""

    blocks: list[tuple[int, int, int, bool, int]]
    lengths: list[int]
    checksums: list[int]
    digests: list[str]


def blocks(path: Path, head: dict[str, Any]) -> list[Block]:
    found = []
    at = start = 0
    for side, first, slices, whole, frames in head["blocks"]:
        told = [tuple(head[key][at : at + frames]) for key in ("lengths", "checksums", "digests")]
        found.append(Block(path, side, first, slices, whole, start, *told))
        at += frames
        start += sum(told[0])
    return found
