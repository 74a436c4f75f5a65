"""How far a won game was from its end, move by move, and what its winner lost on the way."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from millmate.games.value import Value
from millmate.language import count, tr
from millmate.play.game_review import ReviewedPosition
from millmate.play.trainer.exam import Mark


@dataclass(frozen=True, slots=True)
class Distance:
    """A position of a game: who wins it, and how far away the end is.

    Attributes:
        value: The result for White, 1, 0 or -1; None if it is unknown.
        plies: The distance to the end with best play, None in a draw or if it is unknown.
        lost: The plies that the winner lost by the move that led here.
        wasted: The plies that the winner has lost since the position became won.
        thrown: Whether the move that led here threw a result away.
    """

    value: int | None = None
    plies: int | None = None
    lost: int = 0
    wasted: int = 0
    thrown: bool = False

    @property
    def ideal(self) -> int | None:
        """The distance if the winner had lost nothing, against the same replies."""
        return None if self.plies is None else max(0, self.plies - self.wasted)


def distances(stations: Iterable[ReviewedPosition | None]) -> tuple[Distance, ...]:
    """Return the distances of a line of positions, each one move after the previous one."""
    found: list[Distance] = []
    for station in stations:
        found.append(_distance(station, found[-1] if found else Distance()))
    return tuple(found)


def _distance(station: ReviewedPosition | None, before: Distance) -> Distance:
    if station is None or station.ruled is None:
        return Distance()
    slower = station.mark is Mark.SLOWER and station.before > 0
    lost = station.lost if slower else 0
    wasted = before.wasted + lost if before.value == station.value else 0
    plies = _plies(station.ruled) if station.value else None
    return Distance(station.value, plies, lost, wasted, station.mark is Mark.THROWN)


def _plies(value: Value) -> int | None:
    """Return a distance that is certain under the fifty-move rule, or None."""
    return value.plies if value.in_time and value.exact else None


def stretches(line: Iterable[Distance]) -> list[list[int]]:
    """Return the plies of each stretch with one result, those of unknown length left out."""
    return runs(None if each.value and each.plies is None else each.value for each in line)


def runs(kinds: Iterable[object | None]) -> list[list[int]]:
    """Return the plies of each stretch of one kind; None is a gap."""
    groups = groupby(enumerate(kinds), key=lambda each: each[1])
    return [[ply for ply, _ in group] for kind, group in groups if kind is not None]


def in_moves(plies: int) -> int:
    """Return plies in moves of the winning side."""
    return (plies + 1) // 2


def waste_words(line: Sequence[Distance]) -> str:
    """Return how much slower than perfect the winners were, or that a win was thrown away."""
    thrown = sum(each.thrown and bool(before.value) for before, each in pairwise(line))
    if thrown:
        return count(thrown, "the win was thrown away", "{n} wins were thrown away")
    if not any(each.value for each in line):
        return tr("a draw throughout")
    slower = in_moves(sum(each.lost for each in line))
    if not slower:
        return tr("as fast as possible")
    return count(slower, "{n} move slower than perfect", "{n} moves slower than perfect")
