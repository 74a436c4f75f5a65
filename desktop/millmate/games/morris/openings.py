"""What players call the points and the first placements of nine men's morris.

The points are named as by the World Merels Federation (WMD, "Mühlespiel", part 1 of its
definitions): cross points, T points, corners. Openings are those that John Mamoun's "Nine Men's
Morris: Book of Board Game Strategy" (2020) has in its table of contents.
"""

from __future__ import annotations

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import PLAIN
from millmate.language import mark, tr

_CROSS = mark("cross point")
_T_POINT = mark("T point")
_CORNER = mark("corner")
_MIDDLE_CORNER = mark("corner of the middle ring")
_MIDDLE = range(8, 16)  # the points of the middle ring
_WAYS = {4: _CROSS, 3: _T_POINT}  # by the number of neighbours


def kind_of(point: int) -> str:
    """Return what kind of point this is, such as `cross point`; of the board without diagonals."""
    ways = PLAIN.neighbours[point].bit_count()
    return tr(_WAYS.get(ways, _MIDDLE_CORNER if point in _MIDDLE else _CORNER))


def opening_of(board: MorrisBoard) -> str:
    """Return the name of the opening on the board, "" where it has none.

    It is told by White's first two stones, while nothing has been taken.
    """
    placed = board.variant.stones - board.hand[True]
    white = board.stones[True]
    if board.variant.diagonals or board.on_board(True) != placed:
        return ""
    crosses = [p for p in _MIDDLE if white >> p & 1 and PLAIN.neighbours[p].bit_count() == 4]
    if len(crosses) < placed:
        return ""
    if placed == 1:
        return tr("Four-way intersection")
    if placed == 2 and (crosses[1] - crosses[0]) % 4 == 2:
        return tr("Double-adjacent four-way intersection")
    return ""
