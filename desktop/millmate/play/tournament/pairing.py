"""Pairing systems: who plays whom in which game.

A game's number determines everything about it except its result, so it is the same game wherever
and whenever it is played. Games are computed from their numbers, never listed: there may be
billions.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from millmate.play.tournament.game import GameResult

Results = Mapping[int, GameResult]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game: its number and round count from 1, participants and opening from 0.

    The two games of a `pair` have the same players and the same opening.
    """

    number: int
    round: int
    white: int
    black: int
    opening: int
    pair: int


class FixedPairings(ABC):
    """A sequence of games that are all known in advance, `games` for every meeting of two players.

    All rounds have the same number of meetings.
    """

    def __init__(self, rounds: int, meetings: int, games: int, openings: int) -> None:
        """Number the games of `rounds` rounds with `meetings` meetings each."""
        self.openings = openings
        self._meetings, self._games = meetings, games
        self._round_size = meetings * games
        self.total = rounds * self._round_size
        self._at = 0  # the games before this place are finished or handed out
        self._finished: set[int] = set()  # places
        self._finished_in: Counter[int] = Counter()  # games, by round

    def pairing(self, number: int) -> Pairing:
        """Return the game `number`, from 1 to `total`."""
        meeting, game = divmod(number - 1, self._games)
        return self._pairing(number, *divmod(meeting, self._meetings), game)

    def add(self, *results: GameResult) -> None:
        """Add finished games."""
        for result in results:
            place = result.number - 1
            if place not in self._finished:
                self._finished.add(place)
                self._finished_in[1 + place // self._round_size] += 1

    def peek(self) -> Pairing | None:
        """Return the game that `next` would return."""
        while self._at in self._finished:
            self._at += 1
        return self.pairing(self._at + 1) if self._at < self.total else None

    def next(self) -> Pairing | None:
        """Hand out the first game that is neither finished nor handed out, if there is one."""
        pairing = self.peek()
        self._at += pairing is not None
        return pairing

    def round_is_over(self, number: int) -> bool:
        """Return whether all games of a round are finished."""
        return self._finished_in[number] >= self._round_size

    @abstractmethod
    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        """Return the game `number`, the `game`th of a meeting of a round (counted from 0)."""


class RoundRobin(FixedPairings):
    """Everyone meets everyone as White, then as Black in as many further rounds."""

    def __init__(self, players: int, games: int) -> None:
        """Pair `players` players, with `games` games for every ordered pair."""
        self._players, self._rounds = players, rounds(players)
        super().__init__(2 * self._rounds, players // 2, games, games)

    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        turn, first_round = divmod(round_, self._rounds)
        one, other = met(self._players, first_round, meeting)
        white, black = (other, one) if turn else (one, other)
        pair = (first_round * self._meetings + meeting) * self._games + game
        return Pairing(number, 1 + round_, white, black, game, pair)


class Pairs(FixedPairings):
    """Everyone meets everyone, with two games from each opening, colours exchanged."""

    def __init__(self, players: int, games: int) -> None:
        """Pair `players` players, with `games` games, an even number, for every pair."""
        self._players = players
        super().__init__(rounds(players), players // 2, games, games // 2)

    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        return exchanged(number, 1 + round_, met(self._players, round_, meeting), game)


class Gauntlet(FixedPairings):
    """The first meets all others, with two games from each opening, colours exchanged."""

    def __init__(self, players: int, games: int) -> None:
        """Pair `players` players, with `games` games, an even number, for every pair."""
        super().__init__(players - 1, 1, games, games // 2)

    def _pairing(self, number: int, round_: int, meeting: int, game: int) -> Pairing:
        return exchanged(number, 1 + round_, (0, 1 + round_), game)


def exchanged(number: int, round_: int, two: tuple[int, int], game: int) -> Pairing:
    """Return the `game`th game of `two`, from 0; every other game exchanges colours."""
    white, black = reversed(two) if game % 2 else two
    return Pairing(number, round_, white, black, game // 2, (number - 1) // 2)


def rounds(players: int) -> int:
    """Return the number of rounds until everyone has met everyone once."""
    return players - 1 + players % 2


def met(players: int, round_: int, meeting: int) -> tuple[int, int]:
    """Return the two players of a meeting of a round, all from 0, the smaller number first.

    This is the circle method: the first player keeps the seat, the others move by one seat a round,
    and opposite seats meet. With an odd number of players one seat is empty; its meeting is left
    out.
    """
    last = rounds(players)  # the last seat, and how many players move
    if players % 2:
        meeting += meeting >= min(round_, last - round_)

    def seated(seat: int) -> int:
        return 1 + (seat - 1 - round_) % last if seat else 0

    one, other = seated(meeting), seated(last - meeting)
    return min(one, other), max(one, other)
