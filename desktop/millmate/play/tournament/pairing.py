"""Who meets whom in which game.

A game's number determines everything about it but its result, so that it is the same game whoever
plays it and when. Games are computed from their numbers and never listed: a plan may have billions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from millmate.play.tournament.game import GameResult

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


class PairingSystem(Protocol):
    """The games of a tournament, handed out in the order of their numbers as they become known."""

    openings: int  # how many different ones are needed

    @property
    def total(self) -> int:
        """How many games there are, as far as the results so far can tell."""

    def take(self, result: GameResult) -> None:
        """Take in a finished game."""

    def peek(self) -> Pairing | None:
        """Return the game that `next` would return."""

    def next(self) -> Pairing | None:
        """Hand out the first game that is neither finished nor handed out; None if there is none.

        Later results may make further games known.
        """

    def round_is_over(self, number: int) -> bool:
        """Tell whether all games of a round are finished."""


def add_all(draw: PairingSystem, results: Iterable[GameResult]) -> None:
    """Have `draw` take in all of `results`."""
    for result in results:
        draw.take(result)


class FixedPairings(ABC):
    """A sequence of games that are all known beforehand, `games` of every meeting of two.

    All rounds have the same number of meetings.
    """

    def __init__(self, rounds: int, meetings: int, games: int, openings: int) -> None:
        """Number the games of so many `rounds`, each with so many `meetings`."""
        self.openings = openings
        self._meetings, self._games = meetings, games
        self._round_size = meetings * games
        self._total = rounds * self._round_size
        self._at = 0  # the games before this place are finished or handed out
        self._finished: set[int] = set()  # places
        self._finished_in: Counter[int] = Counter()  # games, by round

    def __len__(self) -> int:
        return self._total

    def __getitem__(self, place: int) -> Pairing:
        """Return the game at a place from 0, whose number is one more."""
        if not 0 <= place < self._total:
            raise IndexError(place)
        meeting, game = divmod(place, self._games)
        return self._pairing(place + 1, *divmod(meeting, self._meetings), game)

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(self._total))

    @property
    def total(self) -> int:
        """How many games there are."""
        return self._total

    def take(self, result: GameResult) -> None:
        """Take in a finished game; see `PairingSystem.take`."""
        place = result.number - 1
        if place not in self._finished:
            self._finished.add(place)
            self._finished_in[1 + place // self._round_size] += 1

    def peek(self) -> Pairing | None:
        """Return the game that `next` would return."""
        while self._at in self._finished:
            self._at += 1
        return self[self._at] if self._at < self._total else None

    def next(self) -> Pairing | None:
        """Hand out the next game; see `PairingSystem.next`."""
        pairing = self.peek()
        self._at += pairing is not None
        return pairing

    def round_is_over(self, number: int) -> bool:
        """Tell whether all games of a round are finished."""
        return self._finished_in[number] >= self._round_size

    @abstractmethod
    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        """Return the game `number`: the `game`th of a meeting of a round, all three from 0."""


class RoundRobin(FixedPairings):
    """Each meets each as White, in all rounds, and again as Black in as many rounds more."""

    def __init__(self, players: int, games: int) -> None:
        """Pair so many `players`, with `games` of every ordered pair."""
        self._players, self._rounds = players, rounds(players)
        super().__init__(2 * self._rounds, players // 2, games, games)

    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        turn, first_round = divmod(round_, self._rounds)
        one, other = met(self._players, first_round, meeting)
        white, black = (other, one) if turn else (one, other)
        pair = (first_round * self._meetings + meeting) * self._games + game
        return Pairing(number, 1 + round_, white, black, game, pair)


class Pairs(FixedPairings):
    """Each meets each, with two games from every opening, colours exchanged."""

    def __init__(self, players: int, games: int) -> None:
        """Pair so many `players`, with `games`, an even number, of every pair."""
        self._players = players
        super().__init__(rounds(players), players // 2, games, games // 2)

    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        return exchanged(number, 1 + round_, met(self._players, round_, meeting), game)


class Gauntlet(FixedPairings):
    """The first meets all others, with two games from every opening, colours exchanged."""

    def __init__(self, players: int, games: int) -> None:
        """Pair so many `players`, with `games`, an even number, of every pair."""
        super().__init__(players - 1, 1, games, games // 2)

    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        return exchanged(number, 1 + round_, (0, 1 + round_), game)


def exchanged(number: int, round_: int, two: tuple[int, int], game: int) -> Pairing:
    """Return the `game`th game of `two`, from 0: every other one has their colours exchanged."""
    white, black = reversed(two) if game % 2 else two
    return Pairing(number, round_, white, black, game // 2, (number - 1) // 2)


def rounds(players: int) -> int:
    """Return how many rounds it takes until each has met each once."""
    return players - 1 + players % 2


def met(players: int, round_: int, meeting: int) -> tuple[int, int]:
    """Return the two of a meeting of a round, all from 0, the smaller number first.

    By the circle method: the first player stays in place, the others move on by one seat a round,
    and seats that face each other meet. With an odd number of players an empty seat goes round too;
    the meeting with it is left out.
    """
    last = rounds(players)  # the last seat, and how many players move
    if players % 2:
        meeting += meeting >= min(round_, last - round_)

    def seated(seat: int) -> int:
        return 1 + (seat - 1 - round_) % last if seat else 0

    one, other = seated(meeting), seated(last - meeting)
    return min(one, other), max(one, other)
