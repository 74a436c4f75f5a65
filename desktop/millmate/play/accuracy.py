"""What a score is worth, and how accurate a move is, by the formulas of Lichess.

Source: https://lichess.org/page/accuracy.
"""

from __future__ import annotations

from math import exp

from millmate.search.limits import Score

_STEEPNESS = 0.00368208  # per hundredth of a pawn
_SURE = 10_000  # hundredths of a pawn; more changes nothing


def expected_share(score: Score) -> float:
    """Return the part of the point that the side to move can expect, from 0 to 1."""
    if score.mate is not None:
        return 1.0 if score.mate > 0 else 0.0
    worth = max(-_SURE, min(score.centipawns or 0, _SURE))
    return 1 / (1 + exp(-_STEEPNESS * worth))


def accuracy_of_move(before: float, after: float) -> float:
    """Return the accuracy of a move, from 0 to 100, by its side's parts of the point."""
    lost = 100 * (before - after)
    if lost <= 0:
        return 100.0
    return max(0.0, 103.1668 * exp(-0.04354 * lost) - 3.1669)
