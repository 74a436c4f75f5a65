"""One file for a table: packed blocks, each with a checksum, appended in parts while it is built.

A file has one or more *streams*, each a number of blocks, packed as zstd frames; a block of zeros
has no bytes. Blocks of chess have at most 64 KiB, those of morris whole rows. All integers are
little-endian, checksums are CRC-32C:

    head    "MillMat4", u32 length and u32 checksum of the description, a JSON object; padded to 64
    put     "PUT.", u32 frames, u64 bytes of frames, u32 bytes of facts, u32 flags (1: the end of a
            job), u32 checksum of these 24 bytes, of the entries and the facts, u32 0; then
            for each frame u8 stream, 3 zeros, u32 block, u32 length, u32 checksum; facts, a JSON
            object; frames
    end     for each stream and block u64 offset, u32 length, u32 checksum; metadata, a JSON object
    tail    u64 offset of the end, u32 bytes of metadata, u32 checksum of the head, the end and
            these 12 bytes, u64 0, "4taMlliM"

An unfinished file has no end and no tail: its blocks are found by walking along its puts. A put
counts once all its bytes are there, and its job once a put says that it ends. A finished file is
opened by its tail. Files are read rather than mapped: where a mapped file is truncated, the process
dies.
"""

import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from struct import Struct
from typing import IO, Any, NamedTuple
from weakref import WeakValueDictionary

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate.decoder import DecodeError, decode, decode_text
from millmate.files import sync
from millmate.language import tr
from millmate.regular_files import open_regular, read_part
from millmate.tablebase import codec
from millmate.tablebase.codec import BLOCK, UnsoundError, Values
from millmate.tablebase.sharded import TableError

_MAGIC, _TAIL_MAGIC = b"MillMat4", b"4taMlliM"
_HEAD, _PUT, _TAIL = Struct("<8sII"), Struct("<4sIQII"), Struct("<QIIQ8s")
_PUT_MAGIC, _PUT_BYTES = b"PUT.", _PUT.size + 8
ENTRY = np.dtype([("offset", "<u8"), ("length", "<u4"), ("crc", "<u4")])
_FRAME = np.dtype(
    [("stream", "u1"), ("zeros", "V3"), ("block", "<u4"), ("length", "<u4"), ("crc", "<u4")]
)
_ALIGNED = 64
_LARGEST_TEXT = 100_000_000  # bytes of a description, of facts, of metadata
_MOST_OF_PUT = 64_000_000  # bytes of frames; more are put in several parts

Index = NDArray[np.void]


class Frame(NamedTuple):
    """A packed block: its stream and number, and the frame, empty for a block of zeros."""

    stream: str
    block: int
    packed: bytes


