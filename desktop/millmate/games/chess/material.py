"""Materials: the pieces on the board, named as tables are (`KBNvK`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, total_ordering
from itertools import combinations_with_replacement
from typing import ClassVar

import chess

from millmate.errors import InputError
from millmate.language import tr

# From the strongest piece down: the order of letters in a name, and of sides in a material.
_ORDER = "KQRBNP"
_MOST_OF_A_SIDE = 16
_MEN_OF_PAIRS = 6
FACING = "facing"  # the folder of tables of facing pawns
# With small letters only for pawns, as in `KRpvKRp`: these pawns face each other.
_FACING = re.compile(r"[KQRBN]*p[KQRBN]*v[KQRBN]*p[KQRBN]*")
_SMALL_PAWNS = re.compile(r"[KQRBNPp]*v[KQRBNPp]*")


class MaterialError(InputError):
    """A text names no material."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Material:
    """The pieces of both sides, each written king first: `Material("KBN", "K")`.

    `white` and `black` hold the letters KQRBNP, strongest first. `facing`: each side has one pawn,
    and these face each other on one file, as in `KRpvKRp`; only captures change that.
    """

    kind: ClassVar[str] = "chess"
    white: str
    black: str
    facing: bool = False

    @classmethod
    def parse(cls, text: str) -> Material:
        """Return the material `text`: `KBNvK`, `KBNK` or `KBNk`, pieces in any order.

        The result is canonical: the stronger side is White, whichever side `text` names first.

        Raises:
            MaterialError: `text` names no two sides with one king each, or has a small p that
                faces none.
        """
        text = text.strip()
        sides, facing = _split(text), _FACING.fullmatch(text) is not None
        if sides is None or not all(map(_is_side, sides)):
            raise MaterialError(
                tr(
                    "unknown material {text!r}: write each side's pieces from K Q R B N P with "
                    "one king each, such as KBNvK",
                    text=text[:40],
                )
            )
        if not facing and "p" in text and _SMALL_PAWNS.fullmatch(text):
            raise MaterialError(
                tr(
                    "unknown material {text!r}: a small p is a pawn that faces one of the other "
                    "side, so write one for each side and no P, such as KRpvKRp",
                    text=text[:40],
                )
            )
        return cls(_sorted(sides[0]), _sorted(sides[1]), facing).canonical()

    @classmethod
    def named(cls, name: str) -> Material:
        """Return the material with exactly this name, colours as they are, such as `KvKQ`.

        Raises:
            MaterialError: It is not the name of a material.
        """
        white, found, black = name.partition("v")
        facing = _FACING.fullmatch(name) is not None
        material = cls(white.upper(), black.upper(), True) if facing else cls(white, black)
        if not found or cls.parse(name) not in (material, material.swapped):
            raise MaterialError(tr("{name!r} is not the name of a material", name=name[:40]))
        return material

    @classmethod
    def of(cls, board: chess.Board) -> Material:
        """Return the material on `board` with its colours (not canonical)."""
        white, black = (
            "".join(
                chess.piece_symbol(kind).upper() * len(board.pieces(kind, colour))
                for kind in (6, 5, 4, 3, 2, 1)
            )
            for colour in (chess.WHITE, chess.BLACK)
        )
        return cls(white, black)

    @classmethod
    def to_build(cls, board: chess.Board) -> Material:
        """Return the canonical material whose table to build for a position.

        Of six men only the pawns that face each other: with all placements there are 19 times as
        many, and tables of six men with a pawn or two behind them.
        """
        found = cls.of(board).canonical()
        white, black = (tuple(board.pieces(chess.PAWN, side)) for side in chess.COLORS)
        faced = found.men == _MEN_OF_PAIRS and face_each_other(white, black)
        return replace(found, facing=faced)

    @property
    def tables(self) -> tuple[Material]:
        """The table of the material, whichever side is White."""
        return (self.canonical(),)

    @property
    def path(self) -> str:
        """Where the table is in its directory: case makes no difference on some systems."""
        return f"{FACING}/{self.whole}" if self.facing else str(self)

    @property
    def men(self) -> int:
        """The number of pieces, kings included."""
        return len(self.white) + len(self.black)

    @property
    def pawns(self) -> tuple[int, int]:
        """The numbers of White's and of Black's pawns."""
        return self.white.count("P"), self.black.count("P")

    @property
    def has_pawns(self) -> bool:
        return any(self.pawns)

    @property
    def swapped(self) -> Material:
        """The same pieces with the colours exchanged."""
        return Material(self.black, self.white, self.facing)

    @property
    def whole(self) -> Material:
        """The same pieces with the pawns anywhere."""
        return replace(self, facing=False)

    def canonical(self) -> Material:
        """Return this material or its colour swap, whichever has the stronger White.

        Stronger: more men; among equal numbers, the better piece where the sides first differ.
        """
        return self if _strength(self.white) >= _strength(self.black) else self.swapped

    def captures(self) -> list[Material]:
        """Return the canonical materials one capture away, each once."""
        smaller = {
            Material(self.white.replace(p, "", 1), self.black) for p in self.white if p != "K"
        } | {Material(self.white, self.black.replace(p, "", 1)) for p in self.black if p != "K"}
        return _in_order({material.canonical() for material in smaller})

    def promotions(self) -> list[Material]:
        """Return the canonical materials one promotion without a capture away, each once."""
        if self.facing:
            return []
        larger = {
            Material(_promoted(self.white, p), self.black) for p in "QRBN" if "P" in self.white
        } | {Material(self.white, _promoted(self.black, p)) for p in "QRBN" if "P" in self.black}
        return _in_order({material.canonical() for material in larger})

    def successors(self) -> list[Material]:
        """Return the canonical materials one move away, each once: captures, promotions, both."""
        found = {*self.captures(), *self.promotions()}
        for white, black in ((self.white, self.black), (self.black, self.white)):
            # The pawn takes on the last rank, where no pawn stands and no facing pawn gets.
            for taken in set(black) - set("KP") if "P" in white and not self.facing else ():
                left = black.replace(taken, "", 1)
                found |= {Material(_promoted(white, p), left).canonical() for p in "QRBN"}
        return _in_order(found)

    def needs(self) -> list[Material]:
        """Return the materials one move away that have tables: all but two bare kings."""
        return [each for each in self.successors() if each.men > 2]

    def closure(self) -> list[Material]:
        """Return all materials that moves lead to, each after its successors, this one last."""
        return list(_closure(self.canonical()))

    def __lt__(self, other: Material) -> bool:
        """Order by number of men, of pawns, then by name: a material sorts after its successors."""
        return _rank(self) < _rank(other)

    def __str__(self) -> str:
        """The name, such as `KBNvK` or `KRpvKRp`."""
        name = f"{self.white}v{self.black}"
        return name.replace("P", "p") if self.facing else name


