"""Where the endings of a game are in the atlas: chess by White's and Black's pieces, or morris."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from millmate.games.morris.board import FEWEST
from millmate.games.morris.variants import STANDARD
from millmate.language import mark
from millmate.tablebase.morris.names import SOLVED, pairs

_KINDS = "QRBNP"
_OTHERS = ["", *_KINDS]  # Black's pieces, row by row
_FIGURINES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_TITLE, _SPACE = 0.5, 0.24  # tiles: the height of a block's title, and space between blocks
_HEAD = 0.9  # tiles: the width of the heads of rows
_USUAL, _LARGE = 52, 68  # pixels: the widest tile of chess, and of morris
_LEAST = 5  # tiles that a title needs
_THREES = 18  # tiles in a row of the block of three pieces

Place = tuple[float, float]  # column and row of a tile


@dataclass(frozen=True, slots=True)
class Chart:
    """The places of tiles by the names of endings, of marked titles, and of the heads of lines.

    `across` and `down` are the size of all, in tiles, which are at most `widest` pixels wide;
    `symbols` are what a tile shows of its ending, `rules` the variant of a game that has several.
    """

    places: dict[str, Place]
    titles: dict[Place, str]
    heads: dict[Place, str]
    symbols: dict[str, str]
    across: float
    down: float
    widest: int
    rules: str = ""


@cache
def chess() -> Chart:
    """Return the chart of every ending with up to five men, block by block."""
    places: dict[str, Place] = {}
    two = _HEAD + len(_KINDS) + _SPACE  # the first column of the second block
    rows = {other: _TITLE + row + _SPACE * bool(row) for row, other in enumerate(_OTHERS)}
    for column, own in enumerate(_KINDS):
        for other in ("", *_KINDS[column:]):
            places[_name(own, other)] = _HEAD + column, rows[other]
    for column, own in enumerate(_sets(2)):
        for other, row in rows.items():
            places[_name(own, other)] = two + column, row
    across = two + len(_sets(2))
    left, top = across - _THREES - 1, rows["P"] + 1 + _SPACE + _TITLE
    for n, own in enumerate(_sets(3)):
        places[_name(own, "")] = left + n % _THREES, top + n // _THREES
    titles = {
        (_HEAD, _TITLE): mark("King and one piece"),
        (two, _TITLE): mark("King and two pieces"),
        (left, top): mark("King and three pieces against king"),
    }
    heads = {(0.0, row): _men(f"vK{other}") for other, row in rows.items()}
    symbols = {name: _men(name.replace("K", "")) for name in places}
    return Chart(places, titles, heads, symbols, across, top + 2, _USUAL)


@cache
def morris(rules: str = STANDARD.name) -> Chart:
    """Return the chart of stones against stones in a variant: a triangle."""
    places = {
        str(pair): (float(pair.primary - FEWEST), _TITLE + pair.other - FEWEST)
        for pair in pairs(rules)
    }
    symbols = {str(pair): f"{pair.primary}–{pair.other}" for pair in pairs(rules)}
    titles = {(0.0, _TITLE): mark("Stones against stones, all of them placed")}
    lines = SOLVED[rules].stones - FEWEST + 1
    return Chart(places, titles, {}, symbols, max(lines, _LEAST), _TITLE + lines, _LARGE, rules)


CHARTS: dict[str, Callable[[str], Chart]] = {"chess": lambda rules: chess(), "morris": morris}


def _sets(men: int) -> list[str]:
    return ["".join(each) for each in combinations_with_replacement(_KINDS, men)]


def _name(own: str, other: str) -> str:
    return f"K{own}vK{other}"


def _men(name: str) -> str:
    """Return the men of a material as figurines, Black's after the `v`."""
    own, _, other = name.partition("v")
    return "".join(map(_FIGURINES.__getitem__, own + other.lower()))