class Container:
    """The blocks of a file; safe from several threads."""

    path: Path
    description: dict[str, Any]

    def __init__(self, path: Path) -> None:
        self.path, self._name = path, os.fspath(path)
        self._indexes: dict[str, Index] = {}

    @property
    def streams(self) -> dict[str, int]:
        """The number of blocks of each stream."""
        return {name: index.size for name, index in self._indexes.items()}

    def bytes_of(self, stream: str) -> int:
        """Return the bytes that the frames of a stream take, 0 if there is no such stream."""
        index = self._indexes.get(stream)
        return 0 if index is None else int(index["length"].sum(dtype=np.int64))

    def has(self, stream: str, block: int) -> bool:
        """Return whether a block is there; a file without the stream has none of it."""
        index = self._indexes.get(stream)
        return index is not None and bool(index["offset"][block])

    def frames(self, stream: str, first: int, number: int = 1) -> list[bytes | memoryview]:
        """Return the frames of consecutive blocks, b"" for blocks of zeros.

        Raises:
            TableError: One is missing or damaged.
        """
        entries = self._indexes[stream][first : first + number]
        found: list[bytes | memoryview] = []
        ends = entries["offset"] + entries["length"]
        breaks = 1 + np.flatnonzero(entries["offset"][1:] != ends[:-1])
        for start, end in pairwise([0, *breaks.tolist(), entries.size]):
            here = entries[start:end]
            at, size = int(here["offset"][0]), int(here["length"].sum(dtype=np.int64))
            content = memoryview(self._read(at, size)) if size else memoryview(b"")
            for length, crc in zip(here["length"].tolist(), here["crc"].tolist(), strict=True):
                frame, content = content[:length], content[length:]
                if not at or len(frame) != length or google_crc32c.value(bytes(frame)) != crc:
                    block = first + len(found)
                    raise TableError(self.path, tr("block {number} is corrupted", number=block))
                found.append(frame)
        return found

    def block(self, stream: str, number: int, least: int = 1, most: int = BLOCK) -> bytes:
        """Return a block of `least` to `most` bytes, b"" for one of zeros; raises as `fill`."""
        (frame,) = self.read(number, stream)
        return self.unpacked(stream, number, frame, least, most)

    def read(self, number: int, *streams: str) -> list[bytes]:
        """Return the frames of a block in some streams, which `unpacked` checks.

        They are read at once where they follow each other, as packing leaves them.
        """
        entries = [self._indexes[stream].item(number) for stream in streams]
        start, end, found = entries[0][0], entries[0][0], list[bytes]()
        for offset, length, _ in entries:
            if offset != end:
                return [self._read(at, size) if size else b"" for at, size, _ in entries]
            end += length
        content = self._read(start, end - start) if end > start else b""
        for offset, length, _ in entries:
            found.append(content[offset - start : offset - start + length])
        return found

    def unpacked(self, stream: str, number: int, frame: bytes, least: int, most: int) -> bytes:
        """Return the content of a block's frame; arguments and errors are those of `block`."""
        offset, length, crc = self._indexes[stream].item(number)
        if not offset or len(frame) != length or google_crc32c.value(frame) != crc:
            raise TableError(self.path, tr("block {number} is corrupted", number=number))
        try:
            return codec.unpacked(frame, least, most) if frame else b""
        except UnsoundError as error:
            raise TableError(self.path, str(error)) from None

    def fill(self, stream: str, first: int, out: Values, threads: int = 1) -> None:
        """Unpack consecutive blocks into `out`, of any shape: all of `BLOCK` bytes but the last.

        Raises:
            TableError: One is missing or damaged, or has another size.
        """
        parts = np.split(out.reshape(-1), range(BLOCK, out.size, BLOCK))
        frames = self.frames(stream, first, len(parts))

        def unpack(at: int) -> None:
            if frames[at]:
                codec.unpack(frames[at], parts[at])
            else:
                parts[at][:] = 0

        with _faults_of(self.path):
            codec.do(unpack, len(parts), threads)

    def _read(self, start: int, length: int) -> bytes:
        try:
            return read_part(self._name, start, length)
        except OSError as error:
            raise TableError(self.path, error.strerror or str(error)) from None


def description_of(path: Path) -> dict[str, Any]:
    """Return the description of a file, finished or not.

    Raises:
        UnsoundError: It has none.
        OSError: It cannot be read.
    """
    with open_regular(path) as file:
        return _read_head(file)[1]


def streams_at(path: Path) -> dict[str, int]:
    """Return the streams of a file, finished or not; raises `TableError` if it has none."""
    with _faults_of(path), open_regular(path) as file:
        return _read_head(file)[2]


@contextmanager
def _faults_of(path: Path) -> Iterator[None]:
    """Raise `TableError` if the file cannot be read or is not sound."""
    try:
        yield
    except OSError as error:
        raise TableError(path, error.strerror or str(error)) from None
    except UnsoundError as error:
        raise TableError(path, str(error)) from None


