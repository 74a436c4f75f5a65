"""The search for the layers S_n of one winner in one slice, in memory and by any metric."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from millmate.kernels.chess_dense import unmove_dense
from millmate.kernels.chess_events import MOST_MOVES
from millmate.kernels.chess_layers import (
    FREE,
    LISTS,
    LOST,
    MOST_ABOVE,
    NOT_WON,
    OPEN,
    PLY,
    SETS,
    STATE,
    WON,
    LayerValues,
    Search,
    advance,
)
from millmate.kernels.chess_spaces import Geometry
from millmate.tablebase.conversions import ConversionEvents
from millmate.tablebase.metric import Metric, to_zeroing
from millmate.tablebase.spaces import Masks, Values

# The greatest distance that a code and its rest can hold.
MOST_PLIES = 2 * (MOST_MOVES + MOST_ABOVE)
SMALL = 4096  # words up to which all layers are found at once


class LayerSearch:
    """The search for one winner.

    `twice`: int64[2, plies], in row 0 twice the number of positions in S_n with the loser to move,
    in row 1 with the winner to move, distinct up to the board's symmetry; `plies`: the layers in it
    so far.
    """

    def __init__(
        self,
        masks: Masks,
        geometry: Geometry,
        winner: bool,
        out: Mapping[bool, ConversionEvents],
        metric: Metric,
        most: int = MOST_MOVES,
    ) -> None:
        """Start with S_0.

        Args:
            masks: The positions of the slice, or of several end to end.
            geometry: The data on them that kernels need.
            winner: The side that wins.
            out: The events of each side's conversions.
            metric: How distances are counted.
            most: The greatest distance that codes hold.
        """
        self._most = most
        self._wins, self._losses = out[winner].wins, out[not winner].losses
        if metric is Metric.DTZ:
            self._wins, self._losses = to_zeroing(self._wins), to_zeroing(self._losses)
        rows, words = 1 if metric is Metric.DTZ else 0, masks.free.size
        sets = np.zeros((SETS + rows, words), np.uint64)
        sets[FREE], sets[NOT_WON] = masks.free, masks.legal[winner]
        sets[OPEN] = out[not winner].quiet
        initialize(geometry, winner, sets)
        lists = np.empty((LISTS + rows, words), np.int32)
        self._search = Search(winner, sets, lists, np.zeros(STATE, np.int64), geometry)
        self._at_once = 1 if words > SMALL else MOST_PLIES
        self.twice = np.zeros((2, MOST_PLIES + 1), np.int64)

    @property
    def plies(self) -> int:
        return int(self.state[PLY]) + 1

    @property
    def state(self) -> NDArray[np.int64]:
        """The kernels' state, for statistics."""
        return self._search.state

    def advance(self, values: Values, more: Values) -> bool:
        """Find the next layer, all of them in a small slice; return whether these were the last.

        Args:
            values: uint8[2 (White to move first), words, 64], where codes are written.
            more: Likewise, the excess of the distance over the code.

        Raises:
            OverflowError: A distance exceeds the most that a code and `more` can hold.
        """
        mine, other = (0, 1) if self._search.winner else (1, 0)
        rows = LayerValues(values[mine], values[other], more[mine], more[other], self._most)
        return bool(
            advance(self._search, self._wins, self._losses, rows, self.twice, self._at_once)
        )


def initialize(geometry: Geometry, winner: bool, sets: NDArray[np.uint64]) -> None:
    """Make LOST hold the mates, S_0, and remove positions without a move from OPEN.

    Before, FREE holds all positions whose men are apart, NOT_WON the winner's legal ones, OPEN
    the loser's quiet ones.
    """
    movable, mated = sets[WON], sets[LOST]
    movable[:] = 0
    every = 0, geometry.kings.size
    unmove_dense(not winner, sets[NOT_WON], sets[FREE], geometry, *every, movable)
    # Mated: no move at all, and in check, which would be illegal if it were the winner's turn.
    np.bitwise_not(movable, out=mated)
    mated &= sets[OPEN]
    mated &= sets[FREE]
    np.bitwise_and(sets[OPEN], movable, out=sets[OPEN])
    np.bitwise_not(sets[NOT_WON], out=movable)
    mated &= movable
    movable[:] = 0
