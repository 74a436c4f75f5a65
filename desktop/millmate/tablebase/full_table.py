"""Tables of chess with the codes of all positions: files (see `container`), or older ones."""

from pathlib import Path

import numpy as np

from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import sharded
from millmate.tablebase.codec import BLOCK
from millmate.tablebase.container import Finished
from millmate.tablebase.layout import Layout, by_number
from millmate.tablebase.sharded import TableError, lacking
from millmate.tablebase.slices import CODES, MORE, Slices, streams_of
from millmate.tablebase.table import Table, Values, info_of, refuse_others
from millmate.tablebase.zarr.table import FORMAT as OLD_FORMAT
from millmate.tablebase.zarr.table import ZarrBlocks

FORMAT = 4
SUFFIX = ".table"


class FullTable(Slices, Table):
    """A table with the codes of all positions."""

    def __init__(self, path: Path, layout: Layout | None = None) -> None:
        """Open the table; check all but the blocks.

        Args:
            path: Its file.
            layout: Its layout, that of all placements of its material if None.

        Raises:
            TableError: It is damaged or of another format.
        """
        self.path = path
        old = path.suffix == sharded.SUFFIX
        file = ZarrBlocks(path, layout) if old else Finished(path)
        self.facts = file.metadata
        with lacking(path):
            payloads = {"distances": file.bytes_of(CODES) + file.bytes_of(MORE)}
            self.info = info_of(self.facts, file.bytes, payloads)
            own = layout or Layout(Material.parse(self.info.material))
        self.by_number = old
        own = by_number(own) if old else own
        refuse_others(path, self.info, own, OLD_FORMAT if old else FORMAT)
        if file.streams != streams_of(own):
            raise TableError(path, tr("its shape does not match its material"))
        super().__init__(own, [file])

    def chunk(self, number: int) -> bytes:
        return self._chunk(CODES, number).tobytes()

    def block(self, number: int) -> bytes:
        return self.block_values(CODES, number)

    def code(self, block: bytes, offset: int) -> int:
        return block[offset]

    def more_of(self, place: int) -> int:
        block, offset = self.block_of(place)
        key = MORE, block
        return self._shared.get(key, lambda: self.block_values(MORE, block))[offset]

    def more_of_chunk(self, number: int) -> Values:
        return self._chunk(MORE, number)

    def _chunk(self, stream: str, number: int) -> Values:
        """Return a chunk, 0 where squares of like pieces descend and beyond the table's end."""
        layout = self.layout
        side, at = divmod(number, layout.side_chunks)
        values = np.zeros(layout.chunk_size, np.uint8)
        if layout.chunk_slices > 1:
            first = at * layout.chunk_slices
            rows = values.reshape(-1, layout.words, 64)
            for own, each in zip(rows, range(first, layout.slices), strict=False):
                self._slice(stream, side == 0, each, own, 1)
            return values
        within, part = divmod(at, layout.slice_chunks)
        blocks = part * layout.chunk_size // BLOCK
        self.fill(stream, layout.block_at(side == 0, within)[0] + blocks, values)
        return values
