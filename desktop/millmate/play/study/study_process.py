"""Check studies in a child process, so that the window stays responsive meanwhile."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from millmate.files import describe_error
from millmate.games.chess.material import Material
from millmate.jobs.job import Control, Job, JobStopped
from millmate.jobs.run import run
from millmate.language import tr
from millmate.play.study.check import Checked, check
from millmate.play.study.reading import Study, contents, of_board, unread
from millmate.play.study.values import Values
from millmate.records.record import GameRecord
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import Stopped

_PERIOD = 0.2  # seconds between reports


@dataclass(frozen=True, slots=True)
class Order:
    """Studies to check by the tables of a directory: those in files, or one from a board."""

    directory: Path
    files: tuple[Path, ...] = ()
    record: GameRecord | None = None


@dataclass(slots=True)
class Batch:
    """The findings in `done` of `total` studies.

    `missing` are the materials whose tables would have been needed and can be built.
    """

    studies: list[Checked] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    missing: frozenset[Material] = frozenset()
    done: int = 0
    total: int = 0

    def add(self, news: "Batch") -> None:
        self.studies += news.studies
        self.unread += news.unread
        self.missing, self.done, self.total = news.missing, news.done, news.total


def check_apart(order: Order, progress: Callable[[Batch], object], stopped: Stopped) -> Batch:
    """Return the findings; once it is stopped, those so far.

    `progress` is called with new findings.

    Raises:
        MillMateError: A table is damaged, or the checking process has died.
    """
    found = Batch()

    def add(news: Batch) -> None:
        found.add(news)
        progress(news)

    died = tr("the process that checks studies has died")
    with suppress(JobStopped):
        run(Job("study", partial(_check, order), died), add, stopped)
    return found


def _check(order: Order, control: Control) -> None:
    """Check in the child process, and report the findings."""
    total, studies = _ordered(order)
    news, told = Batch(total=total), 0.0
    with Tablebase(order.directory) as tables:
        values = Values(tables)
        for done, study in enumerate(studies, 1):
            if isinstance(study, Study):
                news.studies.append(check(study, values))
            else:
                news.unread.append(study)
            news.done, news.missing = done, frozenset(values.missing)
            if time.monotonic() > told + _PERIOD:
                control.report(news)
                news, told = Batch(done=done, total=total), time.monotonic()
    news.missing = frozenset(values.missing)
    control.report(news)


def _ordered(order: Order) -> tuple[int, Iterator[Study | str]]:
    """Return how many studies there may be, and all of them."""
    if order.record is not None:
        return 1, iter([of_board(order.record)])
    total, parts = 0, list[Iterator[Study | str]]()
    for file in order.files:
        try:
            number, studies = contents(file)
        except OSError as error:
            why = describe_error(OSError(error.errno, error.strerror or str(error)))  # no path
            number, studies = 1, iter([unread(file, why)])
        total += number
        parts.append(studies)
    return total, chain(*parts)
