"""Tables of chess as they are kept: who wins, and the distances of lost positions, in one file.

A win is one more than the shortest loss that a move leads to: so the distances of wins are left
out, and found by one ply (see `wins`). Places that are never read hold the values that compress
best: illegal ones, all but one order of like pieces, and the later of a position and its mirror
image.

The places of each side to move stand slice after slice, in the order of the file's blocks (see
`Layout.ranks`), within a slice in an order of axes that compresses well. A block of 65,536 places
is one of the stream `results` and one of the stream `losses` (see `container`, `chess_compact`).
Blocks larger than a slice hold several whole ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from math import prod
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from millmate.decoder import decode
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import codec, compact_file
from millmate.tablebase.blocks import LOSSES, PLACES, RESULTS, SIZE, Block, checked
from millmate.tablebase.compact_file import CompactFile
from millmate.tablebase.container import Finished
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.layout import LOST, Layout, by_number
from millmate.tablebase.lru import LruCache
from millmate.tablebase.more import unpack_more
from millmate.tablebase.probe_many import Ints, first_images
from millmate.tablebase.sharded import TableError, lacking
from millmate.tablebase.table import (
    WON,
    Table,
    Values,
    fill_orders,
    info_of,
    refuse_others,
    stored_once,
)

FORMAT = 5
_WORD = 32  # places whose results are one number of 64 bits
_LOST_BITS = 0xAAAAAAAAAAAAAAAA  # the higher bit of each of them
_NO_LOSSES = np.empty(0, np.uint8)
_TOGETHER = 64  # blocks whose codes are read together

_READ = 0.5  # of the time to find a slice, the part in which its blocks are read

Order = tuple[int, ...]
Number = TypeVar("Number", int, Ints)
_Key = tuple[Path, int, bool, int, bool]


@dataclass(frozen=True)
class Stream:
    """The order of the places of one side to move: axes of a slice, as numbered in `layout`.

    Axis 0 is the pivot king's, the last one the lane king's.
    """

    layout: Layout
    order: Order

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """By slice, its number in the order of the stream."""
        return self.layout.ranks.astype(np.int64)

    @property
    def group(self) -> int:
        """The most slices whose places are packed together."""
        return self.layout.group

    @property
    def group_blocks(self) -> int:
        return -(-self.group * self.layout.slice_size // PLACES)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.layout.side_blocks

    def members(self, group: int) -> list[int]:
        """Return the slices that are packed together, in their order."""
        found = np.flatnonzero(self.ranks // self.group == group)
        members: list[int] = found[np.argsort(self.ranks[found])].tolist()
        return members

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The sizes of the axes in their order, the slices of a group first."""
        shape = axes_of(self.layout)
        return np.array([self.group, *[shape[axis] for axis in self.order]], np.int64)

    @cached_property
    def strides(self) -> NDArray[np.int64]:
        """How far apart in a group's table the places along each axis are."""
        shape = axes_of(self.layout)
        within = [prod(shape[axis + 1 :]) for axis in self.order]
        return np.array([self.layout.slice_size, *within], np.int64)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How far apart in the stream the places along the layout's axes are, last axis first."""
        shape = axes_of(self.layout)
        steps = [0] * len(shape)
        step = 1
        for axis in reversed(self.order):
            steps[axis] = step
            step *= shape[axis]
        return tuple(reversed(steps))

    def across(self, slices: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the sizes of the axes of a group of slices in the table, and their steps here."""
        sizes = [slices, *axes_of(self.layout)]
        return np.array(sizes), np.array([self.layout.slice_size, *self.steps[::-1]])

    def digits(self) -> NDArray[np.int64]:
        """Return room for a digit for each axis."""
        return np.empty(self.sizes.size, np.int64)

    def place(self, number: Number, place: Number) -> Number:
        """Return where in the stream a place of a slice is, or many places are."""
        found: Number = self.ranks[number] * self.layout.slice_size
        for step in self.steps[:-1]:
            found = found + (place & 63) * step
            place = place >> 6
        found += place * self.steps[-1]
        return found

    def parts(self, slices: int) -> list[tuple[int, int]]:
        """Return the blocks of a group of `slices`: offset of the first place, number of places."""
        size = slices * self.layout.slice_size
        return [(start, min(PLACES, size - start)) for start in range(0, size, PLACES)]


def axes_of(layout: Layout) -> tuple[int, ...]:
    """Return the sizes of a slice's axes: pivot king, pieces, lane king."""
    return (len(layout.kings), *[64] * (layout.pieces + 1))


class CompactTable(Table):
    """A table without the distances of wins, open for reading; safe from several threads.

    In one of an earlier version slices are in the order of their numbers, `by_number`.
    """

    def __init__(
        self, path: Path, others: Callable[[Material], Table], layout: Layout | None = None
    ) -> None:
        """Open the table; check all but the blocks.

        Args:
            path: Its file.
            others: Opens the tables that moves lead to.
            layout: Its layout, that of all placements of its material if None.

        Raises:
            TableError: It is damaged or of another format.
        """
        self.path = path
        self.by_number = path.suffix == compact_file.SUFFIX
        self._file = file = CompactFile(path) if self.by_number else Finished(path)
        self._others = others
        self.threads = 1  # that share the work of `chunk`
        self.facts = own = file.metadata
        with lacking(path):
            payloads = {"wdl": file.bytes_of(RESULTS), "losses": file.bytes_of(LOSSES)}
            self.info = info_of(own, file.bytes, payloads)
            whole = layout or Layout(Material.parse(self.info.material))
            self.more = unpack_more(decode(str, own.get("more", "")))
            orders = decode(tuple[Order, Order], own["orders"])
        self.layout = by_number(whole) if self.by_number else whole
        refuse_others(path, self.info, whole, compact_file.FORMAT if self.by_number else FORMAT)
        self._streams = tuple(Stream(self.layout, order) for order in orders)
        every = tuple(range(self.layout.pieces + 2))
        blocks = dict.fromkeys((RESULTS, LOSSES), 2 * self.layout.side_blocks)
        if any(tuple(sorted(order)) != every for order in orders) or file.streams != blocks:
            raise TableError(path, tr("its shape does not match its material"))
        self._groups = LruCache[tuple[bool, int], Values](codec.SHARED_BYTES, lambda v: v.nbytes)

    # Positions ------------------------------------------------------------------------------------

    def block_of(self, place: int) -> tuple[int, int]:
        layout = self.layout
        size = layout.slice_size
        at, inside = divmod(place, size)
        black = at >= layout.slices
        stream = self._streams[black]
        first = min(inside, layout.image(inside))
        found = int(stream.place(at - black * layout.slices, first))
        block, offset = divmod(found, PLACES)
        return block + black * self._streams[0].blocks, offset

    def block(self, number: int) -> Block:
        results = self._file.block(RESULTS, number, SIZE, SIZE) or bytes(SIZE)
        size = min(PLACES, 8 * self._file.length(LOSSES, number))
        return Block(results, size, partial(self._losses, number, results))

    def _losses(self, number: int, results: bytes) -> bytes:
        found = self._file.block(LOSSES, number, 1, PLACES)
        return checked(found, results, self.path, number)

    def code(self, block: Block, offset: int) -> int:
        result = block.results[offset >> 2] >> 2 * (offset & 3) & 3
        if result != 2:
            return WON if result else 0
        number, within = divmod(offset, _WORD)
        word = int.from_bytes(block.results[8 * number : 8 * number + 8], "little")
        last = word & _LOST_BITS & (1 << 2 * within) - 1
        return LOST + block.losses()[block.losses_before(number) + last.bit_count()]

    def codes(self, places: Ints, block: Callable[[int], Block]) -> NDArray[np.uint16]:
        """Return the codes of many places, as `code` does.

        `block` returns the same as the method, and may cache it.
        """
        layout, codes = self.layout, np.empty(len(places), np.uint16)
        number, inside = np.divmod(places, layout.slice_size)
        first, black = first_images(layout, inside), number >= layout.slices
        number -= black * layout.slices
        whites, blacks = (stream.place(number, first) for stream in self._streams)
        found = np.where(black, blacks + self._black, whites)
        order = np.argsort(found)
        codes[order] = self.sorted_codes(found[order], block)
        return codes

    def sorted_codes(self, places: Ints, block: Callable[[int], Block]) -> NDArray[np.uint16]:
        """Return the codes of ascending places of the streams, Black's after White's."""
        from millmate.kernels.chess_probe import read_codes

        codes, numbers, start = np.empty(len(places), np.uint16), places // PLACES, 0
        ends = np.flatnonzero(np.diff(numbers, append=-1)) + 1
        for part in np.split(ends, range(_TOGETHER, len(ends), _TOGETHER)) if len(ends) else ():
            own = slice(start, start := int(part[-1]))
            content = [block(number) for number in numbers[part - 1].tolist()]
            rows = np.zeros((len(part), 3), np.int64)
            rows[:, 0] = part - own.start
            words = np.frombuffer(b"".join([each.results for each in content]), "<u8")
            read_codes(words, _NO_LOSSES, rows, places[own], codes[own])
            lost = rows[:, 2].tolist()
            if any(lost):
                each = [of.losses() if n else b"" for of, n in zip(content, lost, strict=True)]
                rows[:, 1] = np.cumsum([len(of) for of in each])
                losses = np.frombuffer(b"".join(each), np.uint8)
                read_codes(words, losses, rows, places[own], codes[own])
        return codes

    @cached_property
    def stream_row(self) -> list[int]:
        """Where places are in the streams: a row of `chess_probe.After.streams`."""
        white, black = (stream.steps[::-1] for stream in self._streams)
        return [self._black, self.layout.slice_size, *white, *black]

    @property
    def _black(self) -> int:
        return self._streams[0].blocks * PLACES

    # Slices ---------------------------------------------------------------------------------------

    def chunk(self, number: int) -> bytes:
        return self._chunk(number, wins=True)

    def stored_chunk(self, number: int) -> bytes:
        return self._chunk(number, wins=False)

    def _chunk(self, number: int, wins: bool) -> bytes:
        layout = self.layout
        turn, slices, inside = self._slices_of(number)
        at = number % layout.side_chunks % layout.slice_chunks
        parts = []
        for slice_ in slices:
            part = self._kept(turn, slice_, wins).reshape(-1)[inside : inside + layout.chunk_size]
            parts.append(stored_once(layout, at, part))
        return np.concatenate(parts).tobytes().ljust(layout.chunk_size, b"\0")

    def unfound(self, number: int) -> tuple[bool, range] | None:
        turn, slices, _ = self._slices_of(number)
        kept = all(self._key(turn, slice_) in _WHOLE for slice_ in slices)
        return None if kept else (turn, slices)

    def slice_values(
        self, turn: bool, number: int = 0, out: Values | None = None, threads: int = 1
    ) -> Values:
        return self._with_wins(turn, number, out, threads)

    def _with_wins(
        self, turn: bool, number: int, out: Values | None, threads: int, between: Between = ignore
    ) -> Values:
        from millmate.tablebase.wins import WinsError, slice_with_wins

        try:
            return slice_with_wins(self, turn, number, self._others, out, threads, between)
        except WinsError as error:
            raise TableError(self.path, str(error)) from None

    def stored_slice(
        self, turn: bool, number: int = 0, threads: int = 1, between: Between = ignore
    ) -> Values:
        stream, words = self._streams[0 if turn else 1], self.layout.words
        group, at = divmod(int(stream.ranks[number]), stream.group)
        if stream.group == 1:
            return self._group(turn, group, threads, between)
        codes = self._groups.get((turn, group), lambda: self._group(turn, group, threads))
        return codes[at * words : (at + 1) * words]

    def _kept(self, turn: bool, number: int, wins: bool) -> Values:
        """Return a slice, with 1 for wins unless `wins`."""
        between = self.progress or ignore
        if wins or self._key(turn, number) in _WHOLE:
            find = partial(self._with_wins, turn, number, None, self.threads, between)
            return _WHOLE.get(self._key(turn, number), find)
        find = partial(self.stored_slice, turn, number, self.threads, between)
        return _WHOLE.get(self._key(turn, number, wins=False), find)

    def _key(self, turn: bool, number: int, wins: bool = True) -> _Key:
        return self.path, self._file.written, turn, number, wins

    def _slices_of(self, number: int) -> tuple[bool, range, int]:
        """Return the side to move of a chunk, its slices, and its offset in the first of them."""
        layout = self.layout
        side, at = divmod(number, layout.side_chunks)
        first, inside = divmod(at * layout.chunk_size, layout.slice_size)
        return side == 0, range(first, min(first + layout.chunk_slices, layout.slices)), inside

    def _group(self, turn: bool, group: int, threads: int, between: Between = ignore) -> Values:
        """Return the slices that are packed together: uint8[words, 64], slice after slice."""
        from millmate.kernels import chess_compact
        from millmate.tablebase.spaces import slice_space

        layout, stream = self.layout, self._streams[0 if turn else 1]
        members = stream.members(group)
        parts = stream.parts(len(members))
        before = group * stream.group_blocks + (0 if turn else self._streams[0].blocks)
        tangled = np.empty(len(members) * layout.slice_size, np.uint8)

        def put(at: int) -> None:
            start, places = parts[at]
            block = self.block(before + at)
            results, losses = (
                np.frombuffer(content, np.uint8).copy()
                for content in (block.results, block.losses())
            )
            here = tangled[start : start + places]
            chess_compact.put(here, results, losses)

        for done, _ in enumerate(codec.mapped(put, len(parts), threads), 1):
            between(_READ * done / len(parts))
        codes, sizes = np.empty_like(tangled), stream.sizes.copy()
        sizes[0] = len(members)
        chess_compact.untangle(tangled, codes, sizes, stream.strides, stream.digits())
        rows = codes.reshape(-1, 64)
        for at, number in enumerate(members):
            own = rows[at * layout.words : (at + 1) * layout.words]
            if not any(layout.pawns):
                chess_compact.fill_images(own, *images_of(layout))
            legal = slice_space(layout, number).masks().legal[turn]
            fill_orders(layout, own)
            chess_compact.keep(own, legal)
        return rows


# Slices of all tables, with their wins or without: those of the latest chunks.
_WHOLE = LruCache[_Key, Values](600_000_000, lambda values: values.nbytes, keep_last=True)


def images_of(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the arguments that kernels need to find images: pivot kings, like pieces, room."""
    like = np.zeros(max(1, layout.pieces), np.int64)
    like[list(layout.like)] = 1
    return np.array(layout.kings, np.int64), like, np.empty(layout.pieces, np.int64)
