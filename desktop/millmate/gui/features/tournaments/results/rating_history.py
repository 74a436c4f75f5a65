"""The history of the ratings during a tournament; knows no Qt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from millmate.formatting import plural, signed
from millmate.gui.features.tournaments.results.table_export import Extract
from millmate.language import mark, tr

if TYPE_CHECKING:  # numpy comes with it; only the thread should pay for the import
    from millmate.play.tournament.game import GameResult
    from millmate.play.tournament.plan import TournamentPlan
    from millmate.play.tournament.standings import Standings

NONE = mark("Ratings appear here as soon as games are finished.")
_MOST, _ALL = 120, 1200  # points of a line in the plot, and of all lines together
_SECONDS = 0.25  # for one batch of samples


@dataclass(frozen=True, slots=True)
class Sample:
    """Ratings and error margins after `games` games, in Elo, by participant.

    None stands for participants that had not played yet.
    """

    games: int
    values: tuple[float | None, ...]
    errors: tuple[float | None, ...]


class RatingHistory:
    """The ratings of participants, by number, after increasing numbers of games.

    `last` is the number of games of the latest ratings.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.names = tuple(names)
        self.last = 0
        self._known: dict[int, Sample] = {}
        self._shown: list[Sample] | None = []  # None: not computed yet

    def add(self, sample: Sample) -> None:
        """Add the ratings after some games."""
        self._known[sample.games] = sample
        self.last = max(self.last, sample.games)
        self._shown = None

    @property
    def samples(self) -> list[Sample]:
        """The samples in order, thinned out for the plot."""
        if self._shown is None:
            wanted = set(wanted_counts(self.last, len(self.names)))
            self._known = {n: each for n, each in self._known.items() if n in wanted}
            self._shown = [self._known[n] for n in sorted(self._known)]
        return self._shown

    @property
    def ranking(self) -> list[int]:
        """The participants with current ratings, best first."""
        if not self.samples:
            return []
        values = self.samples[-1].values
        rated = [(-value, n) for n, value in enumerate(values) if value is not None]
        return [n for _, n in sorted(rated)]

    @property
    def from_both_ends(self) -> list[int]:
        """The best, the worst, the second, the last but one, and so on."""
        ranking = self.ranking
        half = (len(ranking) + 1) // 2
        pairs = zip_longest(ranking[:half], ranking[: half - 1 : -1])
        return [n for pair in pairs for n in pair if n is not None]

    def at(self, games: int | None) -> Sample | None:
        """Return the ratings after about `games` games, by default now; None if unknown."""
        if not self.samples or games is None:
            return self.samples[-1] if self.samples else None
        return min(self.samples, key=lambda each: abs(each.games - games))

    def rating(self, sample: Sample, participant: int) -> tuple[str, str]:
        """Return a participant's name and the text after it: ` +50 ± 40`."""
        value, error = sample.values[participant], sample.errors[participant]
        if value is None or error is None:
            return self.names[participant], tr(" has not played")
        return self.names[participant], f" {signed(value)} ± {error:.0f}"

    def words(self, games: int | None, participant: int | None) -> str:
        """Return the rating of a participant, or of everybody, after `games` games as text."""
        sample = self.at(games)
        if sample is None:
            return tr(NONE)
        whose = self.ranking if participant is None else [participant]
        told = "; ".join("".join(self.rating(sample, each)) for each in whose)
        return tr("After {games}: {told}", games=plural(sample.games, "game"), told=told)

    def extract(self) -> Extract:
        """Return the history as a table of games, ratings and error margins."""
        titles = [tr("Games"), *(f"{name}{what}" for name in self.names for what in ("", " ±"))]
        rows = []
        for sample in self.samples:
            pairs = zip(sample.values, sample.errors, strict=True)
            rows.append((sample.games, *(each for pair in pairs for each in pair)))
        cells = tuple(tuple("" if each is None else str(each) for each in row) for row in rows)
        return Extract(tuple(titles), cells, tuple(rows), (True,) * len(titles))


def wanted_counts(total: int, players: int) -> list[int]:
    """Return the numbers of games for which the plot shows ratings, out of `total`.

    They are multiples of a power of 2, so that samples for fewer games can be reused for more.
    """
    most = max(1, min(_MOST, _ALL // max(1, players)))
    step = 1
    while total > step * most:
        step *= 2
    counts = list(range(step, total + 1, step))
    return counts if not total or total in counts else [*counts, total]


def missing_counts(total: int, players: int, known: AbstractSet[int]) -> list[int]:
    """Return the wanted numbers of games without known ratings."""
    return [count for count in wanted_counts(total, players) if count not in known]


def sample_of(table: Standings, games: int) -> Sample:
    """Return the ratings of a table computed after `games` games."""
    lines = sorted(table.lines, key=lambda line: line.participant)
    return Sample(games, tuple(line.elo for line in lines), tuple(line.error for line in lines))


def samples(
    plan: TournamentPlan,
    results: Sequence[GameResult],
    counts: Sequence[int],
    stopped: Callable[[], bool],
) -> Iterator[Sample]:
    """Yield the ratings after each of `counts` of `results`, as many as a short time allows."""
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
