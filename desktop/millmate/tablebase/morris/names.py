"""Names of morris tables, the tables that each of them needs, and the table of a position.

A table holds one subspace of the game: `morris:9-8` is the pair of nine stones against eight once
all stones are placed, with either side to move; `morris:ply17-9-8` holds the positions after 17
placements with nine white and eight black stones on the board. A turn changes the numbers of stones
in one direction only, so subspaces can be solved one after the other.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Self

from millmate.errors import InputError
from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove
from millmate.games.morris.variants import STANDARD
from millmate.language import tr

GAME = "morris"
STONES = STANDARD.stones  # of each side
PLACED = 2 * STONES  # stones placed before the moving phase
_LONGEST = 60  # characters examined


class TableNameError(InputError):
    """A text that names no morris table."""


class Pair(NamedTuple):
    """The numbers of stones in the moving and flying phase, the larger one first.

    The primary side (see `index`) has `primary` stones.
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
    """The positions after `placed` placements, with these numbers of stones on the board.

    White is to move when an even number has been placed; the primary side is always White.
    """

    placed: int
    white: int
    black: int

    @property
    def white_moves(self) -> bool:
        return self.placed % 2 == 0

    @property
    def last(self) -> bool:
        """Whether the next stone is the last one."""
        return self.placed + 1 == PLACED

    @property
    def after(self) -> tuple[int, int]:
        """White's and Black's stones on the board after a turn that takes none."""
        return (self.white + 1, self.black) if self.white_moves else (self.white, self.black + 1)

    @property
    def taken(self) -> tuple[int, int]:
        """The stones on the board after a turn that takes one."""
        white, black = self.after
        return (white, black - 1) if self.white_moves else (white - 1, black)

    @property
    def wins(self) -> bool:
        """Whether taking a stone leaves the opponent fewer than three in all."""
        opponent = self.black if self.white_moves else self.white
        return opponent - 1 + STONES - (self.placed + 1) // 2 < FEWEST

    @property
    def takes(self) -> bool:
        """Whether a turn can close a mill and take a stone, and the game goes on."""
        mover, opponent = self[1:] if self.white_moves else self[:0:-1]
        return mover + 1 >= FEWEST and opponent > 0 and not self.wins

    def needs(self) -> "list[Subspace]":
        """Return the subspaces that a turn leads to; a game that is over has none."""
        stones = (self.after, self.taken) if self.takes else (self.after,)
        return [self.followed_by(*each) for each in stones]

    def followed_by(self, white: int, black: int) -> "Subspace":
        """Return the subspace after one more placement, with these stones on the board."""
        if not self.last:
            return Placing(self.placed + 1, white, black)
        return Pair(max(white, black), min(white, black))

    def __str__(self) -> str:
        """The name, such as `morris:ply17-9-8`."""
        return f"{GAME}:ply{self.placed}-{self.white}-{self.black}"


Subspace = Pair | Placing


@dataclass(frozen=True, slots=True)
class MorrisTarget:
    """A name that users give, and the tables it stands for, in build order."""

    name: str
    tables: tuple[Subspace, ...]

    @classmethod
    def parse(cls, text: str) -> "MorrisTarget":
        """Return the target that `text` names: `morris:5-4`, `Morris 4-5`, `morris:moving`, ...

        Raises:
            InputError: `text` names no table, or has impossible numbers of stones.
        """
        text = text.strip()[:_LONGEST]  # which no name has
        words = re.sub(rf"^\s*{GAME}\b[\s:]*", "", text.lower())
        if words in _SETS:
            return cls(f"{GAME}:{words}", tuple(sorted(_SETS[words](), key=_rank)))
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
        return self.name


def is_morris(text: str) -> bool:
    """Return whether `text` is meant as the name of a morris table, valid or not."""
    return re.match(rf"\s*({GAME}|\d)", text.lower()) is not None


def closure(tables: Iterable[Subspace]) -> list[Subspace]:
    """Return the tables and all that they need, each after those it needs."""
    found: set[Subspace] = set()
    fresh = set(tables)
    while fresh:
        found |= fresh
        fresh = {table for one in fresh for table in one.needs()} - found
    return sorted(found, key=_rank)


@cache
def pairs() -> tuple[Pair, ...]:
    """Return every pair, in build order."""
    every = [Pair(p, o) for p in range(FEWEST, STONES + 1) for o in range(FEWEST, p + 1)]
    return tuple(sorted(every, key=_rank))


@cache
def placings() -> tuple[Placing, ...]:
    """Return every reachable subspace of the placing phase, in build order."""
    every = [table for table in closure([Placing(0, 0, 0)]) if isinstance(table, Placing)]
    return tuple(every)


def table_of(name: str) -> Subspace:
    """Return the table with this canonical name.

    Raises:
        InputError: It is not the canonical name of a table.
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


def _rank(table: Subspace) -> tuple[int, ...]:
    """Return what sorts tables so that each follows soon after those it needs."""
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


# Positions ----------------------------------------------------------------------------------------


class Situation(NamedTuple):
    """A position without its history: of each pair, Black's first, as `MorrisBoard` has them."""

    turn: bool
    stones: tuple[int, int]
    hand: tuple[int, int]

    @classmethod
    def of(cls, board: MorrisBoard) -> Self:
        black, white = board.stones
        in_black_hand, in_white_hand = board.hand
        return cls(board.turn, (black, white), (in_black_hand, in_white_hand))

    @property
    def lost(self) -> bool:
        """Whether the side to move has too few stones; no table covers that."""
        return self.stones[self.turn].bit_count() + self.hand[self.turn] < FEWEST

    def after(self, move: MorrisMove) -> "Situation":
        own, other = self.stones[self.turn], self.stones[not self.turn]
        hand = self.hand
        own |= 1 << move.target
        if move.origin is not None:
            own ^= 1 << move.origin
        else:
            black, white = hand
            hand = (black, white - 1) if self.turn else (black - 1, white)
        for taken in move.removed:
            other ^= 1 << taken
        return Situation(not self.turn, (other, own) if self.turn else (own, other), hand)

    @property
    def table(self) -> Subspace:
        """The table that this belongs to; with two stones none is on disk."""
        black, white = self.stones
        stones = white.bit_count(), black.bit_count()
        if any(self.hand):
            return Placing(PLACED - sum(self.hand), *stones)
        return Pair(max(stones), min(stones))


def material(board: MorrisBoard) -> str:
    """Return the name of the table that `board` belongs to: `morris:5-4`, `morris:ply17-8-9`."""
    return str(Situation.of(board).table)


def target(board: MorrisBoard) -> str:
    """Return the name of the tables to build for `board` and everything that follows.

    From the placing phase a game can reach nearly every table.
    """
    return "morris:all" if any(board.hand) else material(board)
