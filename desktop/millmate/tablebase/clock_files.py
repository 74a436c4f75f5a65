"""Solved slices of pawnless endings, kept beside the tables of DTM50.

Solving one takes up to a minute, reading one a second. A file, `dtm50/X.clocks` (see `container`),
has for each side to move a stream of the numbers of changes of the rows (u16), and one of their
lanes, clocks and codes. A file that is damaged or belongs to other tables does not count. The
latest are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from millmate.decoder import DecodeError, decode
from millmate.tablebase import codec, container
from millmate.tablebase.clocks import Changes, Places, Solved
from millmate.tablebase.codec import BLOCK
from millmate.tablebase.container import Finished, Frame
from millmate.tablebase.sharded import TableError

SUFFIX = ".clocks"
MOST = 1_000_000_000  # bytes of all files together
_LEVEL = 3  # of zstd
_NOTHING = Places(np.empty(0, np.uint32), np.empty(0, np.uint8))

# The tables that a slice was solved from by their names: the checksums of their values.
Sources = Mapping[str, str]


@dataclass(frozen=True)
class _About:
    """The sources of a slice, and the numbers of changes of both sides to move."""

    sources: dict[str, str]
    births: bool
    changes: list[int]
    longest: int


def read(path: Path, sources: Sources, births: bool, words: int) -> Solved | None:
    """Return a slice of `words` rows, None without a sound file of it; `late` is left out."""
    try:
        file = Finished(path)
        about = decode(_About, file.metadata)
        sizes: dict[str, int] = {}
        for side, changes in enumerate(about.changes):
            sizes |= {f"rows {side}": 2 * words, f"lists {side}": 3 * changes}
        found = about.sources == dict(sources) and about.births == births
        if not found or file.streams != {name: _blocks(size) for name, size in sizes.items()}:
            return None
        arrays = {name: np.empty(size, np.uint8) for name, size in sizes.items()}
        for name, array in arrays.items():
            file.fill(name, 0, array)
    except (TableError, DecodeError):
        return None
    with suppress(OSError):
        path.touch()  # it is the latest now
    white, black = (
        Changes(
            np.cumsum(arrays[f"rows {side}"].view("<u2"), dtype=np.int64),
            *arrays[f"lists {side}"].reshape(3, -1),
        )
        for side in (0, 1)
    )
    return Solved((white, black), (_NOTHING, _NOTHING), about.longest)


def write(path: Path, sources: Sources, births: bool, solved: Solved) -> None:
    """Write the file of a slice, and remove those that are too many; raises `OSError`."""
    arrays = {}
    for side, (ends, *lists) in enumerate(solved.changes):
        arrays[f"rows {side}"] = np.diff(ends, prepend=0).astype("<u2").view(np.uint8)
        arrays[f"lists {side}"] = np.concatenate(lists)
    numbers = [len(changes.codes) for changes in solved.changes]
    about = {"name": path.stem, "streams": {n: _blocks(a.size) for n, a in arrays.items()}}
    frames = (
        Frame(name, at, codec.compressed(array[at * BLOCK : (at + 1) * BLOCK], _LEVEL))
        for name, array in arrays.items()
        for at in range(_blocks(array.size))
    )
    facts = _About(dict(sources), births, numbers, solved.longest)
    container.write(path, about, frames, asdict(facts))
    left = MOST
    for each in sorted(path.parent.glob(f"[!.]*{SUFFIX}"), key=_written, reverse=True):
        with suppress(OSError):
            left -= each.stat().st_size
            if left < 0 and each != path:
                each.unlink()


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # another process has removed it
        return 0


def _blocks(size: int) -> int:
    return -(-size // BLOCK)
