"""Tables of DTM50: mates in over fifty moves that the fifty-move rule allows, with clock 0.

All others at clock 0 are as in DTM or, if DTZ says so, draws. A file, `dtm50/X.table` (see
`container`), has a stream of blocks of 65,536 places, first those of the side that the table calls
White. A block holds the places of the mates that are not as in DTM, as the gaps between them (two
bytes each), and then their codes. Tables without such mates have no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from millmate.decoder import DecodeError, decode
from millmate.games.chess.material import Material
from millmate.tablebase import codec, container, store
from millmate.tablebase.clocks import Places
from millmate.tablebase.codec import BLOCK, UnsoundError
from millmate.tablebase.container import Finished, Frame
from millmate.tablebase.full_table import SUFFIX
from millmate.tablebase.layout import layout_of
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import Table

_FOLDER = "dtm50"
_ZERO = "zero"  # the stream of the mates with clock 0
_LEVEL = 9  # of zstd
_EACH = 3  # bytes of a mate


def read(directory: Path, material: Material) -> dict[bool, Places] | None:
    """Return the places of a table, from 0 for each side to move; None without a file.

    Raises:
        TableError: It is damaged.
    """
    path, blocks = store.dtm50_path(directory, material), _blocks(material)
    if not path.exists():
        return None
    file, found = _opened(path, material), {}
    for turn in (True, False):
        frames = file.frames(_ZERO, 0 if turn else blocks, blocks)
        parts = [_unpacked(path, at, bytes(frame)) for at, frame in enumerate(frames) if frame]
        nothing = Places(np.empty(0, np.int64), np.empty(0, np.uint8))
        each = list(zip(*(parts or [nothing]), strict=True))
        found[turn] = Places(np.concatenate(each[0]), np.concatenate(each[1]))
    return found


def survey(directory: Path) -> tuple[dict[Material, int], list[TableError]]:
    """Return the materials with a file and its number of mates, and the errors of the others."""
    found, damaged = {}, []
    for path in sorted((directory / _FOLDER).glob(f"[!.]*{SUFFIX}")):
        material = store.named(False, path.stem)
        if material is None:
            continue
        try:
            mates = _opened(path, material).metadata.get("mates")
            found[material] = sum(decode(dict[str, int], mates).values())
        except (DecodeError, TableError) as error:
            damaged.append(error if isinstance(error, TableError) else TableError(path, str(error)))
    return found, damaged


def _opened(path: Path, material: Material) -> Finished:
    file = Finished(path)
    if file.description.get("name") != str(material):
        raise TableError(path, "it is of another material")
    if file.streams != {_ZERO: 2 * _blocks(material)}:
        raise TableError(path, "it is of another size")
    return file


def write(directory: Path, material: Material, sides: Mapping[bool, Places]) -> None:
    """Write the file of a material; raises `OSError`."""
    path, blocks = store.dtm50_path(directory, material), _blocks(material)
    frames = (
        Frame(_ZERO, at + (0 if turn else blocks), _packed(part))
        for turn, places in sides.items()
        for at, part in enumerate(_split(places, blocks))
    )
    about = {"name": str(material), "streams": {_ZERO: 2 * blocks}}
    mates = {str(turn): len(places.codes) for turn, places in sides.items()}
    container.write(path, about, frames, {"mates": mates})


def _blocks(material: Material) -> int:
    """Return the number of blocks of one side to move."""
    layout = layout_of(material)
    return -(-layout.slices * layout.slice_size // BLOCK)


def _split(places: Places, blocks: int) -> list[Places]:
    """Return the mates of each block, their places from its first one on."""
    first = np.arange(blocks + 1, dtype=np.int64) * BLOCK
    ends = np.searchsorted(places.places.astype(np.int64), first).tolist()
    return [
        Places(places.places[start:end].astype(np.uint64) - np.uint64(at), places.codes[start:end])
        for at, start, end in zip(first.tolist(), ends, ends[1:], strict=False)
    ]


def _packed(places: Places) -> bytes:
    if not places.codes.size:
        return b""
    gaps = np.diff(places.places, prepend=np.uint64(0)).astype("<u2")
    content = np.concatenate([gaps.view(np.uint8), places.codes])
    return codec.compressed(content, _LEVEL)


def _unpacked(path: Path, block: int, frame: bytes) -> Places:
    try:
        content = np.frombuffer(codec.unpacked(frame, _EACH, _EACH * BLOCK), np.uint8)
    except UnsoundError as error:
        raise TableError(path, str(error)) from None
    number = content.size // _EACH
    places = content[: 2 * number].view("<u2").cumsum(dtype=np.int64) + block * BLOCK
    return Places(places, content[2 * number : _EACH * number])


def has_late(table: Table) -> bool:
    """Return whether a table of distances to mate has mates in over fifty moves."""
    return any(any(side.plies[LONGEST + 1 :]) for side in table.info.counts.values())
