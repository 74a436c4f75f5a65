"""A position without its history, and its table; nothing here needs NumPy."""

from typing import NamedTuple, Self

from millmate.games.morris.board import FEWEST, MorrisBoard, MorrisMove
from millmate.games.morris.variants import STANDARD
from millmate.tablebase.morris.names import Pair, Placing, Subspace


class Situation(NamedTuple):
    """A position without its history: of each pair, Black's first, as `MorrisBoard` has them."""

    turn: bool
    stones: tuple[int, int]
    hand: tuple[int, int]

    @classmethod
    def of(cls, board: MorrisBoard) -> Self:
        black, white = board.stones
        in_black_hand, in_white_hand = board.hand
        return cls(board.turn, (black, white), (in_black_hand, in_white_hand))

    @property
    def lost(self) -> bool:
        """Whether the side to move has too few stones; no table covers that."""
        return self.stones[self.turn].bit_count() + self.hand[self.turn] < FEWEST

    def after(self, move: MorrisMove) -> "Situation":
        own, other = self.stones[self.turn], self.stones[not self.turn]
        hand = self.hand
        own |= 1 << move.target
        if move.origin is not None:
            own ^= 1 << move.origin
        else:
            black, white = hand
            hand = (black, white - 1) if self.turn else (black - 1, white)
        for taken in move.removed:
            other ^= 1 << taken
        return Situation(not self.turn, (other, own) if self.turn else (own, other), hand)


def table_of(situation: Situation) -> Subspace:
    """Return the table that `situation` belongs to; with two stones none is on disk."""
    _, (black, white), hand = situation
    stones = white.bit_count(), black.bit_count()
    if any(hand):
        return Placing(2 * STANDARD.stones - sum(hand), *stones)
    return Pair(max(stones), min(stones))


def material(board: MorrisBoard) -> str:
    """Return the name of the table that `board` belongs to: `morris:5-4`, `morris:ply17-8-9`."""
    return str(table_of(Situation.of(board)))


def target(board: MorrisBoard) -> str:
    """Return the name of the tables to build for `board` and everything that follows.

    From the placing phase a game can reach nearly every table.
    """
    return "morris:all" if any(board.hand) else material(board)
