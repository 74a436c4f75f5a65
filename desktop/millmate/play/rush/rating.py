"""The strength of a person at rush, by the Glicko system.

Each position counts as an opponent with a rating of its own. Source: M. E. Glickman, "The Glicko
system" (Boston University, 1995-1999), whose steps 1 and 2 these are, a position a rating period.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_Q = math.log(10) / 400
_UNKNOWN = 350.0  # the deviation of who has not played yet
_LEAST = 50.0  # so that a rating still moves after hundreds of positions
_POSITION = 100.0  # the deviation of a position: its rating is an estimate
START = 1200.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating on Elo's scale, and its standard deviation."""

    value: float = START
    deviation: float = _UNKNOWN

    def after(self, opponent: float, points: float) -> Rating:
        """Return the rating after a position rated `opponent`: 1 point if it was solved, else 0."""
        shrunk = 1 / math.sqrt(1 + 3 * (_Q * _POSITION / math.pi) ** 2)
        expected = 1 / (1 + 10 ** (-shrunk * (self.value - opponent) / 400))
        known = _Q**2 * shrunk**2 * expected * (1 - expected)
        certainty = 1 / self.deviation**2 + known
        value = self.value + _Q / certainty * shrunk * (points - expected)
        return Rating(value, max(_LEAST, math.sqrt(1 / certainty)))
