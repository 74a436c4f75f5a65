"""Syzygy files written from tables."""

from functools import cache, partial
from pathlib import Path

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import write_atomically
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.crew import Between, ignore
from millmate.tablebase.layout import layout_of
from millmate.tablebase.metric import WITH_CURSED_WINS, Metric
from millmate.tablebase.syzygy import dtz, wdl
from millmate.tablebase.syzygy.results import Results
from millmate.tablebase.table import Table
from millmate.tablebase.verdict import MissingTableError

MOST_MEN = 5


class SyzygyError(MillMateError):
    """A Syzygy file cannot be written."""


def refuse(material: Material) -> None:
    """Raise `SyzygyError` for a material whose file is not written."""
    if not 3 <= material.men <= MOST_MEN:
        told = tr("Syzygy files have three to {n} men here, and {material} has {men}")
        raise SyzygyError(told.format(n=MOST_MEN, material=material, men=material.men))


def export(
    tables: Path,
    material: Material,
    directory: Path,
    between: Between = ignore,
    threads: int | None = None,
) -> list[Path]:
    """Write the files of a canonical material into a directory.

    Args:
        tables: The directory of the tables.
        material: The material.
        directory: Where the file goes; an existing one is replaced.
        between: Called now and then with the fraction done; may raise to stop.
        threads: The number of threads that read the table, by default one for each processor.

    Returns:
        The paths of the files.

    Raises:
        SyzygyError: Files of this material are not written.
        MissingTableError: A table that captures or promotions lead to is not there.
        TableError: The table is damaged.
        OSError: The directory cannot be written or is full; no file there has changed.
    """
    refuse(material)
    layout = layout_of(material)
    results = Results(cache(partial(_table, tables)), layout, threads or machine.processors())
    written = [directory / f"{material}{wdl.SUFFIX}"]
    write_atomically(written[0], wdl.content(layout, results, lambda done: between(done / 2)))
    zeroing = Metric.DTZ.directory(tables)
    if store.exists(zeroing, material):
        table = store.opened(zeroing, material)
        written.append(directory / f"{material}{dtz.SUFFIX}")
        content = dtz.content(table, results, lambda done: between((1 + done) / 2))
        write_atomically(written[1], content)
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
        raise SyzygyError(told.format(material=material, command=command))
    if not store.exists(tables, material):
        raise MissingTableError(tr("no table for {name}", name=material))
    return store.opened(tables, material)
