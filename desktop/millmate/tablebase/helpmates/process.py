"""Find sets of dead positions in a child process, which alone loads the compiled kernels."""

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.language import Language, tr
from millmate.tablebase import store
from millmate.tablebase.child_work import Send, reports, send_all
from millmate.tablebase.compact_process import give_way
from millmate.tablebase.helpmates.files import MOST_MEN, missing
from millmate.tablebase.progress import BuildStopped, Stopped, never


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
    died = tr("the process that finds dead positions has died")
    try:
        for material in missing(directory, there):
            for fraction in reports(
                "helpmates", _run, directory, material, gently, stopped=stopped, died=died
            ):
                progress(Finding(str(material), fraction))
    except (BuildStopped, MillMateError):
        return False
    return not missing(directory, there)


def find(directory: Path, material: Material) -> None:
    """Find the sets of a material, and those that they need, unless they are there.

    Raises:
        MissingTableError: There is no table of it.
        MillMateError: They cannot be found or written.
    """
    died = tr("the process that finds dead positions has died")
    if missing(directory, [material]):
        given = directory, material, False  # a game waits
        for _ in reports("helpmates", _run, *given, stopped=never, died=died):
            pass


def _run(
    pipe: Connection, spoken: Language, directory: Path, material: Material, gently: bool
) -> None:
    """Find the sets of a material in the child, and send how far it is."""
    if gently:
        give_way()

    def work(send: Send) -> None:
        from millmate.tablebase.helpmates.build import build  # loads kernels

        build(directory, [material], lambda progress: send(progress.share))

    send_all(pipe, spoken, work)
