"""Build tables in a process of their own, so that the window never compiles or loads kernels."""

from collections.abc import Callable, Iterable
from pathlib import Path

from millmate.games.chess.material import Material
from millmate.tablebase.build import BuildProgress, ignore, never
from millmate.tablebase.store import TableInfo


def build_in_process(
    materials: Iterable[Material],
    directory: Path,
    progress: Callable[[BuildProgress], None] = ignore,
    stopped: Callable[[], bool] = never,
) -> list[TableInfo]:
    """Do what `build` does, in a child process; `progress` and `stopped` are called here."""
    raise NotImplementedError
