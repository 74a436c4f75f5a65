"""The names of endings as people say them: `Rook and pawn against rook`."""

from millmate.games.chess.material import Material
from millmate.language import count, mark, mark_count, tr

_NOTE = "men of an ending"
# One, two, three and four men of a kind.
_MEN = {
    "K": (mark("king", "men of an ending"),),
    "Q": (
        mark("queen", "men of an ending"),
        mark("two queens", "men of an ending"),
        mark("three queens", "men of an ending"),
        mark("four queens", "men of an ending"),
    ),
    "R": (
        mark("rook", "men of an ending"),
        mark("two rooks", "men of an ending"),
        mark("three rooks", "men of an ending"),
        mark("four rooks", "men of an ending"),
    ),
    "B": (
        mark("bishop", "men of an ending"),
        mark("two bishops", "men of an ending"),
        mark("three bishops", "men of an ending"),
        mark("four bishops", "men of an ending"),
    ),
    "N": (
        mark("knight", "men of an ending"),
        mark("two knights", "men of an ending"),
        mark("three knights", "men of an ending"),
        mark("four knights", "men of an ending"),
    ),
    "P": (
        mark("pawn", "men of an ending"),
        mark("two pawns", "men of an ending"),
        mark("three pawns", "men of an ending"),
        mark("four pawns", "men of an ending"),
    ),
}
# Five and more.
_MANY = {
    "Q": mark_count("{n} queen", "{n} queens", "men of an ending"),
    "R": mark_count("{n} rook", "{n} rooks", "men of an ending"),
    "B": mark_count("{n} bishop", "{n} bishops", "men of an ending"),
    "N": mark_count("{n} knight", "{n} knights", "men of an ending"),
    "P": mark_count("{n} pawn", "{n} pawns", "men of an ending"),
}


def ending_name(material: Material) -> str:
    """Return the name of an ending: `Bishop and knight against king`.

    A king is named where it is all that a side has, and beside pawns against such a king, as in
    `King and pawn against king`.
    """
    white, black = (side.replace("K", "", 1) for side in (material.white, material.black))
    if not black and set(white) == {"P"}:
        white = f"K{white}"
    if not white and set(black) == {"P"}:
        black = f"K{black}"
    name = between_sides(_side(white), _side(black))
    name = name[:1].upper() + name[1:]
    return (
        tr("{ending}, facing pawns", "men of an ending", ending=name) if material.facing else name
    )


def men_name(piece: str, number: int) -> str:
    """Return some men of a kind, from KQRBNP, as a part of a name: `rook`, `two pawns`."""
    words = _MEN[piece]
    return tr(words[number - 1], _NOTE) if number <= len(words) else count(number, *_MANY[piece])


def between_sides(side: str, other: str) -> str:
    return tr("{side} against {other}", "men of an ending", side=side, other=other)


def joined(some: str, last: str) -> str:
    return tr("{some} and {last}", "men of an ending", some=some, last=last)


def _side(men: str) -> str:
    """Return the men of a side: `queen, rook and two pawns`."""
    groups = [men_name(piece, men.count(piece)) for piece in _MEN if piece in men] or [
        men_name("K", 1)
    ]
    if len(groups) == 1:
        return groups[0]
    return joined(", ".join(groups[:-1]), groups[-1])
