"""The jobs that make a table: their dependencies, and how one is run.

Without pawns a table is one job. With pawns a slice (one placement of the pawns) needs the more
advanced slices that pawn moves lead to. A job is one slice, or a few small ones of the same
advancement, which do not need each other; of a table with few slices it is all of them.

`run_job` and `assemble` take plain arguments and leave their results on disk: any thread or process
can run them, and run them again after a crash.
"""

import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from millmate import __version__, machine
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.jobs.job import ignore
from millmate.tablebase import estimates, store
from millmate.tablebase.draft import Draft
from millmate.tablebase.far import Far, SliceReader
from millmate.tablebase.large_slice import LargeSlice
from millmate.tablebase.layout import Layout, after_promotion, levels
from millmate.tablebase.metric import Metric
from millmate.tablebase.progress import BuildStopped, Step, Stopped, never
from millmate.tablebase.reach import pushes
from millmate.tablebase.sharded import TableError
from millmate.tablebase.slices import Slices
from millmate.tablebase.table import SideCounts, Table, TableInfo
from millmate.tablebase.table_build import cpu_time_counted, cpu_time_taken

if TYPE_CHECKING:
    from millmate.tablebase.solve import Solution
    from millmate.tablebase.verify import Rows

# Shares of a job's time; the rest is writing.
_SOLVING, _VERIFYING = 0.6, 0.3
_REPORT = 0.05  # seconds between two reports while values are verified


_NOTHING: Mapping[Material, Slices] = {}

Report = Callable[[Step], None]
Values: TypeAlias = "NDArray[np.uint8]"


@dataclass(frozen=True, slots=True)
class Job:
    """The slices `numbers` of a table, solved, verified and written together."""

    material: Material
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        """The table and the number of its slices, for messages."""
        return f"{self.material} ({len(self.numbers)} slices from number {self.numbers[0]})"


def jobs_of(layout: Layout) -> dict[Job, set[Job]]:
    """Return every job of a table with the jobs of the same table that it needs."""
    if estimates.together(layout.material) >= layout.slices:
        return {Job(layout.material, tuple(range(layout.slices))): set()}
    found = [job for level in levels(layout, range(layout.slices)) for job in _split(layout, level)]
    owner = {number: job for job in found for number in job.numbers}
    return {
        job: {owner[number] for own in job.numbers for number in advanced(layout, own)}
        for job in found
    }


def advanced(layout: Layout, number: int) -> set[int]:
    """Return the slices that pawn moves lead to from slice `number`, those that the table has."""
    pawns, found = layout.placements[number], set()
    for side, white in enumerate((True, False)):
        for square in pawns[side]:
            for target in pushes(square, white, {*pawns[0], *pawns[1]}):
                moved = tuple(sorted({*pawns[side]} - {square} | {target}))
                after = layout.slices_of.get((moved, pawns[1]) if white else (pawns[0], moved))
                if after is not None:
                    found.add(after[0])
    return found


def _split(layout: Layout, numbers: list[int]) -> Iterator[Job]:
    """Yield jobs that group slices whose promotions leave the same pawns.

    Those promotions lead to slices with a piece more, 64 times as large, which are best read once.
    """
    together = estimates.together(layout.material)
    if layout.group > 1:  # slices that share a block are put together
        yield from _cut(layout, sorted(numbers, key=lambda n: int(layout.ranks[n])), together)
        return
    batch: list[int] = []
    promoted = {number: after_promotion(layout.placements[number]) for number in numbers}
    for _, group in groupby(sorted(numbers, key=promoted.__getitem__), promoted.__getitem__):
        alike = list(group)
        if batch and len(batch) + len(alike) > together:
            yield from _cut(layout, batch, together)
            batch = []
        batch += alike
    yield from _cut(layout, batch, together)


def _cut(layout: Layout, numbers: list[int], together: int) -> Iterator[Job]:
    """Yield jobs of up to `together` slices each."""
    for start in range(0, len(numbers), together):
        yield Job(layout.material, tuple(numbers[start : start + together]))


# Running ------------------------------------------------------------------------------------------


def run_job(
    job: Job,
    directory: Path,
    report: Report = ignore,
    stopped: Stopped = never,
    threads: int = 1,
    metric: Metric = Metric.DTM,
    lent: Mapping[Material, Slices] = _NOTHING,
) -> None:
    """Solve the slices of a job, verify every value, and put them into the table's draft.

    Slices that the draft has already are not solved again.

    Args:
        job: The job; everything it needs is in `directory`.
        directory: The directory of tables.
        report: Called with every step, in any thread.
        stopped: Polled between steps; once it is true the job is abandoned.
        threads: The number of threads.
        metric: That of all tables in `directory`.
        lent: Slices of other tables to read in place, instead of tables of `directory`.

    Raises:
        BuildStopped: `stopped` returned True.
        VerificationError: A value contradicts those it follows from; nothing was written.
        TableError: A table or slice that is needed is damaged.
        OSError: The directory cannot be written or is full.
    """
    if store.own(directory, job.material):
        return
    draft = Draft(directory, job.material)
    if not set(job.numbers) - draft.done():
        return
    machine.reuse_freed_memory()
    with cpu_time_counted(draft.path, threads):
        reader = _Reader(draft, threads, lent)
        _JobRun(job, draft, report, stopped, threads, metric, reader).run()


