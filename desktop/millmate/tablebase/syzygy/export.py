"""Syzygy files written from tables."""

from functools import cache, partial
from pathlib import Path

from millmate.files import write_atomically
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.crew import Between
from millmate.tablebase.export import ExportError
from millmate.tablebase.layout import layout_of
from millmate.tablebase.metric import WITH_CURSED_WINS, Metric
from millmate.tablebase.syzygy import content
from millmate.tablebase.syzygy.results import Results
from millmate.tablebase.table import Table


def export(
    tables: Path, material: Material, directory: Path, between: Between, threads: int
) -> list[Path]:
    """Write a file of results, and one of distances where there is a table of them.

    Arguments and errors are those of `export.export`.
    """
    layout = layout_of(material)
    results = Results(cache(partial(_table, tables)), layout, threads)
    written = [directory / f"{material}.rtbw"]
    write_atomically(written[0], content.wdl(layout, results, lambda done: between(done / 2)))
    zeroing = Metric.DTZ.directory(tables)
    if store.exists(zeroing, material):
        written.append(directory / f"{material}.rtbz")
        table = store.opened(zeroing, material)
        found = content.dtz(table, results, lambda done: between((1 + done) / 2))
        write_atomically(written[1], found)
    return written


def _table(tables: Path, material: Material) -> Table:
    """Return a table with the winners under the fifty-move rule."""
    zeroing = Metric.DTZ.directory(tables)
    if store.exists(zeroing, material):
        return store.opened(zeroing, material)
    if str(material) in WITH_CURSED_WINS:
        told = tr(
            "under the fifty-move rule, some wins of {material} are draws: build its table of "
            "distances to zeroing first: {command}"
        )
        command = f"millmate build --metric dtz {material}"
        raise ExportError(told.format(material=material, command=command))
    return store.Others(tables)(material)
