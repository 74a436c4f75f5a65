"""One run of rush: its score and its end."""

from __future__ import annotations

from dataclasses import dataclass, field

from millmate.play.rush.difficulty import Difficulty
from millmate.play.rush.puzzles import Mode, Puzzle
from millmate.play.rush.rating import Rating

SECONDS = 180.0
MOST_ERRORS = 3
_HEAD_START = 400.0  # how much easier than the person's rating a run begins
_RISE = 50.0  # by which each solved position makes the next one harder


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
    """A run in one mode of a game, by a person who had `rating` when it began."""

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
