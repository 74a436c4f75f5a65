"""How slices of chess are packed, block by block (see `compact_table`)."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from millmate import resources
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.kernels import chess_compact
from millmate.tablebase import codec
from millmate.tablebase.blocks import LOSSES, RESULTS, SIZE
from millmate.tablebase.compact_table import images_of
from millmate.tablebase.container import Frame
from millmate.tablebase.layout import Layout
from millmate.tablebase.more import in_order
from millmate.tablebase.spaces import slice_space
from millmate.tablebase.streams import Order, Stream

LEVEL, SMALLEST = 7, 14  # of zstd; 9 packs results as well as 7, in twice the time
Values = NDArray[np.uint8]
Words = NDArray[np.uint64]
Ints = NDArray[np.int64]


class Packing:
    """Packs the slices of a table."""

    def __init__(self, layout: Layout) -> None:
        """Take the order of axes that suits the table best."""
        self._layout = layout
        self.orders = orders_of(layout.material)
        self._streams = [Stream(layout, order) for order in self.orders]

    def frames(
        self, turn: bool, numbers: Sequence[int], values: Values, threads: int = 1
    ) -> Iterator[Frame]:
        """Yield the frames of slices that share blocks.

        Args:
            turn: The side to move.
            numbers: The slices, in the order of the blocks (see `Layout.ranks`).
            values: `values[slice, word, lane king]`, slices as in `numbers`.
            threads: The number of threads.

        Raises:
            MillMateError: A block has other values than were packed, so that memory is faulty.
        """
        layout, stream = self._layout, self._streams[0 if turn else 1]
        codes = np.empty((len(numbers), layout.words, 64), np.uint8)
        for own, number, marked in zip(values.reshape(codes.shape), numbers, codes, strict=True):
            chess_compact.mark(own, self._wanted(turn, number), marked)
        tangled = np.empty(codes.size, np.uint8)
        sizes, steps = stream.across(len(numbers))
        chess_compact.untangle(codes.reshape(-1), tangled, sizes, steps, stream.digits())
        block, _ = layout.block_at(turn, numbers[0])
        parts, material = stream.parts(len(numbers)), layout.material
        distances = _distances(stream)

        def pack(at: int) -> list[Frame]:
            start, places = parts[at]
            return _packed(tangled[start : start + places], distances, block + at, material)

        for frames in codec.mapped(pack, len(parts), threads):
            yield from frames

    def _wanted(self, turn: bool, number: int) -> Words:
        """Return which places of a slice anybody asks for."""
        layout = self._layout
        wanted = slice_space(layout, number).masks().legal[turn].copy()
        if layout.like:
            wanted[~in_order(layout, np.arange(layout.words))] = 0
        if not any(layout.pawns):
            chess_compact.drop_images(wanted, *images_of(layout))
        return wanted


def _packed(codes: Values, distances: Ints, block: int, material: Material) -> list[Frame]:
    """Return the frames of a block with these codes."""
    results, losses = block_of(codes, distances)
    # Of losses that are all of mated sides, the number counts, too.
    packed = [
        codec.compressed(values, LEVEL) if there else b""
        for values, there in ((results, results.any()), (losses, losses.size))
    ]
    if not chess_compact.agrees(codes, *_unpacked(packed, results.size, losses.size)):
        told = "{} was not packed as it is: memory may be faulty; build it again"
        raise MillMateError(told.format(material))
    return [Frame(RESULTS, block, packed[0]), Frame(LOSSES, block, packed[1])]


def _unpacked(packed: Sequence[bytes], *sizes: int) -> list[Values]:
    found = [np.zeros(size, np.uint8) for size in sizes]
    for frame, out in zip(packed, found, strict=True):
        if frame:
            codec.unpack(frame, out)
    return found


def block_of(codes: Values, distances: Ints) -> tuple[Values, Values]:
    """Return the results of a block and its losses; see `chess_compact.fill_results`."""
    results, losses = np.zeros(SIZE, np.uint8), np.empty(codes.size, np.uint8)
    if (codes == chess_compact.FREE).all():
        return results, losses[:0]
    chess_compact.fill_results(codes, distances, np.empty_like(results), results)
    return results, losses[: chess_compact.take_losses(codes, results, losses)]


@cache
def _distances(stream: Stream) -> Ints:
    """Return the distances, in bytes of results, at which blocks are likely to repeat themselves.

    At most of these distances one man is on another square.
    """
    found = {1, 2, 3, 4, 8}
    step = 1
    for length in reversed(stream.sizes.tolist()):
        found.update(n * step // 4 for n in range(1, 17) if n * step % 4 == 0)
        step *= length
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
    found = {}
    for name, *orders in map(str.split, lines):
        white, black = (tuple(map(int, order)) for order in orders)
        found[name] = white, black
    return found
