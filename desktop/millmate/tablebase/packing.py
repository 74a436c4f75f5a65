"""How slices of chess are packed, block by block (see `compact_table`)."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import product

import numpy as np
from numpy.typing import NDArray
from zstandard import ZstdCompressionParameters

from millmate import resources
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels import chess_compact
from millmate.tablebase import codec
from millmate.tablebase.blocks import LOSSES, PLACES, RESULTS, SIZE
from millmate.tablebase.compact_table import drop_images
from millmate.tablebase.container import Finished, Frame
from millmate.tablebase.layout import Layout
from millmate.tablebase.more import in_order
from millmate.tablebase.sharded import TableError
from millmate.tablebase.spaces import slice_space
from millmate.tablebase.streams import Order, Stream

# Of zstd: longer matches pack results as well as level 7 in three quarters of the time; losses take
# 6 to 10 % more bytes at level 3 than at level 5, in less than half of the time.
_RESULTS = ZstdCompressionParameters.from_level(5, source_size=SIZE, min_match=6, search_log=5)
_LOSSES = ZstdCompressionParameters.from_level(3, source_size=PLACES, min_match=6)
SMALLEST = 14  # the level of `millmate pack --small`
Values = NDArray[np.uint8]
Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Parts = Sequence[tuple[int, int]]


class Packing:
    """Packs the slices of a table."""

    def __init__(self, layout: Layout, known: Finished | None) -> None:
        """Take the order of axes that suits the table best.

        `known` is the table by the other metric: blocks with the same results are copied from it,
        which saves half of the time.
        """
        self._layout = layout
        self.orders = orders_of(layout.material)
        orders = [list(order) for order in self.orders]
        same = known is not None and known.metadata.get("orders") == orders
        self._known = known if same else None
        self._streams = [Stream(layout, order) for order in self.orders]

    def frames(
        self, numbers: Sequence[int], values: Sequence[Values], threads: int = 1
    ) -> Iterator[Frame]:
        """Yield the frames of slices that share blocks.

        Args:
            numbers: The slices, in the order of the blocks (see `Layout.ranks`).
            values: By side to move, `values[slice, word, lane king]`, slices as in `numbers`.
            threads: The number of threads.

        Raises:
            MillMateError: A block has other values than were packed, so that memory is faulty.
        """
        layout, tile = self._layout, np.empty((65, 64), np.uint8)
        legal = slice_space(layout, *numbers).masks().legal
        tangled = np.empty(len(numbers) * layout.slice_size, np.uint8)
        for turn, stream, own in zip((True, False), self._streams, values, strict=True):
            wanted, axes = self._wanted(legal.pop(turn)), stream.across(len(numbers))
            chess_compact.untangle(own.reshape(-1), wanted, tangled, *axes, tile)
            blocks = [tangled[start : start + n] for start, n in stream.parts(len(numbers))]
            first, _ = layout.block_at(turn, numbers[0])
            pack = partial(self._packed, _distances(stream), blocks, first)
            for frames in codec.mapped(pack, len(blocks), threads):
                yield from frames

    def _wanted(self, legal: Words) -> Words:
        """Return which places anybody asks for, of the legal ones of slices."""
        layout = self._layout
        if layout.like:
            legal.reshape(-1, layout.words)[:, ~in_order(layout, np.arange(layout.words))] = 0
        if not any(layout.pawns):
            drop_images(layout, legal)
        return legal

    def _packed(
        self, distances: Ints, blocks: Sequence[Values], first: int, at: int
    ) -> list[Frame]:
        """Return the frames of one of the blocks from the `first` on."""
        codes, block = blocks[at], first + at
        found = self._as_known(codes, block)
        if found is None:
            results = results_of(codes, distances)
            frame = b"" if results is None else codec.compressed(results, _RESULTS)
            found = _with_losses(codes, frame, _unpacked(frame, SIZE))
        if found is None:
            told = "{} was not packed as it is: memory may be faulty; build it again"
            raise MillMateError(told.format(self._layout.material))
        return [Frame(RESULTS, block, found[0]), Frame(LOSSES, block, found[1])]

    def _as_known(self, codes: Values, block: int) -> tuple[bytes, bytes] | None:
        """Return the frames of a block with the known results, None if it has others."""
        if self._known is None:
            return None
        with suppress(TableError):
            (frame,) = self._known.read(block, RESULTS)
            results = self._known.unpacked(RESULTS, block, frame, SIZE, SIZE) or bytes(SIZE)
            return _with_losses(codes, frame, np.frombuffer(results, np.uint8))
        return None


def _with_losses(codes: Values, frame: bytes, results: Values) -> tuple[bytes, bytes] | None:
    """Return the frame with the results of a block, and one with its losses.

    None if these are not the results of the block, or its losses are not packed as they are.
    """
    losses = losses_of(codes, results)
    if losses is None:
        return None
    # Of losses that are all of mated sides, the number counts, too.
    packed = codec.compressed(losses, _LOSSES) if losses.size else b""
    same = np.array_equal(_unpacked(packed, losses.size), losses)
    return (frame, packed) if same else None


def _unpacked(frame: bytes, size: int) -> Values:
    return np.frombuffer(codec.unpacked(frame, size, size) if frame else bytes(size), np.uint8)


def results_of(codes: Values, distances: Ints) -> Values | None:
    """Return the results of a block, None if all are draws; see `chess_compact.fill_results`."""
    results, known = np.zeros((2, SIZE + chess_compact.BEHIND), np.uint8)
    if not chess_compact.fill_results(codes, distances, known, results):
        return None
    return results[:SIZE]


def losses_of(codes: Values, results: Values) -> Values | None:
    """Return the distances of the losses of a block, None if these are not its results."""
    losses = np.empty(codes.size, np.uint8)
    lost = chess_compact.take_losses(codes, results, losses)
    return None if lost < 0 else losses[:lost]


@cache
def _distances(stream: Stream) -> Ints:
    """Return the distances, in bytes of results, at which blocks are likely to repeat themselves.

    At most of these distances one man is on another square.
    """
    steps = [n * step for step in (*stream.steps, stream.layout.slice_size) for n in range(1, 17)]
    found = {1, 2, 3, 4, 8, *(step // 4 for step in steps if step % 4 == 0)}
    return np.array(sorted(distance for distance in found if distance < SIZE), np.int64)


# The order of axes --------------------------------------------------------------------------------


def orders_of(material: Material) -> tuple[Order, Order]:
    """Return the orders of axes for White and for Black to move.

    They were found for all endings of up to five men by packing some blocks in every order. Others
    have those of the ending with the same pieces and as many of the pawns as there are.

    Raises:
        StopIteration: The slices have too many pieces to be packed.
    """
    fewer = product(*(range(pawns, -1, -1) for pawns in material.pawns))
    return next(
        found
        for pawns in sorted(fewer, key=sum, reverse=True)
        if (found := _found(material, pawns)) is not None
    )


def _found(material: Material, pawns: Sequence[int]) -> tuple[Order, Order] | None:
    """Return the orders that were found for the pieces of a material with other pawns."""
    pieces = [side.replace("P", "") for side in (material.white, material.black)]
    sides = [side + "P" * count for side, count in zip(pieces, pawns, strict=True)]
    if found := _known().get("v".join(sides)):
        return found
    if found := _known().get("v".join(reversed(sides))):
        own, other = (len(side) - 1 for side in pieces)
        return _exchanged(found[1], own, other), _exchanged(found[0], own, other)
    return None


def _exchanged(order: Order, own: int, other: int) -> Order:
    """Return an order with colours exchanged; White then has `own` pieces, Black `other`."""
    last = own + other + 1
    return tuple(
        last - axis if axis in (0, last) else axis + own if axis <= other else axis - other
        for axis in order
    )


@cache
def _known() -> dict[str, tuple[Order, Order]]:
    lines = resources.resource("orders.txt").read_text("ascii").splitlines()
    rows = map(str.split, lines)
    return {name: (tuple(map(int, own)), tuple(map(int, other))) for name, own, other in rows}