def assemble(material: Material, directory: Path, metric: Metric = Metric.DTM) -> TableInfo:
    """Assemble a table from a complete draft, and check samples of it with python-chess.

    Raises:
        VerificationError: A value is wrong according to python-chess.
        TableError: A table that is needed is damaged.
        OSError: The directory cannot be written or is full.
    """
    from millmate.tablebase import verify

    if not store.own(directory, material):
        draft = Draft(directory, material)
        with cpu_time_counted(draft.path, 1):
            facts = _together(draft.facts())
            made = draft.assemble(_about(material, metric, facts["positions"]) | facts)
            verify.verify_samples(made.codes, directory, metric)
            if made.packed is not None:
                verify.compare_samples(made.codes, made.packed)
            machine.trim_heap()
            draft.publish(cpu_seconds=facts["cpu_seconds"] + cpu_time_taken(draft.path))
    return store.opened(directory, material).info


@dataclass
class _JobRun:
    """One job while it runs."""

    job: Job
    draft: Draft
    report: Report
    stopped: Stopped
    threads: int
    metric: Metric
    reader: "_Reader"
    reported: float = 0.0
    far: Far | None = None

    @property
    def layout(self) -> Layout:
        return self.draft.layout

    def run(self) -> None:
        """Solve, verify and store the slices."""
        from millmate.tablebase import verify

        self._step(Step("solving", 0.0))
        if estimates.large(self.job.material):
            self._run_large()
            return
        values, more, facts = self._solve()
        self.reader.own = {n: values[:, at] for at, n in enumerate(self.job.numbers)}
        self._step(Step("verifying", _SOLVING))
        self._verify(verify.ArrayRows(values, more), facts)
        self.draft.put(self.job.numbers, values, facts, self.threads, more)

    def _run_large(self) -> None:
        """Do the same with a slice that does not fit in memory, which is verified as packed."""
        from millmate.tablebase import solve, verify

        draft = self.draft
        layers, facts = solve.solve_large(
            self.layout, 0, self.reader.read, self._found, draft.workspace, threads=self.threads
        )
        planes = [layers.codes, layers.more] if layers.above else [layers.codes]
        self._step(Step("verifying", _SOLVING))
        staged = draft.stage(
            [plane(turn) for plane in planes for turn in (True, False)], self.threads
        )
        try:
            self._verify(verify.PackedRows(draft, 0, layers.above, self.threads), facts)
        except (verify.VerificationError, TableError) as error:
            # Perhaps memory or disk was damaged on the way: do not resume from it.
            shutil.rmtree(draft.workspace, ignore_errors=True)
            raise verify.VerificationError(str(error)) from None
        draft.accept(staged, facts)
        shutil.rmtree(draft.workspace)

    def _solve(self) -> "Solution":
        """Return the values and the facts to store about them."""
        from millmate.tablebase import solve

        layout, numbers = self.layout, self.job.numbers
        if self.metric is Metric.DTM and layout.has_far:
            # Zeroing moves lead to 127 plies at most; tables of a position need 127 moves only.
            self.far = self.reader.far_inputs()
        found = solve.solve(
            layout,
            numbers,
            self.reader.read,
            self._found,
            self.threads,
            self.metric,
            far=self.far,
        )
        if not layout.has_far:
            return found._replace(more=None)  # 127 moves stand for more as well
        # Whether pawn moves lead from slices of the job to others of it.
        whole = len(numbers) == layout.slices > 1
        if found.more is not None and self.metric is Metric.DTM and whole:
            raise MillMateError(
                f"{layout.material} has mates in more than 127 moves, which cannot be "
                "followed back over a pawn's move where all slices are solved at once: there is "
                "no table of it"
            )
        return found

    def _verify(self, rows: "Rows", facts: dict[str, Any]) -> None:
        """Check the values; add the number of legal positions and the CPU time to the facts."""
        from millmate.tablebase import verify

        facts["positions"] = verify.verify_slices(
            self.layout,
            self.job.numbers,
            rows,
            self.reader.read,
            self._verified,
            self.threads,
            self.metric,
            self.far,
        )
        self.report(Step("writing", _SOLVING + _VERIFYING))
        facts["cpu_seconds"] = cpu_time_taken(self.draft.path)  # that of storing is the next one's

    def _found(self, winner: bool, ply: int, positions: int) -> None:
        # The depth is unknown: this share never reaches 1 and never falls.
        part = ply / (ply + 20) / 2 + (0.0 if winner else 0.5)
        self._step(Step("solving", _SOLVING * part, winner, ply, positions))

    def _verified(self, part: float) -> None:
        """Report verification from time to time: small slices have many steps."""
        now = time.monotonic()
        if now > self.reported + _REPORT:
            self.reported = now
            self._step(Step("verifying", _SOLVING + _VERIFYING * part))
        elif self.stopped():
            raise BuildStopped

    def _step(self, step: Step) -> None:
        if self.stopped():
            raise BuildStopped
        self.report(step)


