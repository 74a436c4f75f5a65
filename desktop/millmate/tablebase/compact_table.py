"""Tables of chess as they are kept: who wins, and the distances of lost positions, in one file.

A win is one more than the shortest loss that a move leads to: so the distances of wins are left
out, and found by one ply (see `wins`). Places that are never read hold the values that compress
best: illegal ones, all but one order of like pieces, and the later of a position and its mirror
image.

Slices are in an order of axes that compresses well (see `streams`). A block of 65,536 places is one
of the stream `results` and one of the stream `losses` (see `container`, `chess_compact`).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial, reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millmate.decoder import decode
from millmate.games.chess.material import Material
from millmate.kernels.chess_geometry import ON_DIAGONAL, TRANSFORMED
from millmate.language import tr
from millmate.tablebase import codec, compact_file
from millmate.tablebase.blocks import LOSSES, PLACES, RESULTS, SIZE, Block, write_codes
from millmate.tablebase.compact_file import CompactFile
from millmate.tablebase.container import Finished
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.layout import LOST, Layout, by_number
from millmate.tablebase.lru import LruCache
from millmate.tablebase.more import unpack_more
from millmate.tablebase.probe_many import runs
from millmate.tablebase.sharded import TableError, lacking
from millmate.tablebase.streams import Order, Stream
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
_TOGETHER = 1024  # words whose bits fit the first cache

_READ = 0.5  # of the time to find a slice, the part in which its blocks are read

_Key = tuple[Path, int, bool, int, bool]


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
        self.streams = Stream(self.layout, orders[0]), Stream(self.layout, orders[1])
        every = tuple(range(self.layout.pieces + 2))
        blocks = dict.fromkeys((RESULTS, LOSSES), 2 * self.layout.side_blocks)
        if any(tuple(sorted(order)) != every for order in orders) or file.streams != blocks:
            raise TableError(path, tr("its shape does not match its material"))
        self._groups = LruCache[tuple[bool, int], Values](codec.SHARED_BYTES, lambda v: v.nbytes)

    # Positions ------------------------------------------------------------------------------------

    def block(self, number: int) -> Block:
        results, losses = self._file.read(number, RESULTS, LOSSES)
        found = self._file.unpacked(RESULTS, number, results, SIZE, SIZE) or bytes(SIZE)
        unpack = partial(self._file.unpacked, LOSSES, number, losses, 1, PLACES)
        return Block(self.path, number, found, len(losses), unpack)

    def code(self, block: Block, offset: int) -> int:
        result = block.results[offset >> 2] >> 2 * (offset & 3) & 3
        if result != 2:
            return WON if result else 0
        losses, before = block.losses(), block.losses_before(offset)
        if before >= len(losses) or losses[before] >= LOST:
            raise block.fault()
        return LOST + losses[before]

    # Slices ---------------------------------------------------------------------------------------

    def chunk(self, number: int) -> bytes:
        return self._chunk(number, wins=True)

    def stored_chunk(self, number: int) -> bytes:
        return self._chunk(number, wins=False)

    def _chunk(self, number: int, wins: bool) -> bytes:
        layout = self.layout
        side, at = divmod(number, layout.side_chunks)
        first, inside = divmod(at * layout.chunk_size, layout.slice_size)
        parts = []
        for slice_ in range(first, min(first + layout.chunk_slices, layout.slices)):
            whole = self._kept(side == 0, slice_, wins).reshape(-1)
            part = whole[inside : inside + layout.chunk_size]
            parts.append(stored_once(layout, at % layout.slice_chunks, part))
        return np.concatenate(parts).tobytes().ljust(layout.chunk_size, b"\0")

    def slice_values(
        self,
        turn: bool,
        number: int = 0,
        out: Values | None = None,
        threads: int = 1,
        between: Between = ignore,
    ) -> Values:
        from millmate.tablebase.wins import slice_with_wins

        return slice_with_wins(self, turn, number, self._others, out, threads, between)

    def stored_slice(
        self, turn: bool, number: int = 0, threads: int = 1, between: Between = ignore
    ) -> Values:
        layout, words = self.layout, self.layout.words
        group, at = divmod(int(layout.ranks[number]), layout.group)
        if layout.group == 1:
            return self._group(turn, group, threads, between)
        codes = self._groups.get((turn, group), lambda: self._group(turn, group, threads))
        return codes[at * words : (at + 1) * words]

    def _kept(self, turn: bool, number: int, wins: bool) -> Values:
        """Return a slice, with 1 for wins unless `wins`."""
        between, key = self.progress or ignore, (self.path, self._file.written, turn, number)
        wins = wins or (*key, True) in _WHOLE
        read: Callable[..., Values] = self.slice_values if wins else self.stored_slice
        find = partial(read, turn, number, threads=self.threads, between=between)
        return _WHOLE.get((*key, wins), find)

    def _group(self, turn: bool, group: int, threads: int, between: Between = ignore) -> Values:
        """Return the slices that are packed together: uint8[words, 64], slice after slice."""
        from millmate.kernels import chess_compact
        from millmate.tablebase.spaces import bits_of, slice_space

        layout, stream = self.layout, self.streams[0 if turn else 1]
        members = stream.members(group)
        parts = stream.parts(len(members))
        before, _ = layout.block_at(turn, members[0])
        tangled = np.empty(len(members) * layout.slice_size, np.uint8)

        def put(at: int) -> None:
            start, places = parts[at]
            block = self.block(before + at)
            results, losses = (
                np.frombuffer(content, np.uint8) for content in (block.results, block.losses())
            )
            here = tangled[start : start + places]
            if not write_codes(results, losses, here) or (losses >= LOST).any():
                raise block.fault()

        for done, _ in enumerate(codec.mapped(put, len(parts), threads), 1):
            between(_READ * done / len(parts))
        codes, tile = np.empty_like(tangled), np.empty((65, 64), np.uint8)
        axes = stream.along(len(members))
        chess_compact.untangle(tangled, np.empty(0, np.uint64), codes, *axes, tile)
        rows = codes.reshape(-1, 64)
        for at, number in enumerate(members):
            own = rows[at * layout.words : (at + 1) * layout.words]
            if not any(layout.pawns):
                fill_images(layout, own)
            fill_orders(layout, own)
            legal = slice_space(layout, number).masks().legal[turn]
            for first in range(0, layout.words, _TOGETHER):
                own[first : first + _TOGETHER] *= bits_of(legal[first : first + _TOGETHER])
        return rows


# Slices of all tables, with their wins or without: those of the latest chunks.
_WHOLE = LruCache[_Key, Values](600_000_000, lambda values: values.nbytes, keep_last=True)


# Mirror images across the long diagonal; tables with pawns have none ------------------------------

_ACROSS = TRANSFORMED[4].astype(np.uint8)
_EARLIER = np.minimum(_ACROSS, np.arange(64))  # of a lane and its image
_FIRST_LANES = np.uint64(sum(1 << lane for lane in range(64) if lane <= _ACROSS[lane]))


def drop_images(layout: Layout, words: NDArray[np.uint64]) -> None:
    """Of each pair of images, remove the place that comes later from a set, uint64[words]."""
    for own, order in _on_diagonal(layout, words):
        own[order < 0] = 0
        own[order == 0] &= _FIRST_LANES


def fill_images(layout: Layout, values: Values) -> None:
    """Give each place that `drop_images` removes the code of its image, in `values[words, 64]`."""
    for own, order in _on_diagonal(layout, values):
        later, same = np.flatnonzero(order < 0), np.flatnonzero(order == 0)
        own[later] = own[later + order[later]][:, _ACROSS]
        own[same] = own[same][:, _EARLIER]


def _on_diagonal(
    layout: Layout, values: NDArray[Any]
) -> Iterator[tuple[NDArray[Any], NDArray[np.int32]]]:
    """Yield the words of each pivot king on the diagonal, and how far on their images are."""
    order, kings = _images(layout), np.flatnonzero(ON_DIAGONAL[list(layout.kings)])
    each = values.reshape(len(layout.kings), order.size, *values.shape[1:])
    for king in kings:
        yield each[king], order


@lru_cache(maxsize=4)
def _images(layout: Layout) -> NDArray[np.int32]:
    """Return how far on the images of a pivot king's words are: int32[64 ** pieces]."""
    words = np.arange(64**layout.pieces, dtype=np.int32)
    squares = [_ACROSS[words >> 6 * low & 63] for low in reversed(range(layout.pieces))]
    for first, end in runs(layout):
        squares[first:end] = np.sort(squares[first:end], axis=0)
    return reduce(lambda image, square: image << 6 | square, squares, np.int32(0) * words) - words
