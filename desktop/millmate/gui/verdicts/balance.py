"""Describes chess positions with more men than any table covers."""

from __future__ import annotations

from millmate.formatting import side_name
from millmate.games.chess.material import Material
from millmate.language import count, tr

_POINTS = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}


def men_words(men: int) -> str:
    return count(men, "{n} man", "{n} men")


def balance_words(material: Material) -> str:
    """Return the number of men and the material lead as text: `9 men, White leads by 3`.

    A queen counts nine points, a rook five, a bishop or knight three, a pawn one.
    """
    men, lead = men_words(material.men), _points(material.white) - _points(material.black)
    if lead == 0:
        return tr("{men}, material is even", men=men)
    points = count(abs(lead), "{n} point", "{n} points")
    side = side_name(lead > 0)
    return tr("{men}, {side} is {points} ahead", men=men, side=side, points=points)


def _points(pieces: str) -> int:
    return sum(_POINTS.get(piece, 0) for piece in pieces)
