"""The strength of a person at rush, and the difficulty of positions, by the Glicko system.

Each position counts as a game between the person and the position, and both are rated by it.
Source: M. E. Glickman, "The Glicko system" (Boston University, 1995-1999), whose steps 1 and 2
these are, a position a rating period.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

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
