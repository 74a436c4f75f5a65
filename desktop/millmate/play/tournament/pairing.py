"""Who meets whom in which game: the formats, each game with its number.

Numbers say all of a game but its result, so that it is the same game whoever plays it and when.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from millmate.play.tournament.game import GameResult
from millmate.play.tournament.plan import Format, TournamentPlan

TIE_BREAKS = 3  # pairs of games more that a drawn match of a knockout may go on for

Results = Mapping[int, GameResult]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game: its number and round, from 1, and participants and opening by number, from 0.

    Games with the same `pair` are of the same two from the same opening.
    """

    number: int
    round: int
    white: int
    black: int
    opening: int
    pair: int


class Draw(Protocol):
    """The games of a format."""

    openings: int  # how many different ones are needed

    def known(self, results: Results) -> list[Pairing]:
        """Return the games that can be told, in order of their numbers."""

    @property
    def total(self) -> int:
        """How many games there are to be, ties aside."""


def draw_of(plan: TournamentPlan) -> Draw:
    """Return the games of `plan`."""
    players = len(plan.participants)
    match plan.format:
        case Format.ROUND_ROBIN:
            return Fixed(_ordered(players, plan.games), plan.games)
        case Format.PAIRS:
            return Fixed(_swapped(rounds(players), plan.games), plan.games // 2)
        case Format.GAUNTLET:
            each = [[(0, other)] for other in range(1, players)]
            return Fixed(_swapped(each, plan.games), plan.games // 2)
    return Knockout(players, plan.games)


class Fixed:
    """Games that are all known beforehand."""

    def __init__(self, pairings: Iterator[Pairing], openings: int) -> None:
        self._pairings = list(pairings)
        self.openings = openings

    @property
    def total(self) -> int:
        """How many games there are."""
        return len(self._pairings)

    def known(self, results: Results) -> list[Pairing]:
        """Return all games."""
        return self._pairings


def rounds(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds in which each meets each once, nobody twice in a round.

    By the circle method: the first stays where he is, the others go round. With an odd number one
    has a rest in every round.
    """
    circle = list(range(players + players % 2))
    found = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        found.append([(min(a, b), max(a, b)) for a, b in pairs if max(a, b) < players])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


def _ordered(players: int, games: int) -> Iterator[Pairing]:
    """Yield `games` of every ordered pair: all rounds, and all again with colours exchanged."""
    single = rounds(players)
    pairs = {pair: number for number, pair in enumerate(pair for each in single for pair in each)}
    number = 0
    for turn in range(2):
        for place, meetings in enumerate(single):
            for one, other in meetings:
                white, black = (other, one) if turn else (one, other)
                for game in range(games):
                    number += 1
                    which = pairs[one, other] * games + game
                    at = 1 + place + turn * len(single)
                    yield Pairing(number, at, white, black, game, which)


def _swapped(meetings: list[list[tuple[int, int]]], games: int) -> Iterator[Pairing]:
    """Yield `games` of every meeting, two from every opening, colours exchanged."""
    number = 0
    for place, each in enumerate(meetings, 1):
        for one, other in each:
            for game in range(games):
                white, black = (other, one) if game % 2 else (one, other)
                yield Pairing(number + 1, place, white, black, game // 2, number // 2)
                number += 1


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of a knockout: its round from 1, its two, and who has won (None: not yet)."""

    round: int
    one: int
    other: int
    winner: int | None


class Knockout:
    """Matches of which the loser is out; participants are seeded in the order of the plan.

    A drawn match goes on for `TIE_BREAKS` pairs of games at most, then the better seeded wins.
    With fewer participants than places in the tree, the best seeded rest in the first round.
    """

    def __init__(self, players: int, games: int) -> None:
        self._players, self._games = players, games
        self._stride = games + 2 * TIE_BREAKS
        self.openings = self._stride // 2

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return (len(seeded(self._players)) - 1).bit_length()

    @property
    def total(self) -> int:
        """How many games there are, ties aside: in every match one goes out, and one is left."""
        return (self._players - 1) * self._games

    def known(self, results: Results) -> list[Pairing]:
        """Return the games of the matches whose two are known."""
        return [pairing for _, games in self._walk(results) for pairing in games]

    def bouts(self, results: Results) -> list[Bout]:
        """Return the matches whose two are known."""
        return [bout for bout, _ in self._walk(results)]

    def played_off(self, results: Results) -> int:
        """Return how many games have come, or come now, because matches were drawn."""
        return sum(len(games) - self._games for _, games in self._walk(results))

    def _walk(self, results: Results) -> Iterator[tuple[Bout, list[Pairing]]]:
        """Go through the tree from the first round on, as far as it is known."""
        standing: list[int | None] = list(seeded(self._players))
        first, place = 1, 0
        while len(standing) > 1:
            place += 1
            following: list[int | None] = []
            for one, other in zip(standing[::2], standing[1::2], strict=True):
                winner = None
                if one is not None and other is not None:
                    if max(one, other) >= self._players:
                        winner = min(one, other)
                    else:
                        winner, games = self._match(first, place, one, other, results)
                        yield Bout(place, one, other, winner), games
                following.append(winner)
                first += self._stride
            standing = following

    def _match(
        self, first: int, place: int, one: int, other: int, results: Results
    ) -> tuple[int | None, list[Pairing]]:
        """Return the winner, if there is one, and the games known of a match."""
        games: list[Pairing] = []
        lead = 0.0
        while len(games) < self._stride:
            for game in range(len(games), max(self._games, len(games) + 2)):
                white, black = (other, one) if game % 2 else (one, other)
                number = first + game
                games.append(Pairing(number, place, white, black, game // 2, (number - 1) // 2))
            if any(pairing.number not in results for pairing in games):
                return None, games
            lead = sum(_lead(results[pairing.number], one) for pairing in games)
            if lead:
                break
        return (other if lead < 0 else one if lead > 0 else min(one, other)), games


def _lead(result: GameResult, one: int) -> float:
    """Return the points that the participant `one` is ahead by a game."""
    if result.points is None:
        return 0.0
    white, black = result.points
    return white - black if result.white.participant == one else black - white


def seeded(players: int) -> list[int]:
    """Return the first round's places, so that the best two can meet in the final only."""
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [each for place in places for each in (place, size - 1 - place)]
    return places
