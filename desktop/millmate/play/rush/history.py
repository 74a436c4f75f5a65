"""The history of rush: an append-only file of the results of runs, each line with its checksum.

A line also holds what the run has taught about how hard its endings are. A damaged line is skipped
and counted, without affecting others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from millmate.decoder import Among, Between, DecodeError, Reads, decode
from millmate.errors import MillMateError
from millmate.games.catalogue import GAMES
from millmate.play.rush.puzzles import Mode
from millmate.play.rush.run import Difficulty, Rating, Run
from millmate.play.sealed_jsonl import append_lines, read_lines

NAME = "rush.jsonl"
_VERSION = 2  # 1 had chess only, and taught nothing about endings


# In the file, two numbers.
_Figures = Annotated[
    Rating, Reads(tuple[float, Annotated[float, Between(1e-6)]], lambda pair: Rating(*pair))
]


class RushHistoryError(MillMateError):
    """The history cannot be read or written; the message says why."""


@dataclass(frozen=True, slots=True)
class RushResult:
    """The result of a run: when it ended (UTC), its score, and the rating after it.

    `corrections` are those of its endings after it; see `Difficulty`.
    """

    mode: Mode
    ended: datetime
    score: int
    errors: int
    rating: _Figures
    game: Annotated[str, Among(tuple(GAMES))] = "chess"
    corrections: Mapping[str, _Figures] = field(default_factory=dict)

    @classmethod
    def of(cls, run: Run, ended: datetime) -> RushResult:
        endings = {made.puzzle.ending for made in run.decisions}
        learnt = {each: run.difficulty.corrections[each] for each in sorted(endings)}
        return cls(run.mode, ended, run.score, run.errors, run.rating, run.game, learnt)


@dataclass(frozen=True, slots=True)
class Kept:
    """The results in a history, oldest first, and the number of lines that cannot be read."""

    results: tuple[RushResult, ...] = ()
    unread: int = 0


class RushHistory:
    """The results in a directory, which need not exist; several programs may append to it."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / NAME

    def read(self) -> Kept:
        """Return the content of the history.

        Raises:
            RushHistoryError: The file is there but cannot be read.
        """
        try:
            lines = [_result(content) for content in read_lines(self.path)]
        except OSError as error:
            raise _trouble(self.path, error) from error
        results = tuple(each for each in lines if each is not None)
        return Kept(results, len(lines) - len(results))

    def append(self, result: RushResult) -> None:
        """Save a result; once this returns, it survives a power cut.

        Raises:
            RushHistoryError: The directory cannot be written or is full.
        """
        line = {
            "version": _VERSION,
            "game": result.game,
            "mode": result.mode.value,
            "ended": result.ended.isoformat(timespec="seconds"),
            "score": result.score,
            "errors": result.errors,
            "rating": round(result.rating.value, 1),
            "deviation": round(result.rating.deviation, 1),
            "corrections": {
                ending: [round(learnt.value, 1), round(learnt.deviation, 1)]
                for ending, learnt in result.corrections.items()
            },
        }
        try:
            append_lines(self.path, line)
        except OSError as error:
            raise _trouble(self.path, error) from error


def in_game(results: Iterable[RushResult], game: str) -> tuple[RushResult, ...]:
    """Return the results of runs in a game."""
    return tuple(result for result in results if result.game == game)


def rating_of(results: Iterable[RushResult], mode: Mode) -> Rating:
    """Return the rating after the last run in a mode, of results in one game."""
    return next((r.rating for r in reversed([*results]) if r.mode is mode), Rating())


def difficulty_of(results: Iterable[RushResult], mode: Mode) -> Difficulty:
    """Return the corrections that the runs in a mode have taught, of results in one game."""
    learnt: dict[str, Rating] = {}
    for result in results:
        if result.mode is mode:
            learnt.update(result.corrections)
    return Difficulty(learnt)


def best_of(results: Iterable[RushResult], mode: Mode) -> int | None:
    """Return the personal best in a mode, None before the first run, of results in one game."""
    return max((result.score for result in results if result.mode is mode), default=None)


def _result(content: dict[str, Any] | None) -> RushResult | None:
    if content is None or content.pop("version", None) not in (1, _VERSION):
        return None
    try:
        content["rating"] = [content["rating"], content.pop("deviation")]
        return decode(RushResult, content)
    except (KeyError, DecodeError):
        return None


def _trouble(path: Path, error: OSError) -> RushHistoryError:
    return RushHistoryError(f"{path}: {error.strerror or error}")
