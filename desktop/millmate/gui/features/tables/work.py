"""The work on tables in threads and processes: read, delete, verify, find dead positions."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from millmate import machine, paths
from millmate.errors import MillMateError
from millmate.formatting import plural, size, titled
from millmate.games.catalogue import Position
from millmate.gui.kit.errors import error_sentence, sentence
from millmate.gui.kit.tasks import Latest
from millmate.gui.shell.builds.plans import about
from millmate.gui.shell.services import Services
from millmate.language import count, mark_count, tr
from millmate.play.trainer import topics
from millmate.play.trainer.journal import TrainingJournal, known_positions
from millmate.settings import Settings
from millmate.tablebase import inventory, removal
from millmate.tablebase.by_game import of
from millmate.tablebase.inventory import (
    Ending,
    Inventory,
    Table,
    TableFile,
    dependents,
    readers,
)
from millmate.tablebase.metric import Metric
from millmate.tablebase.position_inventory import solved_positions

if TYPE_CHECKING:
    from millmate.tablebase.helpmates.process import Finding
    from millmate.tablebase.verify_process import Verifying


Report = Callable[[object], None]
Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Seen:
    """All tables, and the bytes free on their disk if these are known.

    `scores` are by table how many drilled positions ended well last time, and how many all.
    """

    inventory: Inventory
    free: int | None = None
    scores: Mapping[str, tuple[int, int]] = field(default_factory=dict)


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
    with suppress(MillMateError):  # the page for training reports it
        return Seen(
            found, free, known_positions(TrainingJournal(paths.training_dir()).read().results)
        )
    return Seen(found, free)


def drawn(directory: Path, name: str, progress: Report, stopped: Stopped) -> Position:
    """Return a random position of the table `name` that the side to move can win."""
    spec = topics.topic(directory, name).spec()
    return spec.position(topics.sample_position(spec, directory, random.Random(), stopped))


# The other losses with tables: endings, lengths of wins, drills.
_LOST = (
    mark_count(
        "{n} other ending can then be built or verified only once this is built again.",
        "{n} other endings can then be built or verified only once this is built again.",
    ),
    mark_count(
        "{n} table will no longer show in how many moves it is won.",
        "{n} tables will no longer show in how many moves they are won.",
    ),
    mark_count(
        "{n} position that you have to repeat needs it.",
        "{n} positions that you have to repeat need it.",
    ),
)
_UNUSABLE = mark_count(
    "{n} solved position needs it and cannot be used without it.",
    "{n} solved positions need it and cannot be used without it.",
)


def loss(
    directory: Path,
    files: Sequence[TableFile],
    every: Sequence[Ending],
    progress: Report,
    stopped: Stopped,
) -> Loss:
    """Return the loss if `files` were deleted, `every` ending being listed."""
    tables = {file.table for file in files}
    gone = [ending for ending in every if ending.table in tables]
    what = files[0].title if len(files) == 1 else plural(len(files), "table")
    freed = size(
        sum(file.bytes for file in files) + sum(one.dtm50 for one in gone if one.main in files)
    )
    words = [tr("Delete {what}? This frees {size}.", what=what, size=freed)]
    if built := [file for file in files if file.state.exists]:
        seconds = sum(of(each.table).cost(each.table, each.metric).seconds for each in built)
        time = about(seconds / machine.processors())
        words.append(tr("Rebuilding everything takes {time}.", time=time))
    others = {
        each.name for one in gone for each in dependents(one.table, every) if each not in gone
    }
    lost = len(others), len(readers(gone, every)), _drills(set(map(str, tables)))
    words += [count(n, *texts) for n, texts in zip(lost, _LOST, strict=True) if n]
    words.append(tr("Until then, it is not available for perfect play, drills and the explorer."))
    to_mate = {file.table for file in files if file.metric is Metric.DTM}
    if n := sum(not to_mate.isdisjoint(each.reads) for each in solved_positions(directory)):
        words.append(count(n, *_UNUSABLE))
    zeroing = tuple(file for file in files if file.metric is Metric.DTZ)
    return Loss(tuple(files), zeroing, " ".join(words))


def delete_all(
    directory: Path, files: Sequence[TableFile], progress: Report, stopped: Stopped
) -> tuple[str, bool]:
    """Delete `files`; return a sentence on that, and whether any could not be deleted."""
    faults, freed, gone = [], 0, 0
    for file in files:
        try:
            freed += removal.delete(directory, file.table, file.metric)
            gone += 1
        except MillMateError as error:
            faults.append(error_sentence(error))
    said = []
    if gone:
        tables = plural(gone, "table")
        said.append(tr("{tables} deleted, {size} of disk freed.", tables=tables, size=size(freed)))
    return " ".join((*said, *faults[:3])), bool(faults)


def _drills(names: set[str]) -> int:
    """Return how many positions to be repeated are of these tables."""
    from millmate.play.trainer.journal import TrainingJournal
    from millmate.play.trainer.repetition import Deck

    try:
        results = TrainingJournal(paths.training_dir()).read().results
    except MillMateError:
        return 0
    return sum(each.spec.table in names for each in Deck(results).all)


def verified(
    directory: Path,
    tables: Sequence[tuple[Table, Metric]],
    threads: int | None,
    progress: Report,
    stopped: Stopped,
) -> tuple[str, bool]:
    """Verify `tables`; return the result in sentences, and whether anything was wrong."""
    from millmate.tablebase.verify_process import verify_all

    found = verify_all(directory, tables, progress, stopped, threads)
    correct = found.titles
    words = [tr("Verification stopped.")] if stopped() else []
    if len(correct) == 1:
        words.append(tr("{table} is correct.", table=correct[0]))
    elif correct:
        words.append(tr("{tables} are correct.", tables=plural(len(correct), "table")))
    words += [titled(title, sentence(fault)) for title, fault in found.faults[:3]]
    if len(found.faults) > 3:
        words.append(tr("And {n} more.", n=len(found.faults) - 3))
    return " ".join(words) or tr("Nothing was verified."), bool(found.faults)


def verifying_words(verifying: Verifying) -> str:
    percent = f"{verifying.fraction * 100:.0f}"
    if verifying.tables == 1:
        return tr("Verifying {table}, {n} %", table=verifying.title, n=percent)
    return tr(
        "Verifying {table}, {n} %, {number} of {all}",
        table=verifying.title,
        n=percent,
        number=verifying.number,
        all=verifying.tables,
    )


_LOOK_MS = 1000  # between two checks for other work
_IDLE_SECONDS = 180.0  # without anything else before dead positions are searched for


class DeadPositions(QObject):
    """Finds the positions in which a side cannot be mated, while there is no other work.

    `advanced` emits a line about the work, "" once it has ended.
    """

    advanced = Signal(str)

    def __init__(self, services: Services, busy: Callable[[], bool], parent: QObject) -> None:
        """Find dead positions of all tables while nothing else is `busy`."""
        super().__init__(parent)
        self._services, self._busy = services, busy
        self._work = Latest()
        self._through = False  # nothing is left to find
        self._idle_since = time.monotonic()
        self._looks = QTimer(self, interval=_LOOK_MS)
        self._looks.timeout.connect(self._look)
        services.build.advanced.connect(self.rest)
        services.build.ended.connect(self._look_again)
        services.settings.bind(self._allow, "find_dead_when_idle")
        self._allow(services.settings.current)

    @property
    def running(self) -> bool:
        return self._work.running

    def _allow(self, settings: Settings) -> None:
        self.allow(settings.find_dead_when_idle)

    def allow(self, allowed: bool) -> None:
        """Begin to watch for idle times, or stop at once."""
        self._through = False
        self.rest()
        if allowed:
            self._looks.start()
        else:
            self._looks.stop()

    @Slot()
    def rest(self) -> None:
        """Stop the work until nothing else has gone on for a while."""
        self._idle_since = time.monotonic()
        self._work.stop()

    @Slot()
    def _look_again(self) -> None:
        self._through = False

    @Slot()
    def _look(self) -> None:
        if self._busy():
            self.rest()
        elif time.monotonic() - self._idle_since >= _IDLE_SECONDS:
            self._start()

    def _start(self) -> None:
        if not self.running and not self._through:
            self._work.start(
                self._find,
                progress=self._advance,
                done=self._end,
                failed=self._end,
                stopped=partial(self._end, True),
            )

    def _find(self, progress: Report, stopped: Stopped) -> bool:
        """Find them; return whether that was stopped."""
        from millmate.tablebase.helpmates.process import find_all

        find_all(self._services.tables_dir, progress, stopped)
        return stopped()

    @Slot(object)
    def _advance(self, finding: Finding) -> None:
        self.advanced.emit(finding.words)

    @Slot(object)
    def _end(self, was_stopped: bool | Exception) -> None:
        self._through = was_stopped is not True  # after a fault, not until the next build
        self.advanced.emit("")
        self._services.links.tables_listed.emit()
        self._services.probe.refresh()
