"""Solved slices of pawnless endings, kept beside the tables of DTM50.

Solving one takes up to a minute, reading one a second. A file, `dtm50/X.clocks`, has a line of JSON
(see `_Head`) after its CRC-32C in hexadecimal digits, and then two zstd frames for each side to
move. A file that is damaged or belongs to other tables does not count. The latest are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import google_crc32c
import numpy as np
from numpy.typing import NDArray

from millmate import limits
from millmate.decoder import DecodeError, decode_text
from millmate.files import open_atomically
from millmate.tablebase import codec
from millmate.tablebase.clocks import Changes, Places, Solved
from millmate.tablebase.codec import UnsoundError

SUFFIX = ".clocks"
MOST = 1_000_000_000  # bytes of all files together
_LARGEST = 300_000_000  # bytes of a file; KNNvKQ has 37 million
_LEVEL = 3  # of zstd
_LANES = 64
_NOTHING = Places(np.empty(0, np.uint32), np.empty(0, np.uint8))

# The tables that a slice was solved from by their names: the checksums of their values.
Sources = Mapping[str, str]


@dataclass(frozen=True)
class _Head:
    """The sources of a slice, and the numbers of changes of both sides to move.

    `frames` has the length and CRC-32C of each frame: the numbers of changes of the rows (u16), and
    lanes, clocks and codes.
    """

    sources: dict[str, str]
    births: bool
    changes: list[int]
    longest: int
    frames: list[list[int]]


def read(path: Path, sources: Sources, births: bool, words: int) -> Solved | None:
    """Return a slice of `words` rows, None without a sound file of it; `late` is left out."""
    try:
        line, _, rest = limits.read(path, _LARGEST).partition(b"\n")
        if google_crc32c.value(line[8:]) != int(line[:8], 16):
            return None
        head = decode_text(_Head, line[8:])
        if head.sources != dict(sources) or head.births != births or len(head.changes) != 2:
            return None
        frames = _split(memoryview(rest), head.frames)
        white, black = (_unpacked(frames, words, number) for number in head.changes)
    except (OSError, DecodeError, UnsoundError, StopIteration, ValueError):
        return None
    with suppress(OSError):
        path.touch()  # it is the latest now
    return Solved((white, black), (_NOTHING, _NOTHING), head.longest)


def write(path: Path, sources: Sources, births: bool, solved: Solved) -> None:
    """Write the file of a slice, and remove those that are too many; raises `OSError`."""
    frames = [frame for changes in solved.changes for frame in _packed(changes)]
    about = [[len(frame), google_crc32c.value(frame)] for frame in frames]
    numbers = [len(changes.codes) for changes in solved.changes]
    head = _Head(dict(sources), births, numbers, solved.longest, about)
    line = json.dumps(asdict(head)).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    with open_atomically(path) as file:
        file.writelines([b"%08x" % google_crc32c.value(line), line, b"\n", *frames])
    left = MOST
    for each in sorted(path.parent.glob(f"*{SUFFIX}"), key=_written, reverse=True):
        with suppress(OSError):
            left -= each.stat().st_size
            if left < 0 and each != path:
                each.unlink()


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # another process has removed it
        return 0


def _split(content: memoryview, frames: list[list[int]]) -> Iterator[bytes]:
    """Yield the frames; raises `UnsoundError` and `ValueError`."""
    for length, crc in frames:
        frame, content = bytes(content[:length]), content[length:]
        if len(frame) != length or google_crc32c.value(frame) != crc:
            raise UnsoundError("a frame is corrupted")
        yield frame


def _packed(changes: Changes) -> Iterator[bytes]:
    counts = np.diff(changes.ends, prepend=0).astype("<u2").view(np.uint8)
    lists = np.stack([changes.lanes, changes.clocks, changes.codes])
    for array in (counts, lists.reshape(-1)):
        yield codec.compressed(array, _LEVEL)


def _unpacked(frames: Iterator[bytes], words: int, number: int) -> Changes:
    counts = _array(next(frames), 2 * words).view("<u2")
    lanes, clocks, codes = _array(next(frames), 3 * number).reshape(3, -1)
    ends = np.cumsum(counts, dtype=np.int64)
    if int(ends[-1]) != number or (lanes >= _LANES).any():
        raise UnsoundError("the changes are corrupted")
    return Changes(ends, lanes, clocks, codes)


def _array(frame: bytes, size: int) -> NDArray[np.uint8]:
    out = np.empty(size, np.uint8)
    codec.unpack(frame, out)
    return out
