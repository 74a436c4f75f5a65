"""The sets of a table of chess, by either metric.

Unlike distances to mate, those to zeroing do not show the winner by their parity: a zeroing move of
either side may end them. So a number of plies stands for two sets, of won and of lost positions.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from millmate.language import mark
from millmate.tablebase.layout import LOST, MOST_OF_CODE
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sets import DecidedSet


class DistanceSet(DecidedSet):
    """A set of a chess table; its count includes like pieces in every order."""

    __slots__ = ()

    axis = mark("plies to mate")
    said: ClassVar[tuple[str, ...]] = (
        mark("{side} is checkmated"),
        mark("{side} to move mates in {moves} ({plies})"),
        mark("{side} to move is mated in {moves} ({plies})"),
    )
    fates: ClassVar[tuple[str, ...]] = (
        mark("is checkmated"),
        mark("mates in {n}"),
        mark("is mated in {n}"),
    )

    @property
    def code(self) -> int:
        return min(self.length, MOST_OF_CODE) + LOST * (not self.won)

    @property
    def above(self) -> int | None:
        return self.length - MOST_OF_CODE if self.length >= MOST_OF_CODE else None


@dataclass(frozen=True, slots=True)
class ZeroingSet(DistanceSet):
    """The positions won or `lost` in `plies` plies, to mate or to the next zeroing move."""

    lost: bool = False

    axis = mark("plies to mate, capture or pawn move")
    rows_per_ply = 2
    limit: ClassVar[int | None] = LONGEST
    unit = "ply"
    said = (
        mark("{side} is checkmated"),
        mark("{side} to move wins: mate, capture or pawn move in {plies}"),
        mark("{side} to move loses: mate, capture or pawn move in {plies}"),
        mark("{side} to move has a cursed win: mate, capture or pawn move in {plies}"),
        mark("{side} to move has a blessed loss: mate, capture or pawn move in {plies}"),
    )
    fates = (
        mark("is checkmated"),
        mark("wins"),
        mark("loses"),
        mark("cursed win"),
        mark("blessed loss"),
    )

    @classmethod
    def at(cls, row: int, turn: bool) -> Self:
        plies, won = divmod(row, 2)
        return cls(plies, turn, 0, not won)

    @property
    def row(self) -> int:
        return 2 * self.plies + self.won

    @property
    def symbol(self) -> str:
        """The plies with a sign, as DTZ is written elsewhere: `+23`, `-24`."""
        return f"{self.plies if self.won else -self.plies:+d}" if self.plies else "0"

    @property
    def formula(self) -> str:
        return ""

    @property
    def won(self) -> bool:
        return not self.lost

    @property
    def cursed(self) -> bool:
        return self.plies > LONGEST

    @property
    def length(self) -> int:
        return self.plies
