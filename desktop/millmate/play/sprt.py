"""The sequential probability ratio test: which of two Elo differences fits, with few games.

This is the generalized test on pairs of games from one opening with colours exchanged: a pair
scores 0, 1/2, 1, 3/2 or 2 points, and under either hypothesis the five frequencies are estimated by
maximum likelihood.

Sources: A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16
(1945), for the bounds; M. Van den Bergh, "Comments on normalized Elo" and "The generalized maximum
likelihood ratio for the expectation value of a distribution" (notes to Fishtest), for the
likeliest frequencies with a given mean.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # points per game of a pair
_NEVER = 1e-3  # pseudo-count of a score that has not occurred, so that none is impossible


@dataclass(frozen=True, slots=True)
class Decision:
    """The state of the test: the log likelihood ratio, its bounds, and the decision.

    At `lower` the test ends with the first hypothesis, at `upper` with the second.
    `decided` is None while more games are needed, then whether the second hypothesis is accepted.
    """

    ratio: float
    lower: float
    upper: float
    pairs: int
    decided: bool | None


def decision(
    counts: Sequence[int], elo0: float, elo1: float, alpha: float, beta: float
) -> Decision:
    """Return the state of the test after `counts` pairs with the scores 0, 1/2, 1, 3/2, 2."""
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)  # Wald's
    ratio = log_ratio(counts, expected(elo0), expected(elo1))
    decided = True if ratio >= upper else False if ratio <= lower else None
    return Decision(ratio, lower, upper, sum(counts), decided)


def expected(elo: float) -> float:
    """Return the expected score of a rating difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """Return the log likelihood ratio of the mean score `score1` to `score0`."""
    if not sum(counts):
        return 0.0
    filled = [count or _NEVER for count in counts]
    total = sum(filled)
    shares = [count / total for count in filled]
    return total * (_log_likelihood(shares, score1) - _log_likelihood(shares, score0))


def _log_likelihood(shares: list[float], mean: float) -> float:
    """Return the mean log likelihood of the likeliest distribution with `mean`, given `shares`.

    Its shares are p / (1 + t (score - mean)), with the one t that gives them that mean.
    """
    t = _multiplier(shares, mean)
    pairs = zip(shares, _SCORES, strict=True)
    return sum(p * math.log(p / (1 + t * (score - mean))) for p, score in pairs)


def _multiplier(shares: list[float], mean: float) -> float:
    """Return t by bisection: the deviation falls as t grows."""
    low, high = -1 / (_SCORES[-1] - mean), 1 / (mean - _SCORES[0])
    for _ in range(100):
        t = (low + high) / 2
        off = sum(
            p * (score - mean) / (1 + t * (score - mean))
            for p, score in zip(shares, _SCORES, strict=True)
        )
        low, high = (t, high) if off > 0 else (low, t)
    return (low + high) / 2
