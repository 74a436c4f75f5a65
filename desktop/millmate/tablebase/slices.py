"""The codes of a table's slices in files (see `container`): drafts, jobs and tables read them."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from millmate.errors import MillMateError
from millmate.tablebase import codec
from millmate.tablebase.codec import BLOCK
from millmate.tablebase.container import Container, Frame
from millmate.tablebase.layout import Layout
from millmate.tablebase.lru import LruCache
from millmate.tablebase.table import fill_orders, fill_orders_of

CODES, MORE = "codes", "more"  # streams: of codes, and of the excess of distances over 127

Values = NDArray[np.uint8]


def streams_of(layout: Layout) -> dict[str, int]:
    """Return the streams of the codes of a table, and the number of blocks of each."""
    return dict.fromkeys((CODES, MORE), 2 * layout.side_blocks)


class Slices:
    """The slices of a table, those that are in some files; safe from several threads."""

    def __init__(self, layout: Layout, files: Sequence[Container]) -> None:
        self.layout = layout
        self._files = files
        self._shared = LruCache[tuple[str, int], bytes](codec.SHARED_BYTES, len)

    def slice_values(
        self, turn: bool, number: int = 0, out: Values | None = None, threads: int = 1
    ) -> Values:
        """Return the codes of a slice, as `Table.slice_values` does.

        Raises:
            MillMateError: The slice is not there.
            TableError: It is damaged.
        """
        return self._slice(CODES, turn, number, out, threads)

    @property
    def has_more(self) -> bool:
        """Whether there are distances above 127."""
        return any(file.bytes_of(MORE) for file in self._files)

    def more_values(self, turn: bool, number: int = 0) -> Values:
        """Return the excess of distances of a slice over 127, as `Table.more_values` does."""
        return self._slice(MORE, turn, number, None, 1)

    def standing_values(
        self,
        stream: str,
        turn: bool,
        king: int,
        piece: int,
        squares: NDArray[np.int64],
        threads: int = 1,
    ) -> Values:
        """Return the rows of one pivot king in which a piece is on each of some squares.

        They are read alone where no block has others, too. The table has no pawns.

        Args:
            stream: Where to read.
            turn: The side to move.
            king: The index of the pivot king.
            piece: The number of the piece.
            squares: int64[n], its squares.
            threads: The number of threads.

        Returns:
            uint8[n, 64, ..., 64], by the other pieces' squares and the lane king's.
        """
        layout, shape = self.layout, [64] * self.layout.pieces
        first, each = layout.block_at(turn, 0)[0], int(64 ** (layout.pieces - piece))
        if each % BLOCK or not {piece - 1, piece}.isdisjoint(layout.like):
            rows = self._of_king(stream, turn, king, threads)
            return np.moveaxis(rows.reshape(64, *shape), piece, 0)[squares]
        found = np.empty((squares.size, 64**piece, each), np.uint8)
        like = [each if each < piece else each - 1 for each in layout.like]
        for rows, square in zip(found, squares.tolist(), strict=True):
            for before, part in enumerate(rows):
                at = (king * 64 ** (piece + 1) + 64 * before + square) * each // BLOCK
                self.fill(stream, first + at, part, threads)
            fill_orders_of(rows.reshape(-1, 64), layout.pieces - 1, like)
        return found.reshape(-1, *shape)

    def fill(self, stream: str, first: int, out: Values, threads: int = 1) -> None:
        """Unpack consecutive blocks, as `Container.fill` does; raises as `slice_values`."""
        if (file := self._file_of(stream, first)) is not None:
            file.fill(stream, first, out, threads)
        else:
            out[...] = 0

    def block_values(self, stream: str, block: int) -> bytes:
        """Return the content of a block, at most `BLOCK` bytes; raises as `slice_values` does."""
        file = self._file_of(stream, block)
        return (file.block(stream, block) if file else b"").ljust(BLOCK, b"\0")

    def packed(
        self, numbers: Sequence[int], streams: Sequence[str] = (CODES, MORE)
    ) -> Iterator[Frame]:
        """Yield the frames of streams of some slices, whole groups; raises likewise."""
        layout = self.layout
        each = -(-layout.group * layout.slice_size // BLOCK)
        for turn in (True, False):
            firsts = {layout.block_at(turn, number)[0] for number in numbers}
            for block in (first + at for first in sorted(firsts) for at in range(each)):
                for stream in streams:
                    if (file := self._file_of(stream, block)) is not None:
                        (frame,) = file.frames(stream, block)
                        yield Frame(stream, block, bytes(frame))

    def _slice(
        self, stream: str, turn: bool, number: int, out: Values | None, threads: int
    ) -> Values:
        layout = self.layout
        values = np.empty((layout.words, 64), np.uint8) if out is None else out
        block, offset = layout.block_at(turn, number)
        if layout.group > 1:
            shared = self._shared.get((stream, block), lambda: self.block_values(stream, block))
            values.reshape(-1)[:] = np.frombuffer(shared, np.uint8, layout.slice_size, offset)
            return values
        self.fill(stream, block, values, threads)
        fill_orders(layout, values)
        return values

    def _of_king(self, stream: str, turn: bool, king: int, threads: int) -> Values:
        """Return the rows of one pivot king: uint8[64 ** pieces, 64]."""
        layout = self.layout
        values = np.empty((64**layout.pieces, 64), np.uint8)
        blocks, parts = divmod(values.size, BLOCK)
        if parts:
            rows = len(values)
            return self._slice(stream, turn, 0, None, threads)[king * rows : (king + 1) * rows]
        self.fill(stream, layout.block_at(turn, 0)[0] + king * blocks, values, threads)
        fill_orders(layout, values)
        return values

    def _file_of(self, stream: str, block: int) -> Container | None:
        """Return the file that has a block, None if it is one of `MORE` without distances."""
        for file in self._files:
            if file.has(stream, block):
                return file
        if stream == CODES:
            at = block % self.layout.side_blocks * BLOCK // self.layout.slice_size
            number = int(np.flatnonzero(self.layout.ranks >= at)[0])
            raise MillMateError(f"slice {number} of {self.layout.material} is not built yet")
        return None
