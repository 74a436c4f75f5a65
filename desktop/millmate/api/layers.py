"""The sets S_n of a table: the positions that are decided in n plies."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from millmate.api.positions import Board
from millmate.tablebase.sets import DecidedSet, SetSearch


@dataclass(frozen=True, slots=True)
class Layer:
    """The positions of a table with one side to move that are decided in the same number of plies.

    Iterating over it yields their boards, read from the table as they are needed; each iteration
    is independent, in any thread. Of a position and its mirror images only one is yielded.

    Attributes:
        plies: The distance, not negative; None if a table of morris has only the winner.
        turn: The side to move.
        wdl: Their result for the side to move, as in `Probe`: -2 for even n, 2 for odd n in tables
            of distances to mate.
        count: How many there are, by the table's metadata. In chess, like pieces count in every
            order: two rooks of one side make each position count twice.
    """

    plies: int | None
    turn: bool
    wdl: int
    count: int
    _set: DecidedSet = field(repr=False, compare=False)
    _open: Callable[[], SetSearch] = field(repr=False, compare=False)

    def __iter__(self) -> Iterator[Board]:
        """Yield the positions; raises `TableError` if the table is damaged."""
        return self._open().positions(self._set)


def layers_of(opened: SetSearch, reopen: Callable[[], SetSearch]) -> list[Layer]:
    """Return the nonempty layers of a table, short distances first, White to move before Black."""
    return [
        Layer(
            each.distance,
            each.turn,
            (1 if each.won else -1) * (1 if each.cursed else 2),
            each.count,
            each,
            reopen,
        )
        for each in opened.contents.sets
    ]
