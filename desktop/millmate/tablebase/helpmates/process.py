"""Find sets of dead positions in a child process, which alone loads the compiled kernels."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.jobs.job import Control, Job
from millmate.jobs.run import run
from millmate.language import tr
from millmate.tablebase import store
from millmate.tablebase.helpmates.files import MOST_MEN, missing
from millmate.tablebase.progress import Stopped, never


@dataclass(frozen=True, slots=True)
class Finding:
    """How far the work on a material is, 0 to 1."""

    title: str
    fraction: float

    @property
    def words(self) -> str:
        percent = f"{self.fraction * 100:.0f}"
        return tr("Dead positions of {table}, {n} %", table=self.title, n=percent)


def find_all(
    directory: Path,
    progress: Callable[[Finding], object] = lambda finding: None,
    stopped: Stopped = never,
    gently: bool = True,
) -> bool:
    """Find the sets of all tables of up to five men in a directory.

    With `gently`, everything else on this machine has priority.

    Returns:
        Whether all are there; not so once `stopped`, or where one cannot be found or written.
    """
    there = [m for m in store.own_materials(directory) if m.men <= MOST_MEN]
    try:
        for material in missing(directory, there):
            title = str(material)
            run(
                _job(directory, material, gently),
                lambda fraction: progress(Finding(title, fraction)),  # noqa: B023 (called here)
                stopped,
            )
    except MillMateError:
        return False
    return not missing(directory, there)


def find(directory: Path, material: Material) -> None:
    """Find the sets of a material, and those that they need, unless they are there.

    Raises:
        MissingTableError: There is no table of it.
        MillMateError: They cannot be found or written.
    """
    if missing(directory, [material]):
        run(_job(directory, material, gently=False))  # a game waits


def _job(directory: Path, material: Material, gently: bool) -> Job[None]:
    died = tr("the process that finds dead positions has died")
    return Job("helpmates", partial(_find, directory, material), died, gentle=gently)


def _find(directory: Path, material: Material, control: Control) -> None:
    from millmate.tablebase.helpmates.build import build  # loads kernels

    build(directory, [material], lambda material, share: control.report(share))
