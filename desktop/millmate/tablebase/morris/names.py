"""Names of morris tables, the tables that each of them needs, and the table of a position.

A table holds one subspace of the game: `morris:9-8` is the pair of nine stones against eight once
all stones are placed, with either side to move; `morris:ply17-9-8` holds the positions after 17
placements with nine white and eight black stones on the board. A turn changes the numbers of stones
in one direction only, so subspaces can be solved one after the other.

The tables of a variant have its name, such as `morris:twelve:5-4`. Where stones are moved while
others are placed, pairs also have the stones in hand: `morris:lasker:4+1-3+2`. Once they are placed
that game continues as the standard one, and shares its tables: `morris:lasker:5-4` is `morris:5-4`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from millmate.errors import InputError
from millmate.games.morris.board import FEWEST, MorrisBoard
from millmate.games.morris.points import BOARDS
from millmate.games.morris.variants import STANDARD, VARIANTS, Removals, Variant
from millmate.language import tr

if TYPE_CHECKING:
    from millmate.kernels.morris_geometry import Geometry

# --- The variants of morris with tables, and their boards in numbers ------------------------------

# By name. A turn that takes two stones would lead to pairs that are two stones smaller.
SOLVED: dict[str, Variant] = {
    name: variant for name, variant in VARIANTS.items() if variant.removals is Removals.ONE
}


def has_tables(variant: Variant) -> bool:
    """Return whether tables of a variant can be built."""
    return SOLVED.get(variant.name) == variant


@cache
def geometry_of(board: str) -> Geometry:
    """Return the board with this name."""
    from millmate.kernels.morris_geometry import Geometry

    lines = BOARDS[board]
    return Geometry(lines.points, lines.rings, lines.neighbours, lines.mills)


GAME = "morris"
_LONGEST = 60  # characters examined
Side = tuple[int, int]  # the stones of a side on the board and in hand


class TableNameError(InputError):
    """A text that does not name a morris table."""


class Pair(NamedTuple):
    """The numbers of stones on the board in the moving and flying phase, the larger one first.

    The primary side (see `index`) has `primary` stones, and while stones may be moved before all
    are placed, `hand` ones to place; with equal numbers on the board it has no fewer of those.
    """

    primary: int
    other: int
    hand: int = 0
    other_hand: int = 0
    rules: str = STANDARD.name

    @classmethod
    def of(cls, own: Side, other: Side, rules: str) -> Self:
        """Return the pair of two sides with these numbers of stones on the board and in hand."""
        (primary, hand), (second, other_hand) = max(own, other), min(own, other)
        placed = not hand + other_hand and primary <= STANDARD.stones
        if placed and SOLVED[rules].moves_while_placing:
            rules = STANDARD.name
        return cls(primary, second, hand, other_hand, rules)

    @property
    def kind(self) -> str:
        return GAME

    @property
    def variant(self) -> Variant:
        return SOLVED[self.rules]

    @property
    def geometry(self) -> Geometry:
        return geometry_of(self.variant.board)

    @property
    def stones(self) -> tuple[int, int]:
        """The stones on the board of the primary and of the other side."""
        return self.primary, self.other

    @property
    def sides(self) -> tuple[Side, Side]:
        """The stones on the board and in hand of the primary and of the other side."""
        return (self.primary, self.hand), (self.other, self.other_hand)

    @property
    def in_hand(self) -> int:
        """The stones that both sides have in hand."""
        return self.hand + self.other_hand

    @property
    def even(self) -> bool:
        """Whether both sides have the same stones, so that one side to move stands for both."""
        return self.primary == self.other and self.hand == self.other_hand

    def needs(self) -> list[Subspace]:
        """Return the subspaces that a turn leads to, this one left out."""
        return _followed(self.sides, (0, 1), self.rules)

    def __str__(self) -> str:
        """The name, such as `morris:9-8`, or `morris:lasker:4+1-3+2`."""
        own, other = (f"{stones}+{hand}" if hand else f"{stones}" for stones, hand in self.sides)
        return f"{_prefix(self.rules)}{own}-{other}"


class Placing(NamedTuple):
    """The positions after `placed` placements, with these numbers of stones on the board.

    White is to move when an even number has been placed; the primary side is always White.
    """

    placed: int
    white: int
    black: int
    rules: str = STANDARD.name

    @property
    def kind(self) -> str:
        return GAME

    @property
    def variant(self) -> Variant:
        return SOLVED[self.rules]

    @property
    def geometry(self) -> Geometry:
        return geometry_of(self.variant.board)

    @property
    def stones(self) -> tuple[int, int]:
        """The stones on the board of the primary and of the other side."""
        return self.white, self.black

    @property
    def in_hand(self) -> int:
        """The stones that both sides have in hand."""
        return 2 * self.variant.stones - self.placed

    @property
    def white_moves(self) -> bool:
        return self.placed % 2 == 0

    @property
    def last(self) -> bool:
        """Whether the next stone is the last one."""
        return self.in_hand == 1

    @property
    def sides(self) -> tuple[Side, Side]:
        """The stones on the board and in hand of White and of Black."""
        return (self.white, self.in_hand // 2), (self.black, (self.in_hand + 1) // 2)

    def needs(self) -> list[Subspace]:
        """Return the subspaces that a turn leads to; a game that is over has none."""
        return _followed(self.sides, [0 if self.white_moves else 1], self.rules)

    def __str__(self) -> str:
        """The name, such as `morris:ply17-9-8`."""
        return f"{_prefix(self.rules)}ply{self.placed}-{self.white}-{self.black}"


def _prefix(rules: str) -> str:
    return f"{GAME}:" if rules == STANDARD.name else f"{GAME}:{rules}:"


Subspace = Pair | Placing


def subspace(white: Side, black: Side, rules: str) -> Subspace:
    """Return the subspace of positions with these stones; of a pair, in any order."""
    variant, in_hand = SOLVED[rules], white[1] + black[1]
    if in_hand and not variant.moves_while_placing:
        return Placing(2 * variant.stones - in_hand, white[0], black[0], rules)
    return Pair.of(white, black, rules)


def mill_wins(waiting: Side, rules: str) -> bool:
    """Return whether a mill wins against a side with these stones."""
    return SOLVED[rules].mill_wins or sum(waiting) - 1 < FEWEST


def turns(mover: Side, waiting: Side, rules: str) -> list[tuple[Side, Side]]:
    """Return the stones of both sides after turns that change them, unless the game is over.

    The stones of the side that moved come first: after a move that takes a stone, a placement, and
    a placement that takes one.
    """
    (own, hand), (other, other_hand) = mover, waiting
    less, placed, found = (other - 1, other_hand), (own + 1, hand - 1), []
    takes = other > 0 and not mill_wins(waiting, rules)
    moves = SOLVED[rules].moves_while_placing or not hand + other_hand
    if takes and moves and own >= FEWEST:
        found.append((mover, less))
    if hand:
        found.append((placed, waiting))
        if takes and own + 1 >= FEWEST:
            found.append((placed, less))
    return found


def _followed(sides: tuple[Side, Side], movers: Iterable[int], rules: str) -> list[Subspace]:
    """Return the subspaces after turns of some of the sides, by their numbers."""
    found = dict[Subspace, None]()
    for mover in movers:
        for each in turns(sides[mover], sides[1 - mover], rules):
            white, black = each if mover == 0 else each[::-1]
            found[subspace(white, black, rules)] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class MorrisTarget:
    """A name that users give, and the tables it stands for, in build order."""

    kind: ClassVar[str] = GAME
    name: str
    tables: tuple[Subspace, ...]

    @classmethod
    def parse(cls, text: str) -> MorrisTarget:
        """Return the target that `text` names: `morris:5-4`, `Morris 4-5`, `morris:six:all`, ...

        Raises:
            InputError: `text` names no table, or has impossible numbers of stones.
        """
        text = text.strip()[:_LONGEST]  # which no name has
        words = re.sub(rf"^\s*{GAME}\b[\s:]*", "", text.lower())
        rules, words = _rules(words)
        if words in _SETS:
            return cls(_prefix(rules) + words, _SETS[words](rules))
        table = _pair(text, words, rules) or _placing(text, words, rules)
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
def pairs(rules: str = STANDARD.name) -> tuple[Pair, ...]:
    """Return every pair once all stones are placed, in build order."""
    most = SOLVED[rules].stones
    numbers = [(p, o) for p in range(FEWEST, most + 1) for o in range(FEWEST, p + 1)]
    return tuple(sorted((Pair.of((p, 0), (o, 0), rules) for p, o in numbers), key=_rank))


@cache
def placings(rules: str = STANDARD.name) -> tuple[Subspace, ...]:
    """Return every reachable subspace with stones in hand, in build order."""
    variant = SOLVED[rules]
    if variant.moves_while_placing:
        first: Subspace = Pair.of((0, variant.stones), (0, variant.stones), rules)
    else:
        first = Placing(0, 0, 0, rules)
    return tuple(table for table in closure([first]) if table.in_hand)


def table_of(name: str) -> Subspace:
    """Return the table with this canonical name.

    Raises:
        InputError: It is not the canonical name of a table.
    """
    target = MorrisTarget.parse(name)
    if len(target.tables) != 1 or str(target.tables[0]) != name:
        raise TableNameError(tr("{name!r} is not the name of a morris table", name=name))
    return target.tables[0]


_SETS: dict[str, Callable[[str], tuple[Subspace, ...]]] = {
    "moving": pairs,
    "placing": placings,
    "all": lambda rules: (*pairs(rules), *placings(rules)),
}


def _rules(words: str) -> tuple[str, str]:
    """Return the name of the variant that `words` start with, and the other words."""
    names = "|".join(sorted(SOLVED, key=len, reverse=True))
    found = re.fullmatch(rf"({names})[\s:-]+(.*)", words)
    return (found[1], found[2]) if found else (STANDARD.name, words)


def _rank(table: Subspace) -> tuple[int, ...]:
    """Return a sort key by which each table follows soon after those it needs."""
    rules = [*SOLVED].index(table.rules)
    if isinstance(table, Pair):
        return 0, table.in_hand, sum(table.stones), *table.stones, table.hand, rules
    # Neighbours share a successor when the stones of the side that does not move vary first.
    stones = (table.black, table.white) if table.placed % 2 else (table.white, table.black)
    return 1, -table.placed, *stones, rules


_SIDE = r"(\d+)(?:\s*\+\s*(\d+))?"


def _pair(text: str, words: str, rules: str) -> Pair | None:
    found = re.fullmatch(rf"{_SIDE}\s*[-v:,x ]\s*{_SIDE}", words)
    if found is None:
        return None
    own, hand, other, other_hand = (int(number or 0) for number in found.groups())
    variant = SOLVED[rules]
    if hand + other_hand:
        pair = Pair.of((own, hand), (other, other_hand), rules)
        if not variant.moves_while_placing or pair not in _reached(rules):
            raise TableNameError(
                tr("no table of {text!r}: no game can reach these numbers of stones", text=text)
            )
        return pair
    smaller, larger = sorted((own, other))
    if not FEWEST <= smaller <= larger <= variant.stones:
        raise TableNameError(
            tr(
                "no table of {text!r}: once all stones are placed each side has {fewest} to "
                "{stones}, with fewer it has lost; write for instance {game}:5-4",
                text=text.strip(),
                fewest=FEWEST,
                stones=variant.stones,
                game=GAME,
            )
        )
    return Pair.of((larger, 0), (smaller, 0), rules)


@cache
def _reached(rules: str) -> frozenset[Subspace]:
    return frozenset(placings(rules))


def _placing(text: str, words: str, rules: str) -> Placing | None:
    found = re.fullmatch(r"ply\s*(\d+)\s*[-:, ]\s*(\d+)\s*[-:, ]\s*(\d+)", words)
    if found is None:
        return None
    placed, white, black = map(int, found.groups())
    table = Placing(placed, white, black, rules)
    if table.in_hand <= 0:
        raise TableNameError(
            tr(
                "no table of {text!r}: after {placed} plies all stones are placed, and the "
                "table has the name of a pair, such as {game}:9-8",
                text=text.strip(),
                placed=2 * table.variant.stones,
                game=GAME,
            )
        )
    if not occurs(table):
        raise TableNameError(
            tr(
                "no table of {text!r}: with {placed} stones placed, an unfinished game cannot "
                "have {white} white and {black} black ones on the board",
                text=text.strip(),
                placed=table.placed,
                white=table.white,
                black=table.black,
            )
        )
    return table


def occurs(table: Subspace) -> bool:
    """Return whether a game can reach a subspace."""
    return not table.in_hand or table in _reached(table.rules)


# Positions ----------------------------------------------------------------------------------------


def subspace_of(board: MorrisBoard) -> Subspace:
    """Return the subspace of a position; with two stones no table covers it."""
    black, white = ((board.on_board(side), board.hand[side]) for side in (False, True))
    return subspace(white, black, board.variant.name)


def material(board: MorrisBoard) -> str:
    """Return the name of the table that `board` belongs to: `morris:5-4`, `morris:ply17-8-9`.

    Raises:
        InputError: Its variant has no tables.
    """
    require_tables(board.variant)
    return str(subspace_of(board))


def require_tables(variant: Variant) -> None:
    """Raise `TableNameError` if no tables of a variant can be built."""
    if not has_tables(variant):
        title = tr(variant.title)
        raise TableNameError(tr("there are no tables of this game: {title}", title=title))


def target(board: MorrisBoard) -> str:
    """Return the name of the tables to build for `board` and everything that follows.

    From the placing phase a game can reach nearly every table.
    """
    if any(board.hand) and not board.variant.moves_while_placing:
        return f"{_prefix(board.variant.name)}all"
    return material(board)
