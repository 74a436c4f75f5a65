"""Write tables of chess as Zarr 3 arrays, one byte a position (see `layout`), for other programs.

`KQvK.zarr` holds the distances to mate, `dtz/KQvK.zarr` those to zeroing if there is such a table.
"""

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

from millmate.games.chess.material import Material
from millmate.tablebase import codec, sharded, store
from millmate.tablebase.codec import Frame
from millmate.tablebase.crew import Between
from millmate.tablebase.metric import Metric
from millmate.tablebase.sharded import SUFFIX
from millmate.tablebase.table import Table
from millmate.tablebase.zarr.table import FORMAT


def export(
    tables: Path, material: Material, directory: Path, between: Between, threads: int
) -> list[Path]:
    """Write the arrays of a material; arguments and errors are those of `export.export`."""
    written = []
    there = [metric for metric in Metric if store.exists(metric.directory(tables), material)]
    for number, metric in enumerate(there):

        def told(done: float, number: int = number) -> None:
            between((number + done) / len(there))

        table = store.opened(metric.directory(tables), material)
        path = metric.directory(directory) / f"{material}{SUFFIX}"
        making = path.with_name(f".making-{path.name}")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        try:
            _write(table, making, told, threads)
            shutil.rmtree(path, ignore_errors=True)
            making.rename(path)
        finally:
            shutil.rmtree(making, ignore_errors=True)
        written.append(path)
    return written


def _write(table: Table, path: Path, between: Between, threads: int) -> None:
    layout = table.layout

    def packed(number: int) -> Frame:
        values = np.frombuffer(table.chunk(number), np.uint8)
        return codec.pack(values, layout.chunk_size)

    def frames(shard: int) -> Iterator[Frame]:
        chunks = layout.chunks_of(shard)
        for frame in codec.mapped(lambda at: packed(chunks[at]), len(chunks), threads):
            yield frame
            between(chunks[0] / (2 * layout.side_chunks))

    facts = {**asdict(table.info), "format": FORMAT, "more": table.more_text()}
    sharded.write(path, layout, frames, facts)
