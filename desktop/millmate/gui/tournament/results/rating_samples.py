"""Ratings as they were after so many games: what the plot is drawn from."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it imports numpy, time that belongs into the thread
    from millmate.play.tournament.game import GameResult
    from millmate.play.tournament.plan import TournamentPlan
    from millmate.play.tournament.standings import Standings

_MOST, _ALL = 120, 1200  # points of a line in the plot, and of all lines
_SECONDS = 0.25  # that a bit of reckoning may take


@dataclass(frozen=True, slots=True)
class Sample:
    """Ratings after `games` games and how far they may lie off, in Elo points, by participant.

    None stands for those who had not played.
    """

    games: int
    values: tuple[float | None, ...]
    errors: tuple[float | None, ...]


def wanted_counts(total: int, players: int) -> list[int]:
    """Return the numbers of games that the plot shows ratings after, when there are `total`.

    They lie a power of 2 apart, so that what was reckoned for fewer games is of use for more.
    """
    most = max(1, min(_MOST, _ALL // max(1, players)))
    step = 1
    while total > step * most:
        step *= 2
    counts = list(range(step, total + 1, step))
    return counts if not total or total in counts else [*counts, total]


def missing_counts(total: int, players: int, known: AbstractSet[int]) -> list[int]:
    """Return those of the wanted numbers of games for which no ratings are known."""
    return [count for count in wanted_counts(total, players) if count not in known]


def sample_of(table: Standings, games: int) -> Sample:
    """Return the ratings of a table that was made after `games` games."""
    lines = sorted(table.lines, key=lambda line: line.participant)
    return Sample(games, tuple(line.elo for line in lines), tuple(line.error for line in lines))


def samples(
    plan: TournamentPlan,
    results: Sequence[GameResult],
    counts: Sequence[int],
    stopped: Callable[[], bool],
) -> Iterator[Sample]:
    """Give the ratings after each of `counts` of `results`, as many as a short time allows."""
    from millmate.play.ratings import Meeting, rate

    until = time.monotonic() + _SECONDS
    for count in counts:
        if stopped() or time.monotonic() > until:
            return
        meetings, played = [], set[int]()
        for result in results[:count]:
            if result.points is not None:
                white, black = result.white.participant, result.black.participant
                meetings.append(Meeting(white, black, result.points[0], result.pair))
                played |= {white, black}
        ratings = rate(len(plan.participants), meetings)
        known = [number in played for number in range(len(plan.participants))]
        yield Sample(
            count,
            tuple(v if there else None for v, there in zip(ratings.values, known, strict=True)),
            tuple(ratings.error(n) if there else None for n, there in enumerate(known)),
        )
