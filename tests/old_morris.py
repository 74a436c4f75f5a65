"""Tables of morris as earlier versions wrote them: Zarr arrays."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from millmate.tablebase import codec, sharded
from millmate.tablebase.morris.store import MorrisTable
from millmate.tablebase.names import file_name


def write(directory: Path, table: MorrisTable) -> Path:
    """Write a table, whose checksum is the same, into a directory; return its path."""
    layout = table.layout
    suffix = ".wdl.zarr" if layout.compact else ".zarr"
    path = directory / f"{file_name(layout.table)}{suffix}"

    def frames(shard: int) -> Iterator[codec.Frame]:
        for number in layout.chunks_of(shard):
            _, rows = layout.rows_of(number)
            stored = np.frombuffer(table.chunk(number), np.uint8).reshape(layout.chunk_shape[1:])
            yield codec.pack(stored[: rows.stop - rows.start], layout.chunk_size)

    facts = {**table.facts, "format": 2 if layout.compact else 1}
    assert sharded.write(path, layout, frames, facts) == table.info.checksum
    return path
