"""Files of tables of chess: finished ones, and those of a build that was interrupted."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from struct import pack, pack_into, unpack_from
from typing import Any

import chess
import google_crc32c
import numpy as np
from numpy.typing import NDArray
from tests.fuzz.keeping import folder
from tests.fuzz.mutate import mutated, mutated_json
from tests.fuzz.target import Target
from tests.made_tables import FACTS

from millmate.errors import MillMateError
from millmate.games.board import Board
from millmate.games.chess.material import Material
from millmate.tablebase import explore, store, targets
from millmate.tablebase.codec import compressed
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.draft import Draft, draft_path
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.layout import MOST_OF_CODE, Layout
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import Table, TableInfo

Values = NDArray[np.uint8]

_BOARDS = [
    chess.Board(fen)
    for fen in (
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KQ6 b - - 0 1",
        "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
        "kq6/8/8/8/8/8/8/7K w - - 0 1",
        "8/8/8/3k4/8/8/P7/K7 w - - 0 1",
        "3k4/8/8/8/8/8/P7/K7 b - - 0 1",
    )
]
_ENTRY, _TAIL = 16, 32  # bytes of an entry of the index, and of the end of a file


# Finished tables ----------------------------------------------------------------------------------


def read_table(data: bytes) -> None:
    """Open a table: what it says of itself, all chunks, a few positions."""
    table = _opened(data)
    read_directory(table.path.parent, explore, Tablebase, _BOARDS)
    # A packed table keeps the slices of its chunks, up to some hundred megabytes.
    chunks = 2 * table.layout.side_chunks if isinstance(table, FullTable) else 0
    for number in range(chunks):
        assert len(table.chunk(number)) == table.layout.chunk_size
        table.more_of_chunk(number)
    _slices(table)


def read_altered_table(data: bytes) -> None:
    """Open a table with other bytes, whose checksums are as they were: nothing wrong is read."""
    table = _opened(data)
    info, slices = _sound(table.info.material, packed=isinstance(table, CompactTable))
    assert table.info == info
    for found, right in zip(_slices(table), slices, strict=True):
        assert (found == right).all()


def read_directory(place: Path, sets_of: Any, tablebase: Any, boards: Sequence[Board]) -> None:
    """Read a directory with one table, of either game."""
    (info,), damaged = targets.survey(place)
    assert not damaged
    with tablebase(place) as tables:
        for board in boards:
            with contextlib.suppress(MillMateError):
                tables.probe(board)
                tables.moves(board)
    sets_of.contents(info)


def fresh(name: str) -> Path:
    """Return an empty directory."""
    place = folder() / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    return place


def _opened(data: bytes) -> Table:
    place, name = fresh("table"), "KPvK" if b'"KPvK"' in data[:100] else "KQvK"
    store.table_path(place, name).write_bytes(data)
    return store.opened(place, name)


def _slices(table: Table) -> tuple[Values, Values]:
    """Return the codes of all slices as they are stored, and their distances above 127."""
    sides, numbers = chess.COLORS, range(table.layout.slices)
    codes = [[table.stored_slice(turn, number) for number in numbers] for turn in sides]
    more = [[table.more_values(turn, number) for number in numbers] for turn in sides]
    return np.array(codes), np.array(more)


@cache
def _made(name: str) -> tuple[Values, Values]:
    """Return `values[side to move, slice, word, lane king]`, and distances above 127 likewise."""
    layout = Layout(Material.parse(name))
    codes = np.zeros((2, layout.slices, layout.words, 64), np.uint8)
    codes[0, :, ::9, ::2], codes[1, :, 4::9, 1::2] = 5, 130
    codes[0, :, 3, :7], codes[1, ::5, 60, 9] = 5, 130
    codes[0, ::7, 44, 44] = MOST_OF_CODE
    more = np.where(codes == MOST_OF_CODE, np.uint8(9), np.uint8(0))
    return codes, more


def _groups(name: str) -> list[list[int]]:
    """Return the slices that are stored together."""
    layout = Layout(Material.parse(name))
    groups = layout.ranks // layout.group
    return [np.flatnonzero(groups == group).tolist() for group in np.unique(groups)]


def _draft(place: Path, name: str) -> Draft:
    return Draft(place, Material.parse(name))


def _put(draft: Draft, numbers: list[int]) -> None:
    codes, more = _made(str(draft.layout.material))
    draft.put(numbers, codes[:, numbers], {"first": numbers[0]}, more=more[:, numbers])


def _build(draft: Draft) -> FullTable:
    """Do what is missing of a build."""
    done = draft.done()
    for numbers in _groups(str(draft.layout.material)):
        if not done.issuperset(numbers):
            _put(draft, numbers)
    table = draft.finish(FACTS)
    assert isinstance(table, FullTable)
    return table


@cache
def _finished(name: str) -> tuple[bytes, bytes]:
    """Return the sound files of a table: the codes of all positions, and as it is packed."""
    place = fresh("seed")
    path = _build(_draft(place, name)).path
    return path.read_bytes(), store.table_path(place, name).read_bytes()


@cache
def _sound(name: str, packed: bool) -> tuple[TableInfo, tuple[Values, Values]]:
    """Return what a sound file says of itself, and its slices."""
    table = _opened(_finished(name)[packed])
    return table.info, _slices(table)


def _tables() -> list[bytes]:
    return [file for name in ("KQvK", "KPvK") for file in _finished(name)]


@dataclass
class Parts:
    """A finished file, whose checksums `content` makes."""

    description: bytes
    puts: bytes
    index: bytearray
    metadata: bytes

    @classmethod
    def of(cls, content: bytes) -> Parts:
        """Take a sound file apart."""
        (length,) = unpack_from("<I", content, 8)
        offset, told = unpack_from("<QI", content, len(content) - _TAIL)
        end = len(content) - _TAIL
        start = len(_head(content[16 : 16 + length]))
        index = bytearray(content[offset : end - told])
        description, metadata = content[16 : 16 + length], content[end - told : end]
        return cls(description, content[start:offset], index, metadata)

    @property
    def content(self) -> bytes:
        """The file."""
        head, end = _head(self.description), self.index + self.metadata
        tail = pack("<QI", len(head) + len(self.puts), len(self.metadata))
        crc = google_crc32c.value(bytes(head + end + tail))
        return head + self.puts + end + tail + pack("<IQ8s", crc, 0, b"4taMlliM")

    def frame(self, at: int) -> bytes:
        """Return the frame of a block, counted through all streams."""
        offset, length, _ = unpack_from("<QII", self.index, at * _ENTRY)
        offset -= len(_head(self.description))
        return self.puts[offset : offset + length]

    def set_frame(self, at: int, frame: bytes) -> None:
        """Put another frame of a block at the end of the puts."""
        self.set_entry(at, len(_head(self.description) + self.puts), len(frame), frame)
        self.puts += frame

    def set_entry(self, at: int, offset: int, length: int, frame: bytes = b"") -> None:
        """Have the index tell where the frame of a block is, and that it is `frame`."""
        crc = google_crc32c.value(frame)
        pack_into("<QII", self.index, at * _ENTRY, offset, length, crc)


def _head(description: bytes) -> bytes:
    head = b"MillMat4" + pack("<II", len(description), google_crc32c.value(description))
    head += description
    return head + bytes(-len(head) % 64)


def changed_file(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """Return a table with something changed, mostly with the checksums that fit."""
    if chance.random() < 0.1:
        return mutated(seeds, (), chance)
    parts = Parts.of(chance.choice(seeds))
    change = chance.choice((_changed_texts, _changed_index, _changed_frame, _changed_frame))
    change(parts, chance)
    return parts.content


def _changed_texts(parts: Parts, chance: random.Random) -> None:
    if chance.random() < 0.3:
        told = mutated_json(json.loads(parts.description), chance)
        parts.description = json.dumps(told).encode()
    else:
        parts.metadata = json.dumps(mutated_json(json.loads(parts.metadata), chance)).encode()


def _changed_index(parts: Parts, chance: random.Random) -> None:
    """Have the index tell something else."""
    at, size = chance.randrange(len(parts.index) // _ENTRY), len(parts.puts)
    offset = chance.choice([0, 1, size, size - 20, 2**31, 2**40, 2**63, 2**64 - 1, 2**64 - 20])
    parts.set_entry(at, offset, chance.choice([0, 1, size, 2**16, 2**31, 2**32 - 1]))


def _changed_frame(parts: Parts, chance: random.Random) -> None:
    """Change a packed block, or what is packed."""
    there = [at for at in range(len(parts.index) // _ENTRY) if parts.frame(at)]
    at = chance.choice(there)
    size = chance.choice((1, 4096, 20_000, 65_535, 65_536, 65_537, 200_000))
    other = compressed(np.full(size, chance.randrange(256), np.uint8), 1)
    changed = other if chance.random() < 0.5 else mutated([parts.frame(at)], (), chance)
    parts.set_frame(at, changed)


# Files of a build that was interrupted ------------------------------------------------------------


def read_draft(data: bytes) -> None:
    """Go on with a build: nothing wrong is read meanwhile, and the table is right in the end.

    `data` is one of its two files; the other has all jobs.
    """
    place = fresh("draft")
    plane, table = _drafted()
    draft = draft_path(place, "KPvK")
    draft.mkdir()
    of_codes = b'"codes"' in data[:300]
    store.plane_path(draft, "KPvK").write_bytes(data if of_codes else plane[-1])
    store.table_path(draft, "KPvK").write_bytes(table[-1] if of_codes else data)
    draft = _draft(place, "KPvK")
    codes, more = _made("KPvK")
    assert len(draft.facts()) <= len(_groups("KPvK"))
    for number in draft.done():
        for side, turn in enumerate(chess.COLORS):
            with contextlib.suppress(TableError):
                assert (draft.slice_values(turn, number) == codes[side, number]).all()
                assert (draft.more_values(turn, number) == more[side, number]).all()
    try:
        _end(draft)
    except MillMateError as error:
        raise AssertionError("the build does not go on") from error


def _end(draft: Draft) -> None:
    """Build the table, which is right."""
    try:
        table = _build(draft)
    except MillMateError:
        assert len(draft.done()) < draft.layout.slices, "the damaged parts were removed"
        table = _build(draft)
    assert table.info.checksum == _sound("KPvK", packed=False)[0].checksum
    for found, right in zip(_slices(table), _made("KPvK"), strict=True):
        assert (found == right).all()


@cache
def _drafted() -> tuple[list[bytes], list[bytes]]:
    """Return the planes and tables of a build at first and after each of its jobs."""
    draft = _draft(fresh("seed"), "KPvK")
    paths = [path(draft.path, "KPvK") for path in (store.plane_path, store.table_path)]
    planes, tables = ([path.read_bytes()] for path in paths)
    for numbers in _groups("KPvK"):
        _put(draft, numbers)
        for found, path in zip((planes, tables), paths, strict=True):
            found.append(path.read_bytes())
    return planes, tables


def _drafts() -> list[bytes]:
    """Return the files of a build after each of its jobs, and those of a killed program."""
    draft = _draft(fresh("seed"), "KPvK")
    paths = [path(draft.path, "KPvK") for path in (store.plane_path, store.table_path)]
    for numbers in _groups("KPvK"):
        _put(draft, numbers)
    draft.assemble(FACTS)
    ends = [path.read_bytes() for path in paths]
    killed = [file[:-7] for found in _drafted() for file in found[1:4]]
    return [*ends, *killed, *(file for found in _drafted() for file in found)]


TARGETS = (
    Target("table", read_table, _tables, make=changed_file),
    Target("altered-table", read_altered_table, _tables),
    Target("draft", read_draft, _drafts),
)
