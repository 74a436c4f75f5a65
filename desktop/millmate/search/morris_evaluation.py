"""A simple evaluation of morris: stones, mills and room to move."""

from typing import cast

from millmate.games.board import Board
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.points import Lines

# In hundredths of a stone.
STONE = 100  # on the board or in hand
IN_MILL = 10  # a stone that stands in a mill: it cannot be taken, and the mill may open and close
ROOM = 4  # a free point next to a stone


def evaluate(board: Board) -> int:
    """Return the worth of `board` in hundredths of a stone for the side to move."""
    position = cast(MorrisBoard, board)
    lines, free = position.variant.lines, position.free
    own, other = position.turn, not position.turn
    return (
        STONE * (position.total(own) - position.total(other))
        + _standing(position.stones[own], lines, free)
        - _standing(position.stones[other], lines, free)
    )


def _standing(stones: int, lines: Lines, free: int) -> int:
    """Return what the places of one side's stones are worth."""
    room = (lines.reach(stones) & free).bit_count()
    return IN_MILL * lines.in_mills(stones).bit_count() + ROOM * room