class _Reader(SliceReader):
    """Reads the inputs of a job.

    It must not refer to the job's run: in a reference cycle, hundreds of megabytes would wait for
    Python's cycle collector.
    """

    def __init__(self, draft: Draft, threads: int, lent: Mapping[Material, Slices]) -> None:
        tables: dict[Material, Table | Slices] = {draft.layout.material: draft, **lent}

        def table(material: Material) -> Table | Slices:
            return tables.get(material) or tables.setdefault(
                material, _table(draft.directory, material)
            )

        super().__init__(table, estimates.KEPT, threads)
        self._draft, self._lent, self._tables = draft, lent, tables
        self.own: dict[int, Values] = {}  # the job's own slices, once they are solved

    def read(self, material: Material, number: int, turn: bool) -> "Values | LargeSlice":
        if material == self._draft.layout.material and number in self.own:
            own: Values = self.own[number][0 if turn else 1]
            return own
        return super().read(material, number, turn)

    def far_inputs(self) -> Far | None:
        """Return the reader for mates in 127 moves and more among the inputs, as `far` does.

        Raises:
            MillMateError: A table with such mates has been lent, without them.
        """
        draft = self._draft
        below = [m for m in draft.layout.material.successors() if m.men > 2]
        for material in below:
            if material in self._lent and self._lent[material].has_more:
                raise MillMateError(
                    f"a move in {draft.layout.material} leads to mates of {material} in more than "
                    "127 moves, which a cluster does not support: build it without --scheduler"
                )
        # A worker of a cluster has no more than it reads.
        tables = [_table(draft.directory, m) for m in below if store.exists(draft.directory, m)]
        plies = [side.plies for table in tables for side in table.info.counts.values()]
        for facts in draft.facts():
            plies += [side["plies"] for side in facts["counts"].values()]
        return self.far(plies)

    def _load(self, material: Material, number: int, turn: bool) -> "Values | LargeSlice":
        try:
            return super()._load(material, number, turn)
        except TableError as error:
            if error.path.exists():
                raise
        # Another build has removed the codes of all positions, and the table is left.
        self._tables.pop(material, None)
        return super()._load(material, number, turn)


def _table(directory: Path, material: Material) -> Table:
    """Return a table, opened once a process unless it has been rewritten."""
    return _opened(directory, material, store.written(directory, material))


@lru_cache(maxsize=512)
def _opened(directory: Path, material: Material, written: int) -> Table:
    return store.opened(directory, material)


# Facts about a table ------------------------------------------------------------------------------


_ENCODINGS = {
    Metric.DTM: "0 draw; n in 1..127 the side to move mates in n moves; 128 + n it is mated "
    "in n; 127 moves are at least 127, the rest is in the stream `more`; places of impossible "
    "positions hold 0",
    Metric.DTZ: "0 draw; n in 1..127 the side to move mates or makes a winning zeroing move in n "
    "plies; 128 + n its opponent does; above 100 the fifty-move rule draws; 127 plies are at least "
    "127, the rest is in the stream `more`; places of impossible positions hold 0",
}


def _about(material: Material, metric: Metric, positions: int) -> dict[str, Any]:
    """Return the metadata of a table of which `positions` values have been verified."""
    from millmate.tablebase import verify

    now, program = datetime.now(UTC).isoformat(timespec="seconds"), f"millmate {__version__}"
    return {
        "material": str(material),
        "game": "chess",
        "metric": metric.title,
        "encoding": _ENCODINGS[metric],
        "created": now,
        "program": program,
        "verified": True,
        "verification": {
            "positions": positions,
            "samples": verify.SAMPLES,
            "how": "each value against its successors', by a kernel of its own; "
            "samples read back and checked by python-chess",
            "program": program,
            "when": now,
        },
    }


def _together(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the counts, longest wins and CPU time of a table from those of its jobs."""
    sides = "white", "black"
    facts: dict[str, Any] = {}
    for kind in ("longest", "longest_cursed"):
        if kind in parts[0]:
            best = {side: max(parts, key=lambda part: int(part[kind][side])) for side in sides}
            facts[kind] = {side: best[side][kind][side] for side in sides}
            facts[f"{kind}_fens"] = {side: best[side][f"{kind}_fens"][side] for side in sides}
    return facts | {
        "counts": {side: _sum([part["counts"][side] for part in parts]) for side in sides},
        "positions": sum(part["positions"] for part in parts),
        "cpu_seconds": round(sum(part["cpu_seconds"] for part in parts), 3),
    }


def _sum(parts: Sequence[Mapping[str, Any]]) -> SideCounts:
    added: dict[str, Any] = {}
    for name in parts[0]:
        own = [part[name] for part in parts]
        plies = "plies" in name
        added[name] = tuple(map(sum, zip_longest(*own, fillvalue=0))) if plies else sum(own)
    return SideCounts(**added)
