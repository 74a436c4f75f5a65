"""Build morris tables and those they lead to, one after the other, each with all threads.

A table gets its name only when it is complete and verified. Tables finished before a build was
stopped or killed are kept, and the next build resumes after them. The process that works on a table
holds its lock, `.locks/morris-9-8.lock`.
"""

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Unpack

from millmate import __version__, machine
from millmate.locks import HeldError, Lock
from millmate.tablebase.morris import store
from millmate.tablebase.morris.layout import Codes, Layout
from millmate.tablebase.morris.names import MorrisTarget, Subspace
from millmate.tablebase.morris.plan import plan
from millmate.tablebase.morris.store import MorrisInfo
from millmate.tablebase.names import file_name
from millmate.tablebase.progress import BuildStopped, Progress, Step, ignore
from millmate.tablebase.table_build import (
    BuildOptions,
    TableBuild,
    cpu_time_counted,
    cpu_time_taken,
    hold_lock,
    remove_unlocked,
    storage_errors_explained,
)

_LOOK = 0.05  # seconds between two polls of `stopped` and of the solver's reports
_LOADED = tuple(f"millmate.tablebase.morris.{name}" for name in ("solve", "verify", "solver"))
# Shares of a table's time, as measured: until it is solved, until it is verified, and the rest.
_SOLVED, _VERIFIED = 0.75, 0.95


def build(
    targets: Iterable[MorrisTarget],
    directory: Path,
    progress: Progress = ignore,
    **options: Unpack[BuildOptions],
) -> list[MorrisInfo]:
    """Build those of `targets` missing from `directory`; return the infos of those asked for.

    Other builds may work in the same directory, in this process or another: this one waits for the
    tables they are building and uses those they have finished.

    Args:
        targets: The tables to build; tables that they lead into are built as well.
        directory: Where the tables are; created if it does not exist.
        progress: Called in this thread, many times a second. `positions` counts places of the
            table (see `index`) decided in exactly `ply` plies, either side to move.
        options: How to build; there is no scheduler.

    Raises:
        NoRoomError: There is too little disk or memory.
        BuildStopped: `stopped` returned True.
        TableError: An existing table that is needed is damaged.
        VerificationError: The solver has made a mistake; no table was written.
        MillMateError: The directory cannot be written or is full.
    """
    wanted = list(targets)
    with suppress(OSError):  # of builds killed between naming their last table and cleaning up
        remove_leftovers(directory)
    steps = plan(wanted, directory)
    if steps.missing:
        with storage_errors_explained(directory):
            directory.mkdir(parents=True, exist_ok=True)
            _Build(steps, directory, progress, options).run()
    tables = dict.fromkeys(table for target in wanted for table in target.tables)
    return [store.opened(directory, table).info for table in tables]


def remove_leftovers(directory: Path) -> None:
    """Remove the half-written tables of killed builds in `directory`; no build can resume them."""
    for table in store.unfinished(directory):
        remove_unlocked(directory, file_name(table), store.unfinished_path(directory, table))


class _Build(TableBuild[Subspace]):
    """One call of `build`: the missing tables and their progress."""

    def run(self) -> None:
        self._reports: SimpleQueue[Step] = SimpleQueue()
        self._load(_LOADED)
        budget = self._memory or machine.memory_to_use()
        from millmate.tablebase.morris.solver import Children

        self._children = Children(self._directory, self._threads)
        self._tracker.start()
        try:
            with ThreadPoolExecutor(1, thread_name_prefix="morris build") as pool:
                for planned in self._steps.missing:
                    self._children.keep(budget - planned.memory)
                    self._one(planned.material, pool)
        except BuildStopped:
            raise BuildStopped(tuple(map(str, self._tracker.finished))) from None

    def _one(self, table: Subspace, pool: ThreadPoolExecutor) -> None:
        with self._locked(table):
            there = store.exists(self._directory, table)
            if not there or store.is_compact(self._directory, table):
                self._attend(table, pool.submit(self._make, table))
        self._tracker.finish(table)

    def _locked(self, table: Subspace) -> Lock:
        """Wait until no other build holds a table's lock; return the lock, held."""
        while True:
            try:
                return hold_lock(self._directory, file_name(table), _LOOK)
            except HeldError:
                self._tracker.announce(table, "waiting")
                self._poll()

    def _attend(self, table: Subspace, work: "Future[None]") -> None:
        """Pass reports and stop requests between the solver and the caller until it is done."""
        try:
            while not work.done():
                wait([work], _LOOK)
                while not self._reports.empty():
                    self._tracker.report(table, "all", 1.0, self._reports.get())
                self._poll()
        except BaseException:
            self._cancel.stop()
            wait([work])
            raise
        work.result()

    # In the solver's thread -----------------------------------------------------------------------

    def _make(self, table: Subspace) -> None:
        """Solve, verify and write a table; raises `BuildStopped` when asked to stop."""
        from millmate.tablebase.morris.counts import count_positions
        from millmate.tablebase.morris.solver import solve, verify_values

        path = store.table_path(self._directory, table)
        with cpu_time_counted(path, self._threads):
            how = self._children, self._cancel.stopped, self._threads
            placed: list[Codes] = []
            values = solve(table, *how, self._found, placed)
            self._reports.put(Step("verifying", _SOLVED))
            verify_values(table, values, *how, placed=placed)
            self._reports.put(Step("writing", _VERIFIED))
            counts = count_positions(Layout(table), values, self._threads)
            facts = {
                "verified": True,
                "longest": {side: max(0, of.longest(True)[0]) for side, of in counts.items()},
                "counts": counts,
                "cpu_seconds": cpu_time_taken(path),
                "created": datetime.now(UTC).isoformat(timespec="seconds"),
                "program": f"millmate {__version__}",
            }
            store.write(self._directory, table, values, facts, self._threads, self._stop_if_wanted)

    def _found(self, plies: int, positions: int) -> None:
        """Report the places decided in `plies` plies; the first plies take most of the time."""
        done = _SOLVED * (1 - 0.6 * 0.95**plies)
        self._reports.put(Step("solving", done, ply=plies, positions=positions))

    def _stop_if_wanted(self) -> None:
        if self._cancel.stopped():
            raise BuildStopped
