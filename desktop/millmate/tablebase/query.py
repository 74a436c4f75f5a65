"""Queries for positions of a table: value, squares of men, check, a single good move.

Conditions on men are texts: `Ke1 R7 kd5,d6` in chess, `Wd6 Bd7,g7` in morris.
"""

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Protocol

from millmate.errors import InputError
from millmate.games.chess.regions import region
from millmate.games.morris.points import mask_of
from millmate.language import count as counted
from millmate.language import mark, tr


class Subject(Protocol):
    """Positions with one value; `count` is their number in the table's metadata, -1 unknown."""

    @property
    def turn(self) -> bool:
        """The side to move."""

    @property
    def count(self) -> int:
        """The number of positions, like pieces in every order, or -1 if unknown."""


_OUTCOMES = {
    (True, 1): mark("White to move wins"),
    (True, 0): mark("White to move draws"),
    (True, -1): mark("White to move loses"),
    (False, 1): mark("Black to move wins"),
    (False, 0): mark("Black to move draws"),
    (False, -1): mark("Black to move loses"),
}
_CURSED = {
    (True, 1): mark("White to move has a cursed win"),
    (True, -1): mark("White to move has a blessed loss"),
    (False, 1): mark("Black to move has a cursed win"),
    (False, -1): mark("Black to move has a blessed loss"),
}


@dataclass(frozen=True, slots=True)
class Outcomes:
    """All positions with `turn` to move that side wins (`wdl` 1), draws (0) or loses (-1).

    The fifty-move rule draws `cursed` wins and losses; the latter are called blessed.
    """

    wdl: int
    turn: bool
    count: int = -1
    cursed: bool = False

    def __str__(self) -> str:
        """Describe the positions: `White to move draws`."""
        return tr((_CURSED if self.cursed else _OUTCOMES)[self.turn, self.wdl])


class Zug(Enum):
    """The results for White in a mutual zugzwang with White, and with Black to move.

    In a mutual (or reciprocal) zugzwang both sides would rather have the other one move: the side
    to move loses (full-point), or only one side can win, and only if the other is to move
    (half-point). See J. Beasley, "Chess positions of reciprocal zugzwang with not more than six
    men" (2010, 2015). Either side must be able to be to move: no king is in check.
    """

    FULL = (-1, 1)
    WHITE = (0, 1)  # White wins with Black to move, and draws with White to move
    BLACK = (-1, 0)


_ZUGZWANGS = {
    None: mark("Mutual zugzwang: neither side wants to move"),
    Zug.FULL: mark("Mutual zugzwang: whoever is to move loses"),
    Zug.WHITE: mark("Mutual zugzwang: White wins only with Black to move"),
    Zug.BLACK: mark("Mutual zugzwang: Black wins only with White to move"),
}


@dataclass(frozen=True, slots=True)
class Zugzwangs:
    """All mutual zugzwangs of one `kind`, of every kind if None, shown with `turn` to move."""

    kind: Zug | None
    turn: bool
    count: int = -1

    def __str__(self) -> str:
        return tr(_ZUGZWANGS[self.kind])

    @property
    def kinds(self) -> tuple[Zug, ...]:
        return tuple(Zug) if self.kind is None else (self.kind,)


@dataclass(frozen=True, slots=True)
class Stand:
    """A condition: a man on one of several places.

    `man` is a piece as in a FEN; in morris `S` is a stone of White, `s` one of Black. `places` is a
    bit mask of squares or points. Several conditions need as many different men.
    """

    man: str
    places: int


@dataclass(frozen=True)
class Query:
    """Positions of a table; one and its images under the board's symmetry are one position.

    `where` must hold for it or an image, which is then shown. `check` is whether the side to move
    is in check, None if that does not matter. `only` selects positions in which exactly one legal
    move wins (1), or exactly one draws and none wins (0), whatever the distance.
    """

    subject: Subject
    where: tuple[Stand, ...] = ()
    check: bool | None = None
    only: int | None = None

    @property
    def turn(self) -> bool:
        return self.subject.turn

    @property
    def plain(self) -> bool:
        """Whether the query is for a value only."""
        return not self.where and self.check is None and self.only is None

    @cached_property
    def quick(self) -> "Query":
        """The query without the condition on moves."""
        return self if self.only is None else replace(self, only=None)

    def __str__(self) -> str:
        """Describe the query, except for the men."""
        words = [str(self.subject)]
        if self.check is not None:
            words.append(tr("in check") if self.check else tr("not in check"))
        if self.only is not None:
            words.append(tr("one winning move") if self.only else tr("one drawing move"))
        if self.where:
            words.append(counted(len(self.where), "{n} piece placed", "{n} pieces placed"))
        return ", ".join(words)


def query_of(sought: Subject | Query) -> Query:
    return sought if isinstance(sought, Query) else Query(sought)


# Conditions on men --------------------------------------------------------------------------------


class ConditionError(InputError):
    """A text is not a valid condition, or the table has no such man."""


def conditions(text: str, men: str) -> tuple[Stand, ...]:
    """Return the conditions in `text`, separated by spaces.

    Each is a man and its places, separated by commas. Chessmen are written as in a FEN, their
    squares as a `region`; morris has `W`hite and `B`lack stones.

    Args:
        text: The conditions.
        men: The men of the table, as `sets.Contents` has them.

    Raises:
        InputError: One names no places, or a man that the table lacks or has less often.
    """
    found = tuple(_condition(item, men) for item in text.split())
    for man, times in Counter(stand.man for stand in found).items():
        if man in "KQRBNPkqrbnp" and times > men.count(man):
            raise ConditionError(f"{times} times {man!r}: the table has {men.count(man)}")
    return found


def stones(text: str, man: str) -> tuple[Stand, ...]:
    """Return conditions for stones on all points in `text`; `a7/d7` means a stone on either.

    Raises:
        InputError: A name is not that of a point.
    """
    return tuple(Stand(man, _points(item, "/")) for item in text.replace(",", " ").split())


def _condition(item: str, men: str) -> Stand:
    man, places = item[:1], item[1:]
    if men == "Ss":
        if man not in "WB":
            raise ConditionError(f"{item!r}: start with W or B, for a white or black stone")
        return Stand("S" if man == "W" else "s", _points(places, ","))
    if man not in men:
        raise ConditionError(f"{item!r}: start with one of the table's men: {men}")
    return Stand(man, region(places))


def _points(text: str, between: str) -> int:
    return mask_of(*text.split(between))
