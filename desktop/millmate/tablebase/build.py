"""Build exact tables, with those they capture into.

A table gets its name only when it is complete and verified. Until then it is a directory
`.building-KBNvK-...` beside the finished ones; whoever holds the lock `.locks/KBNvK.lock` may
remove those that a killed process left.
"""

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from millmate import __version__
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.draft import Draft
from millmate.tablebase.layout import Layout
from millmate.tablebase.plan import Plan, PlannedTable, plan
from millmate.tablebase.store import Table, TableInfo
from millmate.words import size

if TYPE_CHECKING:
    from millmate.tablebase.solve import Solver

_BUILDING = ".building-"
_LOCKS = ".locks"
_LOCK_POLL = 0.2  # seconds
# What builds, verifies and writes: loaded when something is missing, a stop being possible between.
_LOADED = (
    "millmate.kernels.chess_words",
    "millmate.kernels.chess_masks",
    "millmate.kernels.chess_moves",
    "millmate.kernels.chess_captures",
    "millmate.kernels.chess_recolour",
    "millmate.kernels.chess_verify",
    "millmate.tablebase.solve",
    "millmate.tablebase.verify",
    "numcodecs.zstd",
)
# Shares of a table's time; the rest is the writing.
_SOLVING, _VERIFYING = 0.15, 0.8


class BuildStopped(MillMateError):  # noqa: N818 - no error: somebody asked for it
    """The build was stopped as asked; nothing half-made is left."""


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is.

    `table` counts from 1 among the `tables` that were missing; `stage` is "compiling",
    "solving", "verifying", "writing" or "done". While solving, `winner` is the colour whose wins
    are sought and `positions` the number of positions, distinct up to the board's symmetry, just
    found to be decided in exactly `ply` plies: the size of S_ply. `fraction` is of the whole
    build, `seconds_left` None while nobody can tell.
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


Progress = Callable[[BuildProgress], None]
Stopped = Callable[[], bool]


def build(
    materials: Iterable[Material],
    directory: Path,
    progress: Progress = ignore,
    stopped: Stopped = never,
    threads: int | None = None,
) -> list[TableInfo]:
    """Build what is missing of `materials` in `directory`; return the infos of those asked for.

    Safe against other builds in the same directory, in this process or another: what they are
    building is waited for, what they have finished is taken.

    Args:
        materials: The materials; tables that they capture into are built as well.
        directory: Where the tables are; made if it does not exist.
        progress: Called in this thread, many times a second.
        stopped: Asked as often; once it is true the build stops.
        threads: How many threads share the work; None for as many as there are processors.

    Raises:
        UnsupportedMaterialError: A material has pawns or too many men.
        BuildStopped: `stopped` said so.
        TableError: A table that is there and needed is damaged.
        MillMateError: The directory cannot be written or is full.
    """
    wanted = [material.canonical() for material in materials]
    steps = plan(wanted, directory)
    if steps.missing:
        try:
            _Build(steps, directory, progress, stopped, threads).run()
        except OSError as error:
            raise _unwritable(directory, error) from error
    wanted = [material for material in dict.fromkeys(wanted) if material.men > 2]
    return [Table(store.table_path(directory, material)).info for material in wanted]


def remove_leftovers(directory: Path) -> None:
    """Remove what killed builds left in `directory`; what is being built stays."""
    for path in directory.glob(f"{_BUILDING}*"):
        name = path.name.removeprefix(_BUILDING).split("-")[0]
        try:
            with _lock(directory, name).acquire(timeout=0):
                shutil.rmtree(path, ignore_errors=True)
        except Timeout:
            continue


def _lock(directory: Path, material: Material | str) -> FileLock:
    locks = directory / _LOCKS
    locks.mkdir(exist_ok=True)
    return FileLock(locks / f"{material}.lock", thread_local=False)


def _unwritable(directory: Path, error: OSError) -> MillMateError:
    return MillMateError(
        f"cannot write tables into {directory}: {error.strerror or error}; "
        "free some space or choose another directory"
    )


