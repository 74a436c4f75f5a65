"""What the Tables page has done in threads: reading, planning, weighing a loss, deleting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from millmate import machine, paths
from millmate.errors import MillMateError
from millmate.formatting import plural, size
from millmate.games.chess.material import Material
from millmate.gui.features.tables.formatting import loss_words
from millmate.gui.kit.errors import error_sentence
from millmate.language import count, tr
from millmate.tablebase import estimates, inventory, removal
from millmate.tablebase.inventory import Ending, Inventory, State, Table, TableFile
from millmate.tablebase.metric import Metric
from millmate.tablebase.morris import plan as morris_plan
from millmate.tablebase.names import Target
from millmate.tablebase.plan import Plan
from millmate.tablebase.position_inventory import solved_positions
from millmate.tablebase.targets import plan

Report = Callable[[object], None]
Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Seen:
    """All tables, and the bytes free on their disk if these are known."""

    inventory: Inventory
    free: int | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """The tables that would be deleted, those of DTZ50 among them, and the question before."""

    files: tuple[TableFile, ...]
    zeroing: tuple[TableFile, ...]
    words: str


def seen(directory: Path, progress: Report, stopped: Stopped) -> Seen:
    """Return all tables of `directory`; report them before they are opened."""

    def listed(found: Inventory) -> None:
        for ending in found.endings:  # remembered, so that the window's thread need not find them
            if stopped():
                return
            inventory.needs(ending.table)
            inventory.reads(ending.table)
        progress(Seen(found))

    found = inventory.inventory(directory, listed, stopped)
    try:
        free: int | None = machine.free_disk(directory)
    except OSError:
        free = None
    return Seen(found, free)


def planned(
    request: int,
    targets: Sequence[Target],
    directory: Path,
    metrics: Sequence[Metric],
    progress: Report,
    stopped: Stopped,
) -> tuple[int, Plan[Material | Table] | MillMateError | OSError]:
    """Return the number of the request, and the plan of `targets` or why there is none."""
    try:
        return request, plan(targets, directory, metrics)
    except (MillMateError, OSError) as error:
        return request, error


def compactable(file: TableFile) -> bool:
    """Return whether a table can be made compact."""
    full = file.state is State.FULL and isinstance(file.table, Material)
    return full and estimates.compactable(file.table)  # type: ignore[arg-type]


def loss(
    directory: Path,
    files: Sequence[TableFile],
    every: Sequence[Ending],
    progress: Report,
    stopped: Stopped,
) -> Loss:
    """Return what would be lost with `files`, `every` ending being what there is."""
    seconds = sum(_seconds(file.table) for file in files if file.state.exists)
    names = {str(file.table) for file in files}
    words = loss_words(files, every, seconds / machine.processors(), _drills(names))
    tables = {file.table for file in files if file.metric is Metric.DTM}
    readers = sum(not tables.isdisjoint(each.reads) for each in solved_positions(directory))
    if readers:
        lost = count(
            readers,
            "{n} solved position reads it, and cannot be asked without it.",
            "{n} solved positions read it, and cannot be asked without it.",
        )
        words = f"{words} {lost}"
    zeroing = tuple(file for file in files if file.metric is Metric.DTZ)
    return Loss(tuple(files), zeroing, words)


def delete_all(
    directory: Path, files: Sequence[TableFile], progress: Report, stopped: Stopped
) -> tuple[str, bool]:
    """Delete `files`; return a sentence on that, and whether any could not be deleted."""
    faults, freed, gone = [], 0, 0
    for file in files:
        try:
            removal.delete(directory, file.table, file.metric)
        except MillMateError as error:
            faults.append(error_sentence(error))
        else:
            freed, gone = freed + file.bytes, gone + 1
    said = []
    if gone:
        tables = plural(gone, "table")
        said.append(tr("{tables} deleted, {size} of disk freed.", tables=tables, size=size(freed)))
    return " ".join((*said, *faults[:3])), bool(faults)


def _seconds(table: Table) -> float:
    if isinstance(table, Material):
        return estimates.seconds(table)
    return morris_plan.seconds(table)


def _drills(names: set[str]) -> int:
    """Return how many positions to be repeated are of these tables."""
    from millmate.play.trainer.journal import TrainingJournal
    from millmate.play.trainer.repetition import Deck

    try:
        results = TrainingJournal(paths.training_dir()).read().results
    except MillMateError:
        return 0
    return sum(each.spec.table in names for each in Deck(results).all)
