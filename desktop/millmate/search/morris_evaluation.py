"""A simple evaluation of morris: stones, mills, and mills that one move would close.

The weights are those that worked best in a students' tournament.
"""

from typing import NamedTuple, cast

from millmate.games.board import Board
from millmate.games.morris.board import MorrisBoard, Phase
from millmate.games.morris.points import points_in

UNIT = 100  # a weight of one, in hundredths


class Weights(NamedTuple):
    """Weights of a side's stones on the board and in hand, its mills and its chances of a mill."""

    stone: int = 3
    in_hand: int = 3
    mill: int = 2
    chance: int = 1


_USUAL = Weights()


class MorrisEvaluation:
    """A side's weighted sum minus that of the opponent."""

    def __init__(self, weights: Weights = _USUAL) -> None:
        self.weights = weights

    def __call__(self, board: Board) -> int:
        """Return the evaluation of `board` for the side to move, in hundredths of a weight."""
        position = cast(MorrisBoard, board)
        own, other = position.turn, not position.turn
        return UNIT * (self._side(position, own) - self._side(position, other))

    def _side(self, board: MorrisBoard, colour: bool) -> int:
        stones = board.stones[colour]
        mills = sum(stones & mill == mill for mill in board.variant.lines.mills)
        return (
            self.weights.stone * stones.bit_count()
            + self.weights.in_hand * board.hand[colour]
            + self.weights.mill * mills
            + self.weights.chance * chances(board, colour)
        )


def chances(board: MorrisBoard, colour: bool) -> int:
    """Return how many mills `colour` could close if it were to move.

    Two of the three stones are in place, the third point is free, and a stone can get there: from
    hand, from a neighbouring point outside the mill, or by flying from anywhere outside it.
    """
    stones, free = board.stones[colour], board.free
    lines, anywhere = board.variant.lines, board.phase(colour) is not Phase.MOVING
    found = 0
    for mill in lines.mills:
        gap = mill & free
        if gap.bit_count() != 1 or (stones & mill) | gap != mill:
            continue
        near = lines.neighbours[points_in(gap)[0]]
        found += anywhere or bool(stones & ~mill & near)
    return found


evaluate = MorrisEvaluation()
