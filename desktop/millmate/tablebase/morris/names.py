"""Names of morris tables, and what each of them needs.

A table holds one subspace of the game: `morris:9-8` is the pair of nine stones against eight once
all stones are placed, either side to move; `morris:ply17-9-8` are the positions after 17 stones
were placed with nine white ones on the board and eight black ones. A turn changes the numbers of
stones one way only, so subspaces can be solved one after the other.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from millmate.errors import InputError
from millmate.games.morris.board import FEWEST
from millmate.games.morris.variants import STANDARD
from millmate.language import tr

GAME = "morris"
STONES = STANDARD.stones  # of each side
PLACED = 2 * STONES  # stones placed when the moving phase begins
_LONGEST = 60  # characters that are looked at


class TableNameError(InputError):
    """A text names no table of morris."""


class Pair(NamedTuple):
    """So many stones against so many in the moving and flying phase, the larger number first.

    The primary side (see `index`) is that of `primary` stones.
    """

    primary: int
    other: int

    def needs(self) -> "list[Subspace]":
        """Return the subspaces that a turn leads to, this one left out."""
        found: list[Subspace] = []
        if self.other > FEWEST:
            found.append(Pair(self.primary, self.other - 1))
        if self.primary > self.other:
            found.append(Pair(self.primary - 1, self.other))
        return found

    def __str__(self) -> str:
        """The name, such as `morris:9-8`."""
        return f"{GAME}:{self.primary}-{self.other}"


class Placing(NamedTuple):
    """The positions after `placed` stones were placed, with so many white and black on the board.

    White is to move when an even number has been placed; the primary side is always White.
    """

    placed: int
    white: int
    black: int

    def needs(self) -> "list[Subspace]":
        """Return the subspaces that a turn leads to.

        Games in which a side is left with fewer than three stones in all are over: no table.
        """
        mover, other = self.white, self.black
        if self.placed % 2:
            mover, other = other, mover
        after = [(mover + 1, other)]
        if mover + 1 >= 3 and other:  # a mill may be closed
            after.append((mover + 1, other - 1))
        if self.placed % 2:
            after = [(white, black) for black, white in after]
        next_ones = [Placing(self.placed + 1, *stones) for stones in after]
        return [self.followed_by(*one[1:]) for one in next_ones if one.goes_on]

    def followed_by(self, white: int, black: int) -> "Subspace":
        """Return the subspace of so many stones on the board when one more has been placed."""
        if self.placed + 1 < PLACED:
            return Placing(self.placed + 1, white, black)
        return Pair(max(white, black), min(white, black))

    @property
    def goes_on(self) -> bool:
        """Whether both sides have three stones or more, those in hand counted in."""
        in_hand = STONES - (self.placed + 1) // 2, STONES - self.placed // 2
        return self.white + in_hand[0] >= FEWEST and self.black + in_hand[1] >= FEWEST

    def __str__(self) -> str:
        """The name, such as `morris:ply17-9-8`."""
        return f"{GAME}:ply{self.placed}-{self.white}-{self.black}"


Subspace = Pair | Placing


@dataclass(frozen=True, slots=True)
class MorrisTarget:
    """What somebody wants to have: a name, and the tables it stands for, in order of building."""

    name: str
    tables: tuple[Subspace, ...]

    @classmethod
    def parse(cls, text: str) -> "MorrisTarget":
        """Return what `text` names: `morris:5-4`, `Morris 4-5`, `morris:moving`, ...

        Raises:
            InputError: `text` names no table, or one of impossible numbers of stones.
        """
        text = text.strip()[:_LONGEST]  # which no name has
        words = re.sub(rf"^\s*{GAME}\b[\s:]*", "", text.lower())
        if words in _SETS:
            return cls(f"{GAME}:{words}", tuple(_in_order(_SETS[words]())))
        table = _pair(text, words) or _placing(text, words)
        if table is None:
            raise TableNameError(
                tr(
                    "unknown morris table {text!r}: write the stones of both sides, such as "
                    "{game}:5-4, a part of the placing phase, such as {game}:ply17-9-8, or "
                    "{names}",
                    text=text,
                    game=GAME,
                    names=", ".join(f"{GAME}:{name}" for name in _SETS),
                )
            )
        return cls(str(table), (table,))

    def __str__(self) -> str:
        """The canonical name."""
        return self.name


def is_morris(text: str) -> bool:
    """Tell whether `text` is meant to name something of morris, rightly or not."""
    return re.match(rf"\s*({GAME}|\d)", text.lower()) is not None


def closure(tables: Iterable[Subspace]) -> list[Subspace]:
    """Return the tables and all that they lead to, each after what it needs."""
    found: set[Subspace] = set()
    fresh = set(tables)
    while fresh:
        found |= fresh
        fresh = {table for one in fresh for table in one.needs()} - found
    return list(_in_order(found))


@cache
def pairs() -> tuple[Pair, ...]:
    """Return every pair, in order of building."""
    every = [Pair(p, o) for p in range(FEWEST, STONES + 1) for o in range(FEWEST, p + 1)]
    return tuple(sorted(every, key=_rank))


@cache
def placings() -> tuple[Placing, ...]:
    """Return every subspace of the placing phase that a game can reach, in order of building."""
    every = [table for table in closure([Placing(0, 0, 0)]) if isinstance(table, Placing)]
    return tuple(every)


def table_of(name: str) -> Subspace:
    """Return the table whose canonical name this is.

    Raises:
        InputError: It is none.
    """
    target = MorrisTarget.parse(name)
    if len(target.tables) != 1 or str(target.tables[0]) != name:
        raise TableNameError(tr("{name!r} is not the name of a morris table", name=name))
    return target.tables[0]


_SETS: dict[str, Callable[[], tuple[Subspace, ...]]] = {
    "moving": pairs,
    "placing": placings,
    "all": lambda: (*pairs(), *placings()),
}


def _in_order(tables: Iterable[Subspace]) -> Iterator[Subspace]:
    """Yield tables so that each follows what it needs, and soon after it."""
    yield from sorted(tables, key=_rank)


def _rank(table: Subspace) -> tuple[int, ...]:
    if isinstance(table, Pair):
        return 0, sum(table), *table
    # Neighbours share a successor when the stones of the side that does not move vary first.
    stones = (table.black, table.white) if table.placed % 2 else (table.white, table.black)
    return 1, -table.placed, *stones


def _pair(text: str, words: str) -> Pair | None:
    found = re.fullmatch(r"(\d+)\s*[-v:,x ]\s*(\d+)", words)
    if found is None:
        return None
    smaller, larger = sorted(int(number) for number in found.groups())
    if not FEWEST <= smaller <= larger <= STONES:
        raise TableNameError(
            tr(
                "no table of {text!r}: once all stones are placed each side has {fewest} to "
                "{stones}, with fewer it has lost; write for instance {game}:5-4",
                text=text.strip(),
                fewest=FEWEST,
                stones=STONES,
                game=GAME,
            )
        )
    return Pair(larger, smaller)


def _placing(text: str, words: str) -> Placing | None:
    found = re.fullmatch(r"ply\s*(\d+)\s*[-:, ]\s*(\d+)\s*[-:, ]\s*(\d+)", words)
    if found is None:
        return None
    table = Placing(*(int(number) for number in found.groups()))
    if table.placed >= PLACED:
        raise TableNameError(
            tr(
                "no table of {text!r}: after {placed} plies all stones are placed, and the "
                "table has the name of a pair, such as {game}:9-8",
                text=text.strip(),
                placed=PLACED,
                game=GAME,
            )
        )
    if table not in placings():
        raise TableNameError(
            tr(
                "no table of {text!r}: with {placed} stones placed a game that goes on cannot "
                "have {white} white and {black} black ones on the board",
                text=text.strip(),
                placed=table.placed,
                white=table.white,
                black=table.black,
            )
        )
    return table
