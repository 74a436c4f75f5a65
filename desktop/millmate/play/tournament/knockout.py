"""Knockout: a tree of matches, and what their games have decided so far."""

from dataclasses import dataclass
from itertools import pairwise

from millmate.play.tournament.game import GameResult
from millmate.play.tournament.pairing import Pairing, exchanged

TIE_BREAKS = 3  # extra pairs of games that a tied match may take


@dataclass(frozen=True, slots=True)
class Bout:
    """A match whose players are known: its round, from 1, and its winner, None while undecided.

    `points` are those of `one` and `other` from `games` with a result.
    """

    round: int
    one: int
    other: int
    winner: int | None
    points: tuple[float, float]
    games: int


class Knockout:
    """The loser of each match is out; participants are seeded in the order of the plan.

    A tied match is continued for at most `TIE_BREAKS` pairs of games, then the better seed wins.
    With fewer participants than places in the tree, the best seeds have a bye in the first round.
    """

    def __init__(self, players: int, games: int) -> None:
        """Pair `players` players, with `games` games, an even number, in every match."""
        self._regular = (players - 1) * games
        self._stride = games + 2 * TIE_BREAKS  # game numbers reserved for a match
        self.openings = self._stride // 2
        self._tree = _tree(players, games, self._stride)
        self._matches = [match for level in self._tree for match in level]

    @property
    def rounds(self) -> int:
        return len(self._tree)

    @property
    def total(self) -> int:
        """The number of games so far: those of every match, and the tie-breaks added."""
        return self._regular + sum(match.added for match in self._matches)

    @property
    def bouts(self) -> list[Bout]:
        """The matches whose players are known, by rounds."""
        return [bout for match in self._matches if (bout := match.bout) is not None]

    def add(self, *results: GameResult) -> None:
        """Add finished games."""
        for result in results:
            place, game = divmod(result.number - 1, self._stride)
            if 0 <= place < len(self._matches):
                self._matches[place].add(game, result)

    def peek(self) -> Pairing | None:
        """Return the game that `next` would return."""
        return next(filter(None, (match.peek() for match in self._matches)), None)

    def next(self) -> Pairing | None:
        """Hand out the first known game that is neither finished nor handed out, if there is one.

        Later results may add games.
        """
        pairing = self.peek()
        if pairing is not None:
            self._matches[(pairing.number - 1) // self._stride].hand_out()
        return pairing

    def round_is_over(self, number: int) -> bool:
        """Return whether all matches of a round are decided."""
        return all(match.winner is not None for match in self._tree[number - 1])


class _Match:
    """A match of the tree; its players are known once both matches before it are decided."""

    def __init__(self, round_: int, first: int, games: int, most: int) -> None:
        """Create a match of `games` to `most` games, numbered from `first`."""
        self.winner: int | None = None
        self.following: tuple[_Match, int] | None = None  # the winner's next match, and seat in it
        self._round, self._first = round_, first
        self._games, self._most = games, most
        self._seats: list[int | None] = [None, None]
        self._known = games  # how many games to play, as known so far
        self._results: dict[int, GameResult] = {}  # by place in the match, from 0
        self._counted = 0  # the games before this one are finished and counted in `_lead`
        self._lead = 0.0  # of the first player, in points
        self._at = 0  # the games before this place are finished or handed out

    @property
    def added(self) -> int:
        """The number of tie-break games added."""
        return self._known - self._games

    @property
    def bout(self) -> Bout | None:
        """The match as it stands, None while its players are unknown or if one has a bye."""
        one, other = self._seats
        if one is None or other is None:
            return None
        decided = [points for points in map(self._points, self._results.values()) if points]
        mine, theirs = (sum(each) for each in zip(*decided, strict=True)) if decided else (0.0, 0.0)
        return Bout(self._round, one, other, self.winner, (mine, theirs), len(decided))

    def seat(self, player: int, seat: int) -> None:
        """Add a player; an old journal may already hold results of the match."""
        self._seats[seat] = player
        self._count()

    def add(self, place: int, result: GameResult) -> None:
        """Add a finished game, and decide the match if it was the last."""
        self._results[place] = result
        self._count()

    def peek(self) -> Pairing | None:
        """Return the next known game that is neither finished nor handed out."""
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
        """Count the finished games; then decide the match, or add two games to a tie."""
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
            self.win(other if self._lead < 0 else one if self._lead else min(one, other))
            return

    def win(self, player: int) -> None:
        """Let `player` advance, at once if there is no opponent."""
        self.winner = player
        if self.following is not None:
            match, seat = self.following
            match.seat(player, seat)

    def _points(self, result: GameResult) -> tuple[float, float] | None:
        """Return both players' points in a game, None without a result."""
        if result.points is None:
            return None
        white, black = result.points
        return (white, black) if result.white.participant == self._seats[0] else (black, white)


def _tree(players: int, games: int, stride: int) -> list[list[_Match]]:
    """Return the matches by rounds, with the players of the first round."""
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
    for match, one, other in zip(levels[0], places[::2], places[1::2], strict=True):
        if max(one, other) >= players:
            match.win(min(one, other))
        else:
            match.seat(one, 0)
            match.seat(other, 1)
    return levels


def seeded(players: int) -> list[int]:
    """Return the places of the first round: the two best seeds can only meet in the final."""
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [each for place in places for each in (place, size - 1 - place)]
    return places
