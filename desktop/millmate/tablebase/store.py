"""Tables on disk: what a finished table says about itself."""

from dataclasses import dataclass
from pathlib import Path

from millmate.errors import MillMateError


class TableError(MillMateError):
    """A table is damaged, truncated, altered or of another format; delete and rebuild it."""


@dataclass(frozen=True, slots=True)
class SideCounts:
    """Positions with one side to move, distinct up to the board's symmetry.

    `plies[n]` is the number of positions decided in exactly n plies: mated in n for even n, won
    in n for odd n.
    """

    wins: int
    draws: int
    losses: int
    plies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What a table says about itself.

    `longest` holds, for `white` and `black`, the longest win in moves with the winner to move (0
    where that side never wins), `longest_fens` one such position each; `counts` is keyed by the
    side to move. `bytes` counts on disk, `cpu_seconds` is the building of this table alone.
    """

    material: str
    bytes: int
    verified: bool
    longest: dict[str, int]
    longest_fens: dict[str, str]
    counts: dict[str, SideCounts]
    cpu_seconds: float
    format: int
    checksum: str
    created: str
    program: str


def table_path(directory: Path, material: str) -> Path:
    """Return where the table of the canonical `material` lives."""
    return directory / f"{material}.zarr"


def disk_bytes(path: Path) -> int:
    """Return the size of all files below `path` in bytes."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def infos(directory: Path) -> list[TableInfo]:
    """Return what the sound tables in `directory` say of themselves, smaller ones first."""
    raise NotImplementedError


def faults(directory: Path) -> list[TableError]:
    """Return what is wrong with each damaged table in `directory`."""
    raise NotImplementedError
