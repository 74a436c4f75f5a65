"""The sets of dead positions on disk, both sides' of a material in one Zarr array.

`helpmates/KRvKN.zarr` in the directory of tables holds uint8[4, bytes] (see `sharded`): with White
and with Black mated, each with White and then with Black to move, the words of all slices,
little-endian. Places of illegal positions hold the value of most legal ones: that packs best.

The sets of up to four men that ship with the program are used where a directory lacks a set. They
are only read.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import chess
import numpy as np
from chess import COLOR_NAMES
from numpy.typing import NDArray

from millmate import __version__, resources
from millmate.errors import InputError
from millmate.files import sync
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import codec, sharded
from millmate.tablebase.codec import Frame, Grid
from millmate.tablebase.layout import CHUNK, Layout, layout_of
from millmate.tablebase.locate import locate
from millmate.tablebase.lru import LruCache
from millmate.tablebase.sharded import KEY, SUFFIX, ShardedArray, lacking, metadata
from millmate.tablebase.verdict import MissingTableError

FORMAT = 1
DIRECTORY = "helpmates"
_WRITING = ".writing-"
MOST_MEN = 5  # whose sets are found; those of more do not fit in memory
_KEPT = 32_000_000  # bytes of unpacked chunks
SIDES = (True, False)


@dataclass(frozen=True, slots=True)
class DeadCounts:
    """Positions with one side to move, like men in every order, and the number of dead ones."""

    positions: int
    dead: int


class DeadSet(NamedTuple):
    """The positions of a table that are dead for one side.

    `words`: uint64[2 (White to move first), slices, words]; places of illegal positions count as
    dead where most of the legal ones are. `counts` by the side to move; `rank`: the greatest.
    """

    words: NDArray[np.uint64]
    counts: dict[str, DeadCounts]
    rank: int


@dataclass(frozen=True, slots=True)
class HelpmatesInfo:
    """The metadata of the sets of one material.

    `counts`: by the side that is mated, then by the side to move; `longest`: by the side that is
    mated, the greatest rank (see `kernels.chess_helpmates`); `bytes` on disk.
    """

    material: str
    bytes: int
    counts: dict[str, dict[str, DeadCounts]]
    longest: dict[str, int]
    verified: int
    cpu_seconds: float
    checksum: str


@dataclass(frozen=True)
class _Planes(Grid):
    """The shape of the array of a layout's sets."""

    layout: Layout

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return 4, self.layout.slices * self.layout.words * 8

    @property
    def chunk_shape(self) -> tuple[int, ...]:
        return 1, min(self.shape[1], CHUNK)

    @property
    def shard_shape(self) -> tuple[int, ...]:
        size = self.chunk_shape[1]
        return 1, -(-self.shape[1] // size) * size

    @property
    def axes(self) -> list[str]:
        return ["side mated and side to move", "bytes of words"]


class HelpmatesFile(ShardedArray):
    """The sets of a material, open for reading; safe from several threads."""

    def __init__(self, path: Path, material: Material) -> None:
        """Open those at `path`; check their metadata and their files' sizes.

        Raises:
            TableError: They are damaged or of another format.
        """
        document = metadata(path, FORMAT)
        own = document["attributes"][KEY]
        self.layout = layout_of(material)
        super().__init__(path, document, str(material), _Planes(self.layout))
        with lacking(path):
            self.info = sharded.info_of(HelpmatesInfo, own, self.bytes)
            if own["material"] != str(material):
                raise ValueError("material")
        self._kept = LruCache[int, bytes](_KEPT, len)

    def words(self, number: int, turn: bool, victim: bool) -> NDArray[np.uint64]:
        """Return the dead positions of a slice: uint64[words].

        Raises:
            TableError: A chunk is missing or altered.
        """
        size = self.layout.words * 8
        found = self._bytes_of(turn, victim, number * size, size)
        return np.frombuffer(found, "<u8").astype(np.uint64)

    def is_dead(self, place: int, victim: bool) -> bool:
        """Return whether the position at a place of the layout is dead for a side.

        Raises:
            TableError: A chunk is missing or altered.
        """
        side, at = divmod(place, self.layout.slices * self.layout.slice_size)
        number, bit = divmod(at, 8)
        return bool(self._bytes_of(side == 0, victim, number, 1)[0] >> bit & 1)

    def _bytes_of(self, turn: bool, victim: bool, start: int, size: int) -> bytes:
        """Return `size` bytes of a set from `start` on, with one side to move."""
        first, offset = divmod(start, self._grid.chunk_size)
        ahead = (2 * (not victim) + (not turn)) * self._grid.side_chunks
        found = b""
        for number in range(ahead + first, ahead - (-(start + size) // self._grid.chunk_size)):
            found += self._kept.get(number, partial(self.chunk, number))
        return found[offset : offset + size]


def opened(directory: Path, material: Material) -> HelpmatesFile:
    """Return the sets of a material, `directory` being that of the tables.

    Raises:
        MissingTableError: They are not there.
        TableError: They are damaged or of another format.
    """
    path = place(directory, material)
    if path is None:
        raise MissingTableError(
            tr(
                "the dead positions of {name} are unknown; run: millmate helpmates {name}",
                name=material,
            )
        )
    return HelpmatesFile(path, material)


def path_of(directory: Path, material: Material) -> Path:
    """Return where the sets of a material are, `directory` being that of the tables."""
    return directory / DIRECTORY / f"{material}{SUFFIX}"


def place(directory: Path, material: Material) -> Path | None:
    """Return the path of the sets to use for a material, None without any.

    Those of the directory have priority, even if they are damaged (see `tablebase.store`).
    """
    paths = (path_of(each, material) for each in (directory, resources.tables()) if each)
    return next((path for path in paths if path.is_dir()), None)


def exist(directory: Path, material: Material) -> bool:
    """Return whether the sets of a material are there, sound or not."""
    return place(directory, material) is not None


def missing(directory: Path, materials: Iterable[Material]) -> list[Material]:
    """Return the materials whose sets are to be built, each after those it needs.

    Raises:
        InputError: One has more than `MOST_MEN` men.
    """
    found: dict[Material, None] = {}
    for material in materials:
        if material.men > MOST_MEN:
            raise InputError(
                tr(
                    "{name} has {men} men; helpmates are found for up to {most}",
                    name=material,
                    men=material.men,
                    most=MOST_MEN,
                )
            )
        found |= dict.fromkeys(m for m in material.closure() if m.men > 2)
    return sorted(m for m in found if not exist(directory, m))


def write(
    directory: Path,
    layout: Layout,
    sets: Mapping[bool, DeadSet],
    facts: Mapping[str, Any],
    check: Callable[[HelpmatesFile], None],
) -> None:
    """Write the sets of a material, by the side that is mated, and give them their name.

    `check` is called with the written file before it is given its name, and may raise.

    Raises:
        OSError: The directory cannot be written or is full; nothing is left behind.
    """
    path = path_of(directory, layout.material)
    workplace = path.parent / f"{_WRITING}{layout.material}"
    unfinished = workplace / path.name
    shutil.rmtree(workplace, ignore_errors=True)
    unfinished.mkdir(parents=True)
    own = {
        "format": FORMAT,
        "material": str(layout.material),
        "program": __version__,
        "counts": {COLOR_NAMES[side]: found.counts for side, found in sets.items()},
        "longest": {COLOR_NAMES[side]: found.rank for side, found in sets.items()},
        **facts,
    }
    grid = _Planes(layout)
    try:
        sharded.write(unfinished, grid, lambda shard: _frames(grid, sets, shard), own)
        check(HelpmatesFile(unfinished, layout.material))
        unfinished.rename(path)
        sync(path.parent)
    finally:
        shutil.rmtree(workplace, ignore_errors=True)


def _frames(grid: _Planes, sets: Mapping[bool, DeadSet], shard: int) -> Iterator[Frame]:
    plane = sets[SIDES[shard // 2]].words[shard % 2].reshape(-1).astype("<u8").view(np.uint8)
    size = grid.chunk_shape[1]
    for start in range(0, plane.size, size):
        yield codec.pack(plane[start : start + size], size)


# --- ----------------------------------------------------------------------------------------------
# Whether a side can be mated from a position by any series of legal moves, read from the sets.


class Helpmates:
    """The sets of a directory of tables, opened when they are first needed."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._opened: dict[Material, HelpmatesFile] = {}

    def add(self, material: Material, sets: HelpmatesFile) -> None:
        """Answer from these sets of a material."""
        self._opened[material] = sets

    def can_be_mated(self, board: chess.Board, side: bool) -> bool:
        """Return whether some series of legal moves ends with `side` mated.

        Raises:
            UnprobeableError: `board` has castling rights or is impossible.
            MissingTableError: The sets of its material are not there.
            TableError: They are damaged.
        """
        if board.has_insufficient_material(not side) or chess.popcount(board.occupied) < 3:
            return False
        if board.has_legal_en_passant():
            return any(self._after(board, move, side) for move in list(board.legal_moves))
        layout, swapped, place = locate(board)
        material = layout.material
        if material not in self._opened:
            self._opened[material] = opened(self._directory, material)
        return not self._opened[material].is_dead(place, side is not swapped)

    def _after(self, board: chess.Board, move: chess.Move, side: bool) -> bool:
        after = board.copy(stack=False)
        after.push(move)
        return self.can_be_mated(after, side)
