"""Tables of chess that earlier versions built: one Zarr 3 array each, which are only read.

A table is a directory `KBNvK.zarr` (see `sharded`); its attributes hold the fields of `TableInfo`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from millmate.decoder import decode
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import codec
from millmate.tablebase.codec import Buffer
from millmate.tablebase.layout import Layout
from millmate.tablebase.lru import LruCache
from millmate.tablebase.more import unpack_more
from millmate.tablebase.sharded import KEY, SUFFIX, ShardedArray, TableError, lacking, metadata
from millmate.tablebase.table import Table, Values, fill_orders, fill_orders_of, info_of

FORMAT = 2
MORE = f"more{SUFFIX}"  # within a table: the array of the excess of distances over 127
_OF_SHARDS = "shards", "metadata_checksum"


class ZarrTable(ShardedArray, Table):
    """A table with the codes of all positions."""

    def __init__(self, path: Path, layout: Layout | None = None) -> None:
        """Open the table; check its metadata and its files' sizes, and all of it if it is small.

        Args:
            path: Its directory.
            layout: Its layout, that of all placements of its material if None.

        Raises:
            TableError: It is damaged or of another format.
        """
        document = metadata(path, FORMAT)
        own = document["attributes"][KEY]
        with lacking(path):
            self.layout = layout or Layout(Material.parse(own["material"]))
        super().__init__(path, document, str(self.layout.material), self.layout)
        self._more_array = self._opened_more(own.get("more_checksum"))
        with lacking(path):
            self.info = info_of(own, self.bytes, {"distances": self.payload_bytes})
            self.facts = {key: own[key] for key in own if key not in _OF_SHARDS}
            self.more = unpack_more(decode(str, own.get("more", "")))
        self._shared = LruCache[int, bytes](codec.SHARED_BYTES, len)
        self._more_kept = LruCache[int, bytes](codec.SHARED_BYTES, len)

    def slice_values(
        self, turn: bool, number: int = 0, out: Values | None = None, threads: int = 1
    ) -> Values:
        layout = self.layout
        values = np.empty((layout.words, 64), np.uint8) if out is None else out
        start = (number if turn else number + layout.slices) * layout.slice_size
        first, offset = layout.chunk_of(start)
        if layout.chunk_slices > 1:
            shared = self._shared.get(first, lambda: self.chunk(first))
            values.reshape(-1)[:] = np.frombuffer(shared, np.uint8)[offset:][: layout.slice_size]
            return values
        self._fill(first, values, threads)
        return values

    def king_values(self, turn: bool, king: int, threads: int = 1) -> Values:
        chunks, parts = divmod(self.layout.slice_chunks, len(self.layout.kings))
        if parts:
            return super().king_values(turn, king, threads)
        values = np.empty((64**self.layout.pieces, 64), np.uint8)
        first = (0 if turn else self.layout.side_chunks) + king * chunks
        self._fill(first, values, threads)
        return values

    def standing_values(
        self, turn: bool, king: int, piece: int, square: int, threads: int = 1
    ) -> Values | None:
        layout = self.layout
        each = 64 ** (layout.pieces - piece)  # consecutive places with the piece on one square
        chunks, rest = divmod(each, layout.chunk_size)
        if rest or not {piece - 1, piece}.isdisjoint(layout.like):
            return None
        values = np.empty((64**piece, chunks, layout.chunk_size), np.uint8)
        start = (0 if turn else layout.side_chunks) + king * 64 ** (piece + 1) * chunks
        for before, parts in enumerate(values):
            first = start + (64 * before + square) * chunks
            self._unpack(first, parts, threads)
        rows: Values = values.reshape(-1, 64)
        like = [each if each < piece else each - 1 for each in layout.like]
        fill_orders_of(rows, layout.pieces - 1, like)
        return rows

    def _fill(self, first: int, values: Values, threads: int) -> None:
        """Fill the rows of some chunks from `first` on, like pieces in every order."""
        self._unpack(first, values.reshape(-1, self.layout.chunk_size), threads)
        fill_orders(self.layout, values)

    def _unpack(self, first: int, parts: Values, threads: int) -> None:
        """Unpack chunks from `first` on into the rows of an array."""

        def unpack(at: int, packed: Buffer) -> None:
            codec.unpack(packed, parts[at])

        self._each(first, len(parts), unpack, threads)

    def block_of(self, place: int) -> tuple[int, int]:
        return self.layout.chunk_of(place)

    def block(self, number: int) -> bytes:
        return self.chunk(number)

    def code(self, block: bytes, offset: int) -> int:
        return block[offset]

    # Distances above 127 --------------------------------------------------------------------------

    @property
    def has_more(self) -> bool:
        return self._more_array is not None or super().has_more

    def more_of(self, place: int) -> int:
        if self._more_array is None:
            return super().more_of(place)
        number, offset = self.layout.chunk_of(place)
        return self._more_kept.get(number, lambda: self.more_of_chunk(number).tobytes())[offset]

    def more_of_chunk(self, number: int) -> Values:
        if self._more_array is None:
            return super().more_of_chunk(number)
        with self._within():
            return np.frombuffer(self._more_array.chunk(number), np.uint8)

    def more_values(self, turn: bool, number: int = 0) -> Values:
        if self._more_array is None:
            return super().more_values(turn, number)
        return self._more_rows(turn, 0, self.layout.words)  # there is but one slice

    def king_more(self, turn: bool, king: int) -> Values:
        rows = 64**self.layout.pieces
        if self._more_array is None or rows * 64 % self.layout.chunk_size:
            return super().king_more(turn, king)
        return self._more_rows(turn, king * rows, rows)

    def _more_rows(self, turn: bool, first: int, rows: int) -> Values:
        """Return the excess of distances over 127 in rows of whole chunks or of the whole slice."""
        layout = self.layout
        found = np.empty((rows, 64), np.uint8)
        start = (0 if turn else layout.side_chunks) + first * 64 // layout.chunk_size
        for at, part in enumerate(found.reshape(-1, min(layout.chunk_size, found.size)), start):
            part[:] = self.more_of_chunk(at)
        fill_orders(layout, found)
        return found

    def _opened_more(self, checksum: object) -> ShardedArray | None:
        """Return the array of the excess over 127, None if the metadata have no checksum for it."""
        if checksum is None:
            return None
        with self._within():
            document = metadata(self.path / MORE, FORMAT)
            name = MORE.removesuffix(SUFFIX)
            found = ShardedArray(self.path / MORE, document, name, self.layout)
        if document["attributes"][KEY].get("checksum") != checksum:
            raise TableError(self.path, tr("its parts do not belong together"))
        self.bytes += found.bytes
        self.payload_bytes += found.payload_bytes
        return found

    @contextmanager
    def _within(self) -> Iterator[None]:
        """Blame this table for damage to the array within."""
        try:
            yield
        except TableError as error:
            raise TableError(self.path, f"{MORE}: {error.fault}") from None
