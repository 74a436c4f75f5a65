"""The tables of chess in a directory."""

from contextlib import suppress
from pathlib import Path

from millmate.games.chess.material import Material, MaterialError
from millmate.language import tr
from millmate.tablebase import compact_file, sharded
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.full_table import FullTable
from millmate.tablebase.sharded import SUFFIX, TableError
from millmate.tablebase.table import Table, TableInfo
from millmate.tablebase.verdict import MissingTableError


def table_path(directory: Path, material: Material | str) -> Path:
    """Return where the full table of a material is, or would be."""
    return directory / f"{material}{SUFFIX}"


def compact_path(directory: Path, material: Material | str) -> Path:
    """Return where the compact table of a material is, or would be."""
    return directory / f"{material}{compact_file.SUFFIX}"


def exists(directory: Path, material: Material | str) -> bool:
    """Return whether there is a table of `material`, sound or not."""
    return compact_path(directory, material).is_file() or table_path(directory, material).is_dir()


def written(directory: Path, material: Material | str) -> int:
    """Return when the table of a material was written, in nanoseconds; 0 if there is none."""
    full = table_path(directory, material) / sharded.METADATA
    for path in (compact_path(directory, material), full):
        with suppress(OSError):
            return path.stat().st_mtime_ns
    return 0


def disk_bytes(directory: Path, material: Material | str) -> int:
    """Return the size on disk of the table of a material, 0 if there is none."""
    with suppress(OSError):
        return compact_path(directory, material).stat().st_size
    return full_bytes(directory, material)


def full_bytes(directory: Path, material: Material | str) -> int:
    """Return the size on disk of the full table of a material, 0 if there is none."""
    return sharded.disk_bytes(table_path(directory, material))


def opened(directory: Path, material: Material | str) -> Table:
    """Return the table of the canonical `material` in `directory`, open.

    Raises:
        TableError: It is damaged or of another format.
    """
    compact = compact_path(directory, material)
    if compact.is_file():
        table = CompactTable(compact, Others(directory))
        if str(table.layout.material) != str(material):
            raise TableError(compact, tr("it holds {name}", name=table.layout.material))
        return table
    return FullTable(table_path(directory, material))


class Others:
    """The tables of a directory, opened when they are first needed."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._opened: dict[Material, Table] = {}

    def __call__(self, material: Material) -> Table:
        """Return a table; raises `MissingTableError` and `TableError`."""
        if material not in self._opened:
            if not exists(self._directory, material):
                raise MissingTableError(tr("no table for {name}", name=material))
            self._opened[material] = opened(self._directory, material)
        return self._opened[material]


def survey(directory: Path) -> tuple[list[TableInfo], list[TableError]]:
    """Return the metadata of the sound tables in `directory`, and the errors of the others."""
    return sharded.survey(materials(directory), lambda material: opened(directory, material).info)


def materials(directory: Path) -> list[Material]:
    """Return the materials with a table in `directory`, sound or not, smaller ones first."""
    found = set()
    for path in directory.glob("[!.]*") if directory.is_dir() else ():
        if path.suffix not in (SUFFIX, compact_file.SUFFIX):
            continue
        try:
            material = Material.parse(path.stem)
        except MaterialError:
            continue
        if path.stem == str(material) and exists(directory, material):
            found.add(material)
    return sorted(found)
