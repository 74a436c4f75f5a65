"""The names of the points and the first placements of nine men's morris.

The points are named as by the World Merels Federation (WMD, "Mühlespiel", part 1 of its
definitions): cross points, T points, corners. Openings are those that John Mamoun's "Nine Men's
Morris: Book of Board Game Strategy" (2020) has in its table of contents.
"""

from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import PLAIN, Lines
from millmate.language import mark, tr

_CROSS = mark("cross point")
_T_POINT = mark("T point")
_CORNER = mark("corner")
_MIDDLE_CORNER = mark("corner of the middle ring")
_CENTRE = mark("middle")
_CROSSES = range(9, 16, 2)  # of three rings


def kind_of(point: int, lines: Lines = PLAIN) -> str:
    """Return the kind of a point, such as `cross point`; diagonals make no difference."""
    ring, position = divmod(point, 8)
    if ring == lines.rings:
        return tr(_CENTRE)
    middle = lines.rings == 3 and ring == 1
    if position % 2:
        return tr(_CROSS if middle else _T_POINT)
    return tr(_MIDDLE_CORNER if middle else _CORNER)


def opening_of(board: MorrisBoard) -> str:
    """Return the name of the opening on the board, "" where it has none.

    It depends on White's first two stones, until a stone is taken.
    """
    placed = board.variant.stones - board.hand[True]
    white = board.stones[True]
    if board.lines is not PLAIN or board.on_board(True) != placed:
        return ""
    crosses = [point for point in _CROSSES if white >> point & 1]
    if len(crosses) < placed:
        return ""
    if placed == 1:
        return tr("Four-way intersection")
    if placed == 2 and (crosses[1] - crosses[0]) % 4 == 2:
        return tr("Double-adjacent four-way intersection")
    return ""