class Finished(Container):
    """A complete file."""

    metadata: dict[str, Any]

    def __init__(self, path: Path) -> None:
        """Open the file and check everything but the frames.

        Raises:
            TableError: It is missing, damaged or of another format.
        """
        super().__init__(path)
        with _faults_of(path), open_regular(path) as file:
            self._open(file)
            about = os.fstat(file.fileno())
            self.bytes, self.written = about.st_size, about.st_mtime_ns

    def _open(self, file: IO[bytes]) -> None:
        head, self.description, sizes = _read_head(file)
        size = file.seek(0, os.SEEK_END)
        start = size - _TAIL.size
        if start < len(head):
            raise UnsoundError(tr("it is truncated"))
        file.seek(start)
        tail = file.read(_TAIL.size)
        offset, told, crc, zero, magic = _TAIL.unpack(tail)
        index = sum(sizes.values()) * ENTRY.itemsize
        if magic != _TAIL_MAGIC or zero or offset < len(head) or offset + index + told != start:
            raise UnsoundError(tr("it is truncated"))
        if told > _LARGEST_TEXT:
            raise UnsoundError(tr("its metadata are corrupted"))
        file.seek(offset)
        end = file.read(index + told)
        if google_crc32c.value(head + end + tail[:12]) != crc:
            raise UnsoundError(tr("its metadata are corrupted"))
        entries = np.frombuffer(end, ENTRY, index // ENTRY.itemsize)
        if (entries["offset"] > offset).any() or (entries["length"] > offset).any():
            raise UnsoundError(tr("its metadata are corrupted"))
        self.metadata = _object(end[index:])
        at = 0
        for name, blocks in sizes.items():
            self._indexes[name] = np.frombuffer(end, ENTRY, blocks, at)
            at += blocks * ENTRY.itemsize


@dataclass(frozen=True)
class Put:
    """The facts of a put, and where its frames are; `ends` says whether it ends a job."""

    facts: dict[str, Any]
    ends: bool
    start: int
    entries: Index

    @cached_property
    def size(self) -> int:
        return int(self.entries["length"].sum(dtype=np.int64))


# The locks that objects for the same file share, and that go with the last of these.
_appending = WeakValueDictionary[Path, Any]()
_guard = threading.Lock()


class Unfinished(Container):
    """A file that grows; only one process at a time may append to it."""

    def __init__(self, path: Path, description: Mapping[str, Any] | None = None) -> None:
        """Open the file, or create it if it is missing.

        Args:
            path: The file.
            description: That of a new file; its `streams` are the numbers of blocks by name.

        Raises:
            UnsoundError: There is something else.
            OSError: It cannot be read or created.
        """
        super().__init__(path)
        with _guard:
            self._lock = _appending.setdefault(path, threading.RLock())
        with self._lock:
            if description is not None and not path.exists():
                with path.open("xb") as new:
                    new.write(_head(description))
                    new.flush()
                    os.fsync(new.fileno())
                sync(path.parent)
            with open_regular(path) as file:
                head, self.description, sizes = _read_head(file)
        self._sizes, self._start = sizes, len(head)
        self._look_again()

    def look(self) -> None:
        """Take notice of what other objects have put."""
        with self._lock, open_regular(self.path) as file:
            size = file.seek(0, os.SEEK_END)
            while (put := self._put_at(file, size)) is not None:
                self._add(put)

    def put(
        self, frames: Iterable[Frame], facts: Mapping[str, Any] | None = None, *, ends: bool = True
    ) -> None:
        """Append blocks; those of a job count once `ends` was given, with the facts about it.

        Raises:
            OSError: The file cannot be written, or the disk is full; earlier puts are intact.
        """
        part: list[Frame] = []
        size = 0
        for frame in frames:
            part.append(frame)
            size += len(frame.packed)
            if size > _MOST_OF_PUT:
                self._append(part, {}, ends=False)
                part, size = [], 0
        self._append(part, facts or {}, ends=ends)

    def cut(self) -> None:
        """Cut off what follows the last job that has ended; raises `OSError`."""
        with self._lock:
            self.look()
            ends = [put.start + put.size for put in self.puts if put.ends]
            with open_regular(self.path, "r+b") as file:
                file.truncate(ends[-1] if ends else self._start)
            self._look_again()

    def damaged(self) -> list[tuple[str, int]]:
        """Read all blocks; return the streams and numbers of those that have been altered.

        Raises:
            OSError: The file cannot be read.
        """
        found = []
        places = [(name, at) for name, index in self._indexes.items() for at in range(index.size)]
        entries = np.concatenate([*self._indexes.values()])
        with open_regular(self.path) as file:
            for at in np.argsort(entries["offset"], kind="stable").tolist():
                offset, length, crc = entries[at].tolist()
                if length:
                    file.seek(offset)
                    if google_crc32c.value(file.read(length)) != crc:
                        found.append(places[at])
        return found

    def finish(self, metadata: Mapping[str, Any]) -> None:
        """Append the end, after which `Finished` opens the file; a later `put` overwrites it.

        Raises:
            OSError: The file cannot be written, or the disk is full; all puts are intact.
        """
        with self._lock:
            with open_regular(self.path) as file:
                head, *_ = _read_head(file)
            told = json.dumps(metadata).encode()
            end = b"".join(index.tobytes() for index in self._indexes.values()) + told
            tail = _TAIL.pack(self._end, len(told), 0, 0, _TAIL_MAGIC)[:12]
            crc = google_crc32c.value(head + end + tail)
            self._write(end + _TAIL.pack(self._end, len(told), crc, 0, _TAIL_MAGIC))

    def _look_again(self) -> None:
        for name, blocks in self._sizes.items():
            self._indexes[name] = np.zeros(blocks, ENTRY)
        self._end = self._start
        self.puts: list[Put] = []
        self.look()

    def _append(self, frames: Sequence[Frame], facts: Mapping[str, Any], *, ends: bool) -> None:
        numbers = {name: number for number, name in enumerate(self._indexes)}
        entries = np.zeros(len(frames), _FRAME)
        for at, (stream, block, packed) in enumerate(frames):
            crc = google_crc32c.value(packed)
            entries[at] = numbers[stream], b"", block, len(packed), crc
        told = json.dumps(facts).encode()
        size = int(entries["length"].sum(dtype=np.int64))
        head = _PUT.pack(_PUT_MAGIC, len(frames), size, len(told), int(ends))
        rest = entries.tobytes() + told
        crc = google_crc32c.value(head + rest).to_bytes(4, "little")
        content = (head, crc, bytes(4), rest, *(frame.packed for frame in frames))
        with self._lock:
            self.look()
            self._write(b"".join(content))
            self.look()

    def _write(self, content: bytes) -> None:
        """Write `content` after the last put and flush it to disk; an error changes nothing."""
        with open_regular(self.path, "r+b") as file:
            try:
                file.truncate(self._end)
                file.seek(self._end)
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                with suppress(OSError):
                    file.truncate(self._end)
                raise

    def _put_at(self, file: IO[bytes], size: int) -> Put | None:
        """Return the put at the end of those known, None if it is not there or not complete."""
        if self._end + _PUT_BYTES > size:
            return None
        file.seek(self._end)
        head = file.read(_PUT_BYTES)
        magic, frames, packed, told, flags = _PUT.unpack(head[: _PUT.size])
        rest = frames * _FRAME.itemsize + told
        start = self._end + _PUT_BYTES + rest
        if magic != _PUT_MAGIC or start + packed > size or told > _LARGEST_TEXT:
            return None
        content = file.read(rest)
        crc = google_crc32c.value(head[: _PUT.size] + content)
        if head[_PUT.size :] != crc.to_bytes(4, "little") + bytes(4):
            return None
        entries = np.frombuffer(content, _FRAME, frames)
        with suppress(UnsoundError):
            put = Put(_object(content[entries.nbytes :]), bool(flags & 1), start, entries)
            if put.size == packed and self._fits(entries):
                return put
        return None

    def _fits(self, entries: Index) -> bool:
        sizes = np.array([index.size for index in self._indexes.values()], np.int64)
        streams = entries["stream"]
        if streams.size and int(streams.max()) >= sizes.size:
            return False
        return bool((entries["block"] < sizes[streams]).all())

    def _add(self, put: Put) -> None:
        lengths = put.entries["length"].astype(np.int64)
        offsets = put.start + np.cumsum(lengths) - lengths
        for number, index in enumerate(self._indexes.values()):
            own = put.entries["stream"] == number
            blocks = put.entries["block"][own]
            index["offset"][blocks] = offsets[own]
            index["length"][blocks] = lengths[own]
            index["crc"][blocks] = put.entries["crc"][own]
        self.puts.append(put)
        self._end = put.start + put.size


def write(
    path: Path, description: Mapping[str, Any], frames: Iterable[Frame], metadata: Mapping[str, Any]
) -> None:
    """Write a file at once, in place of an earlier one; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    making = path.with_name(f".building-{path.name}")
    making.unlink(missing_ok=True)
    file = Unfinished(making, description)
    file.put(frames)
    file.finish(metadata)
    making.replace(path)


def _head(description: Mapping[str, Any]) -> bytes:
    told = json.dumps(description).encode()
    head = _HEAD.pack(_MAGIC, len(told), google_crc32c.value(told)) + told
    return head + bytes(-len(head) % _ALIGNED)


def _read_head(file: IO[bytes]) -> tuple[bytes, dict[str, Any], dict[str, int]]:
    """Return the head of a file, its description, and the number of blocks of each stream."""
    file.seek(0)
    fixed = file.read(_HEAD.size)
    if len(fixed) < _HEAD.size or fixed[:8] != _MAGIC:
        raise UnsoundError(tr("it is not a table"))
    _, length, crc = _HEAD.unpack(fixed)
    told = file.read(min(length, _LARGEST_TEXT))
    if len(told) < length or google_crc32c.value(told) != crc:
        raise UnsoundError(tr("its metadata are corrupted"))
    description = _object(told)
    try:
        sizes = decode(dict[str, int], description.get("streams"))
    except DecodeError:
        raise UnsoundError(tr("its metadata are corrupted")) from None
    if not sizes or min(sizes.values()) < 0 or sum(sizes.values()) >= 1 << 32:
        raise UnsoundError(tr("its metadata are corrupted"))
    head = fixed + told
    return head + file.read(-len(head) % _ALIGNED), description, sizes


def _object(content: bytes) -> dict[str, Any]:
    try:
        return decode_text(dict, content)
    except DecodeError:
        raise UnsoundError(tr("its metadata are corrupted")) from None
