"""Build exact tables, with those they capture into."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase.store import TableInfo


class BuildStopped(MillMateError):  # noqa: N818 - no error: somebody asked for it
    """The build was stopped as asked; nothing half-made is left."""


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is.

    `table` counts from 1 among the `tables` that were missing; `stage` is "compiling",
    "solving", "verifying", "writing" or "done". While solving, `winner` is the colour whose wins
    are sought and `positions` the number of positions just found that are decided in exactly
    `ply` plies. `fraction` is of the whole build, `seconds_left` None while nobody can tell.
    """

    material: str
    table: int
    tables: int
    stage: str
    winner: bool | None = None
    ply: int = 0
    positions: int = 0
    fraction: float = 0.0
    seconds_left: float | None = None


def ignore(progress: BuildProgress) -> None:
    """Take no notice of progress."""


def never() -> bool:
    """Never ask for a stop."""
    return False


def build(
    materials: Iterable[Material],
    directory: Path,
    progress: Callable[[BuildProgress], None] = ignore,
    stopped: Callable[[], bool] = never,
) -> list[TableInfo]:
    """Build what is missing of `materials` in `directory`; return all infos asked for."""
    raise NotImplementedError
