"""The games of a tournament as lists: a slow, obvious reference for the numbered games.

A knockout is gone through from its first round each time something is asked.
"""

from collections.abc import Iterator, Mapping

from millmate.play.tournament.game import GameResult
from millmate.play.tournament.knockout import TIE_BREAKS
from millmate.play.tournament.pairing import Pairing
from millmate.play.tournament.plan import Format, TournamentPlan

Results = Mapping[int, GameResult]


def games_of(plan: TournamentPlan) -> list[Pairing]:
    """Return all games of a plan that is not a knockout."""
    players = len(plan.participants)
    if plan.format is Format.ROUND_ROBIN:
        return list(_ordered(players, plan.games))
    if plan.format is Format.PAIRS:
        return list(_swapped(rounds(players), plan.games))
    return list(_swapped([[(0, other)] for other in range(1, players)], plan.games))


def rounds(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds in which all meet once: the first player stays, the others rotate."""
    circle = list(range(players + players % 2))
    found = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        found.append([(min(a, b), max(a, b)) for a, b in pairs if max(a, b) < players])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


def _ordered(players: int, games: int) -> Iterator[Pairing]:
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
    number = 0
    for place, each in enumerate(meetings, 1):
        for one, other in each:
            for game in range(games):
                white, black = (other, one) if game % 2 else (one, other)
                yield Pairing(number + 1, place, white, black, game // 2, number // 2)
                number += 1


def knockout_games(places: list[int], players: int, games: int, results: Results) -> list[Pairing]:
    """Return the games that `results` determine, in matches whose two players are known."""
    stride = games + 2 * TIE_BREAKS
    standing: list[int | None] = list(places)
    found: list[Pairing] = []
    first, place = 1, 0
    while len(standing) > 1:
        place += 1
        following: list[int | None] = []
        for one, other in zip(standing[::2], standing[1::2], strict=True):
            winner = None
            if one is not None and other is not None:
                if max(one, other) >= players:
                    winner = min(one, other)
                else:
                    winner, match = _match(first, place, one, other, games, results)
                    found += match
            following.append(winner)
            first += stride
        standing = following
    return found


def _match(
    first: int, place: int, one: int, other: int, regular: int, results: Results
) -> tuple[int | None, list[Pairing]]:
    games: list[Pairing] = []
    lead = 0.0
    while len(games) < regular + 2 * TIE_BREAKS:
        for game in range(len(games), max(regular, len(games) + 2)):
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
    if result.points is None:
        return 0.0
    white, black = result.points
    return white - black if result.white.participant == one else black - white