class _Build:
    """One call of `build`: the missing tables, and how far along they are."""

    def __init__(
        self,
        steps: Plan,
        directory: Path,
        progress: Progress,
        stopped: Stopped,
        threads: int | None,
    ) -> None:
        self._missing = steps.missing
        self._directory = directory
        self._progress = progress
        self._stopped = stopped
        self._threads = threads
        self._number = 0
        self._started = time.monotonic()

    def run(self) -> None:
        """Build the missing tables one after the other."""
        self._directory.mkdir(parents=True, exist_ok=True)
        remove_leftovers(self._directory)
        self._refuse_if_full()
        self._compile()
        for number, table in enumerate(self._missing):
            self._number = number
            with self._locked(table.material):
                if not store.exists(self._directory, table.material):
                    self._build(table.material)
            self._report("done", 1.0)

    def _refuse_if_full(self) -> None:
        needed = sum(table.bytes for table in self._missing)
        free = shutil.disk_usage(self._directory).free
        if needed > free:
            raise MillMateError(
                f"cannot write tables into {self._directory}: they need about {size(needed)}, "
                f"{size(free)} are free; free some space or choose another directory"
            )

    def _compile(self) -> None:
        """Load what builds and writes, which compiles the kernels the first time."""
        from millmate.kernels import cache

        cold = cache.is_cold()
        for module in _LOADED:
            if cold:
                self._report("compiling", 0.0)
            import_module(module)
        cache.note_compiled()
        self._started = time.monotonic()

    def _build(self, material: Material) -> None:
        from millmate.tablebase import verify

        started = time.process_time()
        layout = Layout(material)
        smaller = verify.load_smaller(layout, self._directory)
        self._report("solving", 0.0)
        values, facts = self._solve(layout, smaller)
        positions = verify.verify_values(
            layout, values, smaller, lambda done: self._report("verifying", done), self._threads
        )
        self._report("writing", 0.0)
        with self._draft(material) as draft:
            draft.put([0], values, {}, self._threads or 1)
            facts |= {
                "verified": True,
                "verification": {
                    "positions": positions,
                    "samples": verify.SAMPLES,
                    "how": "each value against its successors', by a kernel of its own; "
                    "samples read back and checked by python-chess",
                },
                "cpu_seconds": round(time.process_time() - started, 3),
            }
            verify.verify_samples(draft.assemble(facts), self._directory)
            self._report("writing", 0.9)
            draft.publish()

    def _solve(self, layout: Layout, smaller: list[Any]) -> tuple[Any, dict[str, Any]]:
        from millmate.tablebase import solve

        solver = solve.solver(layout, smaller)
        values = solver.run(self._found)
        return values, {**_identity(layout), **_facts(solver)}

    def _found(self, winner: bool, ply: int, positions: int) -> None:
        # Nobody knows how deep it goes; this share never reaches 1 and never falls.
        done = ply / (ply + 20)
        self._report("solving", done, winner, ply, positions)

    @contextmanager
    def _locked(self, material: Material) -> Iterator[None]:
        """Hold the lock of `material`, after waiting for whoever else builds it."""
        lock = _lock(self._directory, material)
        while True:
            try:
                lock.acquire(timeout=_LOCK_POLL)
                break
            except Timeout:
                self._report("solving", 0.0)
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def _draft(self, material: Material) -> Iterator[Draft]:
        """Give a draft to write a table in, which is gone afterwards."""
        draft = Draft(self._directory, material)
        try:
            yield draft
        finally:
            draft.discard()

    def _report(
        self,
        stage: str,
        done: float,
        winner: bool | None = None,
        ply: int = 0,
        positions: int = 0,
    ) -> None:
        """Report that `done` of `stage` is done; stop here if asked to."""
        if self._stopped() and stage != "done":
            raise BuildStopped("the build was stopped; tables finished before it are kept")
        fraction = self._fraction(stage, done, winner)
        elapsed = time.monotonic() - self._started
        left = None
        if stage != "compiling" and fraction > 0.02 and elapsed > 0.3:
            left = elapsed * (1 - fraction) / fraction
        self._progress(
            BuildProgress(
                material=str(self._missing[self._number].material),
                table=self._number + 1,
                tables=len(self._missing),
                stage=stage,
                winner=winner,
                ply=ply,
                positions=positions,
                fraction=fraction,
                seconds_left=left,
            )
        )

    def _fraction(self, stage: str, done: float, winner: bool | None) -> float:
        """Return how much of all is done, by the tables' expected times."""
        if stage == "solving":
            share = _SOLVING * (done / 2 if winner is not False else 0.5 + done / 2)
        elif stage == "verifying":
            share = _SOLVING + _VERIFYING * done
        elif stage == "writing":
            share = _SOLVING + _VERIFYING + (1 - _SOLVING - _VERIFYING) * done
        else:
            share = done
        total = sum(table.seconds for table in self._missing)
        before = _seconds(self._missing[: self._number])
        return min(1.0, (before + share * self._missing[self._number].seconds) / total)


def _seconds(tables: Iterable[PlannedTable]) -> float:
    return sum(table.seconds for table in tables)


def _identity(layout: Layout) -> dict[str, Any]:
    return {
        "material": str(layout.material),
        "game": "chess",
        "metric": "DTM",
        "encoding": "0 draw; n in 1..127 the side to move mates in n moves; 128 + n it is mated "
        "in n; places of impossible positions hold 0",
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "program": f"millmate {__version__}",
    }


def _facts(solver: "Solver") -> dict[str, Any]:
    """Return the counts and the longest wins of a solved table."""
    longest, fens = {}, {}
    for side, turn in (("white", True), ("black", False)):
        longest[side], fens[side] = solver.longest(turn)
    counts = {"white": solver.counts(True), "black": solver.counts(False)}
    return {"counts": counts, "longest": longest, "longest_fens": fens}
