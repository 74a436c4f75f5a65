"""The history of rush: an append-only file of the results of runs, each line with its checksum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from millmate import limits
from millmate.errors import MillMateError
from millmate.files import append, directory_lock
from millmate.play.rush.puzzles import Mode
from millmate.play.rush.rating import Rating
from millmate.play.rush.run import Run
from millmate.play.sealed_jsonl import seal, unseal

NAME = "rush.jsonl"
_VERSION = 1


class RushHistoryError(MillMateError):
    """The history cannot be read or written; the message says why."""


@dataclass(frozen=True, slots=True)
class RushResult:
    """The result of a run: when it ended (UTC), its score, and the rating after it."""

    mode: Mode
    ended: datetime
    score: int
    errors: int
    rating: Rating

    @classmethod
    def of(cls, run: Run, ended: datetime) -> RushResult:
        return cls(run.mode, ended, run.score, run.errors, run.rating)


class RushHistory:
    """The results in a directory, which need not exist; several programs may append to it."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / NAME

    def read(self) -> tuple[RushResult, ...]:
        """Return the results, oldest first; damaged lines are left out.

        Raises:
            RushHistoryError: The file is there but cannot be read.
        """
        try:
            content = limits.read(self.path, limits.LARGEST_JOURNAL)
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise _trouble(self.path, error) from error
        found = (_result(unseal(line)) for line in content.split(b"\n") if line)
        return tuple(result for result in found if result is not None)

    def append(self, result: RushResult) -> None:
        """Save a result; once this returns, it survives a power cut.

        Raises:
            RushHistoryError: The directory cannot be written or is full.
        """
        line = seal(
            {
                "version": _VERSION,
                "mode": result.mode.value,
                "ended": result.ended.isoformat(timespec="seconds"),
                "score": result.score,
                "errors": result.errors,
                "rating": round(result.rating.value, 1),
                "deviation": round(result.rating.deviation, 1),
            }
        )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with directory_lock(self.path.parent):
                append(self.path, b"\n" + line)  # an incomplete line before it is left alone
        except OSError as error:
            raise _trouble(self.path, error) from error


def rating_of(results: Iterable[RushResult], mode: Mode) -> Rating:
    """Return the rating after the last run in a mode."""
    return next((r.rating for r in reversed([*results]) if r.mode is mode), Rating())


def best_of(results: Iterable[RushResult], mode: Mode) -> int | None:
    """Return the personal best in a mode, None before the first run."""
    return max((result.score for result in results if result.mode is mode), default=None)


def _result(content: dict[str, Any] | None) -> RushResult | None:
    if content is None or content.get("version") != _VERSION:
        return None
    try:
        ended = datetime.fromisoformat(content["ended"]).astimezone(UTC)
        rating = Rating(float(content["rating"]), float(content["deviation"]))
        score, errors = int(content["score"]), int(content["errors"])
        return RushResult(Mode(content["mode"]), ended, score, errors, rating)
    except (ArithmeticError, KeyError, TypeError, ValueError):
        return None


def _trouble(path: Path, error: OSError) -> RushHistoryError:
    return RushHistoryError(f"{path}: {error.strerror or error}")
