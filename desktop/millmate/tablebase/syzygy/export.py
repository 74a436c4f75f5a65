"""Syzygy files written from tables."""

from collections.abc import Callable
from pathlib import Path

import chess

from millmate import machine
from millmate.errors import MillMateError
from millmate.files import write_atomically
from millmate.games.chess.material import Material
from millmate.kernels.syzygy_pairs import fill_bounded
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.metric import WITH_CURSED_WINS, Metric
from millmate.tablebase.syzygy import file, wdl
from millmate.tablebase.syzygy.order import order_of
from millmate.tablebase.syzygy.pairs import Packed, pack
from millmate.tablebase.syzygy.positions import in_order
from millmate.tablebase.table import Table

SUFFIX = ".rtbw"
MOST_MEN = 5

Between = Callable[[float], object]


class SyzygyError(MillMateError):
    """A Syzygy file cannot be written."""


def path_of(directory: Path, material: Material) -> Path:
    """Return where the file of a canonical material goes."""
    return directory / f"{material}{SUFFIX}"


def refuse(material: Material) -> None:
    """Raise `SyzygyError` for a material whose file is not written."""
    if not 3 <= material.men <= MOST_MEN:
        told = tr("Syzygy files have three to {n} men here, and {material} has {men}")
        raise SyzygyError(told.format(n=MOST_MEN, material=material, men=material.men))


def export(
    tables: Path,
    material: Material,
    directory: Path,
    between: Between = lambda fraction: None,
    threads: int | None = None,
) -> list[Path]:
    """Write the files of a canonical material into a directory.

    Args:
        tables: The directory of the tables.
        material: The material.
        directory: Where the file goes; one that is there is replaced.
        between: Called now and then with the fraction done; may raise to stop.
        threads: How many threads read the table, as many as there are processors if None.

    Returns:
        The paths of the files.

    Raises:
        SyzygyError: Files of this material are not written.
        TableError: The table is damaged.
        OSError: The directory cannot be written or is full; no file there has changed.
    """
    refuse(material)
    path = path_of(directory, material)
    write_atomically(path, _wdl(_table(tables, material), between, threads or machine.processors()))
    return [path]


def _table(tables: Path, material: Material) -> Table:
    """Return a table that tells who wins under the fifty-move rule."""
    zeroing = Metric.DTZ.directory(tables)
    if store.exists(zeroing, material):
        return store.opened(zeroing, material)
    if str(material) in WITH_CURSED_WINS:
        told = tr(
            "{material} has wins that the fifty-move rule draws: build its table of distances to "
            "zeroing first: {command}"
        )
        command = f"millmate build --metric dtz {material}"
        raise SyzygyError(told.format(material=material, command=command))
    return store.opened(tables, material)


def _wdl(table: Table, between: Between, threads: int) -> bytes:
    """Return the file of who wins."""
    layout = table.layout
    order = order_of(layout)
    turns = (True,) if layout.material.white == layout.material.black else chess.COLORS
    parts = []
    for part in order.parts:
        sides = list[Packed]()
        for turn in turns:
            between((part * len(turns) + len(sides)) / len(order.parts) / len(turns))
            values = in_order(layout, order, part, wdl.reader(table, turn, threads))
            fill_bounded(values, wdl.BOUNDED)
            sides.append(pack(values))
        parts.append(sides)
    magic = chess.Board.tbw_magic
    assert magic is not None
    return file.content(magic, [order] * len(parts), parts)
