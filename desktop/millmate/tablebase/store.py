"""The tables of chess in a directory, and those included with the program.

A directory of distances to mate is complemented by the compact tables of up to four men that ship
with the program: they are used for missing tables. They are only read. Code that writes or removes
tables asks only for those of the directory (`own`).
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from millmate import resources
from millmate.games.chess.material import FACING, Material, MaterialError
from millmate.language import tr
from millmate.tablebase import compact_file, reach_file, sharded
from millmate.tablebase.blocks import RESULTS
from millmate.tablebase.compact_table import CompactTable
from millmate.tablebase.container import Finished, streams_at
from millmate.tablebase.full_table import SUFFIX, FullTable
from millmate.tablebase.metric import Metric
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import Table
from millmate.tablebase.verdict import MissingTableError

PLANE = ".plane"


def table_path(directory: Path, material: Material | str) -> Path:
    """Return where the table of a material is, or would be."""
    return directory / f"{_path(material)}{SUFFIX}"


def plane_path(directory: Path, material: Material | str) -> Path:
    """Return where the codes of all positions are while other tables are built from them."""
    return directory / f"{_path(material)}{PLANE}"


def compact_path(directory: Path, material: Material | str) -> Path:
    """Return where earlier versions put the compact table of a material."""
    return directory / f"{_path(material)}{compact_file.SUFFIX}"


def _path(material: Material | str) -> str:
    return material if isinstance(material, str) else material.path


def zarr_path(directory: Path, material: Material | str) -> Path:
    """Return where earlier versions put the full table of a material."""
    return directory / f"{_path(material)}{sharded.SUFFIX}"


def dtm50_path(directory: Path, material: Material | str) -> Path:
    """Return where the table of DTM50 is; `directory` has the tables of distances to mate."""
    return directory / "dtm50" / f"{_path(material)}{SUFFIX}"


def clocks_path(directory: Path, material: Material | str) -> Path:
    """Return where a solved slice of DTM50 is (see `clock_files`), next to the table of it."""
    return dtm50_path(directory, material).with_suffix(".clocks")


def own(directory: Path, material: Material | str) -> bool:
    """Return whether `directory` itself has a table of `material`, sound or not."""
    return _in(directory, material) is not None


def exists(directory: Path, material: Material | str) -> bool:
    """Return whether there is a table of `material`, sound or not."""
    return place(directory, material) is not None


def place(directory: Path, material: Material | str) -> Path | None:
    """Return the path of the table to use for `material`, None without one.

    A table of the directory has priority over one included with the program, even if it is damaged:
    the answers of one must not be taken for those of the other.
    """
    return next(filter(None, (_in(each, material) for each in _searched(directory))), None)


def shipped(directory: Path, material: Material | str) -> bool:
    """Return whether the table to use for `material` is included with the program."""
    found = place(directory, material)
    return found is not None and resources.tables() in found.parents


def written(directory: Path, material: Material | str) -> int:
    """Return when the table of a material was written, in nanoseconds; 0 without one.

    It is another number once the codes of all positions are gone.
    """
    found = place(directory, material)
    with suppress(OSError):
        if found is not None:
            file = found / sharded.METADATA if found.is_dir() else found
            return file.stat().st_mtime_ns + found.with_suffix(PLANE).exists()
    return 0


def disk_bytes(directory: Path, material: Material | str) -> int:
    """Return the size on disk of the table of a material, 0 without one."""
    found = place(directory, material)
    return 0 if found is None else size_of(found) + size_of(found.with_suffix(PLANE))


def size_of(path: Path) -> int:
    """Return the bytes of a file or a directory, 0 if it has just gone."""
    with suppress(OSError):
        return path.stat().st_size if path.is_file() else sharded.disk_bytes(path)
    return 0


def opened(directory: Path, material: Material | str) -> Table:
    """Return the table of the canonical `material`, open.

    Raises:
        TableError: It is damaged or of another format.
    """
    path = place(directory, material) or table_path(directory, material)
    own = path.parents[_path(material).count("/")]
    table = _opened(own, material, path)
    table.info = replace(table.info, shipped=own == resources.tables())
    return table


def _opened(own: Path, material: Material | str, path: Path) -> Table:
    """Return the table at `path`, which is in `own`, with the codes of all positions if kept."""
    layout = reach_file.layout_in(own, Material.named(str(material)))
    if not compact(path):
        return FullTable(path, layout)
    table = CompactTable(path, Others(own), layout)
    with suppress(TableError):  # a plane that is damaged, or just gone, is not needed
        plane = FullTable(path.with_suffix(PLANE), layout)
        if plane.info.checksum == table.info.checksum:
            plane.info = table.info
            return plane
    return table


def compact(path: Path) -> bool:
    """Return whether the table at `path` leaves out the distances of wins."""
    if path.suffix != SUFFIX:
        return path.suffix == compact_file.SUFFIX
    with suppress(TableError):
        return RESULTS in streams_at(path)
    return False


def packed_by_other_metric(directory: Path, material: Material) -> Finished | None:
    """Return the file of a packed table whose distances are of the other metric, None without."""
    by_zeroing = directory.name == Metric.DTZ.value
    other = directory.parent if by_zeroing else Metric.DTZ.directory(directory)
    with suppress(TableError):
        file = Finished(table_path(other, material))
        return file if RESULTS in file.streams else None
    return None


def _in(directory: Path, material: Material | str) -> Path | None:
    """Return the path of the table in `directory` itself."""
    for path in (table_path(directory, material), compact_path(directory, material)):
        if path.is_file():
            return path
    old = zarr_path(directory, material)
    return old if old.is_dir() else None


def _searched(directory: Path) -> Iterator[Path]:
    """Yield a directory, then those that its missing tables are looked for in.

    For the tables of one position these are the whole tables, and for those, if they are of
    distances to mate, the ones included with the program.
    """
    yield directory
    shipped = resources.tables()
    if directory.name != Metric.DTZ.value and directory != shipped:
        behind = reach_file.directory_behind(directory) or shipped
        yield from () if behind is None else _searched(behind)


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


def materials(directory: Path) -> list[Material]:
    """Return the materials with a table, sound or not, smaller ones first."""
    return sorted(set[Material]().union(*map(own_materials, _searched(directory))))


def own_materials(directory: Path) -> list[Material]:
    """Return the materials with a table in `directory` itself, sound or not, smaller ones first."""
    found = set()
    for path in (*directory.glob("[!.]*"), *(directory / FACING).glob("[!.]*")):
        if path.suffix not in (SUFFIX, compact_file.SUFFIX, sharded.SUFFIX):
            continue
        material = named(path.parent.name == FACING, path.stem)
        if material is not None and own(directory, material):
            found.add(material)
    return sorted(found)


def named(facing: bool, name: str) -> Material | None:
    """Return the material whose table has a name, None if it is not one of a table."""
    try:
        material = Material.named(name)
        return Material.named(str(replace(material, facing=True))) if facing else material
    except MaterialError:
        return None
