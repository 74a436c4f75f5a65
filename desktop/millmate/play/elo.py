"""Elo differences from match results, with error bars.

Source: Arpad E. Elo, "The Rating of Chessplayers, Past and Present" (1978), with the logistic curve
in use today: 400 points are ten to one.
"""

import math
from dataclasses import dataclass, replace
from statistics import stdev
from typing import Self

CERTAIN = 1.96  # standard errors for 95 % certainty


@dataclass(frozen=True, slots=True)
class Tally:
    """The games one player has won, drawn and lost against another."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The points; a draw is half a point."""
        return self.won + self.drawn / 2

    @property
    def score(self) -> float:
        """The points per game, from 0 to 1."""
        return self.points / self.games

    @property
    def error(self) -> float:
        """The half-width of the 95 % confidence interval of `score`.

        It comes from the variance of the results. If all are equal, the rule of three applies: an
        event never seen in n games has a probability of at most 3/n.
        """
        mean = self.score
        counts = ((self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0))
        variance = sum(number * (points - mean) ** 2 for number, points in counts) / self.games
        if not variance:
            return min(1.0, 3 / self.games)
        return CERTAIN * math.sqrt(variance / self.games)

    @property
    def wins(self) -> bool:
        """Whether the score is above one half with 95 % certainty."""
        return self.games > 0 and self.score - self.error > 0.5

    def plus(self, points: float) -> Self:
        """Return the tally with one more game of 1, 0.5 or 0 points."""
        won, drawn, lost = (points == each for each in (1, 0.5, 0))
        return replace(self, won=self.won + won, drawn=self.drawn + drawn, lost=self.lost + lost)


@dataclass(frozen=True, slots=True)
class PairedTally(Tally):
    """A tally of games in pairs: two from each opening with colours exchanged, in order.

    The games of a pair are correlated: an opening that favours one side gives each player a point.
    The error therefore comes from the variance of the pairs' scores.
    """

    results: tuple[float, ...] = ()

    @property
    def error(self) -> float:
        """The half-width of the 95 % confidence interval of `score`."""
        pairs = [sum(pair) / 2 for pair in zip(self.results[::2], self.results[1::2], strict=False)]
        if len(set(pairs)) < 2:
            return min(1.0, 3 / self.games)
        return CERTAIN * stdev(pairs) / math.sqrt(len(pairs))

    def plus(self, points: float) -> Self:
        """Return the tally with another game of 1, 0.5 or 0 points."""
        return replace(Tally.plus(self, points), results=(*self.results, points))


def elo(score: float) -> float:
    """Return the rating difference for a score from 0 to 1; it may be infinite."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def format_elo(tally: Tally) -> str:
    """Return the rating difference with its error bars: `+120 (+65 to +190)`."""
    low, high = tally.score - tally.error, tally.score + tally.error
    return f"{_signed(elo(tally.score))} ({_signed(elo(low))} to {_signed(elo(high))})"


def _signed(difference: float) -> str:
    if math.isinf(difference):
        return "+∞" if difference > 0 else "−∞"
    return f"{difference:+.0f}".replace("-", "−")
