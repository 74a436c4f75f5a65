"""Tables, written as files that other programs read; those of morris as Zarr arrays only."""

from importlib import import_module
from pathlib import Path
from typing import Any

from millmate import machine
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.language import mark, tr
from millmate.tablebase.crew import Between, ignore

MOST_MEN = 5
ARRAYS = "zarr"  # the format that tables of morris can have, too
FORMATS = {  # by the name, the refusal of a material with other numbers of men; "" for none
    "gaviota": mark("Gaviota files have three to {n} men, and {material} has {men}"),
    "syzygy": mark("Syzygy files have three to {n} men here, and {material} has {men}"),
    ARRAYS: "",
}


class ExportError(MillMateError):
    """Files of a format cannot hold a table."""


def refuse(kind: str, material: Material) -> None:
    """Raise `ExportError` for a material that no file of the format `kind` can have."""
    if FORMATS[kind] and not 3 <= material.men <= MOST_MEN:
        told = tr(FORMATS[kind], n=MOST_MEN, material=material, men=material.men)
        raise ExportError(told)


def export(
    kind: str,
    tables: Path,
    table: Any,
    directory: Path,
    between: Between = ignore,
    threads: int | None = None,
) -> list[Path]:
    """Write the files of a table into a directory; return their paths.

    Args:
        kind: The format, one of `FORMATS`.
        tables: The directory of the tables of distances to mate.
        table: Its canonical material, or for arrays a table of morris.
        directory: Where the files go; existing ones are replaced.
        between: Called now and then with the fraction done; may raise to stop.
        threads: The number of threads, by default one for each processor.

    Raises:
        ExportError: Files cannot hold the table: too many men, or mates too far away.
        MissingTableError: A table that is needed is missing.
        TableError: A table is damaged.
        OSError: The directory cannot be written or is full; no file there has changed.
    """
    refuse(kind, table)
    written = import_module(f"millmate.tablebase.{kind}.export")  # loads kernels
    found: list[Path] = written.export(
        tables, table, directory, between, threads or machine.processors()
    )
    return found
