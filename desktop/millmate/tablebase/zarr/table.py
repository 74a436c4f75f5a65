"""Tables of chess that earlier versions built: Zarr 3 arrays, which are only read.

A table is a directory `KBNvK.zarr` (see `sharded`); its attributes hold the fields of `TableInfo`.
"""

from pathlib import Path

import numpy as np

from millmate.decoder import decode
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase.codec import BLOCK, Values
from millmate.tablebase.container import Container
from millmate.tablebase.layout import Layout, by_number
from millmate.tablebase.more import unpack_more
from millmate.tablebase.sharded import KEY, SUFFIX, ShardedArray, TableError, lacking, metadata
from millmate.tablebase.slices import CODES, MORE, streams_of

FORMAT = 2
_MORE = f"more{SUFFIX}"  # within a table: the array of the excess of distances over 127
_OF_SHARDS = "shards", "metadata_checksum"


class ZarrBlocks(Container):
    """The arrays of a table, read like the streams of a file; there are no frames of blocks."""

    def __init__(self, path: Path, layout: Layout | None = None) -> None:
        """Open the table; check its metadata and its files' sizes.

        Args:
            path: Its directory.
            layout: Its layout, that of all placements of its material if None.

        Raises:
            TableError: It is damaged or of another format.
        """
        document = metadata(path, FORMAT)
        own = document["attributes"][KEY]
        with lacking(path):
            self.layout = by_number(layout or Layout(Material.parse(own["material"])))
            self._pairs = unpack_more(decode(str, own.get("more", "")))
        super().__init__(path)
        name = str(self.layout.material)
        self._arrays = {CODES: ShardedArray(path, document, name, self.layout)}
        if (checksum := own.get("more_checksum")) is not None:
            self._open_more(checksum)
        self.bytes = sum(array.bytes for array in self._arrays.values())
        self.metadata = {key: own[key] for key in own if key not in _OF_SHARDS}

    @property
    def streams(self) -> dict[str, int]:
        return streams_of(self.layout)

    def bytes_of(self, stream: str) -> int:
        array = self._arrays.get(stream)
        return self._pairs.above.nbytes if array is None else array.payload_bytes

    def has(self, stream: str, block: int) -> bool:
        return self.bytes_of(stream) > 0

    def block(self, stream: str, number: int, least: int = 1, most: int = BLOCK) -> bytes:
        values = np.zeros(BLOCK, np.uint8)
        self.fill(stream, number, values)
        return values.tobytes()

    def fill(self, stream: str, first: int, out: Values, threads: int = 1) -> None:
        """Unpack consecutive blocks, those of whole chunks or of a part of one."""
        layout, flat, array = self.layout, out.reshape(-1), self._arrays.get(stream)
        side, at = divmod(first, layout.side_blocks)
        if array is None:
            start = side * layout.slices * layout.slice_size + at * BLOCK
            flat[:] = self._pairs.between(start, start + flat.size)
            return
        number, offset = divmod(at * BLOCK, layout.chunk_size)
        number += side * layout.side_chunks
        try:
            if flat.size % layout.chunk_size:
                part = np.frombuffer(array.chunk(number), np.uint8)[offset : offset + flat.size]
                flat[: part.size] = part
            else:
                array.fill(number, flat, threads)
        except TableError as error:
            raise TableError(self.path, error.fault) from None

    def _open_more(self, checksum: object) -> None:
        """Open the array of the excess over 127; blame this table for damage to it."""
        try:
            document = metadata(self.path / _MORE, FORMAT)
            name = _MORE.removesuffix(SUFFIX)
            self._arrays[MORE] = ShardedArray(self.path / _MORE, document, name, self.layout)
        except TableError as error:
            raise TableError(self.path, f"{_MORE}: {error.fault}") from None
        if document["attributes"][KEY].get("checksum") != checksum:
            raise TableError(self.path, tr("its parts do not belong together"))
