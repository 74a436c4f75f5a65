"""Deciding between two claims about a difference in strength, with as few games as it takes.

The generalized sequential probability ratio test on pairs of games from one opening with colours
exchanged: a pair scores 0, 1/2, 1, 3/2 or 2 points, and what is likeliest under either claim is
found for the five frequencies at once.

Sources: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16
(1945), for the bounds; M. Van den Bergh, "Comments on normalized Elo" and "The generalized maximum
likelihood ratio for the expectation value of a distribution" (notes to Fishtest), for the
likeliest frequencies with a given mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # points a game of a pair
_NEVER = 1e-3  # pairs counted for a result that has not come, so that none is impossible


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where the test ends: at `lower` for the first claim, at `upper` for the second."""

    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Decision:
    """How the test stands: the log likelihood ratio, its bounds, and what is decided.

    `decided` is None as long as more games are wanted, else whether the second claim is taken.
    """

    ratio: float
    bounds: Bounds
    pairs: int
    decided: bool | None


def bounds(alpha: float, beta: float) -> Bounds:
    """Return Wald's bounds for errors that may be made so often."""
    return Bounds(math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def decision(
    counts: Sequence[int], elo0: float, elo1: float, alpha: float, beta: float
) -> Decision:
    """Return how the test stands after pairs with the scores 0, 1/2, 1, 3/2, 2, so many of each."""
    ends = bounds(alpha, beta)
    ratio = log_ratio(counts, expected(elo0), expected(elo1))
    decided = True if ratio >= ends.upper else False if ratio <= ends.lower else None
    return Decision(ratio, ends, sum(counts), decided)


def expected(elo: float) -> float:
    """Return the points a game that a difference in rating is worth."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """Return how much likelier the mean score `score1` is than `score0`, as a logarithm."""
    if not sum(counts):
        return 0.0
    filled = [count or _NEVER for count in counts]
    total = sum(filled)
    shares = [count / total for count in filled]
    return total * (_log_likelihood(shares, score1) - _log_likelihood(shares, score0))


def _log_likelihood(shares: list[float], mean: float) -> float:
    """Return the mean logarithm of the likeliest distribution with `mean`, given the shares seen.

    Its shares are p / (1 + t (score - mean)) with the one t for which they have that mean.
    """
    t = _multiplier(shares, mean)
    pairs = zip(shares, _SCORES, strict=True)
    return sum(p * math.log(p / (1 + t * (score - mean))) for p, score in pairs)


def _multiplier(shares: list[float], mean: float) -> float:
    """Return t by halving: the mean of what is left falls as it grows."""
    low, high = -1 / (_SCORES[-1] - mean), 1 / (mean - _SCORES[0])
    for _ in range(100):
        t = (low + high) / 2
        off = sum(
            p * (score - mean) / (1 + t * (score - mean))
            for p, score in zip(shares, _SCORES, strict=True)
        )
        low, high = (t, high) if off > 0 else (low, t)
    return (low + high) / 2
