"""The tables that a build creates, in order, their cost, and whether there is room for them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from millmate import machine
from millmate.errors import InputError, MillMateError
from millmate.files import unwritable_reason
from millmate.formatting import duration, plural, size
from millmate.games.chess.material import Material
from millmate.language import tr
from millmate.tablebase import estimates, sharded, store
from millmate.tablebase.metric import WITH_CURSED_WINS, Metric

MOST_MEN = 6

# The subject of a table: a material, or a subspace of morris.
Kind = TypeVar("Kind", covariant=True)


class UnsupportedMaterialError(InputError):
    """The program builds no table of the material."""


# The share of them that is on disk at once while all tables of up to five men are built.
_LIVE_PLANES = 0.61


class NoRoomError(MillMateError):
    """There is too little disk or memory for a build; nothing was started."""


@dataclass(frozen=True, slots=True)
class PlannedTable(Generic[Kind]):
    """A table that exists or has to be built.

    `bytes` is its size on disk, `memory` the bytes that building it on one thread takes, `seconds`
    the CPU time on one core, `beside` the bytes on disk that building takes besides the table, and
    `plane` those of the codes of all positions, which are kept while other tables need them; for a
    table that does not exist all are estimates. `draft` is the draft that a build resumes
    from, None without one. `metric` is the unit of a chess table's distances; `shipped` is true if
    it is included with the program, `threaded` if several threads build it, and `large` if it is
    solved out of core.
    """

    material: Kind
    exists: bool
    bytes: int
    memory: int
    seconds: float
    draft: Path | None = None
    beside: int = 0
    plane: int = 0
    metric: Metric = Metric.DTM
    shipped: bool = False
    threaded: bool = True
    large: bool = False

    @property
    def begun(self) -> bool:
        return self.draft is not None

    @property
    def title(self) -> str:
        return self.metric.titled(self.material)

    def elapsed(self, threads: int | None = None) -> float:
        """Return the seconds that `threads`, or all processors, take."""
        return self.seconds / (threads or machine.processors() if self.threaded else 1)


@dataclass(frozen=True, slots=True)
class Plan(Generic[Kind]):
    """The tables that a request needs, each after those that its moves lead to."""

    tables: tuple[PlannedTable[Kind], ...]

    @property
    def missing(self) -> tuple[PlannedTable[Kind], ...]:
        return tuple(table for table in self.tables if not table.exists)

    @property
    def bytes(self) -> int:
        """Disk space that the missing tables will take, in bytes."""
        return sum(table.bytes for table in self.missing)

    @property
    def disk(self) -> int:
        """Disk space needed while building, when some tables take more than their size."""
        planes = _LIVE_PLANES * sum(table.plane for table in self.missing)
        return self.bytes + max((table.beside for table in self.missing), default=0) + round(planes)

    @property
    def memory(self) -> int:
        """Memory that building the missing table that needs most takes, in bytes."""
        return max((table.memory for table in self.missing), default=0)

    @property
    def seconds(self) -> float:
        """CPU time of the missing tables, in seconds on one core."""
        return sum(table.seconds for table in self.missing)

    def elapsed(self, threads: int | None = None) -> float:
        """Return the seconds that `threads`, or all processors, take for the missing tables."""
        times = 0.0
        for metric in {table.metric for table in self.missing}:  # one is built after the other
            own = [table for table in self.missing if table.metric is metric]
            shared = sum(table.seconds for table in own) / (threads or machine.processors())
            # Two tables solved out of core at once would not fit in memory.
            alone = sum(table.seconds for table in own if table.large)
            times += max(shared, alone, *(table.elapsed(threads) for table in own))
        return times


def plan(
    materials: Iterable[Material], directory: Path, metric: Metric = Metric.DTM
) -> Plan[Material]:
    """Return the tables that `materials` need in `directory`, smaller ones first.

    All existing tables are of this metric. Two bare kings need no table: they draw.

    Raises:
        UnsupportedMaterialError: A material has more than six men.
    """
    needed: set[Material] = set()
    for material in materials:
        if refusal := too_large(material):
            raise UnsupportedMaterialError(refusal)
        if material.canonical() not in needed:
            needed.update(m for m in material.closure() if m.men > 2)
    return Plan(tuple(planned(material, directory, metric) for material in sorted(needed)))


def too_large(material: Material) -> str:
    """Return why no table of a material with many men can be built, "" if one can."""
    if material.men <= MOST_MEN:
        return ""
    words = tr(
        "{material} has {men} pieces; tables of up to {most} pieces can be built",
        material=material,
        men=material.men,
        most=MOST_MEN,
    )
    if not material.facing or material.men > MOST_MEN + 1:
        return words
    needed = [each for each in material.closure() if each.men == MOST_MEN]
    costs = [estimates.cost(each) for each in needed]
    cost = tr(
        "it would need {tables} of six pieces, about {size} and {time} of CPU time",
        tables=plural(len(needed), "table"),
        size=size(sum(each.disk for each in costs)),
        time=duration(sum(each.seconds for each in costs)),
    )
    return f"{words}; {cost}"


def plan_metrics(
    materials: Sequence[Material], directory: Path, metrics: Iterable[Metric]
) -> list[tuple[Metric, list[Material], Plan[Material]]]:
    """Return, for each metric, the materials to build and their plan; raises as `plan` does."""
    wanted, found = list(metrics) if materials else [], []
    for metric in wanted:
        own = list(materials) if metric is Metric.DTM else _with_zeroing(materials, wanted)
        found.append((metric, own, plan(own, metric.directory(directory), metric)))
    return found


def cursed(target: Material) -> Material | None:
    """Return the ending, `target` or below it, with wins that the fifty-move rule draws.

    Materials of more men than tables are built for are not followed: there are too many below.
    """
    if target.men > MOST_MEN:
        return None
    endings = reversed(target.closure())
    return next((ending for ending in endings if str(ending) in WITH_CURSED_WINS), None)


def metrics_for(target: Material) -> tuple[Metric, ...]:
    """Return the metrics that true answers about `target` under the fifty-move rule need."""
    return tuple(Metric) if cursed(target) else (Metric.DTM,)


def _with_zeroing(materials: Iterable[Material], metrics: Sequence[Metric]) -> list[Material]:
    """Return the materials to solve for distances to zeroing: those not solved out of core."""
    found: list[Material] = []
    for material in materials:
        below = material.closure() if material.men <= MOST_MEN else []  # which `plan` refuses
        if not any(map(estimates.large, below)):
            found.append(material)
        elif Metric.DTM in metrics:
            found += [m for m in below if not any(map(estimates.large, m.closure()))]
        else:
            raise UnsupportedMaterialError(
                tr("{material} has no table of distances to zeroing yet", material=material)
            )
    return list(dict.fromkeys(found))


def refuse_without_room(
    steps: Plan[object], directory: Path, memory: int | None = None, here: bool = True
) -> None:
    """Check that the directory is writable and that disk and memory suffice for missing tables.

    Args:
        steps: The plan.
        directory: Where the tables will be.
        memory: The bytes that may be used; None for all free memory.
        here: Whether this machine does the work; if not, its memory does not matter.

    Raises:
        NoRoomError: They do not; the message says how much is needed and free, and what to do.
        MillMateError: The directory cannot be written.
    """
    _refuse_without_disk(steps, directory)
    if steps.missing and (why := unwritable_reason(directory)):
        raise MillMateError(unwritable(directory, why))
    if here:
        _refuse_without_memory(steps, memory)


def unwritable(directory: Path, why: str) -> str:
    """Return the message that tables cannot be written into `directory`."""
    return tr(
        "cannot write tables into {folder}: {why}; choose another directory",
        folder=directory,
        why=why,
    )


def _refuse_without_disk(steps: Plan[object], directory: Path) -> None:
    begun = sum(sharded.disk_bytes(table.draft) for table in steps.missing if table.draft)
    needed, free = steps.disk - begun, machine.free_disk(directory)
    if needed > free:
        raise NoRoomError(
            tr(
                "building {tables} in {directory} needs about {size} of disk, {free} are free: "
                "free {lacking}, build fewer tables, or choose another directory (--tables)",
                tables=plural(len(steps.missing), "table"),
                directory=directory,
                size=size(needed),
                free=size(free),
                lacking=size(needed - free),
            )
        )


def _refuse_without_memory(steps: Plan[object], memory: int | None) -> None:
    free = machine.free_memory()
    greediest = max(steps.missing, key=lambda table: table.memory, default=None)
    if greediest is None:
        return
    needed = tr(
        "building {material} needs about {size} of memory",
        material=greediest.material,
        size=size(greediest.memory),
    )
    if greediest.memory > free:
        raise NoRoomError(
            tr(
                "{needed} even on one thread, {size} are free: close other programs, build "
                "smaller tables, or build on a machine with more memory",
                needed=needed,
                size=size(free),
            )
        )
    if memory is not None and greediest.memory > memory:
        raise NoRoomError(
            tr(
                "{needed}, more than the {size} allowed by --memory: allow more ({free} are "
                "free), or build smaller tables",
                needed=needed,
                size=size(memory),
                free=size(free),
            )
        )


def planned(
    material: Material, directory: Path, metric: Metric = Metric.DTM, slices: int | None = None
) -> PlannedTable[Material]:
    """Return the cost of building a table, or one with only `slices` slices."""
    own, exists = directory / material.path, store.exists(directory, material)
    draft = own.with_name(f".building-{own.name}")
    cost = estimates.cost(material, metric, slices)
    return PlannedTable(
        material,
        exists,
        store.disk_bytes(directory, material) if exists else cost.disk,
        estimates.PROGRAM + estimates.job_memory(material),
        cost.seconds,
        draft=draft if draft.is_dir() and not exists else None,
        beside=estimates.workspace(material),
        plane=cost.plane,
        metric=metric,
        shipped=exists and store.shipped(directory, material),
        threaded=material.has_pawns,
        large=estimates.large(material),
    )
