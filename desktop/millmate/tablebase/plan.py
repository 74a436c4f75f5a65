"""What a build has to make, in which order, and what it costs."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase import store

MOST_MEN = 4
_PROGRAM = 170_000_000  # bytes that the building process takes before it begins, measured


class UnsupportedMaterialError(InputError):
    """This stage of the program builds no table of the material."""


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table that is there or has to be built.

    `bytes` on disk and `memory` while building are in bytes, `seconds` is computing time on one
    core; those of a table that does not exist are estimates.
    """

    material: Material
    exists: bool
    bytes: int
    memory: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The tables that a request needs, each after those it captures into."""

    tables: tuple[PlannedTable, ...]

    @property
    def missing(self) -> tuple[PlannedTable, ...]:
        """The tables to build, in order."""
        return tuple(table for table in self.tables if not table.exists)

    @property
    def bytes(self) -> int:
        """Disk space that the missing tables will take, in bytes."""
        return sum(table.bytes for table in self.missing)

    @property
    def memory(self) -> int:
        """Memory that the greediest missing table takes while it is built, in bytes."""
        return max((table.memory for table in self.missing), default=0)

    @property
    def seconds(self) -> float:
        """Computing time of the missing tables, in seconds on one core."""
        return sum(table.seconds for table in self.missing)


def plan(materials: Iterable[Material], directory: Path) -> Plan:
    """Return what `materials` need in `directory`, smaller tables first.

    Two bare kings need no table: that is a draw.

    Raises:
        UnsupportedMaterialError: A material has pawns or more than four men.
    """
    needed: set[Material] = set()
    for material in materials:
        _refuse_unsupported(material)
        needed.update(m for m in material.closure() if m.men > 2)
    return Plan(tuple(_planned(material, directory) for material in sorted(needed)))


def _refuse_unsupported(material: Material) -> None:
    if material.men > MOST_MEN:
        raise UnsupportedMaterialError(
            f"not yet: {material} has {material.men} men; tables of up to four men can be built"
        )
    if material.has_pawns:
        raise UnsupportedMaterialError(
            f"not yet: {material} has pawns; tables without pawns can be built"
        )


def _planned(material: Material, directory: Path) -> PlannedTable:
    pieces = material.men - 2
    path = store.table_path(directory, str(material))
    exists = path.is_dir()
    positions = 2 * 10 * 64**pieces * 64
    size = store.disk_bytes(path) if exists else round(positions * 0.1)
    # Copies of the table and, for each of a dozen sets, one bit a position of one side to move.
    memory = _PROGRAM + 4 * positions + 12 * positions // 16
    return PlannedTable(material, exists, size, memory, 3e-7 * positions + 0.05)