def all_materials(men: int) -> list[Material]:
    """Return every canonical material of three to `men` men, each after its successors."""
    sides = [
        "K" + "".join(pieces)
        for number in range(men - 1)
        for pieces in combinations_with_replacement(_ORDER[1:], number)
    ]
    found = {
        Material(white, black).canonical()
        for white in sides
        for black in sides
        if 3 <= len(white) + len(black) <= men
    }
    return _in_order(found)


def face_each_other(white: tuple[int, ...], black: tuple[int, ...]) -> bool:
    """Return whether there is one pawn a side, Black's further up on the file of White's."""
    return len(white) == len(black) == 1 and white < black and (black[0] - white[0]) % 8 == 0


def facing_materials(men: int) -> list[Material]:
    """Return every canonical material of `men` men whose pawns face each other."""
    return [
        replace(each, facing=True)
        for each in all_materials(men)
        if each.men == men and each.pawns == (1, 1)
    ]


@lru_cache(maxsize=256)  # a plan asks for the same ones several times
def _closure(material: Material) -> tuple[Material, ...]:
    found = {material}
    fresh = [material]
    while fresh:
        fresh = [m for m in {m for big in fresh for m in big.successors()} if m not in found]
        found.update(fresh)
    return tuple(_in_order(found))


def _in_order(materials: Iterable[Material]) -> list[Material]:
    return sorted(materials, key=_rank)


def _rank(material: Material) -> tuple[int, int, str]:
    return material.men, sum(material.pawns), str(material)


def _split(text: str) -> tuple[str, str] | None:
    """Split a name at its v, at its second king, or by case; None if it has no two sides."""
    for separator in ("v", "V"):
        if text.count(separator) == 1:
            white, black = text.split(separator)
            return white.upper(), black.upper()
    upper = text.upper()
    if not upper.isalpha() or upper.count("K") != 2:
        return None
    if text != upper and text != text.lower():
        return (
            "".join(c for c in text if c.isupper()),
            "".join(c for c in text if c.islower()).upper(),
        )
    second = upper.index("K", upper.index("K") + 1)
    return upper[:second], upper[second:]


def _is_side(pieces: str) -> bool:
    return len(pieces) <= _MOST_OF_A_SIDE and set(pieces) <= set(_ORDER) and pieces.count("K") == 1


def _sorted(pieces: str) -> str:
    return "".join(sorted(pieces, key=_ORDER.index))


def _promoted(side: str, piece: str) -> str:
    return _sorted(side.replace("P", piece, 1))


def _strength(pieces: str) -> tuple[int, list[int]]:
    return len(pieces), [-_ORDER.index(piece) for piece in pieces]
