"""What can be said of a position of chess that has more men than tables cover."""

from __future__ import annotations

from millmate.formatting import side_name
from millmate.games.chess.material import Material
from millmate.language import count, tr

_POINTS = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}


def men_words(men: int) -> str:
    """Return how many men there are in words."""
    return count(men, "{n} man", "{n} men")


def balance_words(material: Material) -> str:
    """Return in words how many men there are and which side has more: `9 men, White leads by 3`.

    A queen counts nine points, a rook five, bishop and knight three each, a pawn one.
    """
    men, lead = men_words(material.men), _points(material.white) - _points(material.black)
    if lead == 0:
        return tr("{men}, material is even", men=men)
    points = count(abs(lead), "{n} point", "{n} points")
    side = side_name(lead > 0)
    return tr("{men}, {side} is {points} ahead", men=men, side=side, points=points)


def _points(pieces: str) -> int:
    return sum(_POINTS.get(piece, 0) for piece in pieces)
