"""One run of rush: its score and its end, and the ratings of the person and of the positions.

Each position counts as a game between the person and the position, and both are rated by it, by
steps 1 and 2 of M. E. Glickman, "The Glicko system" (Boston University, 1995-1999), a position a
rating period.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from millmate.play.rush.puzzles import Mode, Puzzle

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
