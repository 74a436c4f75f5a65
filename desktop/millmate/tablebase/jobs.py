"""The units of work that a table consists of: how they need each other, and how they are done.

Without pawns a table is one unit. With pawns a slice (one placement of the pawns) needs those
that pawns' moves lead to, which are more advanced: a unit is one slice, or a few small ones that
are equally advanced and therefore do not need each other.

`run_job` and `finish` take plain arguments and leave their results on disk, so that any thread
or process that sees the directory can do them, and do them again if one was killed.
"""

import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from millmate import __version__, machine
from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.tablebase import cputime, estimates, sharded, store
from millmate.tablebase.draft import Draft
from millmate.tablebase.layout import Layout, Pawns, after_promotion
from millmate.tablebase.lru import LruCache
from millmate.tablebase.progress import BuildStopped, Step, Stopped, never
from millmate.tablebase.store import SideCounts, Table, TableInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Shares of a unit's time; the rest is the writing.
_SOLVING, _VERIFYING = 0.6, 0.3


Tell = Callable[[Step], None]
Values: TypeAlias = "NDArray[np.uint8]"


@dataclass(frozen=True, slots=True)
class Job:
    """The slices `numbers` of a table, solved, verified and written together."""

    material: Material
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        """The table, and how many of its slices: for messages."""
        return f"{self.material} ({len(self.numbers)} slices from number {self.numbers[0]})"


def jobs_of(layout: Layout) -> dict[Job, set[Job]]:
    """Return every unit of a table with those of the same table that it needs."""
    if estimates.together(layout.material) >= layout.slices:
        return {Job(layout.material, tuple(range(layout.slices))): set()}
    found = [unit for level in _levels(layout) for unit in _split(layout, level)]
    owner = {number: unit for unit in found for number in unit.numbers}
    return {
        unit: {owner[number] for own in unit.numbers for number in advanced(layout, own)}
        for unit in found
    }


def advanced(layout: Layout, number: int) -> set[int]:
    """Return the slices that moves of the pawns lead to from slice `number`."""
    return {layout.slice_of(pawns)[0] for pawns in _pushes(layout.placements[number])}


