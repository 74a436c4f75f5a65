"""The sets of a table of distances to zeroing.

Unlike distances to mate, these do not show the winner by their parity: a zeroing move of either
side may end them. So a number of plies stands for two sets, of won and of lost positions.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from millmate.formatting import dative, side_name
from millmate.language import mark, tr
from millmate.tablebase.layout import LOST, MOST_OF_CODE
from millmate.tablebase.rule50 import LONGEST
from millmate.tablebase.sets import DecidedSet
from millmate.tablebase.table import TableInfo

_SIDES = {True: "white", False: "black"}


@dataclass(frozen=True, slots=True)
class ZeroingSet(DecidedSet):
    """The positions won or `lost` in `plies` plies, to mate or to the next zeroing move."""

    lost: bool = False

    axis = mark("plies to mate, capture or pawn move")
    rows_per_ply = 2
    limit: ClassVar[int | None] = LONGEST

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

    @property
    def code(self) -> int:
        return min(self.plies, MOST_OF_CODE) + LOST * self.lost

    @property
    def above(self) -> int | None:
        return self.plies - MOST_OF_CODE if self.plies >= MOST_OF_CODE else None

    def __str__(self) -> str:
        """Describe the set: `White to move wins: mate, capture or pawn move in 23 plies`."""
        side, plies = side_name(self.turn), dative(self.plies, "ply")
        if not self.plies:
            return tr("{side} is checkmated", side=side)
        if self.cursed:
            text = (
                tr("{side} to move has a cursed win: mate, capture or pawn move in {plies}")
                if self.won
                else tr("{side} to move has a blessed loss: mate, capture or pawn move in {plies}")
            )
        else:
            text = (
                tr("{side} to move wins: mate, capture or pawn move in {plies}")
                if self.won
                else tr("{side} to move loses: mate, capture or pawn move in {plies}")
            )
        return text.format(side=side, plies=plies)

    @staticmethod
    def fate(row: int) -> str:
        found = ZeroingSet.at(row, True)
        if not found.plies:
            return tr("is checkmated")
        if found.cursed:
            return tr("cursed win") if found.won else tr("blessed loss")
        return tr("wins") if found.won else tr("loses")


def zeroing_sets(info: TableInfo) -> list[DecidedSet]:
    """Return the nonempty sets, short distances first, White to move before Black."""
    found = [
        ZeroingSet(plies, turn, count, lost)
        for turn, side in _SIDES.items()
        for lost in (False, True)
        for plies, count in enumerate(_counted(info, side, lost))
        if count
    ]
    return sorted(found, key=lambda each: (each.row, not each.turn))


def _counted(info: TableInfo, side: str, lost: bool) -> tuple[int, ...]:
    counts = info.counts[side]
    return counts.lost_plies if lost else counts.plies


def longest_zeroing(info: TableInfo, winner: bool, cursed: bool = False) -> ZeroingSet | None:
    """Return the set of a side's longest wins with it to move, None if it has none.

    `cursed` wins are those that the fifty-move rule draws.
    """
    side = _SIDES[winner]
    plies = (info.longest_cursed if cursed else info.longest).get(side)
    return ZeroingSet(plies, winner, info.counts[side].plies[plies]) if plies else None


def zeroing_wins(info: TableInfo) -> list[str]:
    """Describe the longest wins of both sides, those included that the fifty-move rule draws."""
    wins = []
    for winner in (True, False):
        found, cursed = longest_zeroing(info, winner), longest_zeroing(info, winner, cursed=True)
        if found:
            n = dative(found.plies, "ply")
            words = tr("{winner} wins in at most {n}", winner=side_name(winner), n=n)
            if cursed:
                words = tr("{words} ({n} without the fifty-move rule)", words=words, n=cursed.plies)
            wins.append(words)
    return wins
