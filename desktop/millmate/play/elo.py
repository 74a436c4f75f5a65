"""How much stronger one player is than another, and how sure that is.

Source: Arpad E. Elo, "The Rating of Chessplayers, Past and Present" (1978), with the logistic curve
in use today: 400 points are ten to one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import stdev

CERTAIN = 1.96  # standard errors on either side hold the true value in 95 of 100 cases


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games one player has won, drawn and lost against another."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """All points; a draw is half a point."""
        return self.won + self.drawn / 2

    @property
    def score(self) -> float:
        """Points a game, from 0 to 1."""
        return self.points / self.games

    @property
    def error(self) -> float:
        """How far the true score may lie from `score`, with 95 % certainty.

        By the spread of the results; where all were equal there is none, and the bound for an event
        that was never seen is taken, three in so many games.
        """
        mean = self.score
        counts = ((self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0))
        variance = sum(number * (points - mean) ** 2 for number, points in counts) / self.games
        if not variance:
            return min(1.0, 3 / self.games)
        return CERTAIN * math.sqrt(variance / self.games)

    @property
    def wins(self) -> bool:
        """Whether more than half of the points is beyond doubt."""
        return self.games > 0 and self.score - self.error > 0.5

    def plus(self, points: float) -> Tally:
        """Return the tally with another game of 1, 0.5 or 0 points."""
        return Tally(
            self.won + (points == 1), self.drawn + (points == 0.5), self.lost + (points == 0)
        )


@dataclass(frozen=True, slots=True)
class PairedTally(Tally):
    """A tally of games in pairs, two from each opening with colours exchanged, in their order.

    The games of a pair hang together: an opening that favours a side gives each player a point.
    The spread of what pairs bring says how sure the score is, and the openings' own does not count.
    """

    results: tuple[float, ...] = ()

    @property
    def error(self) -> float:
        """How far the true score may lie from `score`; see `Tally.error`."""
        pairs = [sum(pair) / 2 for pair in zip(self.results[::2], self.results[1::2], strict=False)]
        if len(set(pairs)) < 2:
            return min(1.0, 3 / self.games)
        return CERTAIN * stdev(pairs) / math.sqrt(len(pairs))

    def plus(self, points: float) -> PairedTally:
        """Return the tally with another game of 1, 0.5 or 0 points."""
        counted = Tally(self.won, self.drawn, self.lost).plus(points)
        return PairedTally(counted.won, counted.drawn, counted.lost, (*self.results, points))


def elo(score: float) -> float:
    """Return the difference in rating that a score from 0 to 1 amounts to; it may be infinite."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def format_elo(tally: Tally) -> str:
    """Return the difference with its error bars: `+120 (+65 to +190)`."""
    low, high = tally.score - tally.error, tally.score + tally.error
    return f"{_signed(elo(tally.score))} ({_signed(elo(low))} to {_signed(elo(high))})"


def _signed(difference: float) -> str:
    if math.isinf(difference):
        return "+∞" if difference > 0 else "−∞"
    return f"{difference:+.0f}".replace("-", "−")
