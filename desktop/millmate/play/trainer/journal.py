"""The journal of training: one append-only file of the results of drills.

Each line is a JSON object with the version of its format and, last, its checksum. An incomplete or
damaged line is skipped and counted, without affecting others. Statistics and repetitions are
derived from this file alone.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from millmate.decoder import DecodeError, decode, encode
from millmate.errors import MillMateError
from millmate.play.sealed_jsonl import append_lines, read_lines
from millmate.play.trainer.drill import DrillResult
from millmate.play.trainer.exam import Mark

NAME = "journal.jsonl"
_VERSION = 1
_AHEAD = timedelta(days=1)  # by which a clock may be wrong


class TrainingJournalError(MillMateError):
    """The journal cannot be written; the message says why."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The results in a journal, oldest first, and the number of damaged lines.

    `newer` counts lines written by a later version of the program, which are left alone.
    """

    results: tuple[DrillResult, ...] = ()
    damaged: int = 0
    newer: int = 0


class TrainingJournal:
    """The journal in a directory, which need not exist; several programs may append to it."""

    def __init__(self, directory: Path) -> None:
        """Read and write `journal.jsonl` in `directory`."""
        self.path = directory / NAME

    def read(self) -> Kept:
        """Return the content of the journal.

        Raises:
            TrainingJournalError: The file is there but cannot be read.
        """
        try:
            lines = [_line(content) for content in read_lines(self.path)]
        except OSError as error:
            raise _trouble(self.path, "read", error) from error
        results = _in_time([line for line in lines if isinstance(line, DrillResult)])
        newer = sum(line == "newer" for line in lines)
        ordered = sorted(results, key=lambda result: result.ended)
        return Kept(tuple(ordered), len(lines) - len(results) - newer, newer)

    def append(self, *results: DrillResult) -> None:
        """Save results; once this returns, they survive a power cut.

        Raises:
            TrainingJournalError: The directory cannot be written or is full.
        """
        lines = ({"version": _VERSION, **encode(each)} for each in results)
        try:
            append_lines(self.path, *lines)
        except OSError as error:
            raise _trouble(self.path, "written", error) from error


def _in_time(results: list[DrillResult]) -> list[DrillResult]:
    """Return results; those from the future get the time of the result before.

    The clock was wrong, and failed positions would not be repeated before that day.
    """
    found: list[DrillResult] = []
    now, last = datetime.now(UTC).replace(microsecond=0), None  # as times are written
    for result in results:
        if result.ended > now + _AHEAD:
            result = replace(result, ended=last or now)
        last = result.ended
        found.append(result)
    return found


def _line(content: dict[str, Any] | None) -> DrillResult | str:
    if content is None:
        return "damaged"
    version = content.pop("version", None)
    if isinstance(version, int) and version > _VERSION:
        return "newer"
    try:
        return decode(DrillResult, content)
    except DecodeError:
        return "damaged"


def _trouble(path: Path, what: str, error: OSError) -> TrainingJournalError:
    return TrainingJournalError(
        f"{path} cannot be {what}: {error.strerror or error}; statistics and repetitions wait "
        "until it can"
    )


@dataclass(frozen=True, slots=True)
class DrillTally:
    """The number of drills, of those done, and of moves by mark.

    `lost` counts the plies by which wins took longer.
    """

    drills: int = 0
    done: int = 0
    kept: int = 0
    slower: int = 0
    thrown: int = 0
    lost: int = 0

    @property
    def moves(self) -> int:
        return self.kept + self.slower + self.thrown

    @property
    def accuracy(self) -> float | None:
        """The share of moves that kept the result and lost no time, None without moves."""
        return self.kept / self.moves if self.moves else None

    def plus(self, result: DrillResult) -> "DrillTally":
        return DrillTally(
            self.drills + 1,
            self.done + result.done,
            self.kept + result.count(Mark.KEPT),
            self.slower + result.count(Mark.SLOWER),
            self.thrown + result.count(Mark.THROWN),
            self.lost + result.lost,
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """The drills of one table: in total, and by day, oldest first."""

    table: str
    whole: DrillTally
    days: tuple[tuple[date, DrillTally], ...]


def progress(results: Iterable[DrillResult]) -> tuple[Progress, ...]:
    """Return the progress by table, last drilled first; days are local."""
    tables: dict[str, dict[date, DrillTally]] = {}
    for result in sorted(results, key=lambda each: each.ended):
        days = tables.pop(result.drill.table, {})
        day = result.ended.astimezone().date()
        days[day] = days.get(day, DrillTally()).plus(result)
        tables[result.drill.table] = days  # the table drilled last comes last
    return tuple(_progress(table, days) for table, days in reversed(tables.items()))


def known_positions(results: Iterable[DrillResult]) -> dict[str, tuple[int, int]]:
    """Return by table how many of the drilled positions ended well last time, and how many all."""
    latest: dict[tuple[str, str], bool] = {}
    for result in sorted(results, key=lambda each: each.ended):
        latest[result.drill.table, result.start] = result.done
    found: dict[str, tuple[int, int]] = {}
    for (table, _), done in latest.items():
        known, drilled = found.get(table, (0, 0))
        found[table] = known + done, drilled + 1
    return found


def _progress(table: str, days: dict[date, DrillTally]) -> Progress:
    columns = zip(*map(astuple, days.values()), strict=True)
    return Progress(table, DrillTally(*map(sum, columns)), tuple(days.items()))
