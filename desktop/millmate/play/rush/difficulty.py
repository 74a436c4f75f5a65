"""How hard positions are for a person: an estimate, corrected by what the person solves and fails.

There is one correction for each ending and mode. It is a rating relative to the estimate: it starts
at 0 and moves as that of the person's opponent in each position, so where the person loses points
the ending gains some. It is learnt from one person, and so says what is hard for that person.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from millmate.play.rush.puzzles import Puzzle
from millmate.play.rush.rating import Rating

ESTIMATED = Rating(0.0, 100.0)  # the correction of an ending that nobody has tried


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The corrections in one mode of a game, by ending."""

    corrections: Mapping[str, Rating] = field(default_factory=dict)

    def of(self, puzzle: Puzzle) -> Rating:
        """Return how hard a puzzle is."""
        learnt = self.corrections.get(puzzle.ending, ESTIMATED)
        return Rating(puzzle.estimate + learnt.value, learnt.deviation)

    def after(self, puzzle: Puzzle, person: Rating, *, solved: bool) -> Difficulty:
        """Return what is known once a person with that rating has `solved` a puzzle or failed."""
        rating = self.of(puzzle).after(person, float(not solved))
        learnt = Rating(rating.value - puzzle.estimate, rating.deviation)
        return Difficulty({**self.corrections, puzzle.ending: learnt})