def advancement(pawns: Pawns) -> int:
    """Return the number of ranks that all pawns together have moved."""
    white, black = pawns
    return sum(square // 8 - 1 for square in white) + sum(6 - square // 8 for square in black)


def _levels(layout: Layout) -> list[list[int]]:
    """Return the slices by the advancement of their pawns, the most advanced ones first."""
    levels = defaultdict(list)
    for number, pawns in enumerate(layout.placements):
        levels[advancement(pawns)].append(number)
    return [levels[level] for level in sorted(levels, reverse=True)]


def _split(layout: Layout, numbers: list[int]) -> Iterator[Job]:
    """Yield units of slices; those whose promotions lead to the same pawns are together.

    What they lead to has a piece more and is 64 times as large, so it is to be read once for many.
    """
    together = estimates.together(layout.material)
    unit: list[int] = []
    for _, group in groupby(
        sorted(numbers, key=lambda number: after_promotion(layout.placements[number])),
        lambda number: after_promotion(layout.placements[number]),
    ):
        alike = list(group)
        if unit and len(unit) + len(alike) > together:
            yield from _cut(layout, unit, together)
            unit = []
        unit += alike
    yield from _cut(layout, unit, together)


def _cut(layout: Layout, numbers: list[int], together: int) -> Iterator[Job]:
    """Yield units of up to so many slices each."""
    for start in range(0, len(numbers), together):
        yield Job(layout.material, tuple(numbers[start : start + together]))


def _pushes(pawns: Pawns) -> Iterator[Pawns]:
    """Yield the pawns after each of their moves straight ahead that is no promotion."""
    white, black = pawns
    taken = {*white, *black}
    for square in white:
        for target in _targets(square, 8, square < 16, taken):
            yield _moved(white, square, target), black
    for square in black:
        for target in _targets(square, -8, square >= 48, taken):
            yield white, _moved(black, square, target)


def _targets(square: int, step: int, home: bool, taken: set[int]) -> Iterator[int]:
    for target in (square + step, square + 2 * step)[: 2 if home else 1]:
        if target in taken or not 8 <= target < 56:
            return
        yield target


def _moved(squares: tuple[int, ...], source: int, target: int) -> tuple[int, ...]:
    return tuple(sorted({*squares} - {source} | {target}))


# Doing them ---------------------------------------------------------------------------------------


def nothing(step: Step) -> None:
    """Tell nobody."""


def run_job(
    unit: Job,
    directory: Path,
    tell: Tell = nothing,
    stopped: Stopped = never,
    threads: int = 1,
    program: str = __version__,
) -> None:
    """Solve a unit, verify every value, and put it into the table's draft.

    What is there already is not done again.

    Args:
        unit: The unit; what it needs is in `directory`.
        directory: The directory of tables.
        tell: Called with every step, in any thread.
        stopped: Asked between them; once it is true the unit is given up.
        threads: How many threads share the work.
        program: The version that asks for it: a draft has the values of one version.

    Raises:
        BuildStopped: `stopped` said so.
        VerificationError: A value contradicts those it follows from: nothing was written.
        TableError: Something that is needed is damaged.
        OSError: The directory cannot be written or is full.
    """
    _refuse_stranger(directory, program)
    if store.exists(directory, unit.material):
        return
    draft = Draft(directory, unit.material)
    if not set(unit.numbers) - draft.done():
        return
    with cputime.shared(threads) as share:
        _JobRun(unit, draft, tell, stopped, threads).do(share)
    machine.trim_heap()


def assemble(material: Material, directory: Path, program: str = __version__) -> TableInfo:
    """Make a table of a complete draft, samples of it checked by python-chess.

    Raises:
        VerificationError: A value is wrong by the rules library.
        TableError: Something that is needed is damaged.
        OSError: The directory cannot be written or is full.
    """
    from millmate.tablebase import verify

    _refuse_stranger(directory, program)
    if not store.exists(directory, material):
        draft = Draft(directory, material)
        with cputime.shared(1) as share:
            facts = _together(draft.facts())
            table = draft.assemble(_about(material) | _verified(facts) | facts)
            verify.verify_samples(table, directory)
            cputime.so_far(share)
        draft.publish()
    return Table(store.table_path(directory, material)).info


class _JobRun:
    """One unit being done."""

    def __init__(self, unit: Job, draft: Draft, tell: Tell, stopped: Stopped, threads: int) -> None:
        self._unit = unit
        self._draft = draft
        self._layout = draft.layout
        self._tell = tell
        self._stopped = stopped
        self._threads = threads
        self._reader = _Reader(draft, threads)

    def do(self, share: cputime.Share) -> None:
        """Solve, verify and put the unit."""
        from millmate.tablebase.verify import VerificationError

        values, facts = self.solve()
        try:
            facts["positions"] = self.verify(values)
        except VerificationError:
            # What led to it was damaged perhaps, in memory or on disk: it is not gone on with.
            shutil.rmtree(self._draft.workspace, ignore_errors=True)
            raise
        self._tell(Step("writing", _SOLVING + _VERIFYING))
        facts["cpu_seconds"] = round(cputime.so_far(share), 3)
        self._draft.put(self._unit.numbers, values, facts, self._threads)

    def solve(self) -> tuple[Values, dict[str, Any]]:
        """Return the values and what is to be kept about them."""
        from millmate.tablebase import solve

        self._step(Step("solving", 0.0))
        values, facts = solve.solve(
            self._layout,
            self._unit.numbers,
            self._reader.read,
            self._found,
            self._threads,
            self._draft.workspace,
        )
        self._reader.own = {n: values[:, at] for at, n in enumerate(self._unit.numbers)}
        self._step(Step("verifying", _SOLVING))
        return values, dict(facts)

    def verify(self, values: Values) -> int:
        """Check the values; return the number of legal positions among them."""
        from millmate.tablebase import verify

        positions, numbers, read = 0, self._unit.numbers, self._reader.read
        ahead: dict[int, verify.Promoted] = {}
        if 1 < len(numbers) < self._layout.slices:
            ahead = verify.promotions_ahead(self._layout, numbers, read, self._threads)
        placements = self._layout.placements
        places = sorted(
            range(len(numbers)), key=lambda at: after_promotion(placements[numbers[at]])
        )
        for count, at in enumerate(places):
            number = numbers[at]

            def between(done: float, count: int = count) -> None:
                part = (count + done) / len(numbers)
                self._step(Step("verifying", _SOLVING + _VERIFYING * part))

            positions += verify.verify_slice(
                self._layout,
                number,
                values[:, at],
                read,
                between,
                self._threads,
                ahead.pop(number, None),
            )
        return positions

    def _found(self, winner: bool, ply: int, positions: int) -> None:
        # Nobody knows how deep it goes; this share never reaches 1 and never falls.
        part = ply / (ply + 20) / 2 + (0.0 if winner else 0.5)
        self._step(Step("solving", _SOLVING * part, winner, ply, positions))

    def _step(self, step: Step) -> None:
        if self._stopped():
            raise BuildStopped
        self._tell(step)


class _Reader:
    """Reads what a unit needs, and keeps what was read last: its slices need many of the same.

    Safe from several threads. It must not know the unit's work: freed in a circle, hundreds of
    megabytes would wait for Python to find them.
    """

    def __init__(self, draft: Draft, threads: int) -> None:
        self._draft = draft
        self._threads = threads
        self.own: dict[int, Values] = {}  # the unit's own slices, once they are solved
        self._kept = LruCache[tuple[Material, int, bool], Values](
            estimates.KEPT, lambda values: values.nbytes
        )

    def read(self, material: Material, number: int, turn: bool) -> Values:
        """Return the values of a slice that is done, of this table or a finished one."""
        if material == self._draft.layout.material and number in self.own:
            own: Values = self.own[number][0 if turn else 1]
            return own
        key = material, number, turn
        return self._kept.get(key, lambda: self._load(*key))

    def _load(self, material: Material, number: int, turn: bool) -> Values:
        if material == self._draft.layout.material:
            return self._draft.slice_values(turn, number, threads=self._threads)
        table = _table(self._draft.directory, material)
        return table.slice_values(turn, number, threads=self._threads)


def _refuse_stranger(directory: Path, program: str) -> None:
    """Refuse to work where another version asks, or where the directory cannot be seen."""
    if program != __version__:
        raise MillMateError(
            f"a worker runs version {__version__}, the build version {program}: "
            "install the same version on every worker"
        )
    if not directory.is_dir():
        raise MillMateError(
            f"a worker cannot see the directory {directory}: keep the tables where every worker "
            "has them under the same name"
        )


def _table(directory: Path, material: Material) -> Table:
    """Return an open table; each is opened once a process, unless it is written anew."""
    path = store.table_path(directory, material)
    try:
        written = (path / sharded.METADATA).stat().st_mtime_ns
    except OSError:
        written = 0
    return _opened(path, written)


@lru_cache(maxsize=512)
def _opened(path: Path, written: int) -> Table:
    return Table(path)


# What is kept about a table -----------------------------------------------------------------------


def _about(material: Material) -> dict[str, Any]:
    return {
        "material": str(material),
        "game": "chess",
        "metric": "DTM",
        "encoding": "0 draw; n in 1..127 the side to move mates in n moves; 128 + n it is mated "
        "in n; places of impossible positions hold 0",
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "program": f"millmate {__version__}",
    }


def _verified(facts: Mapping[str, Any]) -> dict[str, Any]:
    from millmate.tablebase import verify

    return {
        "verified": True,
        "verification": {
            "positions": facts["positions"],
            "samples": verify.SAMPLES,
            "how": "each value against its successors', by a kernel of its own; "
            "samples read back and checked by python-chess",
            "program": f"millmate {__version__}",
            "when": datetime.now(UTC).isoformat(timespec="seconds"),
        },
    }


def _together(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the counts, longest wins and computing time of a table from those of its units."""
    longest, fens = {}, {}
    for side in ("white", "black"):
        best = max(parts, key=lambda part: int(part["longest"][side]))  # the first of the longest
        longest[side], fens[side] = best["longest"][side], best["longest_fens"][side]
    return {
        "counts": {side: _sum([p["counts"][side] for p in parts]) for side in ("white", "black")},
        "longest": longest,
        "longest_fens": fens,
        "positions": sum(part["positions"] for part in parts),
        "cpu_seconds": round(sum(part["cpu_seconds"] for part in parts), 3),
    }


def _sum(counts: Sequence[Mapping[str, Any]]) -> SideCounts:
    plies = [0] * max(len(part["plies"]) for part in counts)
    for part in counts:
        for ply, number in enumerate(part["plies"]):
            plies[ply] += number
    wins, draws, losses = (sum(p[kind] for p in counts) for kind in ("wins", "draws", "losses"))
    return SideCounts(wins, draws, losses, tuple(plies))
