"""Tables of chess on disk: one Zarr 3 array each, with checksums of every byte.

A table is a directory `KBNvK.zarr` (see `sharded`); its attributes hold the fields of `TableInfo`.

Tables are read here rather than by Zarr: importing Zarr takes longer than a thousand probes, its
event loop needs a thread, and it takes a missing shard for zeros. `draft` writes tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material, MaterialError
from millmate.json_decode import from_json
from millmate.tablebase import codec, sharded
from millmate.tablebase.codec import Buffer
from millmate.tablebase.layout import Layout
from millmate.tablebase.lru import LruCache
from millmate.tablebase.more import unpack_more
from millmate.tablebase.sharded import KEY, SUFFIX, ShardedArray, TableError, lacking, metadata

FORMAT = 2

Values = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SideCounts:
    """Positions with one side to move, distinct up to the board's symmetry.

    Like pieces count in every order (KBBvK has each position twice). `plies[n]` is the number of
    positions decided in exactly n plies: mated in n for even n, won in n for odd n.

    In tables of distances to zeroing `plies[n]` are those won in n plies and `lost_plies[n]` those
    lost. `cursed_wins` and `blessed_losses`, which the fifty-move rule draws, are among these but
    not among the wins, draws and losses.
    """

    wins: int
    draws: int
    losses: int
    plies: tuple[int, ...]
    lost_plies: tuple[int, ...] = ()
    cursed_wins: int = 0
    blessed_losses: int = 0


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The metadata of a table.

    `metric` is `DTM` or `DTZ50`. `longest` holds, for `white` and `black`, the longest win with the
    winner to move (0 where that side never wins), in moves to mate or plies to zeroing,
    `longest_fens` one such position each ("" where there is none); `longest_cursed` and its
    positions are those of wins that the fifty-move rule draws;
    `counts` is keyed by the side to move, `white` or `black`. `bytes` is
    the size on disk, `cpu_seconds` the cost of this table alone, `verified` whether every value was
    checked. `checksum` covers the values and is the same on every machine: the SHA-256 of the
    SHA-256 digests of the chunks' values, chunk by chunk.
    """

    material: str
    bytes: int
    verified: bool
    longest: dict[str, int]
    longest_fens: dict[str, str]
    counts: dict[str, SideCounts]
    cpu_seconds: float
    format: int
    checksum: str
    created: str
    program: str
    metric: str = "DTM"
    longest_cursed: dict[str, int] = field(default_factory=dict)
    longest_cursed_fens: dict[str, str] = field(default_factory=dict)


def table_path(directory: Path, material: Material | str) -> Path:
    return directory / f"{material}{SUFFIX}"


def exists(directory: Path, material: Material | str) -> bool:
    """Return whether there is a table of `material`, sound or not."""
    return table_path(directory, material).is_dir()


# Reading ------------------------------------------------------------------------------------------


