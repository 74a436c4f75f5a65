"""The games of a knockout as a list: a slow, obvious reference for the numbered games.

It goes through the whole tree from the first round each time.
"""

from collections.abc import Mapping

from millmate.play.tournament.game import GameResult
from millmate.play.tournament.knockout import TIE_BREAKS
from millmate.play.tournament.pairing import Pairing

Results = Mapping[int, GameResult]


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
