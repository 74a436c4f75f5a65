"""Ratings of many players from the games among them.

The model is Bradley and Terry's on Elo's scale: a 400-point advantage means an expected score of
10:1, and a draw counts as half a point each. The ratings maximize the likelihood of the results and
add up to 0. Error bars come from the spread of the results, where the two games of a pair (one
opening, colours exchanged) count as one, since they are not independent.

Sources: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs I", Biometrika 39
(1952), for the model; D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of
Statistics 32 (2004), for when a maximum exists; K.-Y. Liang and S. L. Zeger, "Longitudinal data
analysis using generalized linear models", Biometrika 73 (1986), for errors from grouped results.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from millmate.play.elo import CERTAIN

_SCALE = 400 / math.log(10)  # Elo points per unit of the logistic curve
_FEW = 10  # with fewer groups of games, a player's spread is not meaningful
_NOISE = 1e-8
_PRIOR = 0.5  # drawn games against an average player, added for each if there is no maximum
_STEPS = 200

Matrix = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game between two players, and the points of `one`: 1, 0.5 or 0.

    Games of the same `group` have the same players and depend on each other.
    """

    one: int
    other: int
    points: float
    group: Hashable


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings in Elo points that add up to 0, and their covariance.

    `firm` says that the results alone determine them. Otherwise a player has won or lost everything
    against the rest, so that any rating beyond would fit, and the error bars are too narrow.
    """

    values: tuple[float, ...]
    covariance: Matrix
    firm: bool

    def error(self, player: int) -> float:
        """Return the half-width of a rating's 95 % confidence interval."""
        return CERTAIN * math.sqrt(max(0.0, float(self.covariance[player, player])))

    def superiority(self, one: int, other: int) -> float:
        """Return the probability that `one` is stronger than `other`."""
        c = self.covariance
        both = float(c[one, one] + c[other, other])
        variance = both - float(c[one, other] + c[other, one])
        ahead = self.values[one] - self.values[other]
        if variance <= _NOISE * both:  # only rounding errors are left
            return 0.5 if abs(ahead) < _NOISE * _SCALE else float(ahead > 0)
        return normal(ahead / math.sqrt(variance))


def normal(deviations: float) -> float:
    """Return the share of a normal distribution below `deviations` standard deviations."""
    return (1 + math.erf(deviations / math.sqrt(2))) / 2


def rate(players: int, meetings: Sequence[Meeting]) -> Ratings:
    """Return the ratings of `players` players from their games."""
    firm = _connected(players, meetings)
    prior = 0.0 if firm else _PRIOR
    games = _Games(players, meetings)
    strength = np.zeros(players)
    for _ in range(_STEPS):
        gradient, information = games.slope(strength, prior)
        step = _inverse(information) @ gradient
        strength += np.clip(step, -1.0, 1.0)
        if np.abs(step).max(initial=0.0) < 1e-10:
            break
    strength -= strength.mean()
    covariance = games.covariance(strength, prior) * _SCALE**2
    return Ratings(tuple((strength * _SCALE).tolist()), covariance, firm)


class _Games:
    """Games as arrays: the lower and the higher player, the lower one's points, the group."""

    def __init__(self, players: int, meetings: Sequence[Meeting]) -> None:
        self._players = players
        turned = [each.one > each.other for each in meetings]
        self._one = np.array([min(each.one, each.other) for each in meetings], np.int64)
        self._other = np.array([max(each.one, each.other) for each in meetings], np.int64)
        points = np.array([each.points for each in meetings], float)
        self._points = np.where(turned, 1 - points, points)
        numbers: dict[Hashable, int] = {}
        self._group = np.array(
            [numbers.setdefault(each.group, len(numbers)) for each in meetings], np.int64
        )
        self._groups = len(numbers)

    def slope(self, strength: Matrix, prior: float) -> tuple[Matrix, Matrix]:
        """Return the gradient of the log likelihood, and Fisher's information."""
        expected = self._expected(strength)
        even = 1 / (1 + np.exp(-strength))
        gradient = prior * (0.5 - even)
        surplus = self._points - expected
        np.add.at(gradient, self._one, surplus)
        np.add.at(gradient, self._other, -surplus)
        information = np.diag(prior * even * (1 - even))
        self._add(information, self._one, self._other, expected * (1 - expected))
        return gradient, information

    def covariance(self, strength: Matrix, prior: float) -> Matrix:
        """Return the covariance of strengths from the spread of the groups, if there are enough.

        If a player has few, or all went as expected, use Fisher's information alone.
        """
        inverse = _inverse(self.slope(strength, prior)[1])
        surplus = np.zeros(self._groups)
        np.add.at(surplus, self._group, self._points - self._expected(strength))
        first = np.zeros(self._groups, np.int64)
        first[self._group[::-1]] = np.arange(self._group.size)[::-1]  # a game of each group
        players = np.concatenate((self._one[first], self._other[first]))
        fewest = np.bincount(players, minlength=self._players).min(initial=self._groups)
        if prior or fewest < _FEW or np.abs(surplus).max(initial=0.0) < 1e-9:
            return inverse
        spread = np.zeros((self._players, self._players))
        self._add(spread, self._one[first], self._other[first], surplus**2)
        return np.asarray(inverse @ spread @ inverse * self._groups / (self._groups - 1))

    def _expected(self, strength: Matrix) -> Matrix:
        return np.asarray(1 / (1 + np.exp(strength[self._other] - strength[self._one])))

    def _add(self, matrix: Matrix, one: Indices, other: Indices, weights: Matrix) -> None:
        """Add games between `one` and `other`, with weights, to a Laplacian matrix."""
        np.add.at(matrix, (one, one), weights)
        np.add.at(matrix, (other, other), weights)
        np.add.at(matrix, (one, other), -weights)
        np.add.at(matrix, (other, one), -weights)


def _inverse(information: Matrix) -> Matrix:
    """Return the pseudo-inverse: the sum of all ratings is undetermined and stays 0."""
    return np.asarray(np.linalg.pinv(information, rcond=1e-10, hermitian=True))


def _connected(players: int, meetings: Sequence[Meeting]) -> bool:
    """Return whether a chain of points taken leads from every player to every other.

    Only then do the results have a unique maximum likelihood (Ford's condition).
    """
    beaten: list[set[int]] = [set() for _ in range(players)]
    for meeting in meetings:
        if meeting.points > 0:
            beaten[meeting.one].add(meeting.other)
        if meeting.points < 1:
            beaten[meeting.other].add(meeting.one)
    losers: list[set[int]] = [set() for _ in range(players)]
    for one, others in enumerate(beaten):
        for other in others:
            losers[other].add(one)
    return _reached(beaten) == _reached(losers) == players


def _reached(edges: list[set[int]]) -> int:
    """Return the number of players that can be reached from the first."""
    seen, waiting = {0}, [0]
    while waiting:
        fresh = edges[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return len(seen)
