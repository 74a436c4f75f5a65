"""Where positions and those that their moves lead to are stored, by kernels of `chess_probe`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import chess
import numpy as np
from numpy.typing import NDArray

from millmate.kernels import chess_probe
from millmate.kernels.chess_probe import After, Positions
from millmate.kernels.declare import Ints2D
from millmate.tablebase.layout import Layout
from millmate.tablebase.reach import home_of_men

_FLIP = 56  # exchanges the ranks of a square
_AT_ONCE = 1 << 16  # successors, about, whose places are found in one call

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class OnePly:
    """The moves of a table's positions: its men, and the tables that moves lead to.

    `rows` and `numbers` are those of `After`, `layouts` those of its tables.
    """

    men: Positions
    rows: Ints2D
    numbers: NDArray[np.int32]
    layouts: tuple[Layout, ...]

    def find(self, places: Ints, after: After) -> Ints:
        """Return where the legal positions at places are stored, -1 for others and for -1."""
        found = np.empty(len(places), np.int64)
        chess_probe.find(places, self.men, after, found, self._room())
        return found

    def legal(self, places: Ints) -> Flags:
        """Return whether there is a legal position at each place: none at -1."""
        streams = np.zeros((1, 5 + 2 * self.men.kinds.size), np.int64)
        return self.find(places, After(self.rows, self.numbers, streams)) >= 0

    def rows_for(self, ranked: Sequence[bool]) -> Ints2D:
        """Return the rows, those of `ranked` tables with their slices in the order of streams."""
        rows = self.rows.copy()
        for table, (layout, by_rank) in enumerate(zip(self.layouts, ranked, strict=True)):
            if by_rank and any(layout.pawns):
                own = rows[:, chess_probe.TABLE] == table
                rows[own, chess_probe.NUMBERS] += layout.slice_numbers.size
        return rows

    def successors(self, places: Ints, after: After) -> tuple[Ints, Ints, Flags]:
        """Return heads of the positions that moves lead to, where they are, and which are left out.

        See `chess_probe.successors`.
        """
        passing, done, men = np.zeros(len(places), np.bool_), 0, self.men.kinds.size
        parts, room = list[tuple[Ints, Ints]](), self._room()
        while done < len(places) or not parts:
            left = places[done:]
            size = min(len(left) * chess_probe.MOST_MOVES * men, _AT_ONCE)
            heads, found = np.empty(size, np.int64), np.empty(size, np.int64)
            each, count = chess_probe.successors(
                left, self.men, after, heads, found, passing[done:], room
            )
            parts.append((heads[:count] + (done << 1), found[:count]))
            done += each
        if len(parts) == 1:
            return *parts[0], passing
        heads, found = (np.concatenate(each) for each in zip(*parts, strict=True))
        return heads, found, passing

    def _room(self) -> Ints2D:
        return np.empty((3, self.men.kinds.size), np.int64)


@cache
def one_ply(layout: Layout) -> OnePly:
    """Return the moves of a table, for all of its positions."""
    kinds = [chess.KING] * 2 + [*layout.kinds] + [chess.PAWN] * sum(layout.pawns)
    white = [True, False, *layout.white, *[True] * layout.pawns[0], *[False] * layout.pawns[1]]
    pawns = np.array([(*own, *other) for own, other in layout.placements], np.int64)
    men = Positions(
        np.array(kinds),
        np.array(white),
        np.array(layout.kings),
        pawns.reshape(layout.slices, sum(layout.pawns)),
    )
    rows, layouts = list[list[int]](), dict[Layout, int]()
    numbers, starts = [np.empty(0, np.int32)], dict[Layout, int]()
    for gone in range(-1, len(kinds)):
        for promotion in range(chess_probe.PROMOTIONS):
            after = _after(layout, men, gone, promotion)
            if after is None:
                rows.append([-1] * (chess_probe.ORDER + 2 * len(kinds)))
                continue
            found, swapped, order, like = after
            pawned = any(found.pawns)
            if pawned and found not in starts:
                starts[found] = sum(each.size for each in numbers)
                entries = found.slice_numbers
                by_rank = found.ranks[entries >> 1] << 1 | entries & 1  # in the order of streams
                numbers += [entries, np.where(entries < 0, entries, by_rank)]
            own = [layouts.setdefault(found, len(layouts)), _FLIP * (swapped and pawned), swapped]
            own += [found.pieces, len(like), starts.get(found, 0)]
            filled = [each + [0] * (len(kinds) - len(each)) for each in (order, like)]
            rows.append([*own, *filled[0], *filled[1]])
    return OnePly(men, np.array(rows), np.concatenate(numbers), tuple(layouts))


def _after(
    layout: Layout, men: Positions, gone: int, promotion: int
) -> tuple[Layout, bool, list[int], list[int]] | None:
    """Return the table that a capture or promotion leads to, None for bare kings and no such move.

    With it: whether its colours are exchanged, the men in its order, the kings first, and for each
    of the others whether the next one is like it.
    """
    kinds, white = men.kinds.tolist(), men.white.tolist()
    if promotion:
        pawns = [at for at, kind in enumerate(kinds) if (kind, white[at]) == (1, promotion < 5)]
        if not pawns:
            return None
        kinds[pawns[0]] = chess.KNIGHT + (promotion - 1) % 4
    left = [at for at in range(2, len(kinds)) if at != gone]
    if not left or gone in (0, 1):
        return None
    own = [(kinds[at], white[at]) for at in left]
    home = home_of_men(layout.reach, own)
    assert home is not None  # position tables are full
    found, swapped, order = home
    like = [int(own[at] == own[after]) for at, after in pairwise(order)]
    return found, swapped, [int(swapped), int(not swapped), *[left[at] for at in order]], [*like, 0]
