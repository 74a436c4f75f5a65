"""A knockout: a tree of matches whose losers are out, and what its games have decided so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from millmate.play.tournament.game import GameResult
from millmate.play.tournament.pairing import Pairing, exchanged

TIE_BREAKS = 3  # pairs of games more that a drawn match may go on for


@dataclass(frozen=True, slots=True)
class Bout:
    """A match whose two are known: its round from 1, and the winner (None: not yet).

    `points` are those of `one` and `other`, from `games` with a result.
    """

    round: int
    one: int
    other: int
    winner: int | None
    points: tuple[float, float]
    games: int


class Knockout:
    """Matches of which the loser is out; participants are seeded in the order of the plan.

    A drawn match goes on for `TIE_BREAKS` pairs of games at most, then the better seeded wins.
    With fewer participants than places in the tree, the best seeded rest in the first round.
    """

    def __init__(self, players: int, games: int) -> None:
        """Pair so many `players`, with `games`, an even number, of every match."""
        self._regular = (players - 1) * games
        self._stride = games + 2 * TIE_BREAKS  # numbers that are kept for a match
        self.openings = self._stride // 2
        self._tree = _tree(players, games, self._stride)
        self._matches = [match for level in self._tree for match in level]

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self._tree)

    @property
    def total(self) -> int:
        """How many games there are: those of every match, and those that drawn ones have added."""
        return self._regular + sum(match.added for match in self._matches)

    @property
    def bouts(self) -> list[Bout]:
        """The matches whose two are known, by rounds."""
        return [bout for match in self._matches if (bout := match.bout) is not None]

    def take(self, result: GameResult) -> None:
        """Take in a finished game; see `PairingSystem.take`."""
        place, game = divmod(result.number - 1, self._stride)
        if 0 <= place < len(self._matches):
            self._matches[place].take(game, result)

    def peek(self) -> Pairing | None:
        """Return the game that `next` would return."""
        return next(filter(None, (match.peek() for match in self._matches)), None)

    def next(self) -> Pairing | None:
        """Hand out the next game; see `PairingSystem.next`."""
        pairing = self.peek()
        if pairing is not None:
            self._matches[(pairing.number - 1) // self._stride].hand_out()
        return pairing

    def round_is_over(self, number: int) -> bool:
        """Tell whether all matches of a round are decided."""
        return all(match.winner is not None for match in self._tree[number - 1])


class _Match:
    """A match of the tree; who plays it is known once both matches before it are decided."""

    def __init__(self, round_: int, first: int, games: int, most: int) -> None:
        """Make the match of `games`, or of up to `most`, the first of which has number `first`."""
        self.winner: int | None = None
        self.following: tuple[_Match, int] | None = None  # the winner's next match, and seat in it
        self._round, self._first = round_, first
        self._games, self._most = games, most
        self._seats: list[int | None] = [None, None]
        self._known = games  # how many games are to be played, as far as can be told
        self._results: dict[int, GameResult] = {}  # by place in the match, from 0
        self._counted = 0  # the games before this place are finished, and counted in `_lead`
        self._lead = 0.0  # of the first of the two, in points
        self._at = 0  # the games before this place are finished or handed out

    @property
    def added(self) -> int:
        """How many games there are more, because the match was drawn."""
        return self._known - self._games

    @property
    def bout(self) -> Bout | None:
        """The match as it stands, None as long as its two are not known or if one has a bye."""
        one, other = self._seats
        if one is None or other is None:
            return None
        decided = [points for points in map(self._points, self._results.values()) if points]
        mine, theirs = (sum(each) for each in zip(*decided, strict=True)) if decided else (0.0, 0.0)
        return Bout(self._round, one, other, self.winner, (mine, theirs), len(decided))

    def seat(self, player: int, seat: int) -> None:
        """Take in one of the two; the match may have been played already, in results of old."""
        self._seats[seat] = player
        self._count()

    def rest(self, player: int) -> None:
        """Let the only player of the match go on to the next one."""
        self._win(player)

    def take(self, place: int, result: GameResult) -> None:
        """Take in a finished game, and decide the match if that was the last."""
        self._results[place] = result
        self._count()

    def peek(self) -> Pairing | None:
        """Return the next game that is known and neither finished nor handed out."""
        one, other = self._seats
        if one is None or other is None:
            return None
        while self._at in self._results:
            self._at += 1
        if self._at >= self._known:
            return None
        return exchanged(self._first + self._at, self._round, (one, other), self._at)

    def hand_out(self) -> None:
        """Count the game that `peek` returns as handed out."""
        self._at += 1

    def _count(self) -> None:
        """Count the finished games; a match that is drawn then gets two more, or is decided."""
        one, other = self._seats
        if one is None or other is None or self.winner is not None:
            return
        while self._counted in self._results:
            mine, theirs = self._points(self._results[self._counted]) or (0.0, 0.0)
            self._lead += mine - theirs
            self._counted += 1
            if self._counted < self._known:
                continue
            if not self._lead and self._known < self._most:
                self._known += 2
                continue
            self._win(other if self._lead < 0 else one if self._lead else min(one, other))
            return

    def _win(self, player: int) -> None:
        self.winner = player
        if self.following is not None:
            match, seat = self.following
            match.seat(player, seat)

    def _points(self, result: GameResult) -> tuple[float, float] | None:
        """Return the points of the two in a game, None for one without a result."""
        if result.points is None:
            return None
        white, black = result.points
        return (white, black) if result.white.participant == self._seats[0] else (black, white)


def _tree(players: int, games: int, stride: int) -> list[list[_Match]]:
    """Return the matches by rounds, those of the first round with their players."""
    places = seeded(players)
    levels: list[list[_Match]] = []
    first = 1
    while not levels or len(levels[-1]) > 1:
        size = len(levels[-1]) // 2 if levels else len(places) // 2
        levels.append([])
        for _ in range(size):
            levels[-1].append(_Match(len(levels), first, games, stride))
            first += stride
    for before, after in pairwise(levels):
        for number, match in enumerate(before):
            match.following = after[number // 2], number % 2
    for match, (one, other) in zip(levels[0], _two_by_two(places), strict=True):
        if max(one, other) >= players:
            match.rest(min(one, other))
        else:
            match.seat(one, 0)
            match.seat(other, 1)
    return levels


def _two_by_two(places: list[int]) -> Iterator[tuple[int, int]]:
    return zip(places[::2], places[1::2], strict=True)


def seeded(players: int) -> list[int]:
    """Return the first round's places, so that the best two can meet in the final only."""
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [each for place in places for each in (place, size - 1 - place)]
    return places
