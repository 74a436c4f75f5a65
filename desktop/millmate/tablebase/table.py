"""Tables of chess, whatever their format: their contents, and how they are read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence, Sized
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.games.chess.material import Material
from millmate.language import mark_count, tr
from millmate.tablebase import sharded
from millmate.tablebase.codec import BLOCK
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.layout import Layout
from millmate.tablebase.more import More, in_order, pack_more
from millmate.tablebase.streams import Stream

Values = NDArray[np.uint8]

WON = 256  # won, in a number of moves that the table leaves out
NO_WIN = mark_count("{n} position has no move that wins", "{n} positions have no move that wins")


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
    `longest_fens` one such position each ("" without one); `longest_cursed` and its
    positions are those of wins that the fifty-move rule draws;
    `counts` is keyed by the side to move, `white` or `black`. `bytes` is the size on disk,
    `payloads` the bytes of it for each kind of values: `distances` of wins and losses in one, or
    `wdl` (who wins) and `losses` (the distances of losses) apart; the rest are indexes and
    metadata. `cpu_seconds` is the cost of this table alone, `verified` whether every value was
    checked, `shipped` whether it is included with the program. `checksum` covers the values and is
    the same on every machine: the SHA-256 of the SHA-256 digests of the chunks' values, chunk by
    chunk.
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
    payloads: dict[str, int] = field(default_factory=dict)
    shipped: bool = False

    @property
    def compact(self) -> bool:
        return "losses" in self.payloads

    def to_json(self) -> dict[str, Any]:
        """Return this for other programs, the longest wins in plies, whatever the metric."""
        plies = self.longest
        if self.metric == "DTM":
            plies = {side: 2 * moves - 1 if moves else 0 for side, moves in plies.items()}
        named = {"longest": "longest_plies", "longest_cursed": "longest_cursed_plies"}
        fields = asdict(self) | {"longest": plies}
        return {named.get(name, name): value for name, value in fields.items()}


class Table(ABC):
    """A finished table, open for reading; safe from several threads."""

    path: Path
    layout: Layout
    info: TableInfo
    facts: dict[str, Any]  # its metadata, as they are stored
    more: More
    by_number = False  # whether slices are stored in the order of their numbers, as of old
    # Called by `chunk` with the share of a slice found, 0 to 1, where that is slow.
    progress: Between | None = None

    @abstractmethod
    def chunk(self, number: int) -> bytes:
        """Return the values of a chunk (see `Layout`), 0 where squares of like pieces descend.

        Raises:
            TableError: The chunk is missing, truncated or altered.
        """

    def stored_chunk(self, number: int) -> bytes:
        """Return a chunk as `chunk` does, with 1 for wins that the table leaves out."""
        return self.chunk(number)

    @abstractmethod
    def slice_values(
        self, turn: bool, number: int = 0, out: Values | None = None, threads: int = 1
    ) -> Values:
        """Return a slice, like pieces in every order: uint8[words, 64], by word and lane king.

        Args:
            turn: The side to move.
            number: The slice; tables without pawns have only one.
            out: The array to fill, a new one by default.
            threads: The number of threads.

        Raises:
            TableError: A chunk of it is missing, truncated or altered.
        """

    @cached_property
    def streams(self) -> tuple[Stream, Stream]:
        """The order of places in blocks with White and with Black to move."""
        stream = Stream(self.layout, tuple(range(self.layout.pieces + 2)))
        return stream, stream

    def block_of(self, place: int) -> tuple[int, int]:
        """Return the number of the block that holds a place, and the offset in it."""
        layout = self.layout
        at, inside = divmod(place, layout.slice_size)
        black, number = divmod(at, layout.slices)
        found = self.streams[black].place(number, min(inside, layout.image(inside)))
        block, offset = divmod(found, BLOCK)
        return block + black * layout.side_blocks, offset

    @abstractmethod
    def block(self, number: int) -> Sized:
        """Return the content of a block, the least that can be read; raises as `chunk` does."""

    @abstractmethod
    def code(self, block: Any, offset: int) -> int:
        """Return the code of a place, `WON` if the table leaves the moves out; raises as `chunk`.

        `block` is what `block` returned.
        """

    def stored_slice(
        self, turn: bool, number: int = 0, threads: int = 1, between: Between = ignore
    ) -> Values:
        """Return a slice as `slice_values` does, with 1 for wins that the table leaves out.

        `between` is called now and then with the fraction done.
        """
        return self.slice_values(turn, number, None, threads)

    @property
    def has_more(self) -> bool:
        """Whether there are distances above 127."""
        return bool(self.more.places.size)

    def more_of(self, place: int) -> int:
        """Return the excess of the distance at a place over the 127 of its code.

        Raises:
            TableError: A chunk is missing, truncated or altered.
        """
        return int(self.more.between(place, place + 1)[0])

    def more_of_chunk(self, number: int) -> Values:
        """Return the excess of distances of a chunk over 127; raises as `chunk` does."""
        layout = self.layout
        side, at = divmod(number, layout.side_chunks)
        start, size = at * layout.chunk_size, layout.slices * layout.slice_size
        end = min(start + layout.chunk_size, size)
        return self.more.between(side * size + start, side * size + end)

    def read_slices(self, numbers: Sequence[int], threads: int = 1) -> tuple[Values, Values | None]:
        """Return slices and the excess of their distances over 127, None if the table has none.

        Returns:
            Both uint8[2 (White to move first), slices, words, 64], like pieces in every order.
        """
        shape = 2, len(numbers), self.layout.words, 64
        values = np.empty(shape, np.uint8)
        more = np.zeros(shape, np.uint8) if self.has_more else None
        for side, turn in enumerate((True, False)):
            for at, number in enumerate(numbers):
                self.slice_values(turn, number, values[side, at], threads)
                if more is not None:
                    more[side, at] = self.more_values(turn, number)
        return values, more

    def more_values(self, turn: bool, number: int = 0) -> Values:
        """Return the excess of distances of a slice with one side to move over 127.

        Returns:
            uint8[words, 64], like pieces in every order.
        """
        layout = self.layout
        start = (number if turn else number + layout.slices) * layout.slice_size
        found = self.more.between(start, start + layout.slice_size).reshape(layout.words, 64)
        if found.any():
            fill_orders(layout, found)
        return found

    def more_text(self) -> str:
        """Return the excess of distances over 127 as a text, "" without any; raises as `chunk`."""
        layout, parts = self.layout, list[More]()
        for turn in (True, False) if self.has_more else ():
            for number in range(layout.slices):
                values = self.more_values(turn, number).reshape(-1)
                places = np.flatnonzero(values)
                places = places[in_order(layout, places >> 6)]
                start = (number if turn else number + layout.slices) * layout.slice_size
                parts.append(More((places + start).astype(np.uint64), values[places]))
        return pack_more(parts)


def info_of(own: Mapping[str, Any], size: int, payloads: dict[str, int]) -> TableInfo:
    """Return the metadata of a table of `size` bytes, with its `payloads` by kind of values.

    Raises:
        KeyError, TypeError, ValueError: Something is missing, of the wrong type or impossible.
    """
    info = sharded.info_of(TableInfo, {**own, "payloads": payloads}, size)
    for by_side in (info.longest, info.longest_fens, info.counts):
        if set(by_side) != {"white", "black"}:
            raise ValueError("white or black")
    Material.named(info.material)
    return info


def refuse_others(path: Path, info: TableInfo, layout: Layout, format_: int) -> None:
    """Raise `TableError` if a table is of another format or ending than it is read as."""
    if info.format != format_:
        told = tr("its format is {own}, this program reads format {format}")
        raise sharded.TableError(path, told.format(own=info.format, format=format_))
    if str(layout.material) != info.material or path.stem != str(layout.material.whole):
        raise sharded.TableError(path, tr("it holds {name}", name=info.material))


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
    rows = chunk.reshape(-1, 64).copy()
    words = np.arange(number * len(rows), (number + 1) * len(rows))
    for piece in layout.like:
        low = 6 * (layout.pieces - 2 - piece)
        rows[(words >> low + 6 & 63) > (words >> low & 63)] = 0
    return rows.reshape(-1)


def fill_orders(layout: Layout, values: Values) -> None:
    """Fill the places of a slice where squares of like pieces do not ascend, in place.

    `values[words, 64]` has one side to move.
    """
    fill_orders_of(values, layout.pieces, layout.like)


def fill_orders_of(values: NDArray[Any], pieces: int, like: Sequence[int]) -> None:
    """Do as `fill_orders` with `pieces` pieces, some of them `like` the next one."""
    for last in like:
        # Each place gets the value of the one with sorted squares, in steps of an insertion sort.
        piece = last
        while piece in like:
            # From the places with the piece and the next one exchanged, where they descend.
            both = values.reshape(-1, 64, 64, int(64 ** (pieces - 1 - piece)))
            for square in range(63):
                both[:, square + 1 :, square] = both[:, square, square + 1 :]
            piece -= 1