class Table(ShardedArray):
    """A finished table, open for reading; safe from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the table; check its metadata and its files' sizes, and all of it if it is small.

        Raises:
            TableError: It is damaged or of another format.
        """
        document = metadata(path, FORMAT)
        own = document["attributes"][KEY]
        with lacking(path):
            self.layout = Layout(Material.parse(own["material"]))
        super().__init__(path, document, str(self.layout.material), self.layout)
        with lacking(path):
            self.info = _info(own, self.bytes)
            self.more = unpack_more(from_json(str, own.get("more", "")))
        self._shared = LruCache[int, bytes](codec.SHARED_BYTES, len)

    def slice_values(
        self,
        turn: bool,
        number: int = 0,
        out: NDArray[np.uint8] | None = None,
        threads: int = 1,
    ) -> NDArray[np.uint8]:
        """Return a slice, like pieces in every order: uint8[words, 64], by word and lane king.

        Args:
            turn: The side to move.
            number: The slice; tables without pawns have but one.
            out: The array to fill, a new one by default.
            threads: How many threads share the work.

        Raises:
            TableError: A chunk of it is missing, truncated or altered.
        """
        layout = self.layout
        values = np.empty((layout.words, 64), np.uint8) if out is None else out
        start = (number if turn else number + layout.slices) * layout.slice_size
        first, offset = layout.chunk_of(start)
        if layout.chunk_slices > 1:
            shared = self._shared.get(first, lambda: self.chunk(first))
            values.reshape(-1)[:] = np.frombuffer(shared, np.uint8)[offset:][: layout.slice_size]
            return values
        parts = values.reshape(layout.slice_chunks, -1)

        def unpack(at: int, packed: Buffer) -> None:
            codec.unpack(packed, parts[at])

        self._each(first, layout.slice_chunks, unpack, threads)
        fill_orders(layout, values)
        return values

    def more_of_slice(self, number: int) -> NDArray[np.uint8] | None:
        """Return what distances of a slice exceed 127 by, None if none of the table does.

        Returns:
            uint8[2 (White to move first), words, 64], like pieces in every order.
        """
        if not self.more.places.size:
            return None
        layout = self.layout
        found = np.zeros((2, layout.words, 64), np.uint8)
        for side in (0, 1):
            start = (number + side * layout.slices) * layout.slice_size
            first, end = np.searchsorted(self.more.places, [start, start + layout.slice_size])
            found[side].reshape(-1)[self.more.places[first:end] - start] = self.more.above[
                first:end
            ]
            fill_orders(layout, found[side])
        return found

    def values(self) -> NDArray[np.uint8]:
        """Return the whole table as `values[side to move, word, lane king]`, slice after slice.

        Returns:
            uint8[2, slices * words, 64], White to move first.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        layout = self.layout
        all_values = np.empty((2, layout.slices, layout.words, 64), np.uint8)
        for turn in (True, False):
            for number in range(layout.slices):
                self.slice_values(turn, number, all_values[0 if turn else 1, number])
        return all_values.reshape(2, -1, 64)


def opened(directory: Path, material: Material | str) -> Table:
    """Return the table of the canonical `material` in `directory`, open; raises as `Table` does."""
    return Table(table_path(directory, material))


def survey(directory: Path) -> tuple[list[TableInfo], list[TableError]]:
    """Return the metadata of the sound tables in `directory`, and the errors of the others."""
    return sharded.survey(materials(directory), lambda material: opened(directory, material).info)


def materials(directory: Path) -> list[Material]:
    """Return the materials with a table in `directory`, sound or not, smaller ones first."""
    found = []
    for path in directory.glob(f"[!.]*{SUFFIX}") if directory.is_dir() else ():
        try:
            material = Material.parse(path.name.removesuffix(SUFFIX))
        except MaterialError:
            continue
        if path.is_dir() and path == table_path(directory, material):
            found.append(material)
    return sorted(found)


def _info(own: Mapping[str, Any], size: int) -> TableInfo:
    info = sharded.info_of(TableInfo, own, size)
    for by_side in (info.longest, info.longest_fens, info.counts):
        if set(by_side) != {"white", "black"}:
            raise ValueError("white or black")
    if info.material != str(Material.parse(info.material)):
        raise ValueError("material")
    return info


# Like pieces --------------------------------------------------------------------------------------

# Two rooks of one colour on a1 and b1 are one position but two places of the table. On disk the
# place with descending squares holds 0, which compresses to almost nothing.


def stored_once(layout: Layout, number: int, chunk: Values) -> Values:
    """Return the values of a chunk, with 0 where squares of like pieces do not ascend.

    Args:
        layout: The layout of the table.
        number: The number of the chunk within its slice and side to move.
        chunk: The values of the chunk, in any shape; not changed.
    """
    if not layout.like:
        return chunk
    # Within a chunk the last two pieces and the lane king vary; the other pieces are fixed.
    still = layout.pieces - 2
    squares = [number >> 6 * (still - 1 - piece) & 63 for piece in range(still)]
    flat = chunk.reshape(-1)
    if any(squares[p] > squares[p + 1] for p in layout.like if p + 1 < still):
        return np.zeros_like(flat)
    kept = flat * _ascending() if still in layout.like else flat.copy()
    if still - 1 in layout.like:
        kept.reshape(64, -1)[: squares[-1]] = 0
    return kept


def fill_orders(layout: Layout, values: Values) -> None:
    """Fill the places of a slice where squares of like pieces do not ascend, in place.

    `values[words, 64]` has one side to move.
    """
    like = set(layout.like)
    for last in layout.like:
        # Each place gets the value of the one with sorted squares, in steps of an insertion sort.
        piece = last
        while piece in like:
            _take_from_exchanged(values, layout.pieces, piece)
            piece -= 1


def _take_from_exchanged(values: Values, pieces: int, piece: int) -> None:
    """Copy values from the places with `piece` and the next piece exchanged, where they descend."""
    after = int(64 ** (pieces - 1 - piece))
    both = values.reshape(-1, 64, 64, after)
    for square in range(63):
        both[:, square + 1 :, square] = both[:, square, square + 1 :]


@cache
def _ascending() -> Values:
    """Return 1 where the squares of a chunk's two pieces ascend, 0 elsewhere; flat."""
    triangle = np.triu(np.ones((64, 64), np.uint8))
    return np.repeat(triangle.reshape(-1), 64)
