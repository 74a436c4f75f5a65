"""One run of rush, and the history of runs.

A run has its score and its end, and the ratings of the person and of the positions.

Each position counts as a game between the person and the position, and both are rated by it, by
steps 1 and 2 of M. E. Glickman, "The Glicko system" (Boston University, 1995-1999), a position a
rating period.

The history is an append-only file of the results of runs, each line with its checksum. A line also
holds what the run has taught about how hard its endings are. A damaged line is skipped and counted,
without affecting others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from millmate.decoder import Among, Between, DecodeError, Reads, decode
from millmate.errors import MillMateError
from millmate.games.catalogue import GAMES
from millmate.play.rush.puzzles import Mode, Puzzle
from millmate.play.sealed_jsonl import append_lines, read_lines

_Q = math.log(10) / 400
_UNKNOWN = 350.0  # the deviation of who has not played yet
_LEAST = 50.0  # so that a rating still moves after hundreds of positions
START = 1200.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating on Elo's scale, and its standard deviation."""

    value: float = START
    deviation: float = _UNKNOWN

    def after(self, opponent: Rating, points: float) -> Rating:
        """Return the rating after a game against `opponent`: 1 point for a win, 0 for a loss."""
        shrunk = 1 / math.sqrt(1 + 3 * (_Q * opponent.deviation / math.pi) ** 2)
        expected = 1 / (1 + 10 ** (-shrunk * (self.value - opponent.value) / 400))
        known = _Q**2 * shrunk**2 * expected * (1 - expected)
        certainty = 1 / self.deviation**2 + known
        value = self.value + _Q / certainty * shrunk * (points - expected)
        return Rating(value, max(_LEAST, math.sqrt(1 / certainty)))


ESTIMATED = Rating(0.0, 100.0)  # the correction of an ending that was never tried


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard endings are for one person in one mode of a game, relative to the estimates.

    An ending's correction starts at 0 and moves like the rating of an opponent: it grows where the
    person fails.
    """

    corrections: Mapping[str, Rating] = field(default_factory=dict)

    def of(self, puzzle: Puzzle) -> Rating:
        """Return how hard a puzzle is."""
        learnt = self.corrections.get(puzzle.ending, ESTIMATED)
        return Rating(puzzle.estimate + learnt.value, learnt.deviation)

    def after(self, puzzle: Puzzle, person: Rating, *, solved: bool) -> Difficulty:
        """Return the corrections after a person with that rating `solved` a puzzle or failed."""
        rating = self.of(puzzle).after(person, float(not solved))
        learnt = Rating(rating.value - puzzle.estimate, rating.deviation)
        return Difficulty({**self.corrections, puzzle.ending: learnt})


SECONDS = 180.0
MOST_ERRORS = 3
_HEAD_START = 400.0  # by how much the first puzzle is easier than the person's rating
_RISE = 50.0  # by how much each solved position makes the next one harder


@dataclass(frozen=True, slots=True)
class Decision:
    """A puzzle with the answer that was given."""

    puzzle: Puzzle
    answer: str

    @property
    def right(self) -> bool:
        return self.answer in self.puzzle.answers


@dataclass(slots=True)
class Run:
    """A run in one mode of a game, by a person who had `rating` at its start."""

    mode: Mode
    rating: Rating
    game: str = "chess"
    difficulty: Difficulty = field(default_factory=Difficulty)
    begun_at: float = field(init=False)  # the rating of the first puzzle
    decisions: list[Decision] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.begun_at = self.rating.value - _HEAD_START

    def decide(self, puzzle: Puzzle, answer: str) -> Decision:
        """Add a decision, and rate the person and the position by it."""
        made = Decision(puzzle, answer)
        self.decisions.append(made)
        person, hard = self.rating, self.difficulty.of(puzzle)
        self.rating = person.after(hard, float(made.right))
        self.difficulty = self.difficulty.after(puzzle, person, solved=made.right)
        return made

    @property
    def score(self) -> int:
        """The number of right decisions."""
        return sum(made.right for made in self.decisions)

    @property
    def errors(self) -> int:
        return len(self.decisions) - self.score

    @property
    def over(self) -> bool:
        """Whether there were too many errors; the clock may end it sooner."""
        return self.errors >= MOST_ERRORS

    @property
    def wanted(self) -> float:
        """How hard the next puzzle should be."""
        return self.begun_at + _RISE * self.score


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
