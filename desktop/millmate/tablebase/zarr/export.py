"""Write tables as Zarr 3 arrays for other programs: of chess one byte a position (see `layout`).

`KQvK.zarr` holds the distances to mate, `dtz/KQvK.zarr` those to zeroing if there is such a table,
`morris-5-4.zarr` a table of morris (see `morris.layout`), `morris-5-4.wdl.zarr` one without
distances.
"""

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from millmate.tablebase import codec, sharded
from millmate.tablebase.by_game import of
from millmate.tablebase.codec import Frame
from millmate.tablebase.crew import Between
from millmate.tablebase.inventory import Table
from millmate.tablebase.morris.store import ZARR, ZARR_FORMATS
from millmate.tablebase.names import file_name
from millmate.tablebase.zarr.table import FORMAT


def export(
    tables: Path, table: Table, directory: Path, between: Between, threads: int
) -> list[Path]:
    """Write the arrays of a table; arguments and errors are those of `export.export`."""
    written, game = [], of(table)
    there = [each for each in game.metrics if game.place(each.directory(tables), table)]
    for number, metric in enumerate(there):

        def told(done: float, number: int = number) -> None:
            between((number + done) / len(there))

        found = game.opened(metric.directory(tables), table)
        suffix, facts = _FACTS[table.kind](found)
        path = metric.directory(directory) / f"{file_name(table)}{suffix}"
        making = path.with_name(f".making-{path.name}")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        try:
            _write(found, facts, making, told, threads)
            shutil.rmtree(path, ignore_errors=True)
            making.rename(path)
        finally:
            shutil.rmtree(making, ignore_errors=True)
        written.append(path)
    return written


def _write(table: Any, facts: dict[str, Any], path: Path, between: Between, threads: int) -> None:
    layout = table.layout

    def packed(number: int) -> Frame:
        return codec.pack(np.frombuffer(table.chunk(number), np.uint8), layout.chunk_size)

    def frames(shard: int) -> Iterator[Frame]:
        chunks = layout.chunks_of(shard)
        for frame in codec.mapped(lambda at: packed(chunks[at]), len(chunks), threads):
            yield frame
            between(chunks[0] / (2 * layout.side_chunks))

    sharded.write(path, layout, frames, facts)


def _of_chess(table: Any) -> tuple[str, dict[str, Any]]:
    facts = {**asdict(table.info), "format": FORMAT, "more": table.more_text()}
    return sharded.SUFFIX, facts


def _of_morris(table: Any) -> tuple[str, dict[str, Any]]:
    compact = table.layout.compact
    return ZARR[compact], {**table.facts, "format": ZARR_FORMATS[compact]}


# By the game, the suffix of a table's array, and the facts in its metadata.
_FACTS = {"chess": _of_chess, "morris": _of_morris}
