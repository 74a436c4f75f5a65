"""The positions solved, or started, next to a directory of whole tables; their removal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from millmate.errors import InputError, MillMateError
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import reach_file, removal, sharded, store
from millmate.tablebase.progress import Stopped, never
from millmate.tablebase.reach import Bounds
from millmate.tablebase.table_build import locked

_ALL = Bounds(0)


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """The tables of one position.

    Attributes:
        folder: Where they are.
        bytes: Their size on disk.
        fen: The position, "" where its plan is damaged.
        for_white: The side that the tables are for.
        bounds: The limits of the tables' part of the game.
        exact: Whether no position is outside.
        tables: The number of tables.
        built: The number of them that exist.
        reads: The canonical materials of the whole tables that they lead to.
        fault: Why the plan cannot be read, "" if it can.
    """

    folder: Path
    bytes: int
    fen: str = ""
    for_white: bool = True
    bounds: Bounds = _ALL
    exact: bool = False
    tables: int = 0
    built: int = 0
    reads: frozenset[Material] = frozenset()
    fault: str = ""

    @property
    def material(self) -> str:
        """The material in the folder's name, such as `KPPPvKPP`."""
        return self.folder.name.split("_")[0]

    @property
    def complete(self) -> bool:
        return not self.fault and self.built == self.tables


def solved_positions(directory: Path, stopped: Stopped = never) -> Iterator[SolvedPosition]:
    """Yield the positions that were solved, or started, in the order of their folders."""
    for folder in reach_file.directories(directory):
        if stopped():
            return
        yield _read(folder)


def _read(folder: Path) -> SolvedPosition:
    taken = 0
    with suppress(OSError):  # it has just gone
        taken = sharded.disk_bytes(folder)
    try:
        content = reach_file.position_of(folder)
    except MillMateError as error:
        return SolvedPosition(folder, taken, fault=str(error))
    if content is None:
        return SolvedPosition(folder, taken, fault=tr("it has just disappeared"))
    reach = content.reach
    return SolvedPosition(
        folder,
        taken,
        content.fen,
        reach.for_white,
        content.bounds,
        reach.exact,
        len(reach.placements),
        sum(store.own(folder, material) for material in reach.placements),
        reach.whole,
    )


def remove(positions: Sequence[SolvedPosition]) -> None:
    """Remove solved positions, and unfinished ones.

    Raises:
        InputError: One is being solved.
        MillMateError: One cannot be removed.
    """
    for position in positions:
        folder = position.folder
        if not folder.is_dir():
            continue
        if any(locked(folder)):
            raise InputError(tr("{name} is being solved: stop that first", name=position.material))
        try:
            removal.remove(folder)
        except OSError as error:
            raise removal.undeletable(position.material, error) from None
