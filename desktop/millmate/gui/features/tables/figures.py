"""The figures of endings that the atlas shows: shares won, distances, zugzwangs, the score."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from millmate.formatting import plural
from millmate.language import count, mark, mark_count, number, tr
from millmate.tablebase.inventory import Ending
from millmate.tablebase.morris.names import Placing

if TYPE_CHECKING:
    from millmate.tablebase.targets import Info


class Colouring(Enum):
    """A figure that colours tiles, with its marked title."""

    WON = mark("Won")
    LONGEST = mark("Longest win")
    ZUGZWANGS = mark("Mutual zugzwangs")
    SCORE = mark("My score")


@dataclass(frozen=True, slots=True)
class Shape:
    """The contents of a tile.

    `won` and `lost` are the shares of positions that White wins and loses, `wins` and `losses` the
    numbers of these positions by moves to the end. `longest` is the longest win of a side to move,
    in moves to mate or, in morris, in plies. In morris the side with more stones counts as White.
    """

    won: float
    lost: float
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    longest: int


def shape_of(info: "Info") -> Shape:
    """Return the shape of a table of distances to mate, or to the end of a game of morris."""
    names = sorted(info.counts, reverse=True)  # white, black; primary, other
    white, black = info.counts[names[0]], info.counts[names[-1]]  # one may stand for both
    every = sum(side.wins + side.draws + side.losses for side in (white, black)) or 1
    return Shape(
        (white.wins + black.losses) / every,
        (black.wins + white.losses) / every,
        _by_moves(white.plies, black.plies),
        _by_moves(black.plies, white.plies),
        max(info.longest.values(), default=0),
    )


def _by_moves(own: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Return how many positions one side wins, with itself and with the other to move."""
    moves = max(len(own), len(other) - 1) // 2 + 1
    found = [
        (own[2 * n - 1] if 0 < 2 * n - 1 < len(own) else 0)
        + (other[2 * n] if 2 * n < len(other) else 0)
        for n in range(moves)
    ]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Records:
    """Figures that tables do not hold.

    `zugzwangs` are numbers of mutual zugzwangs by the checksums of tables, as far as they have been
    counted. `scores` are, by the names of tables, how many drilled positions ended well last time,
    and how many all.
    """

    zugzwangs: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def zugzwangs_of(self, ending: Ending) -> int | None:
        """Return the number of mutual zugzwangs, None if it is unknown."""
        info = ending.main.info
        return None if info is None else self.zugzwangs.get(info.checksum)

    def figure(self, ending: Ending, colouring: Colouring) -> float | None:
        """Return the figure that colours a tile, None if it is unknown."""
        found = shape(ending)
        if colouring is Colouring.SCORE:
            known, drilled = self.scores.get(ending.name, (0, 0))
            return known / drilled if drilled else None
        if colouring is Colouring.ZUGZWANGS:
            return self.zugzwangs_of(ending)
        if found is None:
            return None
        return found.won if colouring is Colouring.WON else found.longest

    def corner(self, ending: Ending, colouring: Colouring) -> str:
        """Return the text in the corner of a tile."""
        figure = self.figure(ending, colouring)
        if colouring is Colouring.SCORE:
            return "" if figure is None else f"{100 * figure:.0f} %"
        if colouring is Colouring.ZUGZWANGS:
            return "" if figure is None else number(int(figure))
        found = shape(ending)
        return "" if found is None else str(found.longest or "–")

    def words(self, ending: Ending, colouring: Colouring = Colouring.WON) -> list[str]:
        """Return the figures of an ending in words, that of the colouring also if it is unknown."""
        found, zugzwangs = shape(ending), self.zugzwangs_of(ending)
        said = [] if found is None else _results(ending, found)
        if zugzwangs is not None:
            said.append(count(zugzwangs, "{n} mutual zugzwang", "{n} mutual zugzwangs"))
        elif found is not None and colouring is Colouring.ZUGZWANGS:
            said.append(tr("mutual zugzwangs not counted"))
        known, drilled = self.scores.get(ending.name, (0, 0))
        if drilled:
            said.append(count(drilled, *_KNOWN, known=known))
        elif colouring is Colouring.SCORE:
            said.append(tr("not drilled yet"))
        return said


_KNOWN = mark_count(
    "{known} of {n} drilled position known", "{known} of {n} drilled positions known"
)
_shapes: dict[str, Shape] = {}  # by the checksum of the table


def shape(ending: Ending) -> Shape | None:
    """Return the shape of an ending's table, None if it is missing or damaged."""
    info = ending.main.info
    if info is None or isinstance(ending.table, Placing):
        return None
    if info.checksum not in _shapes:
        _shapes[info.checksum] = shape_of(info)
    return _shapes[info.checksum]


def _results(ending: Ending, found: Shape) -> list[str]:
    """Return who wins how often, and the longest win."""
    shares = {"percent": f"{100 * found.won:.0f}", "share": f"{100 * found.lost:.0f}"}
    said = [_SHARES[ending.table.kind](ending.table, shares)]
    if found.longest:
        text, unit = _LONGEST[ending.table.kind]
        said.append(tr(text, n=plural(found.longest, unit)))
    return said


def _of_stones(table: Any, shares: Mapping[str, str]) -> str:
    own, other = table.stones
    return tr("{n} stones win {percent} %, {m} stones {share} %", n=own, m=other, **shares)


_SHARES: dict[str, Callable[[Any, Mapping[str, str]], str]] = {
    "chess": lambda _, shares: tr("White wins {percent} %, Black {share} %", **shares),
    "morris": _of_stones,
}
_LONGEST = {
    "chess": (mark("longest mate {n}"), "move"),
    "morris": (mark("longest win {n}"), "ply"),
}
